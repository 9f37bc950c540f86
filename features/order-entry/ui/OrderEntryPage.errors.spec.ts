import { expect, expectAccessible, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import {
  openOrderEntry,
  orderEntry,
  fillOrder,
  createSku,
  enterCode,
} from '#e2e/journeys/fill-order-entry.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn('sales')
})

test('a failed lookup shows an error instead of no results, and is retried', async ({
  page,
  testData,
}) => {
  const { customer } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  const failed = page.getByText('The server did not respond.')
  await page.route('**/api/customers?*', (route) => route.fulfill({ status: 500, body: '' }))
  await form.customer.fill(customer.customerCode)
  await expect(failed).toBeVisible()
  await expect(page.getByText('No match for')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeVisible()
  await page.unroute('**/api/customers?*')
  await form.customer.press('Tab')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.keyboard.press('Enter')
  const found = page.getByRole('listbox', { name: 'Choices' }).getByRole('option')
  await expect(found).toHaveCount(1)
  await expect(failed).toHaveCount(0)
  await expect(form.customer).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.customer).toHaveValue(/Northwind/)
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

test('a prepaid customer shows no credit figures, whatever the amount', async ({
  page,
  testData,
}) => {
  const fields = { paymentTerms: 'Prepaid', creditLimit: '0.00', name: 'Cash Corner' }
  const { customerCode } = await testData.customer({ customerCode: testData.code('CP'), ...fields })
  const { form } = await fillOrder(page, testData)
  await enterCode(form.customer, customerCode)
  await expect(form.customer).toHaveValue(/Cash Corner/)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  const credit = form.part('Credit Check')
  await expect(credit.getByRole('definition').first()).toHaveText('Pays in advance')
  await expect(credit.getByRole('img')).toHaveCount(0)
})

test('backorders show the units and what happens to them', async ({ page, testData }) => {
  const { form } = await fillOrder(page, testData, '9', { stock: 4 })
  const stock = form.part('Stock Check')
  await form.validate.click()
  await expect(stock).toContainText('Ships 4 now; 5 backordered')
  await page.getByRole('button', { name: 'Split backorder' }).click()
  const later = '5 units are backordered and ship automatically when in stock.'
  await expect(stock).toContainText(later)
  await form.validate.click()
  await expect(form.panel.getByText('Approved')).toBeVisible()
  await expect(stock).toContainText(later)
  await form.create.click()
  await expectToastDetail(page, '5 units are backordered')
})

test('a prepaid customer shows its terms instead of credit', async ({ page, testData }) => {
  const { item } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  const terms = { paymentTerms: 'Prepaid', creditLimit: '0.00' }
  const { customerCode } = await testData.customer(terms)
  await enterCode(form.customer, customerCode)
  await expect(page.getByText('Prepaid · pays in advance')).toBeVisible()
  await enterCode(form.sku(1), item.sku)
  await form.validate.click()
  await expect(form.create).toBeEnabled()
})

test('a scanned code whose lookup failed shows an error, and can be looked up again', async ({
  page,
  testData,
}) => {
  const { form } = await fillOrder(page, testData)
  const { sku: other } = await createSku(testData, { name: 'Wing nut' })
  await page.route('**/api/skus?*', (route) => route.fulfill({ status: 500, body: '' }))
  await form.quantity(1).fill(other)
  await form.quantity(1).press('Enter')
  const toastText = `The server did not respond. Enter ${other} again in its line`
  await expectToast(page, 'SKU not found', toastText)
  await expect(form.sku(2)).toHaveValue(other)
  await expect(form.sku(2)).toHaveAttribute('aria-invalid', 'true')
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/skus?*')
  await again.click()
  await expect(form.sku(2)).toHaveValue(/Wing nut/)
  await expect(again).toHaveCount(0)
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
