import { type AuditEntry, changesBetween, record } from '#features/audit/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { PriceTexts } from './record-prices.ts'

const mostAtOnce = 5000

// Finds ids first, by the index of unapplied prices; then locks the SKUs in the usual order.
const findDue = {
  name: 'find_due_prices',
  text: `select distinct sku_id as id from sku_prices
         where applied_at is null and effective_date <= $1::date
           and ($2::int[] is null or sku_id = any($2))
         order by sku_id limit ${mostAtOnce}`,
}
const lockDue = {
  name: 'lock_skus_of_due_prices',
  text: `select s.id, s.price, s.tier1_price as "tier1Price", s.tier2_price as "tier2Price",
           s.tier3_price as "tier3Price"
         from skus s where s.id = any($1::int[])
         order by s.id for no key update`,
}
const applyDue = {
  name: 'apply_due_prices',
  text: `with due as (
           update sku_prices set applied_at = now()
           where applied_at is null and effective_date <= $1::date and sku_id = any($2::int[])
           returning sku_id, effective_date, price, tier1_price, tier2_price, tier3_price, reason
         ), latest as (
           select distinct on (sku_id) * from due order by sku_id, effective_date desc
         )
         update skus s
         set price = d.price, tier1_price = d.tier1_price, tier2_price = d.tier2_price,
             tier3_price = d.tier3_price, updated_at = now(), version = s.version + 1
         from latest d where d.sku_id = s.id
         returning s.id, d.reason, d.price, d.tier1_price as "tier1Price",
           d.tier2_price as "tier2Price", d.tier3_price as "tier3Price"`,
}

type Due = PriceTexts & { id: number; reason: string | null }

/**
 * Applies planned prices whose date has come: for all SKUs, or for some before they change. Orders
 * of that date use them already.
 */
export async function applyPlannedPrices(ctx: Context, ids?: readonly number[]): Promise<void> {
  const date = await businessDay(ctx)
  const due = await rows<{ id: number }>(ctx.db, findDue, [date, ids ?? null])
  if (due.length === 0) return
  const skuIds = due.map(({ id }) => id)
  await inTransaction(ctx, (inner) => applyTo(inner, skuIds, date))
  if (due.length === mostAtOnce) await applyPlannedPrices(ctx, ids)
}

async function applyTo(ctx: Context, skuIds: readonly number[], date: Day): Promise<void> {
  const locked = await rows<PriceTexts & { id: number }>(ctx.db, lockDue, [skuIds])
  const before = new Map(locked.map(({ id, ...prices }) => [id, prices]))
  const applied = await rows<Due>(ctx.db, applyDue, [date, skuIds])
  const auditEntries = applied.map(({ id, reason, ...prices }): AuditEntry => {
    const changes = changesBetween(before.get(id) ?? {}, prices)
    return { entity: 'sku', entityId: id, action: 'planned_prices_began', reason, changes }
  })
  // Recorded without a user: the date triggers the change, not the user who updates the SKU next.
  await record({ ...ctx, user: undefined }, auditEntries)
}

/** Interval of the check for planned prices that are due. */
export const plannedPricesEveryMs = 60_000
