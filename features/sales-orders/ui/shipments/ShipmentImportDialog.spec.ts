import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

test('imports shipments with tracking numbers from a CSV file', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('warehouse')
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const sku = { sku: testData.code('SI'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 9 })
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  const { orderNumber } = order
  await page.goto(`/sales-orders?q=${orderNumber}`)
  await page.getByRole('button', { name: 'Import Shipments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Shipments' })
  const parcels = [`${orderNumber},UPS,1Z-${order.id}`, 'SO-NONE,UPS,X']
  const rows = ['Order Number,Carrier,Tracking Number', ...parcels].join('\n')
  await dialog.getByLabel('Or paste the rows').fill(rows)
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('2 rows: 1 new shipment, 1 row with errors.')).toBeVisible()
  await expect(dialog.getByText('This order does not exist')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 correct shipment' }).click()
  await expect(dialog.getByText('Import done')).toBeVisible()
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: orderNumber })
  await expect(row).toContainText('Shipped')
})
