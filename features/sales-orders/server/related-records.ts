import { may } from '#features/auth/rules.ts'
import { type RelatedDocument, relatedKinds } from '#features/documents/related-records.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readSalesOrder } from './read-order.ts'

const text = `
  select 'backorder' as kind, i.id, s.sku as number, 'backordered' as status, null::date as "on",
         null::numeric as amount, i.qty_backordered || ' of ' || i.quantity || ' to follow' as says,
         null as follows
  from sales_order_items i join skus s on s.id = i.sku_id
  where i.sales_order_id = $1 and i.qty_backordered > 0
  union all
  (select 'incoming', p.id, p.order_number, p.status, p.expected_date, p.total_amount,
          string_agg(s.sku || ': ' || (i.quantity - i.qty_received - i.qty_cancelled)
                       || ' to come',
                     ', ' order by i.line_no),
          null
   from purchase_order_items i
   join purchase_orders p on p.id = i.purchase_order_id and p.status in ('submitted', 'approved')
   join skus s on s.id = i.sku_id
   where i.quantity > i.qty_received + i.qty_cancelled
     and i.sku_id in (select l.sku_id from sales_order_items l
                      where l.sales_order_id = $1 and l.qty_backordered > 0)
   group by p.id order by p.expected_date nulls last, p.id limit 50)
  union all
  select 'shipment', t.id, t.shipment_number,
         case when t.delivered_on is null then 'shipped' else 'delivered' end,
         t.ship_date, t.total_amount, nullif(concat_ws(' ', t.carrier, t.tracking_number), ''), null
  from shipments t where t.sales_order_id = $1
  union all
  select 'invoice', i.id, i.invoice_number,
         case when i.open_amount = 0 then 'paid' when i.open_amount < i.total then 'part-paid'
              else 'open' end,
         i.doc_date, i.total, null, t.shipment_number
  from invoices i left join shipments t on t.id = i.shipment_id where i.sales_order_id = $1
  union all
  select 'payment', p.id, p.payment_number, p.status, p.received_on, sum(a.amount), null,
         i.invoice_number
  from invoices i
  join receivable_applications a on a.invoice_id = i.id and a.reversed_on is null
  join customer_payments p on p.id = a.payment_id
  where i.sales_order_id = $1 group by p.id, i.id
  union all
  select 'credit-memo', m.id, m.credit_memo_number,
         case when m.open_amount = 0 then 'applied' else 'open' end, m.doc_date, m.total, m.reason,
         i.invoice_number
  from invoices i join credit_memos m on m.invoice_id = i.id where i.sales_order_id = $1
  union all
  select 'return', r.id, r.return_number, r.status, null, r.total_amount, r.reason, null
  from returns r where r.sales_order_id = $1
  union all
  select 'replaces', r.id, r.return_number, r.status, null, r.total_amount,
         case r.replacement_price when 'free' then 'free of charge'
              else 'at the original price' end,
         null
  from returns r where r.replacement_order_id = $1
  union all
  select 'replacement', o.id, o.order_number, o.status, o.order_date, o.total_amount,
         'for ' || r.return_number, r.return_number
  from returns r join sales_orders o on o.id = r.replacement_order_id
  where r.sales_order_id = $1
  order by kind, id, follows`

const readRelated = { name: 'read_related_of_sales_order', text }

/**
 * The records related to an order, of the kinds that the user may read. For backordered units it
 * includes the open purchase orders of the same SKUs, at most fifty, earliest first; their units
 * are not assigned to an order.
 */
export function readRelatedOfSale(ctx: Context, orderId: number): Promise<RelatedDocument[]> {
  return onOneConnection(ctx, async (inner) => {
    const { id } = await readSalesOrder(inner, orderId)
    const found = await rows<RelatedDocument>(inner.db, readRelated, [id])
    const { user } = ctx
    const readable = found.filter(
      ({ kind }) => user !== undefined && may(user, relatedKinds[kind].read),
    )
    // The amount of a purchase order would reveal the cost of its goods.
    if (!user || may(user, 'skus.cost')) return readable
    return readable.map((each) => (each.kind === 'incoming' ? { ...each, amount: null } : each))
  })
}
