import { expect, test } from 'vitest'
import { numbersFrom, startTestApp, type TestApp } from '#app/testing.ts'
import type { VendorBill } from '#features/payables/contract.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'

// A random walk on three bills with terms 2/10 net 30: partial payments with and without discount,
// prepared, released and voided; credits and prepayments, applied, unapplied and voided. An
// independent model in cents predicts whether each action is allowed, and the resulting open,
// prepared and remaining discount amounts and account balances.

type Bill = { id: number; goods: number }
type State = 'draft' | 'posted' | 'void'
type Payment = { id: number; bill: Bill; amount: number; discount: number; state: State }
/** A credit or a prepayment, which can be applied to bills. */
type Money = { id: number; amount: number; isVoid: boolean; applied: Map<Bill, number> }
type Books = { bills: Bill[]; payments: Payment[]; credits: Money[]; prepayments: Money[] }

const decimal = (cents: number) => (cents / 100).toFixed(2)
const total = (values: Iterable<number>) => [...values].reduce((all, each) => all + each, 0)

/**
 * The model's figures of a bill: open, prepared, and the discount left before prepared payments.
 */
function billStates({ payments, credits, prepayments }: Books, bill: Bill) {
  const own = payments.filter((payment) => payment.bill === bill)
  const sumOf = (state: State, value: (payment: Payment) => number) =>
    total(own.filter((each) => each.state === state).map(value))
  const appliedOf = (all: Money[]) => total(all.map(({ applied }) => applied.get(bill) ?? 0))
  const credited = appliedOf(credits)
  const [paid, taken] = [sumOf('posted', (p) => p.amount), sumOf('posted', (p) => p.discount)]
  return {
    open: bill.goods - paid - taken - credited - appliedOf(prepayments),
    planned: sumOf('draft', (p) => p.amount + p.discount),
    plannedDiscount: sumOf('draft', (p) => p.discount),
    left: Math.max(0, Math.round(((bill.goods - credited) * 2) / 100) - taken),
  }
}

/** Debits less credits by account. */
function balancesOf({ bills, payments, credits, prepayments }: Books): Record<string, string> {
  const posted = payments.filter(({ state }) => state === 'posted')
  const activeTotal = (all: Money[]) => total(all.map((m) => (m.isVoid ? 0 : m.amount)))
  const applied = total(prepayments.flatMap((money) => [...money.applied.values()]))
  const [paid, taken] = [total(posted.map((p) => p.amount)), total(posted.map((p) => p.discount))]
  const [billed, credited] = [total(bills.map(({ goods }) => goods)), activeTotal(credits)]
  const accounts = {
    '1000': -paid - activeTotal(prepayments),
    '1300': activeTotal(prepayments) - applied,
    '2000': paid + taken + credited + applied - billed,
    '5000': billed - credited,
    '5050': -taken,
  }
  const found = Object.entries(accounts).filter(([, cents]) => cents !== 0)
  return Object.fromEntries(found.map(([account, cents]) => [account, decimal(cents)]))
}

type PayablesFixture = Awaited<ReturnType<typeof payablesFixture>>

async function billed(fixture: PayablesFixture, goods: number): Promise<Bill> {
  const line = { description: 'Cartons', quantity: 1, unitPrice: decimal(goods) }
  const { id } = await fixture.entered({ lines: [{ ...line, account: 'costOfGoods' }] })
  await fixture.billAct(id, 'release', fixture.colleague)
  await fixture.billAct(id, 'release', fixture.third)
  expect(await fixture.bill(id)).toMatchObject({ status: 'posted', openAmount: decimal(goods) })
  return { id, goods }
}

/** The actions of the walk; each calls the API, and updates the model if it is allowed. */
function actsOf(fixture: PayablesFixture, books: Books, random: () => number) {
  const below = (most: number) => Math.floor(random() * most)
  const oneOf = <R>(all: readonly R[]): R | undefined => all[below(all.length)]
  const outcomes = new Set<string>()
  const done = async (
    what: string,
    isAllowed: boolean,
    request: ReturnType<PayablesFixture['post']>,
  ): Promise<number | undefined> => {
    const { statusCode, body } = await request
    expect([what, statusCode < 300, body.slice(0, 300)]).toEqual([
      what,
      isAllowed,
      expect.any(String),
    ])
    expect([200, 201, 409, 422], body).toContain(statusCode)
    outcomes.add(`${what} ${isAllowed ? 'done' : 'refused'}`)
    return isAllowed ? (JSON.parse(body) as { id: number }).id : undefined
  }
  const reason = { reason: 'Walk' }
  const apply = async (path: string, money: Money | undefined) => {
    const bill = oneOf(books.bills) as Bill
    if (!money || money.isVoid || money.applied.has(bill)) return
    const remaining = money.amount - total(money.applied.values())
    const amount = below(remaining + 200) + 1
    const isAllowed = amount <= remaining && amount <= billStates(books, bill).open
    const body = { bills: [{ billId: bill.id, amount: decimal(amount) }] }
    const url = `/api/${path}/${money.id}/apply`
    await done(`apply ${path}`, isAllowed, fixture.post(url, fixture.finance, body))
    if (isAllowed) money.applied.set(bill, amount)
  }
  const unapply = async (path: string, money: Money | undefined) => {
    if (!money || money.isVoid) return
    const url = `/api/${path}/${money.id}/unapply`
    await done(`unapply ${path}`, money.applied.size > 0, fixture.post(url, fixture.finance))
    money.applied.clear()
  }
  const prepare = async () => {
    const bill = oneOf(books.bills) as Bill
    const { open, planned, left, plannedDiscount } = billStates(books, bill)
    const amount = below(Math.max(open / 2, 1000)) + 1
    const discount = below(3) === 0 ? 0 : below(left + 20)
    const isOver = amount + discount > open - planned
    const isAllowed = !isOver && discount <= Math.max(0, left - plannedDiscount)
    const part = { billId: bill.id, amount: decimal(amount), discount: decimal(discount) }
    const id = await done('prepare', isAllowed, fixture.prepare({ bills: [part] }))
    if (id) books.payments.push({ id, bill, amount, discount, state: 'draft' })
  }
  const release = async () => {
    const payment = oneOf(books.payments.filter(({ state }) => state === 'draft'))
    if (!payment) return
    const { open, left } = billStates(books, payment.bill)
    const { amount, discount } = payment
    const isAllowed = amount + discount <= open && discount <= left
    await done('release', isAllowed, fixture.release(payment.id))
    if (isAllowed) payment.state = 'posted'
  }
  const voidPayment = async () => {
    const payment = oneOf(books.payments)
    if (!payment) return
    const url = `/api/vendor-payments/${payment.id}/void`
    await done('void', payment.state !== 'void', fixture.post(url, fixture.finance, reason))
    payment.state = 'void'
  }
  const enterCredit = async () => {
    const amount = below(20_000) + 1
    const note = { vendorId: fixture.vendorId, creditNumber: `CN-${books.credits.length}` }
    const body = { ...note, ...reason, amount: decimal(amount), account: 'costOfGoods' }
    const id = await done(
      'credit',
      true,
      fixture.post('/api/vendor-credits', fixture.finance, body),
    )
    books.credits.push({ id: id ?? 0, amount, isVoid: false, applied: new Map() })
  }
  const voidCredit = async () => {
    const credit = oneOf(books.credits)
    if (!credit) return
    const isAllowed = !credit.isVoid && credit.applied.size === 0
    const url = `/api/vendor-credits/${credit.id}/void`
    await done('void credit', isAllowed, fixture.post(url, fixture.finance, reason))
    if (isAllowed) credit.isVoid = true
  }
  const prepay = async () => {
    const amount = below(20_000) + 1
    const money = { vendorId: fixture.vendorId, paidOn: '2026-03-02', method: 'wire' }
    const body = { ...money, reference: 'W', amount: decimal(amount) }
    const request = fixture.post('/api/vendor-prepayments', fixture.finance, body)
    const id = (await done('prepay', true, request)) ?? 0
    await done('release prepayment', true, fixture.release(id))
    books.prepayments.push({ id, amount, isVoid: false, applied: new Map() })
  }
  const voidPrepayment = async () => {
    const money = oneOf(books.prepayments)
    if (!money) return
    const url = `/api/vendor-payments/${money.id}/void`
    await done('void prepayment', !money.isVoid, fixture.post(url, fixture.finance, reason))
    money.isVoid = true
    money.applied.clear()
  }
  const acts = [
    prepare,
    prepare,
    prepare,
    release,
    release,
    voidPayment,
    enterCredit,
    voidCredit,
    prepay,
    voidPrepayment,
    () => apply('vendor-credits', oneOf(books.credits)),
    () => apply('vendor-credits', books.credits.at(-1)),
    () => unapply('vendor-credits', oneOf(books.credits)),
    () => apply('vendor-prepayments', oneOf(books.prepayments)),
    () => unapply('vendor-prepayments', oneOf(books.prepayments)),
  ]
  return { act: async () => acts[below(acts.length)]?.(), seen: outcomes }
}

/** The bills according to the list and according to the model. */
async function billsFromList(prizm: TestApp, as: string) {
  const list = await prizm.call('GET', '/api/vendor-bills?sort=id', { as })
  return list.json<VendorBill[]>().map(({ openAmount, plannedAmount, discountLeft }) => {
    return [openAmount, plannedAmount, discountLeft]
  })
}
function billsCounted(books: Books) {
  return books.bills.map((bill) => {
    const { open, planned, left, plannedDiscount } = billStates(books, bill)
    return [open, planned, Math.max(0, left - plannedDiscount)].map(decimal)
  })
}

test.each([1, 2, 3])(
  'every mixture of payments, credits and prepayments keeps the discounts (seed %i)',
  async (seed) => {
    const prizm = await startTestApp()
    const fixture = await payablesFixture(prizm)
    await fixture.query(`update vendors set payment_terms = '2/10 net 30'`)
    const books: Books = { bills: [], payments: [], credits: [], prepayments: [] }
    for (const goods of [100_000, 33_333, 4999]) {
      // oxlint-disable-next-line no-await-in-loop
      books.bills.push(await billed(fixture, goods))
    }
    const { act, seen } = actsOf(fixture, books, numbersFrom(seed))
    for (let step = 0; step < 60; step += 1) {
      // Sequential: each action depends on those before.
      // oxlint-disable-next-line no-await-in-loop
      await act()
      // oxlint-disable-next-line no-await-in-loop
      expect([step, await billsFromList(prizm, fixture.finance)]).toEqual([
        step,
        billsCounted(books),
      ])
      // oxlint-disable-next-line no-await-in-loop
      expect([step, await fixture.balances()]).toEqual([step, balancesOf(books)])
      // oxlint-disable-next-line no-await-in-loop
      expect([step, await fixture.broken()]).toEqual([step, []])
    }
    expect(seen.size, [...seen].join(', ')).toBeGreaterThan(12)
    await prizm.close()
  },
)
