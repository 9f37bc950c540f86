import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import {
  createSku,
  enterCode,
  fillOrder,
  openOrderEntry,
  orderEntry,
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

test('a SKU to choose shows its stock, and the price of the customer with its name', async ({
  page,
  testData,
}) => {
  const { customer, item } = await openOrderEntry(page, testData)
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await form.sku(1).fill(item.sku)
  const found = page.getByRole('listbox', { name: 'Choices' }).getByRole('option')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('100 available · $8.00 Tier 2')
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
