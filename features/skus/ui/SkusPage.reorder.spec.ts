import { expect, expectToast, test } from '#e2e/fixtures.ts'
import { createVendor } from '#e2e/journeys/create-purchase-order.ts'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { Sku } from '../contract.ts'

test('selected low SKUs are ordered from their list; those on order already are named', async ({
  page,
  testData,
  signIn,
}) => {
  const name = testData.code('Lowbolt')
  const create = (sku: string) =>
    testData.made<Sku>('/api/skus', {
      sku,
      name,
      cost: '4.00',
      price: '10.00',
      minimumStock: 10,
      currentStock: 2,
    })
  const [low, ordered] = [await create(testData.code('LO')), await create(testData.code('LO'))]
  const vendor = await createVendor(testData)
  for (const { id: skuId } of [low, ordered]) {
    const offer = { vendorId: vendor.id, skuId, rank: 1, unitPrice: '3.50' }
    await testData.made('/api/vendor-skus', offer)
  }
  await testData.made<PurchaseOrder>('/api/purchase-orders', {
    orderNumber: testData.code('PO'),
    vendorId: vendor.id,
    items: [{ skuId: ordered.id, quantity: 100 }],
  })
  await signIn('purchasing')
  await page.goto(`/skus?q=${name}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('button', { name: 'Order', exact: true })).toHaveCount(0)
  await page.goto(`/skus?q=${name}&f.stock=low`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await bar.getByRole('button', { name: 'Order', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Order ${low.sku}` })
  await expect(dialog).toContainText(`Enough is available or on order: ${ordered.sku}.`)
  await expect(dialog.getByLabel('Unit Price')).toHaveValue('3.50')
  await dialog.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(page.getByText(/^Draft orders: PO-/)).toBeVisible()
  await expect(bar).toHaveCount(0)
  const answer = await page.request.get(`/api/purchase-orders?vendorCode=${vendor.vendorCode}`)
  expect((await answer.json()) as PurchaseOrder[]).toHaveLength(2)

  await page.getByRole('checkbox', { name: `Select ${ordered.sku}` }).check()
  await bar.getByRole('button', { name: 'Order', exact: true }).click()
  const text = `Enough is available or on order: ${ordered.sku}.`
  await expectToast(page, 'Nothing to order', text)
  await expect(dialog).toHaveCount(0)
})

test('the next step for a SKU that is short is to buy it, and for another to sell it', async ({
  page,
  testData,
  signIn,
}) => {
  const create = (currentStock: number) =>
    testData.made<Sku>('/api/skus', {
      sku: testData.code('NS'),
      name: 'Hex bolt',
      cost: '4.00',
      price: '10.00',
      minimumStock: 10,
      currentStock,
    })
  const [short, enough] = [await create(10), await create(11)]
  await signIn('manager')
  const first = page.locator('[data-record-page]').getByRole('group', { name: 'Actions' })
  await page.goto(`/skus?open=${short.sku}&full=1`)
  await expect(first.getByRole('button').first()).toHaveText('New PO')
  await page.goto(`/skus?open=${enough.sku}&full=1`)
  await expect(first.getByRole('button').first()).toHaveText('New order')
})
