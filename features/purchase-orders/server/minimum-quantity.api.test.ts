import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchaseDesk } from './testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof purchaseDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await purchaseDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

test('an order says of which SKUs it has less than the vendor sells at once', async () => {
  const vendor = await prizm.given.vendor({ minimumOrderQuantity: 10 })
  const [offered, plain, enough] = await Promise.all([
    prizm.given.sku({ sku: 'MOQ-1' }),
    prizm.given.sku({ sku: 'MOQ-2' }),
    prizm.given.sku({ sku: 'MOQ-3' }),
  ])
  const offer = { vendorId: vendor.id, skuId: offered.id, minimumQuantity: 50 }
  const as = await prizm.signIn('purchasing')
  await prizm.call('POST', '/api/vendor-skus', { as, body: offer })
  const order = await desk.made({
    vendorId: vendor.id,
    items: [
      { skuId: offered.id, quantity: 20 },
      { skuId: offered.id, quantity: 29 },
      { skuId: plain.id, quantity: 9 },
      { skuId: enough.id, quantity: 10 },
    ],
  })
  const read = await prizm.call('GET', `/api/purchase-orders/${order.id}`, { as })
  expect(read.json().belowMinimum).toEqual([
    { sku: 'MOQ-1', quantity: 49, minimum: 50, from: 'offer' },
    { sku: 'MOQ-2', quantity: 9, minimum: 10, from: 'vendor' },
  ])
})
