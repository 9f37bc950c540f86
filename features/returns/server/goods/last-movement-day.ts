import type { EarliestDay } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

const readLast = {
  name: 'last_day_of_goods_of_return',
  text: `select max(day) as day
         from (
           select received_on as day from return_receipts where return_id = $1
           union all
           select v.reversed_on
           from return_receipts t
           join return_receipt_reversals v on v.return_receipt_id = t.id
           where t.return_id = $1
           union all
           select posted_on from journal_entries where source = 'return' and source_id = $1
           union all
           select voided_on from credit_memos where return_id = $1
           union all
           select i.doc_date
           from return_items t
           join invoice_lines l on l.sales_order_item_id = t.sales_order_item_id
           join invoices i on i.id = l.invoice_id
           where t.return_id = $1
           union all
           select greatest(b.posted_on, b.voided_on)
           from returns r
           join vendor_bill_lines l on l.purchase_order_id = r.purchase_order_id
           join vendor_bills b on b.id = l.vendor_bill_id
           where r.id = $1
           union all
           select greatest(c.posted_on, c.voided_on)
           from returns r
           join returns o on o.purchase_order_id = r.purchase_order_id
           join vendor_credits c on c.return_id = o.id
           where r.id = $1
         ) as each`,
}

/**
 * Returns the last day on which the goods of a return moved or were charged, billed or credited;
 * the credit, and the reversal of a receipt, must not be dated before. The caller must hold the
 * locks of that step.
 */
export async function lastMoved(ctx: Context, id: number): Promise<EarliestDay> {
  const [found] = await rows<{ day: Day | null }>(ctx.db, readLast, [id])
  return { day: found?.day, event: 'when its goods last moved or were charged' }
}
