import { describe, expect, test } from 'vitest'
import { pollWarehouseFiles } from '../runs/background-jobs.ts'
import { executeNextRun } from '../runs/execute-run.ts'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import { fileWarehouseFixture } from '../testing/testing-file-warehouse-fixture.ts'

// Inbound goods at a warehouse with files: 943, 944 and their acknowledgments (docs/wms-x12.md).

let fixture: WarehouseFixture
let warehouse: FileWarehouse
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse } = set)
})

test('an approved purchase order is sent as a 943', async () => {
  const vendorId = (await fixture.prizm.builders.vendor()).id
  const items = [{ skuId: await fixture.builders.item({ sku: 'BOLT' }), quantity: 10 }]
  const body = { orderNumber: 'PO-1', vendorId, items, status: 'submitted' }
  const { id } = (await fixture.post('/api/purchase-orders', body)).json<{ id: number }>()
  const admin = await fixture.prizm.signIn('admin')
  await fixture.post(`/api/purchase-orders/${id}/approve`, {}, admin)
  await fixture.run()
  const [set = []] = warehouse.found('943')
  expect(set[0]?.slice(0, 3)).toEqual(['W06', 'N', 'PO-1'])
  expect(set.map((segment) => segment.join('*'))).toContain('W04*10*EA**VN*BOLT')
  warehouse.receive('PO-1', 'RCV-1', { sku: 'BOLT', quantity: 8, damaged: 2 })
  await fixture.run('shipments')
  expect(await fixture.query('select qty_received as units from purchase_order_items')).toEqual([
    { units: 8 },
  ])
  expect(await fixture.problems()).toMatchObject([
    { record: 'PO-1', reason: 'Warehouse remarks: BOLT: 2 damaged' },
  ])
})

/** A return of this many units of a shipped order of ten, sent to the warehouse. */
async function sentBack(quantity: number) {
  const order = await fixture.released(10)
  await fixture.run('orders')
  const sku = order.items[0]?.sku ?? ''
  warehouse.ship(order.orderNumber, 'SHP-1', [{ sku, ordered: 10, shipped: 10 }])
  await fixture.run('shipments')
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const body = { type: 'rma', originalOrderId: order.id, reason: 'Too many', items }
  const made = (await fixture.post('/api/returns', body)).json<{
    id: number
    returnNumber: string
  }>()
  await fixture.post(`/api/returns/${made.id}/approve`)
  await fixture.settle()
  return { ...made, order, sku }
}

describe('a customer return', () => {
  const stateOf = () =>
    fixture.query(`select r.status, i.qty_received as received
                  from returns r join return_items i on i.return_id = r.id`)

  test('is sent as a 943 and received by the 944 that names it', async () => {
    const { returnNumber, order, sku } = await sentBack(4)
    const [set = []] = warehouse.found('943')
    const text = set.map((segment) => segment.join('*'))
    expect(text[0]).toMatch(new RegExp(`^W06\\*N\\*${returnNumber}\\*\\d{8}\\*${returnNumber}$`))
    expect(text).toContain(`N9*RZ*${returnNumber}`)
    expect(text).toContain(`N9*CO*${order.orderNumber}`)
    expect(text).toContain(`W04*4*EA**VN*${sku}`)
    warehouse.receive(returnNumber, 'RCV-7', { sku, quantity: 3, damaged: 1 })
    await fixture.run('shipments')
    expect(await stateOf()).toEqual([{ status: 'approved', received: 3 }])
    expect(await fixture.problems()).toMatchObject([
      { record: returnNumber, reason: `Warehouse remarks: ${sku}: 1 damaged` },
    ])
    warehouse.receive(returnNumber, 'RCV-8', { sku, quantity: 1 })
    await fixture.run('shipments')
    expect(await stateOf()).toEqual([{ status: 'received', received: 4 }])
    expect(await fixture.query('select count(*)::int as n from return_receipts')).toEqual([
      { n: 2 },
    ])
    expect(await fixture.broken()).toEqual([])
  })

  test('is cancelled by a 943 F once its 997 arrives', async () => {
    const { id } = await sentBack(4)
    await fixture.post(`/api/returns/${id}/cancel`, { reason: 'Keeps it' })
    await fixture.settle()
    expect(await stateOf()).toEqual([{ status: 'approved', received: 0 }])
    expect(warehouse.found('943').at(-1)?.[0]?.[1]).toBe('F')
    for (const { group, control, set } of warehouse.cancels()) warehouse.accept(group, control, set)
    await fixture.run('shipments')
    expect(await stateOf()).toEqual([{ status: 'cancelled', received: 0 }])
    expect(await fixture.problems()).toEqual([])
  })
})

describe('an amended purchase order', () => {
  const answers = () =>
    fixture.query(`select action, answer from wms_exports
                  where kind = 'expected_receipt' order by id`)
  /**
   * A purchase order of ten sent as a 943, and its new date as a 943 R; returns the latter's
   * number.
   */
  const amended = async () => {
    const vendorId = (await fixture.prizm.builders.vendor()).id
    const items = [{ skuId: await fixture.builders.item({ sku: 'BOLT' }), quantity: 10 }]
    const body = { orderNumber: 'PO-1', vendorId, items, status: 'submitted' }
    const { id } = (await fixture.post('/api/purchase-orders', body)).json<{ id: number }>()
    const admin = await fixture.prizm.signIn('admin')
    await fixture.post(`/api/purchase-orders/${id}/approve`, {}, admin)
    await fixture.settle()
    const day = { expectedDate: '2026-04-01' }
    await fixture.prizm.call('PUT', `/api/purchase-orders/${id}`, { as: admin, body: day })
    await fixture.settle()
    return warehouse.outbox().at(-1)?.cut?.isa[13] ?? ''
  }

  test('is sent as a 943 R, which is pending until its 997', async () => {
    const file = await amended()
    const set = warehouse.found('943').at(-1) ?? []
    expect(set[0]?.slice(0, 3)).toEqual(['W06', 'R', 'PO-1'])
    expect(set).toContainEqual(['G62', '17', '20260401'])
    expect(await answers()).toEqual([
      { action: 'original', answer: 'accepted' },
      { action: 'change', answer: 'pending' },
    ])
    warehouse.accept('AR', file, '943')
    await pollWarehouseFiles(fixture.context(), fixture.config)
    await executeNextRun(fixture.context(), fixture.config)
    expect(await answers()).toMatchObject([{}, { answer: 'accepted' }])
    expect(await fixture.problems()).toEqual([])
  })

  test('that the 997 rejects needs review', async () => {
    const file = await amended()
    warehouse.refuse('AR', file, '943')
    await fixture.run('shipments')
    expect(await fixture.problems()).toMatchObject([
      { record: 'PO-1', title: 'Purchase order PO-1 was rejected', canRetry: true },
    ])
  })

  test('whose goods arrive before the 997 was too late', async () => {
    await amended()
    warehouse.receive('PO-1', 'RCV-1', { sku: 'BOLT', quantity: 10 })
    await fixture.run('shipments')
    expect(await answers()).toMatchObject([{}, { answer: 'too_late' }])
    expect(await fixture.query('select status from purchase_orders')).toEqual([
      { status: 'received' },
    ])
  })
})
