import { printedAddress } from '#features/documents/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today, day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, sum, type Amount } from '#platform/kernel/money.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { Statement } from '../../contract.ts'

const billingAddress = printedAddress('customers', 'customers.billing_address')

/** The customer data on a statement. */
export const readParty = {
  name: 'customer_of_statement',
  text: `select customer_code as "customerCode", name as "customerName",
                ${billingAddress} as "billingAddress",
                payment_terms as "paymentTerms"
         from customers where id = $1`,
}

// One statement, so that the opening balance and the lines have the same postings.
const readAccount = {
  name: 'account_of_statement',
  text: `select 0 as id, null::date as "postedOn", '' as memo, null as "customerPO",
                coalesce(sum(l.debit - l.credit), 0)::numeric(12, 2) as amount
         from journal_lines l join journal_entries e on e.id = l.entry_id
         where l.account = '1100' and l.customer_id = $1 and e.posted_on < $2::date
         union all
         select e.id, e.posted_on, e.memo, max(o.customer_po),
                sum(l.debit - l.credit)::numeric(12, 2)
         from journal_lines l join journal_entries e on e.id = l.entry_id
         left join invoices i on e.source = 'invoice' and i.id = e.source_id
         left join sales_orders o on o.id = i.sales_order_id
         where l.account = '1100' and l.customer_id = $1
           and e.posted_on between $2::date and $3::date
         group by e.id
         order by "postedOn" nulls first, id`,
}

export type Party = Pick<
  Statement,
  'customerCode' | 'customerName' | 'billingAddress' | 'paymentTerms'
>
type Entry = Omit<Statement['entries'][number], 'balance'>

/**
 * Returns a customer's activity between two days, from account 1100 of the ledger: opening balance,
 * each document and reversal, closing balance. Defaults to the last three months. Throws 404 for an
 * unknown customer, 422 if the period ends before it starts.
 */
export async function readStatement(
  ctx: Context,
  query: { customerId: number; from?: Day | undefined; to?: Day | undefined },
): Promise<Statement> {
  const { customerId } = query
  const { businessTimeZone } = await readSettings(ctx)
  const to = query.to ?? today(ctx.now, businessTimeZone)
  const from = query.from ?? monthsBefore(to)
  if (from > to) throw invalid([{ path: 'from', message: 'Must not be after the last day' }])
  return onOneConnection(ctx, async ({ db }) => {
    const [parties, [before, ...entries]] = await Promise.all([
      rows<Party>(db, readParty, [customerId]),
      rows<Entry>(db, readAccount, [customerId, from, to]),
    ])
    const [party] = parties
    if (!party) throw missing('That customer')
    const opening = cents(before?.amount ?? '0')
    let balance = opening
    const lines = entries.map((entry) => {
      balance = sum([balance, cents(entry.amount)])
      return { ...entry, balance: decimal(balance) }
    })
    return { customerId, ...party, from, to, ...balanceTexts(opening, balance), entries: lines }
  })
}

function balanceTexts(opening: Cents, closing: Cents): { opening: Amount; closing: Amount } {
  return { opening: decimal(opening), closing: decimal(closing) }
}

const months = 3

/** Returns the first day of the month `months` before the date. */
function monthsBefore(date: Day): Day {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const count = year * 12 + month - 1 - months
  const first = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`
  return day(first)
}
