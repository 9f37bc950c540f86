import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { OpenInvoice } from '../../credit-remedies.ts'

// What an advice needs beyond the facts of the decision, for several customers in one statement
// each, and bounded: an advice that would need more invoices than these is not given.

const readInvoices = {
  name: 'read_open_invoices_of_customers',
  text: `select i.customer_id as "customerId", i.invoice_number as number,
                i.open_amount as "openAmount", ($2::date - i.due_date)::int as "daysLate"
         from unnest($1::int[]) as c (id) cross join lateral (
           select id, customer_id, invoice_number, open_amount, due_date from invoices
           where customer_id = c.id and open_amount > 0
           order by due_date, id limit 200) i
         order by i.customer_id, i.due_date, i.id`,
}

type InvoiceRow = { customerId: number; number: string; openAmount: string; daysLate: number }

/** The oldest open invoices of customers, by due date; a customer without any is missing. */
export async function readOpenInvoices(
  ctx: Context,
  customerIds: readonly number[],
  date: Day,
): Promise<Map<number, OpenInvoice[]>> {
  if (customerIds.length === 0) return new Map()
  const found = await rows<InvoiceRow>(ctx.db, readInvoices, [customerIds, date])
  return byCustomer(
    found.map(({ openAmount, ...each }) => ({ ...each, openAmount: cents(openAmount) })),
  )
}

const readWaiting = {
  name: 'read_orders_waiting_for_payment_of_customers',
  text: `select o.customer_id as "customerId", o.id, o.order_number as number,
                greatest(0, o.total_amount - o.shipped_amount)::text as open
         from unnest($1::int[]) as c (id) cross join lateral (
           select id, customer_id, order_number, total_amount, shipped_amount, order_date
           from sales_orders
           where customer_id = c.id and hold_reason = 'payment'
           order by order_date, id limit 100) o
         order by o.customer_id, o.order_date, o.id`,
}

type WaitingRow = { customerId: number; id: number; number: string; open: string }

/** An order on hold for payment, with the part of it that has not shipped. */
export type WaitingOrder = { id: number; number: string; open: Cents }

/** The orders of customers that wait for payment, in the order in which payments release them. */
export async function readWaitingOrders(
  ctx: Context,
  customerIds: readonly number[],
): Promise<Map<number, WaitingOrder[]>> {
  if (customerIds.length === 0) return new Map()
  const found = await rows<WaitingRow>(ctx.db, readWaiting, [customerIds])
  return byCustomer(found.map(({ open, ...each }) => ({ ...each, open: cents(open) })))
}

function byCustomer<R extends { customerId: number }>(found: readonly R[]): Map<number, R[]> {
  const grouped = new Map<number, R[]>()
  for (const row of found) {
    const others = grouped.get(row.customerId)
    if (others) others.push(row)
    else grouped.set(row.customerId, [row])
  }
  return grouped
}
