import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectedGoodsFixture, type ExpectedGoods } from '../testing/testing-expected-goods.ts'

// Closing short or amending a purchase order that the warehouse expects.

let fixture: ExpectedGoods['beside']
let admin: ExpectedGoods['admin']
let step: ExpectedGoods['step']
let cancel: ExpectedGoods['cancel']
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
    expected,
    orderOf,
    onOrder,
    come,
  } = await expectedGoodsFixture())
})
afterEach(() => fixture.close())

describe('an order closed short', () => {
  const lines = () =>
    fixture.query('select quantity, qty_received, qty_cancelled from purchase_order_items')

  test('while the warehouse expects the rest is closed once the warehouse confirms', async () => {
    const { settle, command, broken, warehouse } = fixture
    const id = await expected()
    expect((await come(4)).json()).toEqual({ status: 'applied' })
    await command('faults', { isDown: true })
    expect((await step(id, 'close')).json()).toMatchObject({
      status: 'approved',
      displayStatus: 'cancel requested',
    })
    await settle()
    expect(await lines()).toEqual([{ quantity: 10, qty_received: 4, qty_cancelled: 0 }])
    await command('faults', {})
    await fixture.query(`update wms_connection set last_failure_at = now() - interval '31 seconds'`)
    await fixture.query('update wms_exports set next_attempt_at = now()')
    await settle()
    expect(await orderOf(id)).toMatchObject({ status: 'received', cancelRequest: null })
    expect(await lines()).toEqual([{ quantity: 10, qty_received: 4, qty_cancelled: 6 }])
    expect(await onOrder()).toBe(0)
    expect(warehouse.stock.expected.get('PO-1')?.status).toBe('cancelled')
    expect(await broken()).toEqual([])
  })

  test('after the rest arrived is received completely', async () => {
    const { settle, command, run, problems, broken } = fixture
    const id = await expected()
    await command('receive', { orderNumber: 'PO-1' })
    await step(id, 'close')
    await settle()
    expect(await orderOf(id)).toMatchObject({ status: 'approved', cancelRequest: null })
    await run()
    expect(await orderOf(id)).toMatchObject({ status: 'received' })
    expect(await lines()).toEqual([{ quantity: 10, qty_received: 10, qty_cancelled: 0 }])
    expect(await problems()).toMatchObject([{ title: 'Too late: PO-1 could not be cancelled' }])
    expect(await broken()).toEqual([])
  })

  test('again, after less arrived than the warehouse reported, is closed at once', async () => {
    const { settle, query, broken } = fixture
    const id = await expected()
    await query(`update wms_documents set state = 'too_late' where kind = 'expected_receipt'`)
    await come(4)
    expect((await cancel(id)).json()).toMatchObject({ status: 409 })
    expect((await step(id, 'close')).json()).toMatchObject({ status: 'received' })
    await settle()
    expect(await lines()).toEqual([{ quantity: 10, qty_received: 4, qty_cancelled: 6 }])
    expect(await broken()).toEqual([])
  })
})

describe('an amended order', () => {
  const change = (id: number, expectedDate: string) =>
    fixture.prizm.call('PUT', `/api/purchase-orders/${id}`, { as: admin, body: { expectedDate } })
  const answers = () =>
    fixture.query(`select action, state, answer from wms_exports
                  where kind = 'expected_receipt' order by id`)
  const dueThere = () => fixture.warehouse.stock.expected.get('PO-1')?.due

  test('is sent again as a change, and acknowledged', async () => {
    const id = await expected()
    expect((await change(id, '2026-04-01')).statusCode).toBe(200)
    await fixture.settle()
    expect(dueThere()).toBe('2026-04-01')
    expect(await answers()).toEqual([
      { action: 'original', state: 'sent', answer: 'accepted' },
      { action: 'change', state: 'sent', answer: 'accepted' },
    ])
    expect(await fixture.problems()).toEqual([])
  })

  test('whose goods have arrived is too late, which is reported with a proposal', async () => {
    const id = await expected()
    await fixture.command('receive', { orderNumber: 'PO-1' })
    await change(id, '2026-04-01')
    await fixture.settle()
    expect(await answers()).toMatchObject([{}, { action: 'change', answer: 'too_late' }])
    expect(await fixture.problems()).toMatchObject([
      {
        title: 'Too late: PO-1 could not be changed',
        reason: 'PO-1 is done already',
        proposal: 'Import the shipment updates to record what arrived, without the change',
      },
    ])
    await fixture.run()
    expect(await orderOf(id)).toMatchObject({ status: 'received' })
    expect(await fixture.broken()).toEqual([])
  })

  test('shows the change as requested until the warehouse answers', async () => {
    const id = await expected()
    await change(id, '2026-04-01')
    await fixture.settle()
    await fixture.query(`update wms_exports set answer = 'pending' where action = 'change'`)
    const [told] = await fixture.query<{ id: string }>(
      `select message_id as id from wms_exports where action = 'change'`,
    )
    const answerChange = (status: string) =>
      fixture.webhook('change.answered', { documentId: told?.id, orderNumber: 'PO-1', status })
    expect((await answerChange('accepted')).json()).toEqual({ status: 'applied' })
    expect(await answers()).toMatchObject([{}, { answer: 'accepted' }])
    // The first answer is final: a repeat changes nothing, and a different one needs review.
    expect((await answerChange('accepted')).json()).toEqual({ status: 'duplicate' })
    expect(await fixture.problems()).toEqual([])
    const reason =
      'An event with this number arrived again with different content. Nothing was recorded'
    expect((await answerChange('too_late')).json()).toEqual({ status: 'partial', reason })
    expect(await answers()).toMatchObject([{}, { answer: 'accepted' }])
    expect(await fixture.problems()).toMatchObject([{ record: 'PO-1', reason }])
  })
})
