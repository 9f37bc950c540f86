import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Arrival } from '../contract.ts'

// Only approved orders count as incoming. A past expected date promises nothing.
const readIncoming = {
  name: 'read_arrivals_of_sku',
  text: `select o.order_number as "orderNumber", o.expected_date as "expectedDate",
                coalesce(o.expected_date < $2::date, false) as "isLate",
                sum(i.quantity - i.qty_received - i.qty_cancelled)::int as quantity
         from purchase_order_items i join purchase_orders o on o.id = i.purchase_order_id
         where i.sku_id = $1 and o.status = 'approved'
           and i.quantity > i.qty_received + i.qty_cancelled
         group by o.id
         order by o.expected_date nulls last, o.id
         limit 200`,
}

/** The units of a SKU that approved purchase orders will bring, the earliest first. */
export function readArrivals(ctx: Context, skuId: number, date: Day): Promise<Arrival[]> {
  return rows<Arrival>(ctx.db, readIncoming, [skuId, date])
}
