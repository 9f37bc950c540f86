import type { ReservedLine, SkuReservations } from '../../contract.ts'
import type { AllocatedLine } from '../../reallocation-rules.ts'

/** A SKU with its counters. */
export type SkuCounters = Pick<
  SkuReservations,
  | 'skuId'
  | 'sku'
  | 'name'
  | 'unitOfMeasure'
  | 'currentStock'
  | 'reserved'
  | 'softReserved'
  | 'available'
>

export const readCounters = {
  name: 'read_counters_of_sku',
  text: `select id as "skuId", sku, name, unit_of_measure as "unitOfMeasure",
                current_stock as "currentStock", reserved, soft_reserved as "softReserved",
                current_stock - reserved - soft_reserved as available
         from skus where id = $1 and deleted_at is null`,
}

export const lockSku = {
  name: 'lock_sku_to_reallocate',
  text: 'select id from skus where id = $1 for no key update',
}

/** A line with reserved or backordered units, and what is shown of its order. */
export type LineRow = AllocatedLine &
  Pick<ReservedLine, 'version' | 'customerName' | 'cancelAfter' | 'orderDate' | 'quantity'>

// In the order in which backorders are filled.
export const readLines = {
  name: 'read_lines_with_reservations',
  text: `select i.id as "itemId", i.line_no as "lineNo", i.sku_id as "skuId",
                o.id as "orderId", o.order_number as "orderNumber", o.version, o.status,
                o.hold_reason as "holdReason", o.cancel_request as "cancelRequest",
                o.customer_id as "customerId", c.customer_code as "customerCode",
                c.name as "customerName", c.allow_backorder as "mayBackorder",
                o.order_date as "orderDate", o.ship_date as "promisedDate",
                o.cancel_after as "cancelAfter", i.quantity, i.qty_reserved as reserved,
                i.qty_backordered as backordered, other.reserved as "otherReserved",
                other.backordered as "otherBackordered"
         from sales_order_items i
         join sales_orders o on o.id = i.sales_order_id
         join customers c on c.id = o.customer_id
         cross join lateral (
           select coalesce(sum(x.qty_reserved), 0)::int as reserved,
                  coalesce(sum(x.qty_backordered), 0)::int as backordered
           from sales_order_items x
           where x.sales_order_id = o.id and x.id <> i.id) as other
         where i.sku_id = $1 and o.status in ('pending', 'processing')
           and (i.qty_reserved > 0 or i.qty_backordered > 0)
         order by o.order_date, o.id, i.line_no`,
}

// The same rule as the data check of the counters (`inv_02_stock_counters`).
export const readReturns = {
  name: 'read_returns_with_reservations',
  text: `select r.id as "returnId", r.return_number as "returnNumber",
                v.vendor_code as "vendorCode", v.name as "vendorName",
                sum(i.quantity)::int as reserved
         from return_items i
         join returns r on r.id = i.return_id
         join vendors v on v.id = r.vendor_id
         where i.sku_id = $1 and r.type = 'rtv' and r.status = 'approved'
           and r.source_return_id is null
         group by r.id, v.id
         order by r.id`,
}

/** The SKU and the order of a line. */
export type LineOwner = { itemId: number; skuId: number; orderId: number }

export const readOwners = {
  name: 'read_owners_of_lines',
  text: `select id as "itemId", sku_id as "skuId", sales_order_id as "orderId"
         from sales_order_items where id = any($1::int[])`,
}
