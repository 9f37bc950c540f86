import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Receipt } from '../../contract.ts'
import { purchasingFixture } from '../testing.ts'

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

async function receiptsOf(id: number, as = fixture.buyer): Promise<Receipt[]> {
  return (await prizm.call('GET', `/api/purchase-orders/${id}/receipts`, { as })).json()
}

test('a receipt stores the vendor’s delivery note and the cost of the goods', async () => {
  const { id } = await fixture.approved()
  await fixture.act(id, 'receive', fixture.warehouse, { deliveryNote: 'DN-7' })
  expect(await receiptsOf(id)).toMatchObject([
    { deliveryNote: 'DN-7', receivedOn: '2026-03-02', amount: '40.00' },
  ])
  const posted = `select account, vendor_id as vendor, debit, credit from journal_lines order by 1`
  expect(await fixture.query(posted)).toEqual([
    { account: '1200', vendor: null, debit: '40.00', credit: '0.00' },
    { account: '2050', vendor: fixture.vendorId, debit: '0.00', credit: '40.00' },
  ])
  const reader = await prizm.signIn('sales')
  expect(await receiptsOf(id, reader)).toMatchObject([{ amount: null, items: [{ amount: null }] }])
})

test('a delivery note that is on another receipt of the vendor returns a warning', async () => {
  const order = await fixture.approved(20)
  const count = (quantity: number) => [{ itemId: order.items[0]?.id, quantity }]
  const receive = (deliveryNote: string) =>
    fixture.act(order.id, 'receive', fixture.warehouse, { deliveryNote, items: count(4) })
  expect((await receive('DN-7')).json().warnings).toBeUndefined()
  const warnings = [
    `Delivery note DN-7 of this vendor is already on receipt ${order.orderNumber}/1 of 3/2/2026`,
  ]
  const url = `/api/purchase-orders/${order.id}/similar-receipts?deliveryNote=dn%2007`
  expect((await prizm.call('GET', url, { as: fixture.warehouse })).json()).toEqual(warnings)
  expect((await receive('dn 07')).json().warnings).toEqual(warnings)
  expect((await receive('DN-8')).json().warnings).toBeUndefined()
})

test('an over-receipt is allowed up to the tolerance', async () => {
  await fixture.set({ overReceiptPercent: 10 })
  const { id, items } = await fixture.approved(20)
  const count = (quantity: number) => ({ items: [{ itemId: items[0]?.id, quantity }] })
  const refused = await fixture.act(id, 'receive', fixture.warehouse, count(23))
  expect(refused.json()).toMatchObject({ code: 'over-receipt', status: 409 })
  expect(refused.json().detail).toContain('22 with the 10% tolerance')
  const done = await fixture.act(id, 'receive', fixture.warehouse, count(22))
  expect(done.json()).toMatchObject({
    status: 'received',
    items: [{ qtyReceived: 22, qtyOpen: 0 }],
  })
  expect(await fixture.stock()).toEqual([{ onHand: 22, onOrder: 0 }])
})

test('an order without lines is received without lines and has no stock value', async () => {
  const made = await fixture.made({ totalAmount: '500.00', status: 'received' }, fixture.manager)
  expect(made.status).toBe('received')
  expect(await receiptsOf(made.id)).toMatchObject([{ amount: '0.00', items: [] }])
})

test('a receipt into a closed month is refused', async () => {
  const { id } = await fixture.approved()
  await fixture.query("insert into accounting_periods (id, status) values (202603, 'closed')")
  await fixture.query(
    `insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('period', 202603, 'soft-close', 'open', 'soft_closed'),
            ('period', 202603, 'close', 'soft_closed', 'closed')`,
  )
  const refused = await fixture.act(id, 'receive', fixture.warehouse)
  expect(refused.json()).toMatchObject({ code: 'period-closed', status: 409 })
  expect(await receiptsOf(id)).toEqual([])
})

test('listing the receipts of an unknown order returns 404', async () => {
  const answer = await prizm.call('GET', '/api/purchase-orders/999/receipts', { as: fixture.buyer })
  expect(answer.statusCode).toBe(404)
})

test('with=progress returns the line count and the percentage received', async () => {
  await fixture.set({ overReceiptPercent: 10 })
  const part = await fixture.approved(30)
  const over = await fixture.approved(20)
  const draft = await fixture.made({ totalAmount: '5.00' })
  const receive = ({ id, items }: typeof part, quantity: number) =>
    fixture.act(id, 'receive', fixture.warehouse, { items: [{ itemId: items[0]?.id, quantity }] })
  await receive(part, 20)
  await receive(over, 22)
  const list = async (query: string) =>
    (await prizm.call('GET', `/api/purchase-orders?sort=id&${query}`, { as: fixture.buyer })).json()
  const expectedRows = [
    { id: part.id, lineCount: 1, fillPercent: 66 },
    { id: over.id, lineCount: 1, fillPercent: 110 },
    { id: draft.id, lineCount: 0, fillPercent: null },
  ]
  expect(await list('with=progress&limit=10')).toMatchObject(expectedRows)
  expect(await list('with=progress&limit=10&status=approved')).toMatchObject([expectedRows[0]])
  for (const row of await list('limit=10')) expect(row).not.toHaveProperty('lineCount')
})
