import { creditedTax } from '#features/receivables/server/credit-memos/creditable-amounts.ts'
import {
  discountDate,
  dueDate,
  earlyDiscount,
  type PaymentMethod,
} from '#features/receivables/rules.ts'
import { addDays, type Day, daysBetween } from '#platform/kernel/days.ts'
import { type Cents, sum, zero } from '#platform/kernel/money.ts'
import { dayOf } from './calendar.ts'
import { type Chance, chanceOf, deckOf } from './seeded-random.ts'
import type { DemoCustomer } from './customers.ts'
import type { DemoOrder } from './orders.ts'
import type { DemoReturn } from './returns.ts'

/** The invoice of a shipped order and its open amount. */
export type DemoInvoice = {
  id: number
  order: DemoOrder
  at: number
  docDate: Day
  dueDate: Day
  discountDate: Day | null
  discountAmount: Cents
  open: Cents
}

/** The credit memo of an invoice for returned goods. */
export type DemoCredit = {
  id: number
  goods: DemoReturn
  invoice: DemoInvoice
  at: number
  docDate: Day
  lines: { line: number; quantity: number; unitPrice: Cents; goods: Cents; tax: Cents }[]
  total: Cents
  open: Cents
}

export type DemoPayment = {
  id: number
  customer: DemoCustomer
  at: number
  receivedOn: Day
  method: PaymentMethod
  reference: string
  amount: Cents
  open: Cents
}

export type DemoApplication = {
  kind: 'payment' | 'credit' | 'write-off'
  invoiceId: number
  paymentId: number | null
  creditId: number | null
  amount: Cents
  discount: Cents
  appliedOn: Day
  reason: string | null
}

export type DemoReceivables = {
  invoices: DemoInvoice[]
  credits: DemoCredit[]
  payments: DemoPayment[]
  applications: DemoApplication[]
}

/** Minimum and maximum days after the due date. */
type Habit = readonly [least: number, most: number]

/** Days after the due date on which customers pay, with the percent of customers. */
const habits: readonly (readonly [Habit, number])[] = [
  [[-6, 1], 62],
  [[3, 20], 26],
  [[28, 62], 9],
  [[75, 140], 3],
]

const methods = [
  ['ach', 58],
  ['check', 30],
  ['wire', 9],
  ['card', 3],
] as const

/**
 * The receivables of the history: an invoice per shipment, a credit memo per return, and the
 * customer payments.
 */
export function buildReceivables(
  orders: readonly DemoOrder[],
  { returns, now }: { returns: readonly DemoReturn[]; now: number },
): DemoReceivables {
  const invoices = invoicesOf(orders)
  const credits = creditsOf(returns, invoices)
  const chance = chanceOf('receivables')
  const habit = deckOf(chance, habits)
  const method = deckOf(chance, methods)
  const receivables: DemoReceivables = { invoices, credits, payments: [], applications: [] }
  const runs = runsOf(chance, { invoices, habit, now })
  for (const run of runs) settleRun(chance, { run, made: receivables, method: method() })
  return receivables
}

function invoicesOf(orders: readonly DemoOrder[]): DemoInvoice[] {
  const sent = orders.flatMap((order) => {
    const shipped = order.steps.find(({ verb }) => verb === 'ship')
    return shipped ? [{ order, at: shipped.at }] : []
  })
  return sent
    .sort((a, b) => a.at - b.at || a.order.id - b.order.id)
    .map(({ order, at }, index) => {
      const { paymentTerms: terms } = order.customer
      const docDate = dayOf(at)
      const until = discountDate(terms, docDate) ?? null
      return {
        id: index + 1,
        order,
        at,
        docDate,
        dueDate: dueDate(terms, docDate),
        discountDate: until,
        discountAmount: until ? earlyDiscount(terms, order.totals.subtotal) : zero,
        open: order.totals.total,
      }
    })
}

function creditsOf(returns: readonly DemoReturn[], invoices: readonly DemoInvoice[]): DemoCredit[] {
  const byOrder = new Map(invoices.map((invoice) => [invoice.order.id, invoice]))
  const done = returns.flatMap((goods) => {
    const end = goods.acts.find(({ verb }) => verb === 'complete')
    const invoice = goods.type === 'rma' ? byOrder.get(goods.originalId) : undefined
    return end && invoice ? [{ goods, invoice, at: end.at }] : []
  })
  return done
    .sort((a, b) => a.at - b.at || a.goods.id - b.goods.id)
    .map(({ goods, invoice, at }, index) => {
      // Every return in the history is for a different order, so nothing was credited before.
      const lines = goods.lines.map(({ line, quantity, unitPrice, totalPrice }) => {
        const sold = invoice.order.lines[line - 1] as DemoOrder['lines'][number]
        const credited = { before: 0, taxBefore: zero, units: quantity }
        return { line, quantity, unitPrice, goods: totalPrice, tax: creditedTax(sold, credited) }
      })
      const total = sum(lines.flatMap((line) => [line.goods, line.tax]))
      return { id: index + 1, goods, invoice, at, docDate: dayOf(at), lines, total, open: total }
    })
    .filter(({ total }) => total > 0)
}

/** Invoices that a customer pays on the same day. */
type Run = { customer: DemoCustomer; day: Day; invoices: DemoInvoice[] }
type Paying = {
  invoices: readonly DemoInvoice[]
  habit: () => Habit
  now: number
}

const aMonday = '2024-01-01' as Day

/** When each customer pays which invoices: weekly, by the customer's habit, up to yesterday. */
function runsOf(chance: Chance, { invoices, habit, now }: Paying): Run[] {
  const habitOf = new Map<number, Habit>()
  const runs = new Map<string, Run>()
  for (const invoice of invoices) {
    const { customer } = invoice.order
    const own = habitOf.get(customer.id) ?? habit()
    habitOf.set(customer.id, own)
    const [least, most] = own
    const delayDays = chance.between(least, most)
    const isEarly = invoice.discountDate !== null && most <= 1
    const payDay = isEarly ? (invoice.discountDate as Day) : addDays(invoice.dueDate, delayDays)
    const day = isEarly ? payDay : weekly(payDay > invoice.docDate ? payDay : invoice.docDate)
    if (day >= dayOf(now)) continue
    const key = `${day} ${String(customer.id).padStart(6, '0')}`
    const run = runs.get(key) ?? { customer, day, invoices: [] }
    run.invoices.push(invoice)
    runs.set(key, run)
  }
  return [...runs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => run)
}

/** The first Tuesday on or after a day, when checks are written. */
function weekly(from: Day): Day {
  const weekday = ((daysBetween(aMonday, from) % 7) + 7) % 7
  return addDays(from, (8 - weekday) % 7)
}

type SettlementOptions = { run: Run; made: DemoReceivables; method: PaymentMethod }

/** Settles the invoices of a run, first with open credits, then with money. */
function settleRun(chance: Chance, { run, made: receivables, method }: SettlementOptions): void {
  const { customer, day, invoices } = run
  for (const credit of receivables.credits) {
    const isApplicable = credit.goods.partyId === customer.id && credit.docDate <= day
    if (isApplicable && credit.open > 0) spendCredit(credit, { run, made: receivables })
  }
  const open = invoices.filter((invoice) => invoice.open > 0)
  const last = open.at(-1)
  if (!last) return
  const discounts = new Map(
    open.map((invoice) => {
      const isInTime = invoice.discountDate !== null && day <= invoice.discountDate
      const isUntouched = invoice.open === invoice.order.totals.total
      return [invoice, isInTime && isUntouched ? invoice.discountAmount : zero]
    }),
  )
  const short = shortAmount(chance, last, discounts.get(last) ?? zero)
  const over = chance.percent(1.2) ? ((chance.between(5, 40) * 100) as Cents) : zero
  const paid = open.map((invoice) => {
    const discount = discounts.get(invoice) ?? zero
    return (invoice.open - discount - (invoice === last ? short : 0)) as Cents
  })
  const id = receivables.payments.length + 1
  const amount = sum([...paid, over])
  const reference = open.length === 1 ? `INV-${1_000_000 + last.id}` : `REM-${40_000 + id * 7}`
  const at = Date.parse(`${day}T16:00:00Z`) + id
  receivables.payments.push({
    id,
    customer,
    at,
    receivedOn: day,
    method,
    reference,
    amount,
    open: over,
  })
  open.forEach((invoice, index) => {
    const parts = { amount: paid[index] ?? zero, discount: discounts.get(invoice) ?? zero }
    apply(receivables, { invoice, day, kind: 'payment', paymentId: id, ...parts })
  })
  if (short > 0 && short < 100) {
    const reason = 'Small payment difference'
    apply(receivables, { invoice: last, day, kind: 'write-off', amount: short, reason })
  }
}

/** Occasional short payments: a few cents less, or only part of the invoice. */
function shortAmount(chance: Chance, { open }: DemoInvoice, discount: Cents): Cents {
  if (discount > 0 || open < 20_000) return zero
  if (chance.percent(1)) return chance.between(1, 99) as Cents
  return chance.percent(2) ? (Math.floor(open * 0.4) as Cents) : zero
}

function spendCredit(
  credit: DemoCredit,
  { run, made: receivables }: Omit<SettlementOptions, 'method'>,
): void {
  for (const invoice of run.invoices) {
    const amount = Math.min(credit.open, invoice.open) as Cents
    if (amount === 0) continue
    credit.open = (credit.open - amount) as Cents
    apply(receivables, { invoice, day: run.day, kind: 'credit', creditId: credit.id, amount })
  }
}

type ApplicationInput = Pick<DemoApplication, 'kind' | 'amount'> &
  Partial<Pick<DemoApplication, 'paymentId' | 'creditId' | 'discount' | 'reason'>> & {
    invoice: DemoInvoice
    day: Day
  }

function apply(receivables: DemoReceivables, { invoice, day, ...part }: ApplicationInput): void {
  const { discount = zero, paymentId = null, creditId = null, reason = null } = part
  invoice.open = (invoice.open - part.amount - discount) as Cents
  const application = { ...part, discount, paymentId, creditId, reason }
  receivables.applications.push({ ...application, invoiceId: invoice.id, appliedOn: day })
}

/** Each customer's balance at the end of the history. */
export function balancesOf(receivables: DemoReceivables): Map<number, Cents> {
  const balances = new Map<number, Cents>()
  const add = (id: number, amount: number) =>
    balances.set(id, ((balances.get(id) ?? 0) + amount) as Cents)
  for (const { order, open } of receivables.invoices) add(order.customer.id, open)
  for (const { goods, open } of receivables.credits) add(goods.partyId, 0 - open)
  for (const { customer, open } of receivables.payments) add(customer.id, 0 - open)
  return balances
}
