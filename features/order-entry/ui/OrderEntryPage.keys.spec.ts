import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import {
  openOrderEntry,
  orderEntry,
  fillOrder,
  createSku,
  enterCode,
} from '#e2e/journeys/fill-order-entry.ts'
import type { SavedDraft } from '../contract.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('line shortcuts: product, arrows, copy, move, remove, merge', async ({ page, testData }) => {
  const { form, item } = await fillOrder(page, testData)
  const other = await createSku(testData, { name: 'Washer' })
  await form.quantity(1).fill('12*4')
  await form.quantity(1).press('Enter')
  await expect(form.quantity(1)).toHaveValue('48')
  await expect(form.sku(2)).toBeFocused()
  await enterCode(form.sku(2), other.sku)
  await expect(form.sku(2)).toHaveValue(/Washer/)
  await form.quantity(2).press('ArrowUp')
  await expect(form.quantity(1)).toBeFocused()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(form.sku(1)).toHaveValue(/Washer/)
  await expect(form.quantity(2)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(form.quantity(3)).toBeFocused()
  await page.keyboard.press('Control+d')
  await expect(form.quantity(3)).toHaveValue('48')
  await expect(page.getByText('Also on line 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(form.quantity(2)).toHaveValue('96')
  await expect(form.sku(2)).toHaveValue(new RegExp(item.sku))
  await form.sku(2).press('Control+Delete')
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+i')
  await expect(page.getByText('2 items', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Insert')
  await expect(page.getByText('3 items', { exact: true })).toBeVisible()
  await expect(form.sku(1)).toHaveValue(/Washer/)
  await form.quantity(1).focus()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(form.sku(2)).toHaveValue(/Washer/)
  await page.keyboard.press('Control+Shift+ArrowUp')
  await expect(form.sku(1)).toHaveValue(/Washer/)
  await expect(form.quantity(1)).toBeFocused()
  await page.keyboard.press('Shift+Enter')
  await expect(form.sku(1)).toBeFocused()
})

test('Enter alone completes an order: the empty last line leads to the buttons', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  await form.quantity(1).press('Enter')
  await expect(form.sku(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.validate).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.create).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
})

test("Enter follows the user's preferred path between the customer and the items", async ({
  page,
  testData,
}) => {
  const { customerCode } = await testData.customer()
  await page.goto('/order-entry')
  const form = orderEntry(page)
  for (const [choice, stops] of [
    ['Items', []],
    ['Customer PO', [form.po]],
    ['Order source', [form.source]],
    ['Order source and Customer PO', [form.source, form.po]],
  ] as const) {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await sidebar.getByRole('button', { name: /^sales-/ }).click()
    await page.getByRole('menuitem', { name: 'Preferences' }).click()
    const preferences = page.getByRole('dialog', { name: 'Preferences' })
    await preferences.getByRole('radio', { name: choice, exact: true }).check()
    await preferences.getByRole('button', { name: 'Done' }).click()
    await enterCode(form.customer, customerCode)
    for (const stop of stops) {
      await expect(stop).toBeFocused()
      await page.keyboard.press('Enter')
    }
    await expect(form.sku(1)).toBeFocused()
    for (const stop of [...stops].reverse()) {
      await page.keyboard.press('Shift+Enter')
      await expect(stop).toBeFocused()
    }
    await page.keyboard.press('Shift+Enter')
    await expect(form.customer).toBeFocused()
  }
})

test('an unfinished order survives a reload, and is listed under Drafts', async ({
  page,
  testData,
}) => {
  const { form, item } = await fillOrder(page, testData, '7')
  // The draft is on the server; the PO is typed just before the reload.
  const saved = async () =>
    (await (await page.request.get('/api/order-drafts')).json()) as SavedDraft[]
  await expect.poll(async () => (await saved()).length).toBe(1)
  await form.po.fill('KEEP-ME')
  await page.reload()
  await expect(form.customer).toHaveValue(/Northwind/)
  await expect(form.po).toHaveValue('KEEP-ME')
  await expect(form.sku(1)).toHaveValue(new RegExp(item.sku))
  await expect(form.quantity(1)).toHaveValue('7')

  await form.po.press('Control+Shift+D')
  await expectToast(page, 'Draft saved', 'Find it under Drafts, on any device')
  expect((await saved()).map(({ title }) => title)).toEqual([
    'Northwind Supplies · PO KEEP-ME · 1 line',
  ])
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await page.getByRole('menuitem', { name: 'Save this order and start another' }).click()
  await expect(form.po).toHaveValue('')
  await page.getByRole('button', { name: 'Drafts 1' }).click()
  await page.getByRole('menuitem', { name: /KEEP-ME/ }).click()
  await expect(form.po).toHaveValue('KEEP-ME')
  await form.po.press('Control+Enter')
  await expect(form.create).toBeEnabled()
  await form.po.press('Control+Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Drafts', exact: true })).toBeVisible()
})

test('navigating away from an unfinished order asks in the page', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData)
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await expect(page.getByText('You have an unfinished order')).toBeVisible()
  await expect(page).toHaveURL(/order-entry/)
  await page.keyboard.press('Escape')
  await expect(page.getByText('You have an unfinished order')).toHaveCount(0)
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/customers/)
  await page.goto('/order-entry')
  await expect(form.customer).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Drafts 1' })).toBeVisible()
})

test('the URL presets a customer, or opens a draft', async ({ page, testData }) => {
  const { customer } = await openOrderEntry(page, testData)
  await page.goto(`/order-entry?customer=${customer.id}`)
  const form = orderEntry(page)
  await expect(form.customer).toHaveValue(/Northwind/)
  await form.po.fill('BY-ADDRESS')
  await form.po.press('Control+Shift+D')
  await expectToast(page, 'Draft saved', 'Find it under Drafts, on any device')
  const [draft] = (await (await page.request.get('/api/order-drafts')).json()) as SavedDraft[]
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`/order-entry?draft=${draft?.id}`)
  await expect(form.po).toHaveValue('BY-ADDRESS')
})

test('shows the last orders of a customer, and repeats the latest', async ({ page, testData }) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const items = [{ skuId: item.id, quantity: 3 }]
  await testData.made('/api/orders/create', { customerId: customer.id, items })
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await expect(page.getByRole('link', { name: /^SO-/ })).toHaveCount(1)
  await form.source.press('Control+Shift+O')
  await expect(form.sku(1)).toHaveValue(new RegExp(item.sku))
  await expect(form.quantity(1)).toHaveValue('3')
})

test('prints the confirmation of the last order', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData)
  await form.quantity(1).press('Control+Enter')
  await expect(form.create).toBeEnabled()
  await form.quantity(1).press('Control+Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  await page.evaluate(() => {
    const watchedWindow = window as unknown as { printed: string }
    window.print = () =>
      (watchedWindow.printed = document.querySelector('.print-sheet')?.textContent ?? '')
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const printed = () => page.evaluate(() => (window as unknown as { printed?: string }).printed)
  await expect.poll(printed).toContain('Order Confirmation')
  expect(await printed()).toContain('Hex bolt')
})

test('a role that may not enter orders sees a message', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/order-entry')
  await expect(page.getByText('Your role may not enter orders')).toBeVisible()
})

test('is accessible in both themes, and fits 360 px', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData, '9', { stock: 4, credit: '10.00' })
  await form.validate.click()
  await expect(form.panel.getByText('Requires Attention')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})

test('a number with letters that matches no code shows an error and is not cleared', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  const errorMessage = page.getByText('“2bx” is not a quantity. Enter a number such as 2 or 12*4')
  await form.quantity(1).fill('2bx')
  await form.quantity(1).press('Enter')
  await expect(errorMessage).toBeVisible()
  await expect(form.quantity(1)).toHaveValue('2bx')
  await expect(form.quantity(1)).toBeFocused()
  await expect(form.quantity(1)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await form.quantity(1).fill('2')
  await expect(errorMessage).toBeHidden()
  await form.quantity(1).press('Enter')
  await expect(form.sku(2)).toBeFocused()
})

test('a number with letters that matches a code becomes the next line', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  const barcode = `${Date.now()}`.slice(-6) + 'bx'
  await createSku(testData, { name: 'Box of bolts', barcode })
  // The previous quantity is restored.
  await form.sku(1).focus()
  await form.quantity(1).fill(barcode)
  await form.quantity(1).press('Enter')
  await expect(form.sku(2)).toHaveValue(/Box of bolts/)
  await expect(form.quantity(1)).toHaveValue('2')
})
