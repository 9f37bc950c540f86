import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

test('the page of a customer’s latest order shows the note while it is typed', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { id, customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const bolt = { sku: testData.code('NP'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const sku = await testData.made<Sku>('/api/skus', { ...bolt, currentStock: 20 })
  const body = { customerId: id, items: [{ skuId: sku.id, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await page.goto(`/customers?q=${customerCode}`)
  await page.getByRole('button', { name: `Edit ${customerCode}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Customer' })
  const note = dialog.getByLabel('Note on Documents')
  await note.fill('Vendor {customer.supplierNumber} for {customer.code}')
  await dialog.getByLabel('Supplier Number').fill('V-77')
  await dialog.getByRole('button', { name: 'Preview latest order' }).click()
  const sheet = dialog.getByRole('region', { name: `Printed page of Order ${order.orderNumber}` })
  await expect(sheet).toContainText(`Vendor V-77 for ${customerCode}`)
  await note.fill('Dock 4 {dock}')
  await expect(dialog.getByText('Unknown field {dock} at position 8')).toBeVisible()
  await expect(sheet).toContainText(`Vendor V-77 for ${customerCode}`)
  await note.fill('Dock 4')
  await expect(sheet).toContainText('Dock 4')
  await expectAccessible(page)
})

test('a customer without an order has no page of one', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  await page.getByRole('button', { name: `Edit ${customerCode}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Customer' })
  await dialog.getByLabel('Note on Documents').fill('Dock 4')
  await dialog.getByRole('button', { name: 'Preview latest order' }).click()
  const sentence = 'This customer has no order yet, so no page is shown.'
  await expect(dialog.getByText(sentence)).toBeVisible()
})
