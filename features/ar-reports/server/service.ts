import { requireRecord } from '#features/audit/server/service.ts'
import { nextStep } from '#features/dunning/rules.ts'
import { agingColumns, agingToWire, lastDueDocumentDate } from '#features/receivables/rules.ts'
import { type AsOf, asOfDay, readSettings } from '#features/settings/server/service.ts'
import { type Day, startOfMonth, today } from '#platform/kernel/days.ts'
import { type Cents, centsOfSum, decimal, sum } from '#platform/kernel/money.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import * as figureDocuments from './supporting-documents.ts'
import type {
  ArDocumentQuery,
  ArDocumentSumsQuery,
  ArOrder,
  ArOrderQuery,
  ArOrderSumsQuery,
  ArSummary,
  Collection,
  CollectionQuery,
  CollectionSumsQuery,
  CreditUse,
  CreditUseQuery,
  CreditUseSumsQuery,
} from '../contract.ts'
import {
  collectionList,
  receivablesByCustomer,
  receivablesNow,
  receivablesAsOf,
  readCreditsAndCash,
  readSales,
  summedCollections,
} from './balances-as-of.ts'
import {
  type CollectionInputs,
  collectionEffectiveness,
  collectionPeriod,
  collectionRate,
  type CustomerFigures,
  figuresOf,
  isOnCredit,
} from '../rules.ts'
import * as store from './store.ts'
import { collectionListAsOf, creditUseListAsOf } from './credit-and-collections-as-of.ts'

type Numbers = (typeof agingColumns)[number] | 'pastDue'
type FiguresRow = Omit<CustomerFigures, 'aging' | 'pastDue'> & Record<Numbers, string>
type SummaryQuery = { asOf?: Day | undefined; basis?: ArSummary['basis'] | undefined }

/** Returns the figures of the receivables cards as of a day, and the aging by customer. */
export async function readArSummary(ctx: Context, query: SummaryQuery) {
  const { asOf, basis = 'due' } = query
  const at = await asOfDay(ctx, asOf)
  const found = await onOneConnection(ctx, async ({ db }) => {
    const [owed, orders, sales, monthAmounts] = await Promise.all([
      rows<FiguresRow>(db, at.isPast ? receivablesAsOf : receivablesNow, [at.day, basis]),
      rows<ArSummary['orderBasis']>(db, orderFiguresOf(at), store.valuesOf(at)),
      rows<Sales>(db, readSales, [at.day, startOfMonth(at.day)]),
      rows<MonthAmounts>(db, readCreditsAndCash, [at.day, startOfMonth(at.day)]),
    ])
    // Both are aggregates, which always return one row.
    return {
      owed,
      sales,
      orders: orders[0] as ArSummary['orderBasis'],
      moved: monthAmounts[0] as MonthAmounts,
    }
  })
  const figures = figuresOf(found.owed.map(customerOf))
  const collected = collectionInputsOf(figures, found)
  return {
    asOf: at.day,
    basis,
    totalReceivable: decimal(figures.receivable),
    overdueCount: found.orders.overdueCount,
    pendingPaymentCount: figures.openInvoices,
    overdueCustomerCount: figures.overdueCustomers,
    overdueInvoiceCount: figures.overdueInvoices,
    overdueAmount: decimal(figures.pastDue),
    averageCollectionPeriod: collectionPeriod(collected),
    monthlyCollectionRate: collectionRate(collected),
    collectionEffectiveness: collectionEffectiveness(collected),
    collected: {
      opening: decimal(collected.opening),
      quarterSales: decimal(collected.quarterSales),
      monthSales: decimal(collected.monthSales),
      cash: decimal(collected.cash),
    },
    orderBasis: found.orders,
    aging: agingToWire(figures.aging),
    agingByCustomer: figures.byCustomer.map(({ id, customerCode, customerName, aging }) => {
      return { id, customerCode, customerName, ...agingToWire(aging) }
    }),
  } satisfies ArSummary
}

/**
 * Returns one customer's aging today, as in the report; all 0.00 if nothing is owed. Throws 404 if
 * the customer does not exist.
 */
export async function readCustomerAging(ctx: Context, id: number): Promise<ArSummary['aging']> {
  await requireRecord(ctx, 'customer', id)
  const { day } = await asOfDay(ctx, undefined)
  const figureRows = await rows<FiguresRow>(ctx.db, receivablesByCustomer, [day, 'due', id])
  return agingToWire(figuresOf(figureRows.map(customerOf)).aging)
}

type Sales = { terms: string; quarter: string; month: string }
type MonthAmounts = { quarter: string; month: string; cash: string; moved: string }

function orderFiguresOf({ isPast }: AsOf) {
  return isPast ? store.orderFiguresAsOf : store.orderFiguresNow
}

/** Computes the inputs of the collection figures from sales, credits, payments and postings. */
function collectionInputsOf(
  { receivable, current }: { receivable: Cents; current: Cents },
  { sales, moved: monthAmounts }: { sales: readonly Sales[]; moved: MonthAmounts },
): CollectionInputs {
  const onCredit = sales.filter(({ terms }) => isOnCredit(terms))
  const netOf = (span: 'quarter' | 'month') =>
    (sum(onCredit.map((each) => centsOfSum(each[span]))) - centsOfSum(monthAmounts[span])) as Cents
  return {
    balance: receivable,
    current,
    opening: (receivable - centsOfSum(monthAmounts.moved)) as Cents,
    quarterSales: netOf('quarter'),
    monthSales: netOf('month'),
    cash: centsOfSum(monthAmounts.cash),
  }
}

/** Returns sales orders as they were on a day; a bucket filters receivables by age. */
export async function listArOrders(ctx: Context, { asOf, ...query }: ArOrderQuery) {
  const list = await ordersBy(ctx, asOf, query)
  return readList<ArOrder>(ctx.db, list, { ...query, ...(query.bucket && { open: 'true' }) })
}

/** Returns the number and total of these orders. */
export async function sumArOrders(ctx: Context, { asOf, ...query }: ArOrderSumsQuery) {
  const list = await ordersBy(ctx, asOf, query)
  const filters = { ...query, ...(query.bucket && { open: 'true' }) }
  return readSums(ctx.db, list, store.summedOrders, filters)
}

type AgeFilters = Pick<ArOrderSumsQuery, 'bucket' | 'pastDue'>

/** The list of orders on a day, with their ages if the query filters by age. */
async function ordersBy(ctx: Context, asOf: Day | undefined, { bucket, pastDue }: AgeFilters) {
  const at = await asOfDay(ctx, asOf)
  const isByAge = bucket !== undefined || pastDue !== undefined
  return store.ordersOn(at, isByAge ? await dueDays(ctx, at) : undefined)
}

/** Returns a page of the documents behind a figure as of a day. */
export async function listArDocuments(ctx: Context, { asOf, figure, ...query }: ArDocumentQuery) {
  return figureDocuments.arDocuments(ctx, { figure, at: await asOfDay(ctx, asOf) }, query)
}

/** Returns the sums of the documents behind a figure. */
export async function sumArDocuments(ctx: Context, query: ArDocumentSumsQuery) {
  const { asOf, figure, ...listQuery } = query
  return figureDocuments.arDocumentSums(ctx, { figure, at: await asOfDay(ctx, asOf) }, listQuery)
}

/** Returns customers' credit usage at the end of a day; today by default. */
export async function listCreditUse(ctx: Context, { asOf, ...query }: CreditUseQuery) {
  return readList<CreditUse>(ctx.db, await creditUseOn(ctx, asOf), query)
}

/** Returns the number and exposure of these customers, also by utilisation. */
export async function sumCreditUse(ctx: Context, { asOf, ...query }: CreditUseSumsQuery) {
  return readSums(ctx.db, await creditUseOn(ctx, asOf), store.summedCredit, query)
}

async function creditUseOn(ctx: Context, asOf: Day | undefined): Promise<ListSpec> {
  const { day, zone, isPast } = await asOfDay(ctx, asOf)
  return isPast ? { ...creditUseListAsOf, values: [day, zone] } : store.creditList
}

/** Returns customers to remind on a day, by amount past due and days late. */
export async function listCollections(ctx: Context, { asOf, ...query }: CollectionQuery) {
  const settings = await readSettings(ctx)
  const date = today(ctx.now, settings.businessTimeZone)
  const toCollection = (customer: OverdueCustomer): Collection => {
    const facts = { ...customer, pastDue: centsOfSum(customer.pastDue), today: asOf ?? date }
    return { ...customer, nextStep: nextStep(facts, settings) }
  }
  const found = await readList<OverdueCustomer>(ctx.db, await collectionsOn(ctx, asOf), query)
  if ('stream' in found) return { stream: toCollections(found.stream, toCollection) }
  return { ...found, rows: found.rows.map(toCollection) }
}

/** Returns the number and past-due amount of these customers, also by reminder level. */
export async function sumCollections(ctx: Context, { asOf, ...query }: CollectionSumsQuery) {
  return readSums(ctx.db, await collectionsOn(ctx, asOf), summedCollections, query)
}

async function collectionsOn(ctx: Context, asOf: Day | undefined): Promise<ListSpec> {
  const { businessTimeZone: zone } = await readSettings(ctx)
  const date = today(ctx.now, zone)
  const isPast = asOf !== undefined && asOf < date
  if (isPast) return { ...collectionListAsOf, values: [asOf, zone] }
  return { ...collectionList, values: [date] }
}

type OverdueCustomer = Omit<Collection, 'nextStep'> & { lastLetterOn: Day | null }

async function* toCollections(
  chunks: AsyncIterable<OverdueCustomer[]>,
  toCollection: (customer: OverdueCustomer) => Collection,
) {
  for await (const chunk of chunks) yield chunk.map(toCollection)
}

const ages = [0, 1, 31, 61, 91] as const

async function dueDays(ctx: Context, { day }: AsOf): Promise<store.DueDays> {
  const found = await rows<{ terms: string }>(ctx.db, store.readTerms)
  const terms = found.map((row) => row.terms)
  return { terms, due: ages.map((age) => terms.map((each) => lastDueDocumentDate(each, day, age))) }
}

function customerOf(row: FiguresRow): CustomerFigures {
  const { id, customerCode, customerName, openInvoices, overdueInvoices } = row
  const amounts = agingColumns.map((column) => [column, centsOfSum(row[column])])
  // Object.fromEntries loses the key types; the keys are unchanged.
  const aging = Object.fromEntries(amounts) as CustomerFigures['aging']
  const customer = { id, customerCode, customerName, openInvoices, overdueInvoices }
  return { ...customer, aging, pastDue: centsOfSum(row.pastDue) }
}
