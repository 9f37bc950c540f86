import { expect, test } from '#e2e/fixtures.ts'
import { orderEntry, fillOrder, createSku, enterCode } from '#e2e/journeys/fill-order-entry.ts'

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
