import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

test('an order lists its SKUs below the vendor’s minimum order quantity', async () => {
  const vendor = await prizm.builders.vendor({ minimumOrderQuantity: 10 })
  const [offered, plain, enough] = await Promise.all([
    prizm.builders.sku({ sku: 'MOQ-1' }),
    prizm.builders.sku({ sku: 'MOQ-2' }),
    prizm.builders.sku({ sku: 'MOQ-3' }),
  ])
  const offer = { vendorId: vendor.id, skuId: offered.id, minimumQuantity: 50 }
  const as = await prizm.signIn('purchasing')
  await prizm.call('POST', '/api/vendor-skus', { as, body: offer })
  const order = await fixture.made({
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
  const handedIn = await prizm.call('POST', `/api/purchase-orders/${order.id}/submit`, { as })
  expect(handedIn.json()).toMatchObject({
    status: 'submitted',
    belowMinimum: read.json().belowMinimum,
  })
})

test('an import warns at the row of a SKU below its minimum order quantity', async () => {
  const vendor = await prizm.builders.vendor({ vendorCode: 'V-M', minimumOrderQuantity: 10 })
  const [offered] = await Promise.all(
    ['MOQ-1', 'MOQ-2', 'MOQ-3'].map((sku) => prizm.builders.sku({ sku })),
  )
  const as = await prizm.signIn('purchasing')
  const offer = { vendorId: vendor.id, skuId: offered?.id, minimumQuantity: 50 }
  await prizm.call('POST', '/api/vendor-skus', { as, body: offer })
  const lines = ['P-1,V-M,MOQ-3,10', 'P-1,V-M,MOQ-1,20', 'P-2,V-M,MOQ-2,9', 'P-1,V-M,MOQ-1,29']
  const payload = `Order Number,Vendor Code,SKU,Quantity\n${lines.join('\n')}\n`
  const warnings = [
    {
      row: 3,
      field: 'quantity',
      message: 'MOQ-1: 49 ordered, at least 50 by the offer of this SKU',
    },
    {
      row: 4,
      field: 'quantity',
      message: 'MOQ-2: 9 ordered, at least 10 by the vendor’s record',
    },
  ]
  for (const query of ['?dryRun=true', '']) {
    // Sequential because the import follows its dry run.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.app.inject({
      method: 'POST',
      url: `/api/purchase-orders/import${query}`,
      headers: { cookie: as, 'content-type': 'text/csv' },
      payload,
    })
    expect(answer.json()).toMatchObject({ created: 2, errors: [], warnings })
  }
})
