import type { AsOf } from '#features/settings/server/service.ts'
import { addDays, startOfMonth } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readSums, sumSpecOf } from '#platform/server/lists/list-sums.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { readList, type ListSpec } from '#platform/server/lists/list.ts'
import {
  type ArDocument,
  arDocumentList,
  type ArDocumentQuery,
  type ArDocumentSumsQuery,
} from '../contract.ts'
import {
  creditDocumentsAsOf,
  invoiceMayBeOpen,
  openAmountAsOf,
  readSales,
} from './balances-as-of.ts'
import { openOrdersAsOf } from './credit-and-collections-as-of.ts'
import { type Figure, isOnCredit } from '../rules.ts'
import { customer } from './customer-of-row-sql.ts'

// The documents behind each figure as of a day `$1`, each with the amount it contributes. One list
// holds several kinds of documents, so ids are made unique as id × 4 + kind. Orders are a list of
// their own, so they share the index of refunds.

const kindIndex = `case d.kind
    when 'invoice' then 0 when 'payment' then 1 when 'memo' then 2 else 3 end`
const listed = (documents: string) =>
  `(select d.id::bigint * 4 + ${kindIndex} as id, d.kind, d.number, d.customer_id, d.day,
     d.due_date,
           d.amount::numeric(12, 2) as amount
    from (${documents}) d where d.amount <> 0) o`

const invoice = `'invoice' as kind, i.id, i.invoice_number as number, i.customer_id,
    i.doc_date as day, i.due_date`
const payment = `'payment' as kind, p.id, p.payment_number as number, p.customer_id,
    p.received_on as day, null::date as due_date`
const memo = `'memo' as kind, m.id, m.credit_memo_number as number, m.customer_id,
    m.doc_date as day, null::date as due_date`

/** Open invoices less unapplied credits and prepared refunds; `$2` is the business time zone. */
const balanceNow = listed(`
    select ${invoice}, i.open_amount as amount from invoices i where i.open_amount > 0
    union all
    select ${payment}, -p.open_amount from customer_payments p where p.open_amount > 0
    union all
    select ${memo}, -m.open_amount from credit_memos m where m.open_amount > 0
    union all
    select 'refund', f.id, f.refund_number, f.customer_id,
           (f.created_at at time zone $2::text)::date, null::date, -f.amount
    from refunds f where f.status = 'prepared' and $1::date is not null`)
const balanceAsOf = listed(`
    select ${invoice}, ${openAmountAsOf} as amount from invoices i
    where i.doc_date <= $1::date and ${invoiceMayBeOpen} and $2::text is not null
    union all
    select c.kind, c.id, c.number, c.customer_id, c.day, null::date, -c.amount
    from (${creditDocumentsAsOf}) c`)

/** Invoices on the terms `$3` and all credit memos after the day `$2`. */
const sales = listed(`
    select ${invoice}, i.total as amount from invoices i
    where i.doc_date > $2::date and i.doc_date <= $1::date and i.payment_terms = any($3::text[])
    union all
    select ${memo}, -m.total from credit_memos m
    where m.doc_date > $2::date and m.doc_date <= $1::date
      and (m.voided_on is null or m.voided_on > $1::date)`)

/** Payments received after the day `$2`. */
const received = listed(`
    select ${payment}, p.amount from customer_payments p
    where p.received_on > $2::date and p.received_on <= $1::date
      and (p.voided_on is null or p.voided_on > $1::date)`)

/** Invoices up to the day. A charge for a refund is no sale. */
const invoiced = listed(`
    select ${invoice}, i.total as amount from invoices i
    where i.doc_date <= $1::date and i.refund_id is null`)

const order = `'order' as kind, o.id, o.order_number as number, o.customer_id,
    o.order_date as day, null::date as due_date`

/** The orders that use credit, each with the amount that has not shipped. */
const openOrdersNow = listed(`
    select ${order}, greatest(o.total_amount - o.shipped_amount, 0) as amount from sales_orders o
    where o.status in ('pending', 'processing')
      and coalesce(o.hold_reason, '') not in ('credit', 'parked')`)
const openOrdersOnDay = listed(`select ${order}, o.amount from (${openOrdersAsOf}) o`)

const documents = listSpec(arDocumentList, {
  columns: `o.id, o.kind, o.number, ${customer.columns}, o.day,
    o.due_date as "dueDate", o.amount`,
  from: balanceNow,
  joins: customer.joins,
  where: 'true',
  id: 'o.id',
  fields: {
    id: 'o.id',
    number: 'o.number',
    kind: 'o.kind',
    customerId: customer.id,
    day: 'o.day',
    dueDate: { sql: 'o.due_date', isNullable: true },
    amount: 'o.amount',
    customerCode: customer.code,
  },
  search: [customer.search, 'o.number'],
  countUpTo: 10_000,
})

const summedAmounts = sumSpecOf(arDocumentList, documents, { amount: 'o.amount' })

type FigureQuery = { figure: Figure | undefined; at: AsOf }

/** Returns a page of the documents behind a figure. */
export async function arDocuments(ctx: Context, request: FigureQuery, query: ArDocumentQuery) {
  return readList<ArDocument>(ctx.db, await documentsOf(ctx, request), query)
}

/** Returns the sums of the documents behind a figure. */
export async function arDocumentSums(
  ctx: Context,
  request: FigureQuery,
  query: ArDocumentSumsQuery,
) {
  return readSums(ctx.db, await documentsOf(ctx, request), summedAmounts, query)
}

async function documentsOf(
  ctx: Context,
  { figure = 'balance', at: { day, zone, isPast } }: FigureQuery,
): Promise<ListSpec> {
  if (figure === 'balance') {
    return { ...documents, from: isPast ? balanceAsOf : balanceNow, values: [day, zone] }
  }
  if (figure === 'openOrders') {
    if (!isPast) return { ...documents, from: openOrdersNow }
    return { ...documents, from: openOrdersOnDay, values: [day, zone] }
  }
  if (figure === 'invoiced') return { ...documents, from: invoiced, values: [day] }
  const first = startOfMonth(day)
  const before = figure === 'sales' ? addDays(day, -90) : addDays(first, -1)
  if (figure === 'received') return { ...documents, from: received, values: [day, before] }
  const salesTerms = await rows<{ terms: string }>(ctx.db, readSales, [day, first])
  const terms = salesTerms.map((each) => each.terms).filter(isOnCredit)
  return { ...documents, from: sales, values: [day, before, terms] }
}
