import { describe, expect, test } from 'vitest'
import { pollWarehouseFiles } from '../runs/background-jobs.ts'
import { executeNextRun } from '../runs/execute-run.ts'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import { fileWarehouseFixture, orderLines } from '../testing/testing-file-warehouse-fixture.ts'

// Orders and shipments of a warehouse with files (docs/wms-x12.md).

let fixture: WarehouseFixture
let warehouse: FileWarehouse
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse } = set)
})

const lines = () => orderLines(fixture)

/** A released order of ten, and the warehouse's report for it. */
async function shippedAs(code: string, shipped: number) {
  const order = await fixture.released(10)
  await fixture.run('orders')
  const sku = order.items[0]?.sku ?? ''
  warehouse.ship(order.orderNumber, 'SHP-1', [{ sku, ordered: 10, shipped, code }])
  await fixture.run('shipments')
  return order
}

test('an order is sent as a 940 with its lines, and is acknowledged', async () => {
  const order = await fixture.released(5)
  await fixture.run('orders')
  const [set = []] = warehouse.found('940')
  const text = set.map((segment) => segment.join('*'))
  expect(text[0]).toBe(`W05*N*${order.orderNumber}`)
  expect(text).toContain(`W01*5*EA**VN*${order.items[0]?.sku}`)
  expect(text).toContain('N9*LI*1')
  const [file] = warehouse.outbox()
  warehouse.accept('OW', file?.cut?.isa[13] ?? '', '940')
  await fixture.run('shipments')
  expect(await fixture.query(`select state from edi_documents where set_id = '940'`)).toEqual([
    { state: 'accepted' },
  ])
})

test.each([
  ['standard', 'W66*PP*M'],
  ['overnight', 'W66*PP*M***OVERNIGHT'],
  ['pickup', 'W66*PU*H'],
])('an order with the shipping method %s is written as %s', async (shippingMethod, segment) => {
  const order = await fixture.released(5, undefined, { shippingMethod })
  await fixture.run('orders')
  const [set = []] = warehouse.found('940')
  const text = set.map((each) => each.join('*'))
  expect(text[0]).toBe(`W05*N*${order.orderNumber}`)
  expect(text).toContain(segment)
})

describe('a cancelled order', () => {
  /** An order sent as a 940 and cancelled by another. */
  const cancelledOrder = async () => {
    const order = await fixture.released(5)
    await fixture.run('orders')
    await fixture.post(`/api/sales-orders/${order.id}/cancel`, { reason: 'Changed mind' })
    await fixture.settle()
    return { order, file: warehouse.outbox().at(-1)?.cut?.isa[13] ?? '' }
  }
  const stateOf = () =>
    fixture.query(`select o.status, o.cancel_request as request, d.state
      from sales_orders o join wms_documents d on d.kind = 'order' and d.record_id = o.id`)

  test('is cancelled when the 997 accepts its cancellation', async () => {
    const { file } = await cancelledOrder()
    expect(await stateOf()).toEqual([
      { status: 'processing', request: 'cancel', state: 'cancel_requested' },
    ])
    warehouse.accept('OW', file, '940')
    await pollWarehouseFiles(fixture.context(), fixture.config)
    await executeNextRun(fixture.context(), fixture.config)
    expect(await stateOf()).toEqual([{ status: 'cancelled', request: null, state: 'cancelled' }])
    expect(await fixture.problems()).toEqual([])
    expect(await fixture.broken()).toEqual([])
  })

  test('stays open if the 997 rejects it, which is reported', async () => {
    const { order, file } = await cancelledOrder()
    warehouse.refuse('OW', file, '940')
    await fixture.run('shipments')
    expect(await stateOf()).toEqual([{ status: 'processing', request: null, state: 'open' }])
    expect(await fixture.problems()).toMatchObject([
      { record: order.orderNumber, reason: expect.stringContaining('AK3 W66 7: 8') },
    ])
  })

  test('has shipped if a 945 comes first', async () => {
    const { order } = await cancelledOrder()
    const sku = order.items[0]?.sku ?? ''
    warehouse.ship(order.orderNumber, 'SHP-1', [{ sku, ordered: 5, shipped: 5 }])
    await fixture.run('shipments')
    expect(await stateOf()).toEqual([{ status: 'shipped', request: null, state: 'too_late' }])
    expect(await fixture.problems()).toMatchObject([
      { title: `Too late: ${order.orderNumber} could not be cancelled` },
    ])
    expect(await fixture.broken()).toEqual([])
  })
})

test('a 997 that rejects a 940 is reported with its codes', async () => {
  const order = await fixture.released(5)
  await fixture.run('orders')
  const [file] = warehouse.outbox()
  warehouse.refuse('OW', file?.cut?.isa[13] ?? '', '940')
  await fixture.run('shipments')
  expect(await fixture.problems()).toMatchObject([
    {
      record: order.orderNumber,
      reason: 'The warehouse rejected the document: AK3 W66 7: 8, AK5 5',
    },
  ])
})

describe('the W12 code of a line', () => {
  test('CP ships the shipped units, and the rest is cancelled', async () => {
    await shippedAs('CP', 6)
    expect(await lines()).toEqual([
      { status: 'shipped', quantity: 6, shipped: 6, reserved: 0, cancelled: 4 },
    ])
    expect(await fixture.broken()).toEqual([])
  })

  test('BP ships the shipped units, and the rest stays open', async () => {
    await shippedAs('BP', 6)
    expect(await lines()).toEqual([
      { status: 'processing', quantity: 10, shipped: 6, reserved: 4, cancelled: 0 },
    ])
    expect(await fixture.problems()).toEqual([])
    expect(await fixture.broken()).toEqual([])
  })

  test('DS without backorders cancels the order and reports it', async () => {
    const order = await shippedAs('DS', 0)
    expect(await lines()).toMatchObject([{ status: 'cancelled', shipped: 0, reserved: 0 }])
    expect(await fixture.problems()).toMatchObject([
      {
        record: order.orderNumber,
        reason: expect.stringContaining('It was removed from the order'),
      },
    ])
    expect(await fixture.broken()).toEqual([])
  })

  test('with DS for a customer with backorders the line stays open', async () => {
    await fixture.query('update customers set allow_backorder = true')
    const order = await fixture.released(10)
    await fixture.query('update customers set allow_backorder = true')
    await fixture.run('orders')
    const sku = order.items[0]?.sku ?? ''
    warehouse.ship(order.orderNumber, 'SHP-1', [{ sku, ordered: 10, shipped: 0, code: 'DS' }])
    await fixture.run('shipments')
    expect(await lines()).toMatchObject([{ status: 'processing', quantity: 10, reserved: 10 }])
    expect(await fixture.problems()).toMatchObject([
      { reason: expect.stringContaining('It stays open on the order') },
    ])
  })

  test('CP with an unreadable quantity cancels nothing and raises a problem', async () => {
    const order = await shippedAs('CP', 2.5)
    expect(await lines()).toMatchObject([
      { status: 'processing', quantity: 10, shipped: 0, reserved: 10, cancelled: 0 },
    ])
    expect(await fixture.problems()).toMatchObject([{ record: order.orderNumber }])
  })

  test.each([2.5, 0])(
    'a CC with %d units is not dropped beside a line that ships',
    async (units) => {
      const order = await fixture.released(10)
      await fixture.run('orders')
      const sku = order.items[0]?.sku ?? ''
      warehouse.ship(order.orderNumber, 'SHP-1', [
        { sku, ordered: 6, shipped: 6, code: 'CC' },
        { sku, ordered: 4, shipped: units, code: 'CC' },
      ])
      await fixture.run('shipments')
      expect(await lines()).toMatchObject([{ status: 'processing', shipped: 0, reserved: 10 }])
      expect(await fixture.problems()).toMatchObject([
        {
          record: order.orderNumber,
          reason: expect.stringContaining('The warehouse shipped another quantity'),
        },
      ])
      expect(await fixture.broken()).toEqual([])
    },
  )

  test.each(['CM', 'CS', 'PH'])('%s books nothing and raises a problem', async (code) => {
    const order = await shippedAs(code, 10)
    expect(await lines()).toMatchObject([{ status: 'processing', shipped: 0 }])
    expect(await fixture.problems()).toMatchObject([{ record: order.orderNumber }])
  })
})
