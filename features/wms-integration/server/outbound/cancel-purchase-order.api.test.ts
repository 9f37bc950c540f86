import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectedGoodsFixture, type ExpectedGoods } from '../testing/testing-expected-goods.ts'

// Cancelling a purchase order that the warehouse expects needs the warehouse's confirmation.

let fixture: ExpectedGoods['beside']
let admin: ExpectedGoods['admin']
let step: ExpectedGoods['step']
let cancel: ExpectedGoods['cancel']
let approved: ExpectedGoods['approved']
let expected: ExpectedGoods['expected']
let orderOf: ExpectedGoods['orderOf']
let onOrder: ExpectedGoods['onOrder']
let come: ExpectedGoods['come']

beforeEach(async () => {
  ;({
    beside: fixture,
    admin,
    step,
    cancel,
    approved,
    expected,
    orderOf,
    onOrder,
    come,
  } = await expectedGoodsFixture())
})
afterEach(() => fixture.close())

const documents = () =>
  fixture.query<{ state: string }>(
    `select state from wms_documents where kind = 'expected_receipt'`,
  )
const exports = () =>
  fixture.query<{ action: string; state: string }>(
    `select action, state from wms_exports where kind = 'expected_receipt' order by id`,
  )

test('an expected purchase order is cancelled once the warehouse confirms', async () => {
  const { settle, query, broken, warehouse } = fixture
  const id = await expected()
  const cancellation = await cancel(id)
  expect([cancellation.statusCode, cancellation.json()]).toMatchObject([
    200,
    { status: 'approved', cancelRequest: 'Changed mind', displayStatus: 'cancel requested' },
  ])
  expect(await onOrder()).toBe(10)
  await settle()
  expect(await orderOf(id)).toMatchObject({ status: 'cancelled', cancelRequest: null })
  expect(await onOrder()).toBe(0)
  expect(warehouse.stock.expected.get('PO-1')?.status).toBe('cancelled')
  expect(await documents()).toEqual([{ state: 'cancelled' }])
  expect(
    await query(`select action, actor_id is null as "bySystem", reason from audit_log
                 where entity = 'purchase_order' and action like '%cancel' order by id`),
  ).toEqual([
    { action: 'request-cancel', bySystem: false, reason: 'Changed mind' },
    { action: 'cancel', bySystem: true, reason: 'Changed mind' },
  ])
  expect(await broken()).toEqual([])
})

test('a purchase order that was never sent to the warehouse is cancelled at once', async () => {
  const id = await approved()
  expect((await cancel(id)).json()).toMatchObject({ status: 'cancelled' })
  await fixture.settle()
  expect(fixture.warehouse.stock.expected.size).toBe(0)
  expect(await fixture.broken()).toEqual([])
})

test('an order with a pending cancellation cannot be received, closed or changed', async () => {
  const { command, settle, prizm } = fixture
  const id = await expected()
  await command('faults', { isDown: true })
  await cancel(id)
  await settle()
  expect(await documents()).toEqual([{ state: 'cancel_requested' }])
  const refused = 'The warehouse was asked to cancel this order and has not responded yet'
  const body = { notes: 'x' }
  const changed = await prizm.call('PUT', `/api/purchase-orders/${id}`, { as: admin, body })
  const answers = [
    await step(id, 'receive', {}),
    await step(id, 'close'),
    await step(id, 'cancel'),
    changed,
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([409, refused])
  }
  expect(await onOrder()).toBe(10)
})

test('if the cancellation is too late the order is received, and can be returned', async () => {
  const { settle, command, problems, run, broken } = fixture
  const id = await expected()
  await command('receive', { orderNumber: 'PO-1' })
  await cancel(id)
  await settle()
  expect(await orderOf(id)).toMatchObject({ status: 'approved', cancelRequest: null })
  expect(await documents()).toEqual([{ state: 'too_late' }])
  expect(await problems()).toMatchObject([
    {
      title: 'Too late: PO-1 could not be cancelled',
      proposal: expect.stringContaining('return'),
      link: '/purchase-orders?open=PO-1&tab=warehouse',
    },
  ])
  const again = await cancel(id)
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'too-late'])
  await run()
  expect(await orderOf(id)).toMatchObject({ status: 'received' })
  expect(await exports()).toEqual([
    { action: 'original', state: 'sent' },
    { action: 'cancel', state: 'sent' },
  ])
  expect(await broken()).toEqual([])
})

describe('while a cancellation is pending', () => {
  test('arriving goods are received, and a later answer changes nothing', async () => {
    const { settle, problems, broken, query } = fixture
    const id = await expected()
    await cancel(id)
    expect((await come(10)).json()).toEqual({ status: 'applied' })
    expect(await orderOf(id)).toMatchObject({ status: 'received', cancelRequest: null })
    expect(await documents()).toEqual([{ state: 'too_late' }])
    expect(await problems()).toMatchObject([{ record: 'PO-1' }])
    await settle()
    expect(await orderOf(id)).toMatchObject({ status: 'received' })
    expect(await query('select count(*)::int as n from receipts')).toEqual([{ n: 1 }])
    expect(await broken()).toEqual([])
  })

  test('the rest of a partly received order is closed', async () => {
    const { settle, broken, query } = fixture
    const id = await expected()
    await cancel(id)
    await come(4)
    expect(await orderOf(id)).toMatchObject({ displayStatus: 'cancel requested' })
    await settle()
    expect(await orderOf(id)).toMatchObject({ status: 'received', cancelRequest: null })
    const lines = 'select quantity, qty_received, qty_cancelled from purchase_order_items'
    expect(await query(lines)).toEqual([{ quantity: 10, qty_received: 4, qty_cancelled: 6 }])
    expect(await onOrder()).toBe(0)
    expect(await broken()).toEqual([])
  })

  test('a concurrent receipt and request result in one receipt', async () => {
    const { settle, broken, query } = fixture
    const id = await expected()
    const [asked, told] = await Promise.all([cancel(id), come(10)])
    expect(told.statusCode).toBe(200)
    expect([200, 409]).toContain(asked.statusCode)
    await settle()
    expect(await orderOf(id)).toMatchObject({ status: 'received', cancelRequest: null })
    expect(await query('select count(*)::int as n from receipts')).toEqual([{ n: 1 }])
    expect(await onOrder()).toBe(0)
    expect(await broken()).toEqual([])
  })
})

test('after a later rejection the order stays open and can be cancelled again', async () => {
  const { command, settle, query, broken, webhook, warehouse } = fixture
  const id = await expected()
  await command('faults', { isDown: true })
  await cancel(id)
  await settle()
  const [asked] = await query<{ id: string }>(
    `select message_id as id from wms_exports where action = 'cancel'`,
  )
  const answer = { documentId: asked?.id, orderNumber: 'PO-1', status: 'rejected', reason: 'No' }
  await webhook('cancel.answered', answer)
  expect(await orderOf(id)).toMatchObject({ status: 'approved', cancelRequest: null })
  expect(await documents()).toEqual([{ state: 'open' }])
  await command('faults', {})
  await query(`update wms_connection set last_failure_at = now() - interval '31 seconds'`)
  expect((await cancel(id)).json()).toMatchObject({ displayStatus: 'cancel requested' })
  await query('update wms_exports set next_attempt_at = now()')
  await settle()
  expect(await orderOf(id)).toMatchObject({ status: 'cancelled' })
  expect(warehouse.stock.expected.get('PO-1')?.status).toBe('cancelled')
  expect(await broken()).toEqual([])
})
