import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReturnDetails } from '#features/returns/contract.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

// A customer return is sent to the warehouse as an expected return, and received there.

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

/** An approved return of units of an order of five that the warehouse has shipped. */
async function sentBack(
  quantity = 3,
  { disposition = 'restock', isTold = true } = {},
): Promise<ReturnDetails> {
  const { released, settle, run, command, post } = fixture
  await fixture.builders.item({ sku: 'LAMP', currentStock: 100 })
  await run()
  const [{ id: skuId } = { id: 0 }] = await fixture.query<{ id: number }>('select id from skus')
  const order = await released(5, skuId)
  await settle()
  await command('ship', { orderNumber: order.orderNumber })
  await run('shipments')
  const items = [{ originalItemId: order.items[0]?.id, quantity, disposition }]
  const body = { type: 'rma', originalOrderId: order.id, reason: 'Too many', items }
  const made = (await post('/api/returns', body)).json<ReturnDetails>()
  const approved = await post(`/api/returns/${made.id}/approve`)
  if (approved.statusCode !== 200) throw new Error(approved.body)
  if (isTold) await settle()
  return approved.json()
}

const returnOf = (id: number) => fixture.get<ReturnDetails>(`/api/returns/${id}`)
const step = (id: number, verb: string, body: object = { reason: 'Keeps it' }) =>
  fixture.post(`/api/returns/${id}/${verb}`, body)
const documents = () =>
  fixture.query<{ state: string }>(`select state from wms_documents where kind = 'expected_return'`)
const exports = () =>
  fixture.query<{ action: string; state: string }>(
    `select action, state from wms_exports where kind in ('expected_return', 'movement')
     order by id`,
  )
const onHand = async () => ({
  here: (await fixture.query<{ units: number }>('select current_stock as units from skus'))[0]
    ?.units,
  there: fixture.warehouse.stock.items.get('LAMP')?.onHand,
})

describe('an approved return', () => {
  test('on hold is sent once released, and goods arriving during a hold are received', async () => {
    const { returnNumber, id } = await sentBack(3, { isTold: false })
    const hold = () => step(id, 'hold', { reason: 'Photos asked for' })
    await hold()
    await fixture.settle()
    expect(await documents()).toEqual([])
    await step(id, 'release', { reason: 'Photos came' })
    await fixture.settle()
    expect(fixture.warehouse.stock.expected.get(returnNumber)?.lines).toHaveLength(1)
    await hold()
    await fixture.command('receive', { orderNumber: returnNumber })
    await fixture.run()
    expect(await returnOf(id)).toMatchObject({
      status: 'received',
      displayStatus: 'on hold',
      items: [{ qtyReceived: 3 }],
    })
    expect(await fixture.problems()).toEqual([])
    expect(await fixture.broken()).toEqual([])
  })

  test('is sent to the warehouse with its lines, and received in parts', async () => {
    const { returnNumber, id } = await sentBack()
    expect(fixture.warehouse.stock.expected.get(returnNumber)?.lines).toEqual([
      { lineNo: 1, sku: 'LAMP', quantity: 3, done: 0, isHeld: false },
    ])
    expect(await onHand()).toEqual({ here: 95, there: 95 })
    await fixture.command('receive', { orderNumber: returnNumber, units: 2 })
    await fixture.run('shipments')
    expect(await returnOf(id)).toMatchObject({ status: 'approved', items: [{ qtyReceived: 2 }] })
    await fixture.command('receive', { orderNumber: returnNumber })
    await fixture.run()
    expect(await returnOf(id)).toMatchObject({ status: 'received', items: [{ qtyReceived: 3 }] })
    expect(await onHand()).toEqual({ here: 98, there: 98 })
    await fixture.settle()
    // Nothing is exported as a movement, because the warehouse already has the goods.
    expect(await exports()).toEqual([
      { action: 'original', state: 'sent' },
      { action: 'closed', state: 'sent' },
    ])
    expect(await fixture.problems()).toEqual([])
    expect(await fixture.broken()).toEqual([])
  })

  test('to be scrapped is set aside there and is not stock on either side', async () => {
    const { returnNumber, id } = await sentBack(3, { disposition: 'scrap' })
    await fixture.command('receive', { orderNumber: returnNumber })
    const run = await fixture.run()
    expect(await returnOf(id)).toMatchObject({ status: 'received' })
    expect(await onHand()).toEqual({ here: 95, there: 95 })
    expect(run.steps.find(({ dataType }) => dataType === 'inventory')).toMatchObject({ changed: 0 })
    expect(await fixture.broken()).toEqual([])
  })

  test('received by hand is exported as a movement and no longer expected', async () => {
    const { returnNumber, id, items } = await sentBack()
    const counted = [{ itemId: items[0]?.id, quantity: 2, disposition: 'restock' }]
    expect((await step(id, 'receive', { items: counted })).statusCode).toBe(200)
    await fixture.run()
    expect(fixture.warehouse.stock.expected.get(returnNumber)?.lines).toMatchObject([
      { quantity: 1, done: 0 },
    ])
    expect(await onHand()).toEqual({ here: 97, there: 97 })
    await fixture.command('receive', { orderNumber: returnNumber })
    await fixture.run()
    expect(await returnOf(id)).toMatchObject({ status: 'received' })
    expect(await onHand()).toEqual({ here: 98, there: 98 })
    expect(await fixture.broken()).toEqual([])
  })

  test('reported twice is received once, and an excess quantity needs review', async () => {
    const { returnNumber, id } = await sentBack()
    const receipt = (receiptId: string, quantity: number) =>
      fixture.webhook('receipt.created', {
        receiptId,
        orderNumber: returnNumber,
        receivedAt: '2026-03-02T16:00:00Z',
        lines: [{ sku: 'LAMP', quantity, lineNo: 1 }],
      })
    expect((await receipt('R-1', 1)).json()).toEqual({ status: 'applied' })
    expect((await receipt('R-1', 1)).json()).toEqual({ status: 'duplicate' })
    expect((await receipt('R-2', 4)).json()).toMatchObject({ status: 'partial' })
    expect(await returnOf(id)).toMatchObject({ status: 'received', items: [{ qtyReceived: 3 }] })
    expect(await fixture.problems()).toMatchObject([
      {
        record: returnNumber,
        reason: 'Some lines were not applied: LAMP: 2 more than the open quantity',
        link: `/returns?open=${returnNumber}`,
      },
    ])
    expect(await fixture.broken()).toEqual([])
  })
})

describe('a cancelled return', () => {
  test('is cancelled once the warehouse confirms, and cannot be received until then', async () => {
    const { returnNumber, id } = await sentBack()
    await fixture.command('faults', { isDown: true })
    const cancellation = await step(id, 'cancel')
    expect([cancellation.statusCode, cancellation.json()]).toMatchObject([
      200,
      { status: 'approved', cancelRequest: 'Keeps it', displayStatus: 'cancel requested' },
    ])
    await fixture.settle()
    expect(await documents()).toEqual([{ state: 'cancel_requested' }])
    const late = await step(id, 'receive', {})
    expect([late.statusCode, late.json<{ detail: string }>().detail]).toEqual([
      409,
      'The warehouse was asked to cancel this return and has not responded yet',
    ])
    await fixture.command('faults', {})
    await fixture.query(`update wms_connection set last_failure_at = now() - interval '31 seconds'`)
    await fixture.query('update wms_exports set next_attempt_at = now()')
    await fixture.settle()
    expect(await returnOf(id)).toMatchObject({ status: 'cancelled', cancelRequest: null })
    expect(fixture.warehouse.stock.expected.get(returnNumber)?.status).toBe('cancelled')
    expect(await documents()).toEqual([{ state: 'cancelled' }])
    expect(
      await fixture.query(`select action, actor_id is null as "bySystem" from audit_log
                          where entity = 'return' and action like '%cancel' order by id`),
    ).toEqual([
      { action: 'request-cancel', bySystem: false },
      { action: 'cancel', bySystem: true },
    ])
    expect(await fixture.broken()).toEqual([])
  })

  test('after the goods arrived stays, and is received with their receipt', async () => {
    const { returnNumber, id } = await sentBack()
    await fixture.command('receive', { orderNumber: returnNumber })
    await step(id, 'cancel')
    await fixture.settle()
    expect(await returnOf(id)).toMatchObject({ status: 'approved', cancelRequest: null })
    expect(await documents()).toEqual([{ state: 'too_late' }])
    expect(await fixture.problems()).toMatchObject([
      {
        title: `Too late: ${returnNumber} could not be cancelled`,
        proposal: 'Import the shipment updates to record what arrived, without the change',
        link: `/returns?open=${returnNumber}&tab=warehouse`,
      },
    ])
    const again = await step(id, 'cancel')
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'too-late'])
    await fixture.run()
    expect(await returnOf(id)).toMatchObject({ status: 'received' })
    expect(await onHand()).toEqual({ here: 98, there: 98 })
    expect(await fixture.broken()).toEqual([])
  })

  test('that was partly received is closed once the warehouse confirms', async () => {
    const { returnNumber, id } = await sentBack()
    await fixture.command('receive', { orderNumber: returnNumber, units: 1 })
    await fixture.run('shipments')
    expect((await step(id, 'close')).json()).toMatchObject({ displayStatus: 'cancel requested' })
    await fixture.settle()
    expect(await returnOf(id)).toMatchObject({
      status: 'received',
      items: [{ qtyReceived: 1, qtyCancelled: 2 }],
    })
    expect(fixture.warehouse.stock.expected.get(returnNumber)?.status).toBe('cancelled')
    expect(await fixture.broken()).toEqual([])
  })

  test('that was never sent to the warehouse is cancelled at once', async () => {
    const { returnNumber, id } = await sentBack(3, { isTold: false })
    expect((await step(id, 'cancel')).json()).toMatchObject({ status: 'cancelled' })
    await fixture.settle()
    expect(fixture.warehouse.stock.expected.has(returnNumber)).toBe(false)
  })
})

test('a warehouse without returns gets received returns as movements', async () => {
  const { id, items } = await sentBack(3, { isTold: false })
  await fixture.query('update wms_connection set takes_returns = false')
  await fixture.settle()
  expect(await exports()).toEqual([])
  const counted = [{ itemId: items[0]?.id, quantity: 3, disposition: 'restock' }]
  expect((await step(id, 'receive', { items: counted })).json()).toMatchObject({
    status: 'received',
  })
  await fixture.run()
  expect(await exports()).toEqual([{ action: 'original', state: 'sent' }])
  expect(await onHand()).toEqual({ here: 98, there: 98 })
})
