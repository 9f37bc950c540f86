import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { createPurchaseOrder, rowOf, stepOf } from '#e2e/journeys/create-purchase-order.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { PurchaseOrder } from '../../contract.ts'

test('a delivery note that is on another receipt of the vendor shows a warning', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const { order, vendor } = await createPurchaseOrder(testData, { status: 'approved' })
  const body = { sku: testData.code('PI'), name: 'Washer', cost: '1.00', price: '2.00' }
  const { id: skuId } = await testData.made<Sku>('/api/skus', body)
  const earlier = await testData.made<PurchaseOrder>('/api/purchase-orders', {
    orderNumber: testData.code('PO'),
    vendorId: vendor.id,
    status: 'approved',
    items: [{ skuId, quantity: 3 }],
  })
  await testData.made(`/api/purchase-orders/${earlier.id}/receive`, { deliveryNote: 'DN-0123' })
  await page.goto(`/purchase-orders?q=${order.orderNumber}`)
  await page.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await stepOf(page, 'Receive…').click()
  const dialog = page.getByRole('dialog', { name: `Receive ${order.orderNumber}` })
  const warning = dialog.getByText('This delivery may already be recorded')
  await dialog.getByLabel('Delivery Note').fill('DN-9')
  await expect(warning).toBeHidden()
  await dialog.getByLabel('Delivery Note').fill('dn 123')
  await expect(warning).toBeVisible()
  await expect(dialog.getByText(`${earlier.orderNumber}/1`)).toBeVisible()
  await expectAccessible(page)
  // A warning does not prevent the receipt.
  await dialog.getByRole('button', { name: 'Record receipt' }).click()
  await expect(rowOf(page, order.orderNumber)).toContainText('Received')
})
