import { describe, expect, test } from 'vitest'
import type { ReturnDetails } from '#features/returns/contract.ts'
import type { Segment } from '#features/edi/x12.ts'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import { fileWarehouseFixture } from '../testing/testing-file-warehouse-fixture.ts'

// Receipts by 944: the order or return, the quantity, the unit, and duplicates.

let fixture: WarehouseFixture
let warehouse: FileWarehouse
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse } = set)
})

type Line = { unit?: string; names?: string[]; number?: string; note?: string }

const writeReceipt = (orderNumber: string, quantity: number, line: Line = {}) => {
  const { unit = 'EA', names = ['VN', 'BOLT'], number = 'RCV-1', note } = line
  warehouse.writeSet('RE', '944', [
    ['W17', 'F', '20260302', number, orderNumber],
    ['N1', 'WH', 'MAIN WAREHOUSE', '92', 'WH1'],
    ...(note ? [['N9', 'PK', note] satisfies Segment] : []),
    ['W07', String(quantity), unit, '', ...names],
    ['N9', 'LI', '1'],
    ['W14', String(quantity)],
  ])
}
/** Writes a 944 to the inbox and imports it. */
const receive = async (...of: Parameters<typeof writeReceipt>) => {
  writeReceipt(...of)
  await fixture.run('shipments')
}
const purchase = async (orderNumber: string, skuId: number) => {
  const vendorId = (await fixture.prizm.builders.vendor()).id
  const body = { orderNumber, vendorId, items: [{ skuId, quantity: 10 }], status: 'submitted' }
  const { id } = (await fixture.post('/api/purchase-orders', body)).json<{ id: number }>()
  const admin = await fixture.prizm.signIn('admin')
  await fixture.post(`/api/purchase-orders/${id}/approve`, {}, admin)
  return id
}
const received = () =>
  fixture.query(`select o.order_number as number, i.qty_received as units
    from purchase_orders o join purchase_order_items i on i.purchase_order_id = o.id
    order by o.id`)
const receipts = () =>
  fixture.query(`select r.receipt_no as no, r.delivery_note as note, t.quantity as units
    from receipts r join receipt_items t on t.receipt_id = r.id order by r.id`)
const sound = async () => expect(await fixture.broken()).toEqual([])

test('exceptions beyond the length of the remarks are counted', async () => {
  await purchase('PO-1', await fixture.builders.item({ sku: 'BOLT' }))
  const exceptions = Array.from({ length: 10 }, (): Segment => ['W13', '1', 'EA', '01'])
  const line: Segment[] = [['W07', '1', 'EA', '', 'VN', 'BOLT'], ['N9', 'LI', '1'], ...exceptions]
  warehouse.writeSet('RE', '944', [
    ['W17', 'F', '20260302', 'RCV-1', 'PO-1'],
    ['N1', 'WH', 'MAIN WAREHOUSE', '92', 'WH1'],
    ...[line, line, line].flat(),
    ['W14', '3'],
  ])
  await fixture.run('shipments')
  // 30 of 15 characters and ', ' are 508, more than 500. 26 are 442 of the 450 that leave room.
  const shown = Array.from({ length: 26 }, () => 'BOLT: 1 damaged').join(', ')
  expect(await fixture.problems()).toMatchObject([
    { record: 'PO-1', reason: `Warehouse remarks: ${shown}, And 4 more in the 944` },
  ])
  await sound()
})

describe('a receipt number', () => {
  test('for two orders is received for both', async () => {
    const skuId = await fixture.builders.item({ sku: 'BOLT' })
    await purchase('PO-1', skuId)
    await purchase('PO-2', skuId)
    writeReceipt('PO-1', 10)
    await receive('PO-2', 10)
    expect(await received()).toEqual([
      { number: 'PO-1', units: 10 },
      { number: 'PO-2', units: 10 },
    ])
    expect(await fixture.problems()).toEqual([])
  })

  test('receives the rest of the same order in a second message', async () => {
    await purchase('PO-1', await fixture.builders.item({ sku: 'BOLT' }))
    await receive('PO-1', 6)
    await receive('PO-1', 4)
    expect(await receipts()).toEqual([
      { no: 1, note: null, units: 6 },
      { no: 2, note: null, units: 4 },
    ])
    expect(await fixture.problems()).toEqual([])
    await sound()
  })

  test('that reports the same goods again posts nothing and needs review', async () => {
    await purchase('PO-1', await fixture.builders.item({ sku: 'BOLT' }))
    await receive('PO-1', 4)
    await receive('PO-1', 4)
    expect(await receipts()).toEqual([{ no: 1, note: null, units: 4 }])
    expect(await fixture.problems()).toMatchObject([
      {
        record: 'PO-1',
        reason:
          'RCV-1 reports the same goods of PO-1 again. Nothing was recorded. If more was ' +
          'received, record it manually',
      },
    ])
    await sound()
  })

  test.for(['webhook', 'file'])('is known by both ways, first by %s', async (first) => {
    await purchase('PO-1', await fixture.builders.item({ sku: 'BOLT' }))
    const byWebhook = () =>
      fixture.webhook('receipt.created', {
        receiptId: 'rcv-1',
        orderNumber: 'PO-1',
        receivedAt: '2026-03-02T16:00:00Z',
        lines: [{ sku: 'bolt', quantity: 4 }],
      })
    if (first === 'webhook') await byWebhook()
    await receive('PO-1', 4)
    if (first === 'file') await byWebhook()
    expect(await receipts()).toEqual([{ no: 1, note: null, units: 4 }])
    const number = first === 'file' ? 'rcv-1' : 'RCV-1'
    expect(await fixture.problems()).toMatchObject([
      {
        record: 'PO-1',
        reason:
          `${number} reports the same goods of PO-1 again. Nothing was recorded. If more ` +
          'was received, record it manually',
      },
    ])
  })
})

test('goods received by hand are not received again by their 944', async () => {
  const id = await purchase('PO-1', await fixture.builders.item({ sku: 'BOLT' }))
  const [line] = await fixture.query<{ id: number }>('select id from purchase_order_items')
  const items = [{ itemId: line?.id, quantity: 4 }]
  await fixture.post(`/api/purchase-orders/${id}/receive`, { items, deliveryNote: 'DN-7' })
  const reason =
    'The same goods are already on receipt PO-1/1 of 3/2/2026. No receipt was recorded. If more ' +
    'was received, record it manually'
  await receive('PO-1', 4)
  await receive('PO-1', 4, { number: 'RCV-2', note: 'DN 7' })
  expect(await receipts()).toEqual([{ no: 1, note: 'DN-7', units: 4 }])
  expect(await fixture.problems()).toMatchObject([{ reason }, { reason }])
  await receive('PO-1', 4, { number: 'RCV-3', note: 'DN-8' })
  expect(await receipts()).toEqual([
    { no: 1, note: 'DN-7', units: 4 },
    { no: 2, note: 'DN-8', units: 4 },
  ])
  await sound()
})

describe('with another unit of measure', () => {
  test('goods of an order are not received and need review', async () => {
    await purchase('PO-1', await fixture.builders.item({ sku: 'BOLT' }))
    await receive('PO-1', 2, { unit: 'CA' })
    expect(await received()).toEqual([{ number: 'PO-1', units: 0 }])
    expect(await fixture.problems()).toMatchObject([
      { record: 'PO-1', reason: 'No line matches: BOLT: 2 CA, but the SKU is stocked in EA' },
    ])
  })

  test('goods of a return are not received; with our unit they are', async () => {
    const order = await fixture.released(5, await fixture.builders.item({ sku: 'BOLT' }))
    await fixture.post(`/api/sales-orders/${order.id}/ship`)
    const items = [{ originalItemId: order.items[0]?.id, quantity: 2, disposition: 'restock' }]
    const body = { type: 'rma', originalOrderId: order.id, reason: 'Wrong', items }
    const goods = (await fixture.post('/api/returns', body)).json<ReturnDetails>()
    await fixture.post(`/api/returns/${goods.id}/approve`, {}, await fixture.prizm.signIn('admin'))
    const returned = () => fixture.query('select qty_received as units from return_items')
    await receive(goods.returnNumber, 1, { unit: 'CA' })
    expect(await returned()).toEqual([{ units: 0 }])
    expect(await fixture.problems()).toMatchObject([
      {
        record: goods.returnNumber,
        reason: 'No line matches: BOLT: 1 CA, but the SKU is stocked in EA',
      },
    ])
    await receive(goods.returnNumber, 2, { number: 'RCV-2' })
    expect(await returned()).toEqual([{ units: 2 }])
    await sound()
  })
})

describe('the product of a line', () => {
  const bolt = async (names: string[]) => {
    await fixture.builders.item({ sku: 'XL' })
    await purchase('PO-1', await fixture.builders.item({ sku: 'BOLT' }))
    await receive('PO-1', 4, { names })
    return received()
  }
  const reads = [
    ['IZ', 'XL', 'VN', 'BOLT'],
    ['UP', 'BOLT'],
    ['BP', 'XL', 'VN', 'BOLT'],
  ].map((names) => ({ names, text: names.join('*') }))
  test.for(reads)('$text is read as ours', async ({ names }) => {
    expect(await bolt(names)).toEqual([{ number: 'PO-1', units: 4 }])
    expect(await fixture.problems()).toEqual([])
  })

  test('is not matched by a size', async () => {
    expect(await bolt(['IZ', 'BOLT'])).toEqual([{ number: 'PO-1', units: 0 }])
    expect(await fixture.problems()).toMatchObject([
      {
        record: 'PO-1',
        reason: expect.stringMatching(/^No line matches: a line: sku is not valid/),
      },
    ])
  })
})
