import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { VendorBill, VendorBillDetails } from '../contract.ts'
import { payablesFixture } from './testing.ts'

// A February bill that arrives on 2026-03-02 is posted into February while that month is open.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const february = { docDate: '2026-02-20', postingDate: '2026-02-28' }
/** Lines of 40.00 for goods that were received as ordered. */
const goods = async () => [fixture.lineOf(await fixture.received())]
const closeFebruary = () =>
  fixture.query(`with closed as (
      insert into accounting_periods (id, status) values (202602, 'closed')
      on conflict (id) do update set status = 'closed')
    insert into audit_log (entity, entity_id, action, from_status, to_status)
    values ('period', 202602, 'soft-close', 'open', 'soft_closed'),
           ('period', 202602, 'close', 'soft_closed', 'closed')`)
const listed = async (asOf: string) => {
  const url = `/api/vendor-bills?asOf=${asOf}&open=true`
  const found = (await prizm.call('GET', url, { as: fixture.finance })).json<VendorBill[]>()
  return found.map(({ postedOn, openAmount }) => [postedOn, openAmount])
}
const payable = (day: string) =>
  fixture.query(`select coalesce(sum(l.credit - l.debit), 0)::text as owed
              from journal_lines l join journal_entries e on e.id = l.entry_id
              where l.account = '2000' and e.posted_on <= '${day}'`)

test('a bill is posted on its posting date in the journal, the aging and the list', async () => {
  const bill = await fixture.entered({ lines: await goods(), ...february })
  expect(bill).toMatchObject({ status: 'posted', postedOn: '2026-02-28' })
  expect(await payable('2026-02-27')).toEqual([{ owed: '0' }])
  expect(await payable('2026-02-28')).toEqual([{ owed: '40.00' }])
  expect(await listed('2026-02-27')).toEqual([])
  expect(await listed('2026-02-28')).toEqual([['2026-02-28', '40.00']])
  const voided = await fixture.billAct(bill.id, 'void')
  expect(voided.json(), voided.body).toMatchObject({ status: 'void' })
  expect(await payable('2026-03-01')).toEqual([{ owed: '40.00' }])
  expect(await payable('2026-03-02')).toEqual([{ owed: '0.00' }])
})

test('a closed month refuses entering, updating, posting and releasing a bill', async () => {
  const lines = await goods()
  const draft = await fixture.entered({ lines, ...february, status: 'draft' })
  const order = await fixture.received()
  const dear = [fixture.lineOf(order, 10, '50.00')]
  const blocked = await fixture.entered({ lines: dear, ...february })
  expect(blocked.status).toBe('blocked')
  await closeFebruary()
  const closed = { statusCode: 409, code: 'period-closed' }
  const of = (answer: { statusCode: number; json: () => { code: string } }) => {
    return { statusCode: answer.statusCode, code: answer.json().code }
  }
  expect(of(await fixture.enter({ lines, ...february }))).toEqual(closed)
  expect(of(await fixture.billAct(draft.id, 'post'))).toEqual(closed)
  expect(of(await fixture.billAct(blocked.id, 'release', fixture.colleague))).toEqual(closed)
  const { billNumber, vendorId } = draft
  const body = { billNumber, vendorId, lines, ...february, status: 'posted' }
  const url = `/api/vendor-bills/${draft.id}`
  expect(of(await prizm.call('PUT', url, { as: fixture.finance, body }))).toEqual(closed)
  const today = { ...body, postingDate: null }
  const changed = await prizm.call('PUT', url, { as: fixture.finance, body: today })
  expect(changed.json<VendorBillDetails>(), changed.body).toMatchObject({
    status: 'posted',
    postedOn: '2026-03-02',
  })
  const opened = await fixture.billAct(blocked.id, 'reopen')
  expect(opened.json(), opened.body).toMatchObject({ status: 'draft', postingDate: '2026-02-28' })
})

test('a draft stores its posting date, which must be from the bill date to today', async () => {
  const draft = await fixture.entered({ lines: await goods(), ...february, status: 'draft' })
  expect(draft).toMatchObject({ postingDate: '2026-02-28', postedOn: null })
  const posted = await fixture.billAct(draft.id, 'post')
  expect(posted.json(), posted.body).toMatchObject({ postedOn: '2026-02-28' })
  const lines = await goods()
  const wrong = async (postingDate: string) =>
    (await fixture.enter({ lines, ...february, postingDate })).json<{ errors: unknown }>()
  expect((await wrong('2026-02-19')).errors).toMatchObject([
    { path: 'postingDate', message: 'Must not be before the bill date' },
  ])
  expect((await wrong('2026-03-03')).errors).toMatchObject([
    { path: 'postingDate', message: 'Must not be in the future' },
  ])
})

test('a bill for goods is open from its posting date until it is paid', async () => {
  const order = await fixture.received()
  const bill = await fixture.entered({ lines: [fixture.lineOf(order)], ...february })
  expect(bill).toMatchObject({ status: 'posted', postedOn: '2026-02-28' })
  const paid = await fixture.prepare({ bills: [{ billId: bill.id, amount: '40.00' }] })
  expect(paid.statusCode, paid.body).toBe(201)
  expect((await fixture.release(paid.json<{ id: number }>().id)).statusCode).toBe(200)
  expect(await listed('2026-03-01')).toEqual([['2026-02-28', '40.00']])
  expect(await listed('2026-03-02')).toEqual([])
})

test('a bill at another price is not posted before its goods last changed in value', async () => {
  const order = await fixture.received()
  const [{ sku }] = await fixture.query('select sku from skus order by id limit 1')
  const message = `Must not be before 3/2/2026, when the stock of ${sku} last changed in value`
  const errors = [{ path: 'postingDate', message }]
  // 10 at 4.05 instead of 4.00: the difference of 0.50 passes, and would value stock of no units.
  const dear = { lines: [fixture.lineOf(order, 10, '4.05')], ...february }
  const refused = await fixture.enter(dear)
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors }])
  const draft = await fixture.entered({ ...dear, status: 'draft' })
  const posted = await fixture.billAct(draft.id, 'post')
  expect([posted.statusCode, posted.json()]).toMatchObject([422, { errors }])
  expect(await fixture.bill(draft.id)).toMatchObject({ status: 'draft', postedOn: null })
  await fixture.billAct(draft.id, 'void')
  const asOrdered = await fixture.entered({ lines: [fixture.lineOf(order)], ...february })
  expect(asOrdered).toMatchObject({ status: 'posted', postedOn: '2026-02-28' })
  const url = '/api/reports/stock-valuation?asOf=2026-02-28'
  expect((await prizm.call('GET', url, { as: fixture.manager })).json()).toEqual([])
})

test('a blocked bill is not released before its goods last changed in value', async () => {
  const lines = [fixture.lineOf(await fixture.received(), 10, '5.00')]
  const early = await fixture.entered({ lines, ...february })
  expect(early.status).toBe('blocked')
  const refused = await fixture.billAct(early.id, 'release', fixture.colleague)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { errors: [{ path: 'postingDate' }] },
  ])
  expect((await fixture.bill(early.id)).status).toBe('blocked')
})
