import {
  type AuditEntry,
  type Changes,
  changesBetween,
  record,
} from '#features/audit/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Day } from '#platform/kernel/days.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'

// SKU prices by date. Orders use the prices of their own date from `sku_prices`; the columns of the
// SKU hold today's prices, for lists, forms and files.

/** The standard and tier prices of a SKU as decimal text. */
export type PriceTexts = {
  price: string
  tier1Price: string | null
  tier2Price: string | null
  tier3Price: string | null
}

const names = ['price', 'tier1Price', 'tier2Price', 'tier3Price'] as const

/** A SKU whose price columns changed, with the previous values of the changed ones. */
export type PricesBefore = { skuId: number; before: Partial<Record<string, unknown>> }

/** The previous values of the prices among some changes. */
export function pricesBefore(changes: Changes): PricesBefore['before'] {
  const changed = names.filter((name) => name in changes)
  return Object.fromEntries(changed.map((name) => [name, changes[name]?.from]))
}

// The first row is effective from -infinity: the prices before the first change.
const firstRows = `
  insert into sku_prices (sku_id, effective_date, price, tier1_price, tier2_price, tier3_price,
    applied_at, created_at)
  select s.id, '-infinity',
    case when t.before ? 'price' then (t.before ->> 'price')::numeric else s.price end,
    case when t.before ? 'tier1Price' then (t.before ->> 'tier1Price')::numeric
      else s.tier1_price end,
    case when t.before ? 'tier2Price' then (t.before ->> 'tier2Price')::numeric
      else s.tier2_price end,
    case when t.before ? 'tier3Price' then (t.before ->> 'tier3Price')::numeric
      else s.tier3_price end,
    now(), s.created_at
  from unnest($1::int[], $2::jsonb[]) as t (id, before) join skus s on s.id = t.id
  where not exists (select from sku_prices p where p.sku_id = s.id)`

const writeToday = {
  name: 'write_prices_of_today',
  text: `with base as (${firstRows})
         insert into sku_prices (sku_id, effective_date, price, tier1_price, tier2_price,
           tier3_price, applied_at, created_by)
         select s.id, $3::date, s.price, s.tier1_price, s.tier2_price, s.tier3_price, now(), $4
         from skus s where s.id = any($1::int[])
         on conflict (sku_id, effective_date) do update
           set price = excluded.price, tier1_price = excluded.tier1_price,
             tier2_price = excluded.tier2_price, tier3_price = excluded.tier3_price,
             reason = null, applied_at = now(), created_by = excluded.created_by,
             created_at = now()`,
}

const writeFirst = { name: 'write_first_prices', text: firstRows }

/** Inserts the initial price row for SKUs without rows. The caller holds the SKU locks. */
export async function recordFirstPrices(ctx: Context, skuIds: readonly number[]): Promise<void> {
  await rows(ctx.db, writeFirst, [skuIds, skuIds.map(() => '{}')])
}

/**
 * Records new prices of locked SKUs as effective today. The last change of a day wins. Changes that
 * include no price are skipped.
 */
export async function recordPrices(ctx: Context, changed: readonly PricesBefore[]): Promise<void> {
  const priced = changed.filter(({ before }) => Object.keys(before).length > 0)
  if (priced.length === 0) return
  await rows(ctx.db, writeToday, [
    priced.map(({ skuId }) => skuId),
    priced.map(({ before }) => JSON.stringify(before)),
    await businessDay(ctx),
    ctx.user?.id ?? null,
  ])
}

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
