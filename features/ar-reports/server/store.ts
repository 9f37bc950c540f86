import { endOfDay, fieldAsOf, statusAsOf } from '#features/audit/server/service.ts'
import { boundByLimit } from '#features/customers/server/service.ts'
import type { BucketId } from '#features/receivables/rules.ts'
import type { AsOf } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { arOrderList, creditUseList } from '../contract.ts'
import { creditUses } from '../rules.ts'
import { customer } from './customer-of-row-sql.ts'

// `$1` is the day, `$2` the business time zone. The history supplies an order's past state; an
// order not updated since is unchanged, and one created later is excluded. `offset 0` prevents a
// history lookup for every use of the status.
const order = { entity: 'sales_order', id: 's.id' }
const wasChangedSince = `s.updated_at >= ${endOfDay}`
const statusInHistory = statusAsOf(order)
const totalAmountAsOf = fieldAsOf({ ...order, field: 'totalAmount', current: 's.total_amount' })
const shipDateAsOf = fieldAsOf({ ...order, field: 'shipDate', current: 's.ship_date' })
// Both values are referenced, so that either statement accepts the same parameters.
const statusNow = `(case when $2::text is null then '' else s.status end) as status`

type OrderColumns = {
  status: string
  total: string
  shipDate: string
  columns?: string
  joins?: string
}

const ordersSql = ({ status, total, shipDate, columns = '', joins = '' }: OrderColumns) => `(
    select s.id, s.order_number, s.customer_id, ${total} as total_amount,
           s.order_date, ${shipDate} as ship_date,
           n.status, n.status in ('shipped', 'delivered') as is_open,
           n.status in ('pending', 'processing', 'shipped')
             and coalesce(${shipDate} < $1::date, false) as is_overdue ${columns}
    from sales_orders s ${joins}
    cross join lateral (select ${status}) n
    where n.status is not null
  ) o`

/**
 * The terms of an order, by which it is invoiced: those it was placed on, which may no longer be
 * those of its customer. Orders of earlier versions have no terms; they and terms that are missing
 * in `$3` use the customer's.
 */
const termsOfOrder = `(case when s.payment_terms = any($3::text[]) then s.payment_terms
    else b.payment_terms end)`

// For queries by age: `$3` the payment terms in use, `$4` to `$8` for each of them the latest
// document day that is due for 0, 1, 31, 61 and 91 days, `$9` the latest of each of these five.
// They only match shipped orders, whose ship date does not change.
const age = {
  columns: `, coalesce(s.ship_date, s.order_date) as document_day,
    t.due0, t.due1, t.due31, t.due61, t.due91`,
  joins: `join customers b on b.id = s.customer_id
    join unnest($3::text[], $4::date[], $5::date[], $6::date[], $7::date[], $8::date[])
      as t (terms, due0, due1, due31, due61, due91)
      on t.terms = ${termsOfOrder} and $9::date[] is not null`,
}

const currentColumns = { status: statusNow, total: 's.total_amount', shipDate: 's.ship_date' }
// Total and ship date of shipped and cancelled orders are final; only others need the history.
const needsHistory = `n.status in ('pending', 'processing') and ${wasChangedSince}`
const asOfColumns = {
  status: `(case when s.created_at >= ${endOfDay} then null
    when ${wasChangedSince} then ${statusInHistory} else s.status end) as status offset 0`,
  total: `(case when ${needsHistory} then ${totalAmountAsOf}::numeric(12, 2)
    else s.total_amount end)`,
  shipDate: `(case when ${needsHistory} then ${shipDateAsOf}::date else s.ship_date end)`,
}
const ordersNow = ordersSql(currentColumns)
const ordersAsOf = ordersSql(asOfColumns)

/**
 * Documents up to the latest day of any terms, written so that an index excludes later orders.
 * Orders placed later cannot match, unless they were shipped before they were placed.
 */
const documentBy = (dueIndex: number) => {
  const latest = `($9::date[])[${dueIndex}]`
  return `o.document_day <= ${latest} and o.order_date <= greatest(${latest}, (
    select max(a.order_date) from sales_orders a
    where a.ship_date < a.order_date and a.ship_date <= ${latest}))`
}

const agingConditions = {
  notDue: 'o.document_day > o.due0',
  days0to30: `o.document_day <= o.due0 and o.document_day > o.due31 and ${documentBy(1)}`,
  days31to60: `o.document_day <= o.due31 and o.document_day > o.due61 and ${documentBy(3)}`,
  days61to90: `o.document_day <= o.due61 and o.document_day > o.due91 and ${documentBy(4)}`,
  over90: `o.document_day <= o.due91 and ${documentBy(5)}`,
} satisfies Record<BucketId, string>

const status = { sql: 'o.status', type: 'text', orderedBy: 'o.id' } as const

// Today's orders use the maintained totals by status.
const totals = { from: 'sales_order_totals o', sum: 'o.orders', filters: { status } }

const declaredList = listSpec(arOrderList, {
  columns: `o.id, o.order_number as "orderNumber", ${customer.columns},
    o.total_amount as "totalAmount",
    o.status, o.order_date as "orderDate", o.ship_date as "shipDate",
    o.is_overdue as "isOverdue"`,
  from: ordersNow,
  joins: customer.joins,
  where: 'true',
  id: 'o.id',
  isCovered: true,
  fields: {
    id: 'o.id',
    orderNumber: 'o.order_number',
    customerId: customer.id,
    totalAmount: 'o.total_amount',
    status,
    orderDate: 'o.order_date',
    shipDate: { sql: 'o.ship_date', isNullable: true },
    customerCode: customer.code,
    overdue: { when: 'true', holds: 'o.is_overdue and o.ship_date < $1::date' },
    pastDue: { when: 'true', holds: `o.is_open and o.document_day <= o.due1 and ${documentBy(2)}` },
    bucket: { each: agingConditions },
  },
  search: [customer.search, { startOf: 'o.order_number' }, { endOf: 'o.order_number' }],
  countUpTo: 5_000,
})

/** `open` is for orders in an aging bucket. */
const orderList: ListSpec = {
  ...declaredList,
  filters: { ...declaredList.filters, open: { when: 'true', holds: 'o.is_open' } },
}

export const summedOrders = sumSpecOf(arOrderList, orderList, { amount: 'o.total_amount' })

/** For each of the payment terms in use, the latest document days that are due for so many days. */
export type DueDays = { terms: string[]; due: readonly Day[][] }

/** Returns the parameter values of these statements. */
export function valuesOf({ day, zone }: AsOf): unknown[] {
  return [day, zone]
}

/**
 * Returns the list spec of sales orders as they were on a day; today's orders have their status in
 * the row. `days` is required to filter by age.
 */
export function ordersOn(at: AsOf, days?: DueDays): ListSpec {
  const columns = at.isPast ? asOfColumns : currentColumns
  const list = at.isPast ? orderList : { ...orderList, totals }
  if (!days) return { ...list, from: ordersSql(columns), values: valuesOf(at) }
  const { terms, due } = days
  // ISO date strings sort chronologically.
  const latest = due.map((each) => each.toSorted().at(-1))
  const values = [...valuesOf(at), terms, ...due, latest]
  return { ...list, from: ordersSql({ ...columns, ...age }), values }
}

const orderFigures = `
    coalesce(sum(o.total_amount) filter (where o.is_open), 0)::numeric(18, 2)::text
      as receivable,
    count(*) filter (where o.is_overdue)::int as "overdueCount",
    count(*) filter (where o.is_open)::int as "pendingPayment"`

/** The figures by orders, today and at the end of a past day. */
export const orderFiguresNow = {
  name: 'ar_order_figures',
  text: `select ${orderFigures} from ${ordersNow}`,
}
export const orderFiguresAsOf = {
  name: 'ar_order_figures_then',
  text: `select ${orderFigures} from ${ordersAsOf}`,
}

/**
 * The payment terms that customers have or had: an order is placed on those of its customer. Their
 * earlier terms are read from the versions of customers, because distinct terms of a million orders
 * would take a scan of all of them.
 */
export const readTerms = {
  name: 'ar_terms',
  text: `select payment_terms as terms from customers
         union
         select payment_terms from customer_term_versions
         order by terms`,
}

const exposure = '(c.current_balance + c.open_order_amount)'

/** What is left of the limit, also less what binding approvals hold for a few minutes. */
const availableCredit = `(c.credit_limit - ${exposure} - c.soft_reserved_amount)`

/** True if a credit limit applies to the customer and the exposure exceeds it. */
const isOver = `${exposure} > c.credit_limit and ${boundByLimit}`

/** The share of the limit in percent, as it is shown; null without a limit. */
const utilisation = `round(100 * ${exposure} / nullif(c.credit_limit, 0), 1)`

const useList = creditUses.map((each) => `'${each}'`).join(', ')
const use = `case when c.credit_limit = 0 then 'none' when ${isOver} then 'over'
    when ${utilisation} >= 80 then 'high' when ${utilisation} >= 50 then 'medium' else 'low' end`

/** List spec of customers by credit usage, highest first; usage without a limit comes first. */
export const creditList = listSpec(creditUseList, {
  columns: `c.id, c.customer_code as "customerCode", c.name as "customerName",
    c.credit_limit as "creditLimit", c.current_balance as "currentBalance",
    c.open_order_amount as "openOrderAmount", ${exposure} as exposure,
    ${availableCredit} as "availableCredit",
    ${utilisation}::text as utilisation, (${isOver}) as "isOver", ${use} as use`,
  from: 'customers c',
  // Not by the exposure, which may be 0 although balance and open orders are not.
  where: `c.deleted_at is null
    and (c.credit_limit <> 0 or c.current_balance <> 0 or c.open_order_amount <> 0)`,
  id: 'c.id',
  fields: {
    id: 'c.id',
    customerCode: 'c.customer_code collate "und-x-icu"',
    customerName: 'c.name collate "und-x-icu"',
    creditLimit: 'c.credit_limit',
    currentBalance: 'c.current_balance',
    openOrderAmount: 'c.open_order_amount',
    exposure,
    availableCredit,
    utilisation: `(case when c.credit_limit = 0 then 1e12 else ${exposure} / c.credit_limit end)`,
    credit: { when: 'over', holds: isOver },
    use: { sort: `array_position(array[${useList}], ${use})`, filter: `(${use})` },
  },
  search: ['c.customer_code', 'c.name'],
})

export const summedCredit = sumSpecOf(creditUseList, creditList, {
  amount: exposure,
  groups: { use },
})
