import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Arrival, Supply } from '../contract.ts'
import { promiseOn } from '../rules.ts'
import { readSku } from './service.ts'

// Only approved orders count as incoming. A past expected date promises nothing.
const readArrivals = {
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

const readBackordered = {
  name: 'read_backordered_of_sku',
  text: `select coalesce(sum(qty_backordered), 0)::int as units
         from sales_order_items where sku_id = $1 and qty_backordered > 0`,
}

/**
 * The supply of a SKU: free units, backorders, incoming units, and the first date on which
 * `quantity` units are free. Units only, no prices.
 */
export async function readSupply(ctx: Context, id: number, quantity: number): Promise<Supply> {
  const { available } = await readSku(ctx, id)
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const [arrivals, [waiting]] = await Promise.all([
    rows<Arrival>(ctx.db, readArrivals, [id, date]),
    rows<{ units: number }>(ctx.db, readBackordered, [id]),
  ])
  const backordered = waiting?.units ?? 0
  const promise = promiseOn({ free: available - backordered, quantity, arrivals, date })
  return { available, backordered, arrivals, promise: promise ?? null }
}
