import { isNotReversed } from '../store.ts'

export const lockReturn = {
  name: 'lock_return',
  text: `select id, return_number as "returnNumber", type, status, customer_id as "customerId",
                vendor_id as "vendorId", sales_order_id as "salesOrderId",
                purchase_order_id as "purchaseOrderId", source_return_id as "sourceReturnId",
                reason, total_amount as "totalAmount",
                created_by as "createdBy", cancel_request as "cancelRequest",
                hold_reason as "holdReason", version
         from returns where id = $1 for no key update`,
}

export const readLines = {
  name: 'read_lines_of_return',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, i.quantity,
                i.qty_received as "qtyReceived", i.qty_cancelled as "qtyCancelled", i.condition,
                i.disposition, i.sales_order_item_id as "salesOrderItemId"
         from return_items i join skus s on s.id = i.sku_id
         where i.return_id = $1 order by i.line_no`,
}

export const lockSkus = {
  name: 'lock_skus_of_return',
  text: `select id from skus
         where id in (select sku_id from return_items where return_id = $1)
         order by id for no key update`,
}

export const readFree = {
  name: 'read_free_units_of_return',
  text: `select s.id, s.sku, s.current_stock - s.reserved - s.soft_reserved as available
         from skus s
         where s.id in (select sku_id from return_items where return_id = $1)`,
}

export const readArrived = {
  name: 'read_arrived_of_return',
  text: `select coalesce(sum(i.qty_received), 0)::int as "qtyReceived",
                (select coalesce(sum(t.quantity), 0)::int
                 from return_receipt_items t join return_items k on k.id = t.return_item_id
                 where k.return_id = $1 and t.disposition = 'inspect'
                   and ${isNotReversed}) as "toInspect"
         from return_items i where i.return_id = $1`,
}

export const changeStatus = {
  name: 'change_return_status',
  text: `update returns
         set status = $2, updated_at = now(), version = version + 1,
             cancel_request = case when $2 = 'approved' then cancel_request end,
             hold_reason = case when $2 in ('pending', 'approved', 'received') then hold_reason end
         where id = $1`,
}

export const changeHold = {
  name: 'change_hold_of_return',
  text: `update returns set hold_reason = $2, updated_at = now(), version = version + 1
         where id = $1`,
}

export const requestCancellation = {
  name: 'ask_return_back',
  text: `update returns set cancel_request = $2, updated_at = now(), version = version + 1
         where id = $1`,
}

export const addReceipt = {
  name: 'add_return_receipt',
  text: `insert into return_receipts (return_id, receipt_no, received_on, created_by)
         select $1, (select count(*) from return_receipts where return_id = $1) + 1, $2, $3
         returning id, receipt_no as "receiptNo"`,
}

/**
 * The findings replace the planned condition and disposition; units awaiting inspection do not
 * change the planned disposition.
 */
export const countReceived = {
  name: 'count_received_of_return',
  text: `with found as (
           select id, sum(quantity)::int as quantity,
                  (array_agg(condition order by place desc))[1] as condition,
                  (array_agg(nullif(disposition, 'inspect') order by place desc))[1] as disposition
           from unnest($2::int[], $3::int[], $4::text[], $5::text[])
             with ordinality as t (id, quantity, condition, disposition, place)
           group by id
         )
         update return_items as i
         set qty_received = i.qty_received + f.quantity,
             condition = coalesce(f.condition, i.condition),
             disposition = coalesce(f.disposition, i.disposition)
         from found f
         where i.id = f.id and i.return_id = $1`,
}

export const closeLines = {
  name: 'close_lines_of_return',
  text: `update return_items set qty_cancelled = quantity - qty_received where return_id = $1`,
}

export const readHeld = {
  name: 'read_held_units_of_return',
  text: `select t.id, t.return_receipt_id as "receiptId", t.return_item_id as "returnItemId",
                i.line_no as "lineNo", i.sku_id as "skuId", s.sku, t.quantity, t.condition,
                t.disposition, i.sales_order_item_id as "salesOrderItemId",
                (select coalesce(sum(b.quantity), 0)::int from return_items b
                 join returns v on v.id = b.return_id and v.status not in ('rejected', 'cancelled')
                 where b.source_item_id = i.id) as sent,
                (select coalesce(sum(t.quantity), 0)::int from return_receipt_items t
                 where t.return_item_id = i.id and t.disposition = 'vendor'
                   and ${isNotReversed}) as meant
         from return_receipt_items t
         join return_items i on i.id = t.return_item_id
         join skus s on s.id = i.sku_id
         where i.return_id = $1 and t.disposition in ('inspect', 'vendor')
           and ${isNotReversed}
         order by t.id`,
}

export const readUnitsForVendor = {
  name: 'read_units_meant_for_vendors',
  text: `select i.id, i.sku_id as "skuId", s.sku, i.reason, i.condition, s.cost,
                (select coalesce(sum(t.quantity), 0) from return_receipt_items t
                 where t.return_item_id = i.id and t.disposition = 'vendor'
                   and ${isNotReversed})::int
                - (select coalesce(sum(b.quantity), 0) from return_items b
                   join returns v on v.id = b.return_id
                     and v.status not in ('rejected', 'cancelled')
                   where b.source_item_id = i.id)::int as "unsentUnits"
         from return_items i join skus s on s.id = i.sku_id
         where i.return_id = $1 order by i.line_no`,
}

/** Serializes bills and returns of one purchase order, which are counted against each other. */
export const lockPurchaseOrderOf = {
  name: 'lock_purchase_order_of_return',
  text: `select id from purchase_orders
         where id = (select purchase_order_id from returns where id = $1)
         for no key update`,
}

export const lockCustomerOf = {
  name: 'lock_customer_of_return',
  text: `select id from customers
         where id = (select customer_id from returns where id = $1)
         for no key update`,
}

export const readReplacement = {
  name: 'read_replacement_of_return',
  text: `select r.replacement_price as price, o.order_number as "orderNumber", o.status
         from returns r join sales_orders o on o.id = r.replacement_order_id
         where r.id = $1`,
}

export const readToReplace = {
  name: 'read_goods_to_replace',
  text: `select i.sku_id as "skuId", i.quantity - i.qty_cancelled as quantity,
                i.unit_price as "unitPrice"
         from return_items i
         where i.return_id = $1 and i.quantity > i.qty_cancelled order by i.line_no`,
}

export const readShippingAddress = {
  name: 'read_address_of_original_order',
  text: 'select shipping_address as address from sales_orders where id = $1',
}

export const linkReplacement = {
  name: 'link_replacement_of_return',
  text: `update returns
         set replacement_order_id = $2, replacement_price = $3, updated_at = now(),
             version = version + 1
         where id = $1 and replacement_order_id is null`,
}
