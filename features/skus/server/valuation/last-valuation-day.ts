import type { EarliestDay } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

const readLast = {
  name: 'last_day_of_stock_values',
  text: `select v.posted_on as day, s.sku
         from stock_values v join skus s on s.id = v.sku_id
         where v.sku_id = any($1::int[]) order by v.posted_on desc, v.id desc limit 1`,
}

/**
 * The last date on which the stock value of some SKUs changed. Later movements took their cost from
 * that stock, so a movement may not be posted before it. The caller holds the SKU locks.
 */
export async function lastValued(ctx: Context, skuIds: readonly number[]): Promise<EarliestDay> {
  const [found] = await rows<{ day: Day; sku: string }>(ctx.db, readLast, [skuIds])
  return { day: found?.day, event: `when the stock of ${found?.sku} last changed in value` }
}
