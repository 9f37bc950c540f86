import { may } from '#features/auth/rules.ts'
import { type RelatedDocument, relatedKinds } from '#features/documents/related-records.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { hidesPurchaseAmounts } from '../rules.ts'
import { readPurchaseOrder } from './read-order.ts'

const text = `
  select 'requisition' as kind, r.id, r.requisition_number as number, r.status,
         null::date as "on", null::numeric as amount,
         r.reason || ' · asked by ' || u.username as says, null as follows
  from requisitions r join users u on u.id = r.created_by
  where r.id in (select i.requisition_id from requisition_items i where i.purchase_order_id = $1)
  union all
  (select 'waiting', o.id, o.order_number, o.status, o.order_date, o.total_amount,
          string_agg(s.sku || ': ' || l.qty_backordered || ' to follow', ', ' order by l.line_no),
          null
   from sales_order_items l
   join sales_orders o on o.id = l.sales_order_id and o.status in ('pending', 'processing')
   join skus s on s.id = l.sku_id
   where l.qty_backordered > 0
     and l.sku_id in (select i.sku_id
                      from purchase_order_items i
                      join purchase_orders p on p.id = i.purchase_order_id
                      where p.id = $1 and p.status in ('submitted', 'approved')
                        and i.quantity > i.qty_received + i.qty_cancelled)
   group by o.id order by o.id limit 50)
  union all
  select 'receipt', t.id, p.order_number || ' / ' || t.receipt_no,
         case when v.id is null then 'received' else 'reversed' end,
         t.received_on, t.amount, t.delivery_note, null
  from receipts t
  join purchase_orders p on p.id = t.purchase_order_id
  left join receipt_reversals v on v.receipt_id = t.id
  where t.purchase_order_id = $1
  union all
  select 'bill', b.id, b.bill_number, b.status, b.doc_date, b.total_amount, null, null
  from vendor_bills b
  where b.id in (select l.vendor_bill_id from vendor_bill_lines l where l.purchase_order_id = $1)
  union all
  select 'vendor-payment', p.id, p.payment_number, p.status, p.paid_on, l.amount, null,
         b.bill_number
  from vendor_bills b
  join vendor_payment_lines l on l.bill_id = b.id
  join vendor_payments p on p.id = l.payment_id and p.status <> 'void'
  where b.id in (select l.vendor_bill_id from vendor_bill_lines l where l.purchase_order_id = $1)
  union all
  select 'vendor-payment', p.id, p.payment_number, p.status, p.paid_on, p.amount, 'Prepayment', null
  from vendor_payments p where p.purchase_order_id = $1 and p.status <> 'void'
  union all
  select 'return', r.id, r.return_number, r.status, null, r.total_amount, r.reason, null
  from returns r where r.purchase_order_id = $1
  union all
  select 'vendor-credit', c.id, c.credit_number,
         case when c.voided_on is not null then 'void'
              when c.applied_amount = c.amount then 'applied' else 'open' end,
         c.posted_on, c.amount, null, r.return_number
  from returns r join vendor_credits c on c.return_id = r.id where r.purchase_order_id = $1
  order by kind, id, follows`

const readRelated = { name: 'read_related_of_purchase_order', text }

/**
 * Returns the records related to an order, of the kinds that the user may read. Includes the oldest
 * fifty sales orders with a backorder of a SKU that is still open on the order.
 */
export function readRelatedOfPurchase(ctx: Context, orderId: number): Promise<RelatedDocument[]> {
  return onOneConnection(ctx, async (inner) => {
    const { id } = await readPurchaseOrder(inner, orderId)
    const found = await rows<RelatedDocument>(inner.db, readRelated, [id])
    const { user } = ctx
    const readable = found.filter(
      ({ kind }) => user !== undefined && may(user, relatedKinds[kind].read),
    )
    if (!hidesPurchaseAmounts(user)) return readable
    return readable.map((each) => (hasCost(each) ? { ...each, amount: null } : each))
  })
}

/** A receipt or return has the cost of its goods as its amount. */
function hasCost({ kind }: RelatedDocument): boolean {
  return kind === 'return' || kind === 'receipt'
}
