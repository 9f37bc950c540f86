import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Supply } from '../contract.ts'
import { promiseOn } from '../rules.ts'
import { readSku } from './service.ts'
import { readArrivals } from './incoming-units.ts'

const readBackordered = {
  name: 'read_backordered_of_sku',
  text: `select coalesce(sum(qty_backordered), 0)::int as units
         from sales_order_items where sku_id = $1 and qty_backordered > 0`,
}

const readRingFenced = {
  name: 'read_ring_fenced_of_sku_for_others',
  text: `select coalesce(sum(units), 0)::int as units from open_ring_fences
         where sku_id = $1 and customer_id is distinct from $2::int`,
}

type PromiseQuery = { quantity: number; customerId?: number | undefined }

/**
 * The supply of a SKU: free units, backorders, incoming units, and the first date on which
 * `quantity` units are free for the customer. Units that are ring-fenced for others are not. Units
 * only, no prices.
 */
export async function readSupply(
  ctx: Context,
  id: number,
  { quantity, customerId }: PromiseQuery,
): Promise<Supply> {
  const { available } = await readSku(ctx, id)
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const [arrivals, [waiting], [ringFenced]] = await Promise.all([
    readArrivals(ctx, id, date),
    rows<{ units: number }>(ctx.db, readBackordered, [id]),
    rows<{ units: number }>(ctx.db, readRingFenced, [id, customerId ?? null]),
  ])
  const backordered = waiting?.units ?? 0
  const free = available - backordered - (ringFenced?.units ?? 0)
  const promise = promiseOn({ free, quantity, arrivals, date })
  return { available, backordered, arrivals, promise: promise ?? null }
}
