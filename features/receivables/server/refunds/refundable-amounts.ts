import { type Cents, cents, formatMoney, sum } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// Limits refunds, so that no cash is paid out for an unpaid invoice: a credit must settle its own
// invoices first. A credit memo cannot refund what its invoices have open; a payment cannot refund
// what was already refunded as the credit of an invoice that is open again.

/** What a credit memo credits on each of its invoices, by its lines if these have any. */
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
 * What the credit memo `m` must settle first: the open amounts of its invoices, up to what it
 * credits and has not applied to them; and, if other credit memos settled these, of the invoices of
 * those memos.
 */
const unsettledBeforeMemo = `
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
 * What the payment `p` must settle first: open invoices of its customer whose credit was refunded,
 * as far as their open credit does not cover them.
 */
const unsettledBeforePayment = `
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

const refundableOf = (row: string, unsettledSql: string) =>
  `greatest(0, ${row}.open_amount - coalesce((select sum(o.needed) from (${unsettledSql}) o), 0))
    ::numeric(12, 2)`

/** The refundable amount of the credit memo `m`, and of the payment `p`. */
export const refundableMemo = refundableOf('m', unsettledBeforeMemo)
export const refundablePayment = refundableOf('p', unsettledBeforePayment)

const readUnsettled = {
  credit: {
    name: 'owed_before_credit_memo_is_refunded',
    text: `select o.*, m.open_amount as "sourceOpen", m.credit_memo_number as number
           from credit_memos m left join lateral (${unsettledBeforeMemo}) o on true
           where m.id = $1 order by o.id`,
  },
  payment: {
    name: 'owed_before_payment_is_refunded',
    text: `select o.*, p.open_amount as "sourceOpen", p.payment_number as number
           from customer_payments p left join lateral (${unsettledBeforePayment}) o on true
           where p.id = $1 order by o.id`,
  },
} as const

type UnsettledRow = {
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
  /** True if a prepared refund has already reduced the source's open amount. */
  isSetAside: boolean
}

/**
 * Throws if a refund would pay out what was never paid. Checked when a refund is prepared and again
 * when it is released, because a payment may have bounced meanwhile. The caller must hold the
 * customer lock.
 */
export async function guardSourcePaid(ctx: Context, request: RefundRequest): Promise<void> {
  const { kind, id, amount, isSetAside } = request
  const found = await rows<UnsettledRow>(ctx.db, readUnsettled[kind], [id])
  const unsettled = found.filter(({ invoiceNumber }) => invoiceNumber !== null)
  const needed = sum(unsettled.map((row) => cents(row.needed ?? '0')))
  const open = cents(found[0]?.sourceOpen ?? '0') + (isSetAside ? amount : 0)
  const maxRefund = Math.max(0, open - needed) as Cents
  if (amount <= maxRefund) return
  const numbers = unsettled.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  const still = formatMoney(sum(unsettled.map((row) => cents(row.openAmount ?? '0'))))
  const isOne = unsettled.length === 1
  const [has, them] = isOne ? ['has', 'it'] : ['have', 'them']
  const why =
    kind === 'credit'
      ? `open. Apply the credit to ${them} first`
      : `open and a credit of ${them} was paid out. Apply the payment to ${them} first`
  const sentence =
    `${numbers} still ${has} ${still} ${why}. ` +
    `${formatMoney(maxRefund)} of ${found[0]?.number} can be paid out`
  throw new Refusal('refused', 'not-paid', sentence)
}
