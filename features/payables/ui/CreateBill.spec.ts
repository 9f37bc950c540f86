import { expect, expectToast, test } from '#e2e/fixtures.ts'
import { createVendor } from '#e2e/journeys/create-purchase-order.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { VendorBillDetails } from '../contract.ts'

test('a bill that is submitted at once waits for the lines of its order', async ({
  page,
  testData,
  signIn,
}) => {
  const vendor = await createVendor(testData)
  const sku = { sku: testData.code('CB'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', sku)
  const order = await testData.made<PurchaseOrderDetails>('/api/purchase-orders', {
    orderNumber: testData.code('PB'),
    vendorId: vendor.id,
    status: 'received',
    items: [{ skuId: item.id, quantity: 10 }],
  })
  await signIn('finance')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/billable*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/ap-reports?tab=bills')
  await page.getByRole('button', { name: 'Enter bill' }).click()
  const form = page.getByRole('dialog', { name: 'Enter Bill' })
  const number = testData.code('BN')
  await form.getByLabel('Bill Number *').fill(number)
  await form.getByLabel('Bill Date *').fill('2026-01-15')
  await form.getByRole('button', { name: 'Add line' }).click()
  await form.getByLabel('Description *').fill('Freight')
  await form.getByLabel('Unit Price *').fill('30.00')
  await form.getByLabel('Then').selectOption('draft')
  const orderBox = form.getByRole('combobox', { name: 'Purchase Order' })
  await orderBox.fill(order.orderNumber)
  await orderBox.press('Control+Enter')
  await expect(form.getByLabel('Bill Number *')).toBeDisabled()
  answer()
  await expectToast(page, 'Success', `Bill ${number} is a draft`)
  const read = await page.request.get(`/api/vendor-bills?q=${number}`)
  const [bill] = (await read.json()) as VendorBillDetails[]
  // 10 × 4.00 of the order, and 30.00 of freight.
  expect(bill?.totalAmount).toBe('70.00')
})
