import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails, Shipment } from '../../contract.ts'

let prizm: TestApp
let admin: string
let as: string
let skuIds: number[]

beforeEach(async () => {
  prizm = await startTestApp()
  prizm.clock.now = new Date('2026-06-15T15:00:00Z')
  admin = await prizm.signIn('admin')
  as = await prizm.signIn('warehouse')
  const skus = ['W-1', 'W-2']
  skuIds = []
  for (const sku of skus) {
    // Sequential, so that the ids are in order.
    // oxlint-disable-next-line no-await-in-loop
    skuIds.push((await prizm.builders.sku({ sku, price: '2.00', currentStock: 100 })).id)
  }
})
afterEach(() => prizm.close())

const send = (file: string, query = '', { by = as, key = '' } = {}) =>
  prizm.app.inject({
    method: 'POST',
    url: `/api/sales-orders/shipments/import${query}`,
    headers: { cookie: by, 'content-type': 'text/csv', ...(key && { 'idempotency-key': key }) },
    payload: file,
  })

/** An order in processing with ten of each SKU. */
async function createOrder(step = 'process'): Promise<SalesOrderDetails> {
  const customer = await prizm.builders.customer({ creditLimit: '10000.00' })
  const items = skuIds.map((skuId) => ({ skuId, quantity: 10 }))
  const body = { customerId: customer.id, items }
  const made = (await prizm.call('POST', '/api/orders/create', { as: admin, body })).json()
  const { order } = made as { order: SalesOrderDetails }
  if (step === 'none') return order
  return (await prizm.call('POST', `/api/sales-orders/${order.id}/process`, { as: admin })).json()
}
const shipmentsOf = async (id: number): Promise<Shipment[]> =>
  (await prizm.call('GET', `/api/sales-orders/${id}/shipments`, { as })).json()
const statusOf = async (id: number): Promise<string> =>
  (await prizm.call('GET', `/api/sales-orders/${id}`, { as })).json().status

const head = 'Order Number,SKU,Quantity,Carrier,Tracking Number,Ship Date\n'

test('rows of one parcel ship together, with carrier, tracking number and date', async () => {
  const { id, orderNumber } = await createOrder()
  const file =
    `${head}${orderNumber},w-1,4,UPS,1Z-1,6/15/2026\n${orderNumber},W-2,10,,1z-1,\n` +
    `${orderNumber},W-1,,UPS,1Z-2,\n`
  const expected = { rows: 3, created: 2, updated: 0, skipped: 0, unchanged: 0, errors: [] }
  expect((await send(file, '?dryRun=true')).json()).toMatchObject(expected)
  const keyed = await send(file, '?dryRun=true', { key: 'a-key-of-a-dry-run-0001' })
  expect(keyed.json()).toMatchObject(expected)
  expect([await shipmentsOf(id), await statusOf(id)]).toEqual([[], 'processing'])
  expect((await send(file)).json()).toMatchObject({ ...expected, importId: null })
  expect(await statusOf(id)).toBe('shipped')
  const units = (await shipmentsOf(id)).map(({ carrier, trackingNumber, shipDate, items }) => {
    const itemsText = items.map(({ sku, quantity }) => `${quantity} ${sku}`).join(', ')
    return [carrier, trackingNumber, shipDate, itemsText].join(' ')
  })
  expect(units.toSorted()).toEqual([
    'UPS 1Z-1 2026-06-15 4 W-1, 10 W-2',
    'UPS 1Z-2 2026-06-15 6 W-1',
  ])
  const acts = await prizm.call('GET', `/api/activity/${id}?entity=sales_order`, { as })
  expect(acts.json()[0]).toMatchObject({ action: 'ship', channel: 'csv', toStatus: 'shipped' })
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('a shipment file is listed with user, file and count, and can be undone', async () => {
  const { orderNumber } = await createOrder()
  const file = `${head}${orderNumber},W-1,4,UPS,1Z-1,\n${orderNumber},W-2,1,UPS,1Z-2,\n`
  await send(file, '?dryRun=true&fileName=noon.csv')
  await send(file, '?fileName=noon.csv')
  const listed = await prizm.call('GET', '/api/imports?table=shipments', { as })
  expect(listed.json()).toEqual([
    {
      id: expect.any(Number),
      table: 'shipments',
      madeAt: expect.any(String),
      madeBy: expect.stringContaining('warehouse'),
      fileName: 'noon.csv',
      created: 2,
      updated: 0,
      undoneAt: null,
      canUndo: true,
    },
  ])
})

test('rows with the same SKU in one parcel ship as their sum', async () => {
  const { id, orderNumber } = await createOrder()
  const rows = [4, 3].map((quantity) => `${orderNumber},W-1,${quantity},,1Z-1,\n`).join('')
  const more = `${orderNumber},W-1,4,,1Z-1,\n`
  expect((await send(`${head}${rows}${more}`)).json().errors).toContainEqual({
    path: '4.quantity',
    code: 'invalid',
    message: '3 of W-1 are still open',
  })
  expect((await send(`${head}${rows}`)).json()).toMatchObject({ rows: 2, created: 1 })
  const [parcel] = await shipmentsOf(id)
  expect(parcel?.items).toMatchObject([{ sku: 'W-1', quantity: 7 }])
})

test('importing a file again skips shipped parcels; an order alone ships completely', async () => {
  const first = await createOrder()
  const second = await createOrder()
  const file = `${head}${first.orderNumber},,,UPS,1Z-1,\n`
  expect((await send(file)).json()).toMatchObject({ created: 1 })
  const more = `${file}${second.orderNumber},,,DHL,JD-1,\n`
  expect((await send(more)).json()).toMatchObject({ created: 1, skipped: 1, errors: [] })
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['shipped', 'shipped'])
  expect(await shipmentsOf(first.id)).toHaveLength(1)
})

test('reports each error by row and field, and ships nothing', async () => {
  const good = await createOrder()
  const pending = await createOrder('none')
  const rows = [
    `${good.orderNumber},W-1,11,,A,`,
    `${good.orderNumber},W-9,1,,B,`,
    `${good.orderNumber},,5,,C,`,
    `${good.orderNumber},W-1,1,,D,2026-06-16`,
    `${good.orderNumber},W-1,1,,E,`,
    `${good.orderNumber},,,,E,`,
    `SO-NONE,,,,F,`,
    `${pending.orderNumber},,,,G,`,
    `${good.orderNumber},W-1,1,,H,`,
    `${good.orderNumber},W-1,1,,I,`,
    `${good.orderNumber},W-2,1,,I,15-Dec-25`,
    `${good.orderNumber},W-2,1,,,`,
    `${good.orderNumber},W-1,1,UPS,J,`,
    `${good.orderNumber},W-2,1,DHL,J,`,
  ]
  const answer = await send(head + rows.join('\n'), '?dryRun=true')
  const errorTexts = answer
    .json()
    .errors.map((error: { row: number; field: string; message: string }) =>
      [error.row, error.field, error.message].join(' '),
    )
  expect(errorTexts).toEqual([
    '2 quantity 10 of W-1 are still open',
    '3 sku This order has no line with this SKU',
    '4 sku Required beside a quantity',
    '5 shipDate Must not be in the future',
    '6 orderNumber Row 7 of this parcel is wrong',
    '7 sku Required, because other rows of this parcel have a SKU',
    '8 orderNumber This order does not exist',
    expect.stringMatching(/^9 orderNumber .*pending/),
    '11 orderNumber Row 12 of this parcel is wrong',
    '12 shipDate Must be a date such as 2026-03-01',
    '13 trackingNumber Required beside a SKU',
    '14 orderNumber Row 15 of this parcel is wrong',
    '15 carrier Row 14 of this parcel has UPS, but this row has DHL',
  ])
  expect(answer.json()).toMatchObject({ rows: 14, created: 1 })
  expect((await send(head + rows.join('\n'))).statusCode).toBe(422)
  expect(await shipmentsOf(good.id)).toEqual([])
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('two concurrent files with one parcel ship it once; sales may not ship', async () => {
  const { id, orderNumber } = await createOrder()
  const file = `${head}${orderNumber},,,UPS,1Z-1,\n`
  const both = await Promise.all([send(file), send(file)])
  const counts = both.map((answer) => answer.json().created as number)
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1])
  expect(await shipmentsOf(id)).toHaveLength(1)
  const clerk = await prizm.signIn('sales')
  expect((await send(file, '', { by: clerk })).statusCode).toBe(403)
})
