import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal, sum } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { OpenItem, OpenItems } from '../../contract.ts'
import { agesOf } from '../../rules.ts'
import { type Party, readParty } from './statement.ts'

const inForce = `a.applied_on <= $2::date and (a.reversed_on is null or a.reversed_on > $2::date)`

const invoiceOpen = `i.total - coalesce((
    select sum(a.amount + a.discount) from receivable_applications a
    where a.invoice_id = i.id and ${inForce}), 0)`

const paymentUsed = `coalesce((
    select sum(a.amount) from receivable_applications a
    where a.payment_id = p.id and ${inForce}), 0)
  + coalesce((
    select sum(f.amount) from refunds f
    where f.payment_id = p.id and f.released_on <= $2::date
      and (f.reversed_on is null or f.reversed_on > $2::date)), 0)`

const creditUsed = `coalesce((
    select sum(a.amount) from receivable_applications a
    where a.credit_memo_id = m.id and ${inForce}), 0)
  + coalesce((
    select sum(f.amount) from refunds f
    where f.credit_memo_id = m.id and f.released_on <= $2::date
      and (f.reversed_on is null or f.reversed_on > $2::date)), 0)`

// Point in time: a past day always returns the same items.
const readItems = {
  name: 'open_items_of_customer',
  text: `select kind, number, customer_po as "customerPO", doc_date as "docDate",
                due_date as "dueDate",
                $2::date - due_date as "daysLate", amount::numeric(12, 2)::text as amount,
                open::numeric(12, 2)::text as open
         from (
           select 'invoice' as kind, i.invoice_number as number, o.customer_po, i.doc_date,
                  i.due_date, i.total as amount, ${invoiceOpen} as open
           from invoices i left join sales_orders o on o.id = i.sales_order_id
           where i.customer_id = $1 and i.doc_date <= $2::date
           union all
           select 'payment', p.payment_number, null, p.received_on, null, 0 - p.amount,
                  ${paymentUsed} - p.amount
           from customer_payments p
           where p.customer_id = $1 and p.received_on <= $2::date
             and (p.voided_on is null or p.voided_on > $2::date)
           union all
           select 'credit', m.credit_memo_number, null, m.doc_date, null, 0 - m.total,
                  ${creditUsed} - m.total
           from credit_memos m
           where m.customer_id = $1 and m.doc_date <= $2::date
             and (m.voided_on is null or m.voided_on > $2::date)
         ) found
         where open <> 0
         order by due_date nulls last, doc_date, number`,
}

/**
 * Returns the open items of a customer's account at the end of a day, today by default: invoices by
 * due date, then unapplied payments and credits. They add up to the balance.
 */
export async function readOpenItems(
  ctx: Context,
  { customerId, to }: { customerId: number; to?: Day | undefined },
): Promise<OpenItems> {
  const { businessTimeZone } = await readSettings(ctx)
  const asOf = to ?? today(ctx.now, businessTimeZone)
  return onOneConnection(ctx, async ({ db }) => {
    const [parties, items] = await Promise.all([
      rows<Party>(db, readParty, [customerId]),
      rows<OpenItem>(db, readItems, [customerId, asOf]),
    ])
    const [party] = parties
    if (!party) throw missing('That customer')
    const balance = decimal(sum(items.map(({ open }) => cents(open))))
    return { customerId, ...party, asOf, items, ...agesOf(items), balance }
  })
}
