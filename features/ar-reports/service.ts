import { bucketIds, lastDocumentDue } from '#features/receivables/rules.ts'
import { currentSettings } from '#features/settings/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/db.ts'
import { readList } from '#platform/server/list.ts'
import type { ArOrder, ArOrderQuery, ArSummary, CreditUse, CreditUseQuery } from './contract.ts'
import { type Aging, type CustomerFigures, figuresOf } from './rules.ts'
import * as store from './store.ts'

type FiguresRow = Omit<CustomerFigures, 'aging' | 'pastDue'> &
  Record<(typeof bucketIds)[number] | 'pastDue', string>

/** The cards of the receivable reports as of a day, and what is owed by age and customer. */
export async function arSummary(ctx: Context, { asOf }: { asOf?: Day | undefined }) {
  const at = await momentOf(ctx, asOf)
  const statement = at.isPast ? store.figuresThen : store.figuresNow
  const found = await rows<FiguresRow>(ctx.db, statement, store.valuesOf(at))
  const figures = figuresOf(found.map(customerOf))
  const { lateOrders, openOrders, byCustomer } = figures
  const receivable = decimal(figures.receivable)
  return {
    asOf: at.day,
    totalReceivable: receivable,
    overdueCount: lateOrders,
    pendingPaymentCount: openOrders,
    overdueCustomerCount: figures.overdueCustomers,
    overdueAmount: decimal(figures.pastDue),
    averageCollectionPeriod: null,
    monthlyCollectionRate: null,
    orderBasis: { receivable, overdueCount: lateOrders, pendingPayment: openOrders },
    aging: inWords(figures.aging),
    agingByCustomer: byCustomer.map(({ id, customerCode, customerName, aging }) => {
      return { id, customerCode, customerName, ...inWords(aging) }
    }),
  } satisfies ArSummary
}

/** Sales orders as they stood on a day; a bucket holds the receivables that are as old. */
export async function arOrders(ctx: Context, { asOf, ...query }: ArOrderQuery) {
  const list = store.ordersOn(await momentOf(ctx, asOf))
  return readList<ArOrder>(ctx.db, list, { ...query, ...(query.bucket && { open: 'true' }) })
}

/** How much of their credit customers use now. */
export function creditUse(ctx: Context, { asOf: _, ...query }: CreditUseQuery) {
  return readList<CreditUse>(ctx.db, store.creditList, query)
}

const ages = [0, 1, 31, 61, 91] as const

async function momentOf(ctx: Context, asOf: Day | undefined): Promise<store.AsOf> {
  const { businessTimeZone: zone } = await currentSettings(ctx)
  const date = today(ctx.now, zone)
  const day = asOf ?? date
  const found = await rows<{ terms: string }>(ctx.db, store.readTerms)
  const terms = found.map((row) => row.terms)
  const due = ages.map((age) => terms.map((each) => lastDocumentDue(each, day, age)))
  return { day, zone, isPast: day < date, terms, due }
}

function customerOf(row: FiguresRow): CustomerFigures {
  const { id, customerCode, customerName, lateOrders, openOrders } = row
  const amounts = bucketIds.map((bucket) => [bucket, cents(row[bucket])])
  // The same names as before.
  const aging = Object.fromEntries(amounts) as CustomerFigures['aging']
  const customer = { id, customerCode, customerName, lateOrders, openOrders }
  return { ...customer, aging, pastDue: cents(row.pastDue) }
}

/** Amounts as they travel. */
function inWords(aging: Aging): ArSummary['aging'] {
  const amounts = [...bucketIds, 'total' as const].map((id) => [id, decimal(aging[id])])
  // The same names as before.
  return Object.fromEntries(amounts) as ArSummary['aging']
}
