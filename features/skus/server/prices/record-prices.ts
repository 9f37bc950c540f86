import type { Changes } from '#features/audit/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

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
