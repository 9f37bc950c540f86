import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { VendorBillDetails, VendorCredit, VendorCreditDetails } from '../../contract.ts'
import { payablesFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

// The test clock is at 2026-03-02.
beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const read = (id: number, as = fixture.finance) =>
  prizm.call('GET', `/api/vendor-credits/${id}`, { as })
const details = async (id: number) => (await read(id)).json<VendorCreditDetails>()

/** A credit note of 15.00, entered today. */
const enterNote = async (): Promise<VendorCredit> => {
  const note = { creditNumber: 'CN-1', amount: '15.00', account: 'priceVariance', reason: 'Price' }
  const body = { ...note, vendorId: fixture.vendorId }
  const answer = await fixture.post('/api/vendor-credits', fixture.finance, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const step = async (id: number, verb: string, body?: object) => {
  const answer = await fixture.post(`/api/vendor-credits/${id}/${verb}`, fixture.finance, body)
  expect(answer.statusCode, answer.body).toBe(200)
}
const apply = (id: number, { id: billId }: VendorBillDetails, amount: string) =>
  step(id, 'apply', { bills: [{ billId, amount }] })

test('a credit note has no lines, no order and no applications', async () => {
  const { id, vendorCode, vendorName } = await enterNote()
  const [user] = await fixture.query(
    `select u.username from users u join vendor_credits c on c.created_by = u.id`,
  )
  expect(await details(id)).toEqual({
    id,
    creditNumber: 'CN-1',
    vendorId: fixture.vendorId,
    vendorCode,
    vendorName,
    returnId: null,
    returnNumber: null,
    reason: 'Price',
    account: 'priceVariance',
    status: 'posted',
    postedOn: '2026-03-02',
    voidedOn: null,
    amount: '15.00',
    appliedAmount: '0.00',
    openAmount: '15.00',
    version: 1,
    purchaseOrderId: null,
    orderNumber: null,
    createdByName: user?.username,
    lines: [],
    applications: [],
  })
})

test('a credit lists the bills it was applied to, with the reversed applications', async () => {
  const { id } = await enterNote()
  const first = await fixture.posted(10, { billNumber: 'B-FIRST' })
  const second = await fixture.posted(5, { billNumber: 'B-SECOND' })
  await apply(id, first, '5.00')
  await apply(id, second, '10.00')
  expect(await details(id)).toMatchObject({ appliedAmount: '15.00', openAmount: '0.00' })
  await step(id, 'unapply')
  await apply(id, second, '4.00')
  const { appliedAmount, openAmount, applications } = await details(id)
  expect([appliedAmount, openAmount]).toEqual(['4.00', '11.00'])
  const day = '2026-03-02'
  const ofFirst = {
    billId: first.id,
    billNumber: 'B-FIRST',
    dueDate: first.dueDate,
    totalAmount: '40.00',
  }
  const ofSecond = {
    billId: second.id,
    billNumber: 'B-SECOND',
    dueDate: second.dueDate,
    totalAmount: '20.00',
  }
  expect(applications.map(({ id: _, ...application }) => application)).toEqual([
    { ...ofFirst, amount: '5.00', appliedOn: day, reversedOn: day },
    { ...ofSecond, amount: '10.00', appliedOn: day, reversedOn: day },
    { ...ofSecond, amount: '4.00', appliedOn: day, reversedOn: null },
  ])
  const { settlements } = await fixture.bill(second.id)
  expect(settlements).toMatchObject([
    { source: 'credit', sourceId: id, number: 'CN-1', amount: '10.00', reversedOn: day },
    { source: 'credit', sourceId: id, number: 'CN-1', amount: '4.00', reversedOn: null },
  ])
})

test('the credit for a return has its goods and their purchase order', async () => {
  const order = await fixture.received(10)
  await fixture.entered({ lines: [fixture.lineOf(order)] })
  const items = [{ originalItemId: order.items[0]?.id, quantity: 2 }]
  const body = { type: 'rtv', reason: 'Faulty', originalOrderId: order.id, items }
  const made = await fixture.post('/api/returns', fixture.buyer, body)
  expect(made.statusCode, made.body).toBe(201)
  const goods = made.json<{ id: number; returnNumber: string }>()
  const steps = { approve: fixture.manager, ship: fixture.warehouse, complete: fixture.finance }
  for (const [verb, as] of Object.entries(steps)) {
    const answer = await fixture.post(`/api/returns/${goods.id}/${verb}`, as, {})
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const [credit] = await fixture.query('select id from vendor_credits')
  const [sku] = await fixture.query('select sku, name from skus')
  const { lines, ...shown } = await details(credit?.id)
  expect(shown).toMatchObject({
    creditNumber: goods.returnNumber.replace('RTV-', 'VC-'),
    returnId: goods.id,
    returnNumber: goods.returnNumber,
    account: null,
    amount: '8.00',
    openAmount: '8.00',
    purchaseOrderId: order.id,
    orderNumber: order.orderNumber,
    applications: [],
  })
  expect(lines.map(({ id: _, ...line }) => line)).toEqual([
    { sku: sku?.sku, name: sku?.name, quantity: 2, amount: '8.00' },
  ])
})

test('an unknown credit is 404, and roles without payables read none', async () => {
  const { id } = await enterNote()
  expect((await read(id + 1)).json()).toMatchObject({
    status: 404,
    code: 'not-found',
    detail: 'That credit was not found',
  })
  expect((await read(id, await prizm.signIn('purchasing'))).statusCode).toBe(200)
  for (const role of ['warehouse', 'sales', 'viewer']) {
    expect((await read(id, await prizm.signIn(role))).statusCode, role).toBe(403)
  }
})
