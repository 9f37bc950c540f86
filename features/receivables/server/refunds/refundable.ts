import { type Cents, cents, formatMoney, sum } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// Cash never leaves for what was never paid: credit settles the invoices it stands on first. What
// these have open is kept back of a credit memo, and of a payment what was paid out as the credit
// of an invoice that is open again.

/** What a credit memo takes back of each of its invoices, by its lines where these name any. */
const creditedBy = (memoId: string) => `(
    select l.invoice_id, sum(k.total_price + k.tax_amount) as amount
    from credit_memo_lines k join invoice_lines l on l.id = k.invoice_line_id
    where k.credit_memo_id = ${memoId}
    group by l.invoice_id
    union all
    select d.invoice_id, d.total from credit_memos d
    where d.id = ${memoId} and d.invoice_id is not null and not exists (
      select from credit_memo_lines k
      where k.credit_memo_id = d.id and k.invoice_line_id is not null))`

const ofMemo = creditedBy('m.id')
const ofAppliedMemo = creditedBy('a.credit_memo_id')

/**
 * What the credit memo `m` has to settle first: what is open of its invoices, as far as it credits
 * them and was not applied to them; and where other credit settled these, of the invoices of that.
 */
const owedBeforeMemo = `
  with recursive reached (via, invoice_id, most) as (
    select m.id, c.invoice_id, c.amount - coalesce((
             select sum(a.amount) from receivable_applications a
             where a.credit_memo_id = m.id and a.invoice_id = c.invoice_id
               and a.reversed_on is null), 0)
    from ${ofMemo} c
    union
    select a.credit_memo_id, c.invoice_id, least(r.most, a.amount)
    from reached r
    join receivable_applications a on a.invoice_id = r.invoice_id and a.reversed_on is null
      and a.credit_memo_id <> m.id
    cross join lateral ${ofAppliedMemo} c
    where r.most > 0
  )
  select i.id, i.invoice_number as "invoiceNumber", i.open_amount as "openAmount",
         least(i.open_amount, t.most) as needed
  from (
    select v.invoice_id, sum(v.most) as most
    from (select via, invoice_id, max(most) as most from reached group by via, invoice_id) v
    group by v.invoice_id
  ) t
  join invoices i on i.id = t.invoice_id
  where i.open_amount > 0 and t.most > 0`

const ofRefundedMemo = creditedBy('d.id')

/**
 * What the payment `p` has to settle first: invoices of its customer that are open although credit
 * of them was paid out, as far as open credit of them does not settle them.
 */
const owedBeforePayment = `
  select i.id, i.invoice_number as "invoiceNumber", i.open_amount as "openAmount",
         least(i.open_amount - t.open, t.refunded) as needed
  from (
    select c.invoice_id, sum(least(d.open_amount, c.amount)) as open,
           sum(least(f.amount, c.amount)) as refunded
    from (
      select f.credit_memo_id as id, sum(f.amount) as amount from refunds f
      where f.customer_id = p.customer_id and f.credit_memo_id is not null
        and f.status in ('prepared', 'released')
      group by f.credit_memo_id
    ) f
    join credit_memos d on d.id = f.id
    cross join lateral ${ofRefundedMemo} c
    group by c.invoice_id
  ) t
  join invoices i on i.id = t.invoice_id
  where i.open_amount > t.open and t.refunded > 0`

const refundableOf = (row: string, owed: string) =>
  `greatest(0, ${row}.open_amount - coalesce((select sum(o.needed) from (${owed}) o), 0))
    ::numeric(12, 2)`

/** What may be paid out of the credit memo `m`, and of the payment `p`. */
export const refundableMemo = refundableOf('m', owedBeforeMemo)
export const refundablePayment = refundableOf('p', owedBeforePayment)

const readOwed = {
  credit: {
    name: 'owed_before_credit_memo_is_refunded',
    text: `select o.*, m.open_amount as "sourceOpen", m.credit_memo_number as number
           from credit_memos m left join lateral (${owedBeforeMemo}) o on true
           where m.id = $1 order by o.id`,
  },
  payment: {
    name: 'owed_before_payment_is_refunded',
    text: `select o.*, p.open_amount as "sourceOpen", p.payment_number as number
           from customer_payments p left join lateral (${owedBeforePayment}) o on true
           where p.id = $1 order by o.id`,
  },
} as const

type OwedRow = {
  invoiceNumber: string | null
  openAmount: string | null
  needed: string | null
  sourceOpen: string
  number: string
}

type RefundRequest = {
  kind: 'payment' | 'credit'
  id: number
  amount: Cents
  /** What of the amount was taken off the source already, as a refund that is prepared. */
  isSetAside: boolean
}

/**
 * Refuses to pay out what was never paid, when a refund is prepared and again when it is released:
 * what settled the invoice may have bounced meanwhile. The caller holds the customer's lock.
 */
export async function guardPaid(ctx: Context, asked: RefundRequest): Promise<void> {
  const { kind, id, amount, isSetAside } = asked
  const found = await rows<OwedRow>(ctx.db, readOwed[kind], [id])
  const owed = found.filter(({ invoiceNumber }) => invoiceNumber !== null)
  const needed = sum(owed.map((row) => cents(row.needed ?? '0')))
  const open = cents(found[0]?.sourceOpen ?? '0') + (isSetAside ? amount : 0)
  const most = Math.max(0, open - needed) as Cents
  if (amount <= most) return
  const numbers = owed.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  const still = formatMoney(sum(owed.map((row) => cents(row.openAmount ?? '0'))))
  const isOne = owed.length === 1
  const [has, them] = isOne ? ['has', 'it'] : ['have', 'them']
  const why =
    kind === 'credit'
      ? `open: apply the credit to ${them} first`
      : `open and credit of ${them} was paid out: apply the payment to ${them} first`
  const sentence =
    `${numbers} still ${has} ${still} ${why}. ` +
    `${formatMoney(most)} of ${found[0]?.number} can be paid out`
  throw new Refusal('refused', 'not-paid', sentence)
}
