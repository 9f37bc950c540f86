import { afterEach, beforeEach, expect, test } from 'vitest'
import { numbersFrom, startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import { addDays, day } from '#platform/kernel/days.ts'
import type { ApSummary, GoodsNotBilled } from '../contract.ts'

// Goods received and not billed, by order and date: they add up to account 2050 on that date.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let today = day('2026-03-02')

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  today = day('2026-03-02')
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

type Answer = { statusCode: number; body: string; json: <A>() => A }
const checked = <A = { id: number }>(answer: Answer): A => {
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<A>()
}
const report = async (asOf: string, more = '') => {
  const url = `/api/reports/goods-not-billed?asOf=${asOf}&sort=id${more}`
  return checked<GoodsNotBilled[]>(await prizm.call('GET', url, { as: fixture.finance }))
}
const total = async (asOf: string) => {
  const url = `/api/reports/goods-not-billed/sums?asOf=${asOf}`
  const answer = await prizm.call('GET', url, { as: fixture.finance })
  return checked<{ amount: string }>(answer).amount
}
/** The figure of the summary of payables. */
const inSummary = async (asOf: string) => {
  const url = `/api/reports/ap-summary?asOf=${asOf}`
  const answer = await prizm.call('GET', url, { as: fixture.finance })
  return checked<ApSummary>(answer).goodsNotBilled
}
/** Account 2050 at the end of a date: credits less debits. */
const account = async (asOf: string): Promise<string> => {
  const [found] = await fixture.query(
    `select coalesce(sum(l.credit - l.debit), 0)::numeric(14, 2)::text as amount
     from journal_lines l join journal_entries e on e.id = l.entry_id
     where l.account = '2050' and e.posted_on <= '${asOf}'`,
  )
  return found.amount
}
/** Moves to the next day; users sign in again. */
const nextDay = async () => {
  today = addDays(today, 1)
  prizm.clock.now = new Date(`${today}T15:00:00Z`)
  const again = await Promise.all(
    (['finance', 'finance', 'purchasing', 'manager', 'warehouse'] as const).map((role) =>
      prizm.signIn(role),
    ),
  )
  const [finance = '', colleague = '', buyer = '', manager = '', warehouse = ''] = again
  Object.assign(fixture, { finance, colleague, buyer, manager, warehouse })
}

const ordered = async (quantity: number) => {
  const body = { items: [{ skuId: fixture.skuId, quantity }], status: 'submitted' }
  const made = await fixture.made(body, fixture.buyer)
  return checked<PurchaseOrderDetails>(await fixture.act(made.id, 'approve', fixture.manager))
}
const receive = (order: PurchaseOrderDetails, quantity: number) =>
  fixture.act(order.id, 'receive', fixture.warehouse, {
    items: [{ itemId: order.items[0]?.id, quantity }],
  })
const bill = (order: PurchaseOrderDetails, quantity: number, unitPrice = '4.00') =>
  fixture.enter(
    {
      docDate: today,
      lines: [{ purchaseOrderItemId: order.items[0]?.id, quantity, unitPrice }],
    },
    fixture.finance,
  )
const sendBack = async (order: PurchaseOrderDetails, quantity: number) => {
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const body = { type: 'rtv', reason: 'Faulty', purchaseOrderId: order.id, items }
  const made = await fixture.post('/api/returns', fixture.buyer, body)
  if (made.statusCode >= 300) return made
  const { id } = made.json<{ id: number }>()
  checked(await fixture.post(`/api/returns/${id}/approve`, fixture.manager, {}))
  return fixture.post(`/api/returns/${id}/ship`, fixture.warehouse, {})
}

test('an order is listed with its received, returned and billed amounts as of a day', async () => {
  const order = await ordered(10)
  const other = await ordered(5)
  checked(await receive(order, 10))
  await nextDay()
  checked(await receive(other, 5))
  checked(await sendBack(order, 4))
  await nextDay()
  checked(await bill(order, 5))
  checked(await bill(other, 5, '4.02'))
  expect(await report('2026-03-01')).toEqual([])
  expect(await report('2026-03-02')).toMatchObject([
    {
      id: order.id,
      purchaseOrderId: order.id,
      orderNumber: order.orderNumber,
      lastReceivedOn: '2026-03-02',
      received: '40.00',
      returned: '0.00',
      billed: '0.00',
      credited: '0.00',
      openAmount: '40.00',
    },
  ])
  expect((await report('2026-03-03')).map(({ id, openAmount }) => [id, openAmount])).toEqual([
    [order.id, '24.00'],
    [other.id, '20.00'],
  ])
  expect(await report('2026-03-04')).toMatchObject([
    { id: order.id, received: '40.00', returned: '16.00', billed: '20.00', openAmount: '4.00' },
  ])
  expect(await report('2026-03-04', '&vendorCode=nobody')).toEqual([])
  expect(await report('2026-03-04', `&q=${other.orderNumber}`)).toEqual([])
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
  const sums = await Promise.all(days.map(async (each) => [await total(each), await account(each)]))
  expect(sums).toEqual([
    ['0.00', '0.00'],
    ['40.00', '40.00'],
    ['44.00', '44.00'],
    ['4.00', '4.00'],
  ])
  expect(await Promise.all(days.map(inSummary))).toEqual(['0.00', '40.00', '44.00', '4.00'])
})

test.each([1, 2, 3])(
  'equals account 2050 on every day in a mixture of documents, %i',
  async (seed) => {
    const random = numbersFrom(seed)
    const upTo = (most: number) => 1 + Math.floor(random() * most)
    const orders = [await ordered(10), await ordered(8)]
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const anyId = async (text: string) => {
      const found = await fixture.query(text)
      return found.length === 0 ? 0 : (pick(found).id as number)
    }
    const reason = { reason: 'Typed wrong' }
    /** Posted today or up to two days earlier; today if the rules reject that date. */
    const dated = async (url: string, as: string, body: object) => {
      const postedOn = addDays(today, 1 - upTo(3))
      const answer = await fixture.post(`/api/${url}`, as, { ...body, postedOn })
      return answer.statusCode === 422 ? fixture.post(`/api/${url}`, as, body) : answer
    }
    const acts: (() => Promise<Answer>)[] = [
      () => receive(pick(orders), upTo(6)),
      () => receive(pick(orders), upTo(6)),
      () => bill(pick(orders), upTo(6), pick(['4.00', '3.90', '4.05'])),
      () => bill(pick(orders), upTo(6)),
      () => sendBack(pick(orders), upTo(3)),
      async () =>
        dated(
          `returns/${await anyId(`select id from returns where status = 'shipped'`)}/complete`,
          fixture.finance,
          {},
        ),
      async () =>
        dated(
          `receipts/${await anyId('select id from receipts')}/reverse`,
          fixture.manager,
          reason,
        ),
      async () =>
        dated(
          `vendor-bills/${await anyId('select id from vendor_bills')}/void`,
          fixture.finance,
          reason,
        ),
      async () =>
        fixture.billAct(
          await anyId(`select id from vendor_bills where status = 'blocked'`),
          'release',
          fixture.colleague,
          reason,
        ),
      async () => {
        const paid = {
          vendorId: fixture.vendorId,
          paidOn: addDays(today, -1),
          method: 'wire',
          amount: '9.00',
        }
        const body = { ...paid, purchaseOrderId: pick(orders).id }
        const made = await fixture.post('/api/vendor-prepayments', fixture.finance, body)
        return dated(`vendor-payments/${checked(made).id}/release`, fixture.colleague, {})
      },
    ]
    const first = today
    let done = 0
    for (let turn = 0; turn < 40; turn++) {
      // Sequential: each action happens on its own date.
      // oxlint-disable-next-line no-await-in-loop
      if (turn % 8 === 7) await nextDay()
      // oxlint-disable-next-line no-await-in-loop
      const answer = await pick(acts)()
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      if (answer.statusCode < 300) done += 1
    }
    expect(done).toBeGreaterThan(12)
    for (let date = addDays(first, -1); date <= today; date = addDays(date, 1)) {
      // oxlint-disable-next-line no-await-in-loop
      const [rows, sum, booked] = [await report(date), await total(date), await account(date)]
      const cents = rows.reduce(
        (all, { openAmount }) => all + Math.round(Number(openAmount) * 100),
        0,
      )
      expect([date, sum, (cents / 100).toFixed(2)]).toEqual([date, booked, booked])
    }
  },
)
