import type { Page, Response } from '@playwright/test'
import { expect, expectAccessible, expectToast, test, type TestData } from '#e2e/fixtures.ts'
import { openOrderEntry, orderEntry, fillOrder } from '#e2e/journeys/fill-order-entry.ts'
import type { SavedDraft } from '../../contract.ts'

/** Opens the form for a customer whose read fails; returns how to let it succeed. */
async function openWithUnreadCustomer(page: Page, testData: TestData) {
  const { id } = await testData.customer({ name: 'Northwind Supplies' })
  let isBroken = true
  await page.route(`**/api/customers/${id}`, (route) =>
    isBroken ? route.abort() : route.continue(),
  )
  await page.goto(`/order-entry?customer=${id}`)
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  return async () => {
    isBroken = false
    await page.context().setOffline(true)
    await expect(page.getByText('The connection is lost.')).toBeVisible()
    await page.context().setOffline(false)
  }
}

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
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

test('two devices that create the same draft at once create one order', async ({
  page,
  testData,
}) => {
  const { form, customer } = await fillOrder(page, testData)
  await form.po.fill('TWICE-1')
  await form.po.press('Control+Shift+D')
  await expectToast(page, 'Draft saved', 'Find it under Drafts, on any device')
  const [draft] = (await (await page.request.get('/api/order-drafts')).json()) as SavedDraft[]
  const other = await page.context().newPage()
  await other.goto(`/order-entry?draft=${draft?.id}`)
  const devices = [page, other]
  for (const device of devices) {
    const { po, validate, create } = orderEntry(device)
    await expect(po).toHaveValue('TWICE-1')
    await validate.click()
    await expect(create).toBeEnabled()
  }
  const isCreation = (answer: Response) => answer.url().endsWith('/api/orders/create')
  const answers = await Promise.all(
    devices.map(async (device) => {
      const answer = device.waitForResponse(isCreation)
      await orderEntry(device).create.click()
      return (await answer).status()
    }),
  )
  expect(answers.toSorted((a, b) => a - b)).toEqual([201, 422])
  const orders = async () => {
    const found = await page.request.get(`/api/sales-orders?customerId=${customer.id}`)
    return ((await found.json()) as unknown[]).length
  }
  // The person who looked and wants another order creates it under a key of its own.
  const refused = answers[0] === 422 ? page : other
  await refused.getByRole('button', { name: 'Use as New Order' }).click()
  expect(await orders()).toBe(1)
  await orderEntry(refused).create.click()
  await expect(refused.getByText(/^Last order SO-/)).toBeVisible()
  expect(await orders()).toBe(2)
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

test('a discarded order is restored to the form, or to Drafts from another page', async ({
  page,
  testData,
}) => {
  const { form, item } = await fillOrder(page, testData)
  await form.po.fill('BACK-1')
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await page.getByRole('menuitem', { name: 'Discard this order' }).click()
  await expect(form.customer).toHaveValue('')
  await expectToast(page, 'Order discarded', 'Northwind Supplies · PO BACK-1 · 1 line')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(form.po).toHaveValue('BACK-1')
  await expect(form.sku(1)).toHaveValue(new RegExp(item.sku))
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/customers/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Order restored', 'Find it under Drafts, on any device')
  await page.goto('/order-entry')
  await page.getByRole('button', { name: 'Drafts 1' }).click()
  await page.getByRole('menuitem', { name: /BACK-1/ }).click()
  await expect(form.po).toHaveValue('BACK-1')
})

test('a customer that could not be read is filled in once the server responds', async ({
  page,
  testData,
}) => {
  const reconnect = await openWithUnreadCustomer(page, testData)
  await reconnect()
  await expect(orderEntry(page).customer).toHaveValue(/Northwind/)
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
})

test('a customer that could not be read does not replace what was typed meanwhile', async ({
  page,
  testData,
}) => {
  const reconnect = await openWithUnreadCustomer(page, testData)
  const { po, customer } = orderEntry(page)
  await po.fill('TYPED-1')
  const answer = page.waitForResponse(/\/api\/customers\/\d+$/)
  await reconnect()
  await answer
  await expect(page.getByText('The connection is lost.')).toHaveCount(0)
  await expect(po).toHaveValue('TYPED-1')
  await expect(customer).toHaveValue('')
})

test('a draft this version cannot read remains, and its content is shown', async ({ page }) => {
  const form = { $form: 2, customerPO: 'LATER-1', notes: 'Ring twice' }
  const savedDraft = await page.request.post('/api/order-drafts', {
    data: { title: 'Later', form },
  })
  expect(savedDraft.status()).toBe(200)
  await page.goto('/order-entry')
  const open = async () => {
    await page.getByRole('button', { name: 'Drafts 1' }).click()
    await page.getByRole('menuitem', { name: /Later/ }).click()
    return page.getByRole('dialog', { name: 'This draft cannot be opened' })
  }
  const dialog = await open()
  await expect(dialog).toContainText('A later version of the program saved it.')
  const words = dialog.getByRole('list', { name: 'Content of the draft' })
  await expect(words).toContainText('customerPO: LATER-1')
  await expect(words).toContainText('notes: Ring twice')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep draft' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await (await open()).getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByRole('button', { name: 'Drafts', exact: true })).toBeVisible()
  expect(await (await page.request.get('/api/order-drafts')).json()).toEqual([])
})
