import { type AuditEntry, changesBetween, record } from '#features/audit/server/service.ts'
import { businessDay, businessZone } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { rememberBulkEdit } from '#platform/server/imports/import-sql.ts'
import { insertManyReturning } from '#platform/server/records/write-many.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import {
  type NewPrices,
  type PlannedPrice,
  plannedPriceList,
  type PlannedPriceQuery,
  type PlannedPrices,
  type PlanPrices,
  type SkuPrice,
} from '../../contract.ts'
import { type PriceTexts, recordFirstPrices } from './record-prices.ts'
import { readSku } from '../service.ts'
import { skuPrices } from '../tables.ts'
import { applyPlannedPrices } from './apply-planned-prices.ts'

const columns = `p.price, p.tier1_price as "tier1Price", p.tier2_price as "tier2Price",
  p.tier3_price as "tier3Price", p.reason, u.username as "createdBy", p.created_at as "createdAt"`

// A SKU without price rows has one entry: its current prices.
const readRows = {
  name: 'read_prices_of_sku',
  text: `select p.id, p.effective_date as "effectiveDate", ${columns},
           case when p.effective_date > $2::date then 'planned'
                when p.effective_date = max(p.effective_date)
                  filter (where p.effective_date <= $2::date) over () then 'current'
                else 'past' end as standing
         from sku_prices p left join users u on u.id = p.created_by
         where p.sku_id = $1
         order by p.effective_date desc limit 500`,
}

type PriceRow = Omit<SkuPrice, 'id'> & { id: number }

/** Past, current and planned prices of a SKU, latest date first. */
export async function listSkuPrices(ctx: Context, id: number): Promise<SkuPrice[]> {
  const sku = await readSku(ctx, id)
  const found = await rows<PriceRow>(ctx.db, readRows, [id, await businessDay(ctx)])
  if (found.length > 0) return found.map(withoutStart)
  const { price, tier1Price, tier2Price, tier3Price, createdAt } = sku
  const prices = { price, tier1Price, tier2Price, tier3Price }
  const start = { id: null, effectiveDate: null, reason: null, createdBy: null }
  return [{ ...start, ...prices, createdAt, standing: 'current' }]
}

function withoutStart(row: PriceRow): SkuPrice {
  return row.effectiveDate === '-infinity' ? { ...row, id: null, effectiveDate: null } : row
}

/** Planned prices that start after a date. */
function plannedList(today: Day): ListSpec {
  return listSpec(plannedPriceList, {
    columns: `p.id, p.sku_id as "skuId", s.sku, s.name as "skuName",
      p.effective_date as "effectiveDate", ${columns}, s.price as "currentPrice"`,
    from: `sku_prices p join skus s on s.id = p.sku_id left join users u on u.id = p.created_by`,
    values: [today],
    where: 'p.applied_at is null and p.effective_date > $1::date and s.deleted_at is null',
    id: 'p.id',
    zone: businessZone,
    fields: {
      id: 'p.id',
      effectiveDate: 'p.effective_date',
      sku: 's.sku collate "und-x-icu"',
      skuName: 's.name collate "und-x-icu"',
      price: 'p.price',
      createdAt: 'p.created_at',
      skuId: 'p.sku_id',
    },
    search: ['s.sku', 's.name', 'p.reason'],
  })
}

/** A page of the planned price changes. */
export async function listPlannedPrices(ctx: Context, query: PlannedPriceQuery) {
  return readList<PlannedPrice>(ctx.db, plannedList(await businessDay(ctx)), query)
}

type Before = PriceTexts & { id: number; sku: string; version: number; isPlanned: boolean }

// The prices in effect just before the change: the SKU's own, or an earlier plan's.
const lockSkus = {
  name: 'lock_skus_to_plan_prices',
  text: `select id, sku, version from skus
         where id = any($1::int[]) and deleted_at is null order by id for no key update`,
}

const readEve = {
  name: 'read_prices_before_plan',
  text: `select s.id, s.sku, s.version, p.price, p.tier1_price as "tier1Price",
           p.tier2_price as "tier2Price", p.tier3_price as "tier3Price",
           p.effective_date = $2::date as "isPlanned"
         from skus s cross join lateral (
           select * from sku_prices p
           where p.sku_id = s.id and p.effective_date <= $2::date
           order by p.effective_date desc limit 1) p
         where s.id = any($1::int[])`,
}

/**
 * Plans new prices from a future date, as the user reviewed them. A SKU that changed since, or that
 * already has a plan for the date, is skipped with the reason. Prices effective today are not a
 * plan: update the SKU instead.
 */
export function planPrices(ctx: Context, request: PlanPrices): Promise<PlannedPrices> {
  const { effectiveDate, reason = null, prices } = request
  return inTransaction(ctx, async (inner) => {
    if (effectiveDate <= (await businessDay(inner))) {
      throw invalid([{ path: 'effectiveDate', message: 'Must be after today' }])
    }
    const ids = prices.map(({ id }) => id)
    await applyPlannedPrices(inner, ids)
    const lockedSkus = await rows<{ id: number }>(inner.db, lockSkus, [ids])
    const locked = lockedSkus.map(({ id }) => id)
    await recordFirstPrices(inner, locked)
    const found = await rows<Before>(inner.db, readEve, [locked, effectiveDate])
    const before = new Map(found.map((sku) => [sku.id, sku]))
    const reasons = prices.map((newPrice) => whyNotPlanned(before.get(newPrice.id), newPrice))
    const chosen = prices.filter((_, index) => reasons[index] === undefined)
    const createdBy = inner.user?.id ?? null
    const plans = chosen
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, price, tier1Price, tier2Price, tier3Price }) => {
        const newPrices = { price, tier1Price, tier2Price, tier3Price }
        return { skuId: id, effectiveDate, ...newPrices, reason, createdBy }
      })
    const returned = ['id', 'skuId'] as const
    const planned = await insertManyReturning(inner, skuPrices, plans, { returned })
    const done = planned.map(({ id, skuId }) => ({ plannedPriceId: id, id: skuId }))
    await record(
      inner,
      chosen.map((newPrice): AuditEntry => {
        const changes = planOf(before.get(newPrice.id), { ...newPrice, effectiveDate })
        return { entity: 'sku', entityId: newPrice.id, action: 'plan_prices', reason, changes }
      }),
    )
    const skipped = ids.flatMap((id, index) => {
      const why = reasons[index]
      return why === undefined ? [] : [{ id, reason: why }]
    })
    // What was skipped has no plan, so its id is the negative of the SKU's.
    const kept = skipped.map(({ id, reason: why }) => ({ id: -id, reason: why }))
    await rememberBulkEdit(inner, { table: skuPrices, action: 'plan_prices', done: planned, kept })
    return { done, kept: skipped }
  })
}

function whyNotPlanned(before: Before | undefined, newPrice: NewPrices): string | undefined {
  if (!before) return 'That SKU was not found'
  if (before.version !== newPrice.version) return `${before.sku} was changed in the meantime`
  if (before.isPlanned) return `${before.sku} already has a planned price for that day`
  const isSame = Object.keys(changesBetween(plain(before), plain(newPrice))).length === 0
  return isSame ? `${before.sku} already has these prices on that day` : undefined
}

/** The effective date, and the differences from the prices before it. */
function planOf(before: PriceTexts | undefined, newPrice: PriceTexts & { effectiveDate: string }) {
  const day = { effectiveDate: { from: null, to: newPrice.effectiveDate } }
  return { ...day, ...changesBetween(before ? plain(before) : {}, plain(newPrice)) }
}

function plain({ price, tier1Price, tier2Price, tier3Price }: PriceTexts): PriceTexts {
  const amount = (text: string | null) => (text === null ? null : decimal(cents(text)))
  return {
    price: decimal(cents(price)),
    tier1Price: amount(tier1Price),
    tier2Price: amount(tier2Price),
    tier3Price: amount(tier3Price),
  }
}

const findSkuOfPlan = {
  name: 'find_sku_of_planned_price',
  text: `select sku_id as id from sku_prices where id = $1 and effective_date <> '-infinity'`,
}

const deletePlan = {
  name: 'delete_planned_price',
  text: `delete from sku_prices
         where id = $1 and applied_at is null and effective_date > $2::date
         returning effective_date as "effectiveDate", price, tier1_price as "tier1Price",
           tier2_price as "tier2Price", tier3_price as "tier3Price"`,
}

/**
 * Cancels a planned price change. Rejected once its date has come, because orders use its prices.
 */
export function cancelPlannedPrice(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const [sku] = await rows<{ id: number }>(inner.db, findSkuOfPlan, [id])
    if (!sku) throw missing('That planned price')
    await rows(inner.db, lockSkus, [[sku.id]])
    const values = [id, await businessDay(inner)]
    const [deleted] = await rows<PriceTexts & { effectiveDate: string }>(
      inner.db,
      deletePlan,
      values,
    )
    if (!deleted) throw await whyNotCancelled(inner, id)
    const { effectiveDate, price } = deleted
    const changes = {
      effectiveDate: { from: effectiveDate, to: null },
      price: { from: price, to: null },
    }
    const entryBase = { entity: 'sku', entityId: sku.id, action: 'cancel_planned_prices' } as const
    await record(inner, [{ ...entryBase, changes }])
  })
}

async function whyNotCancelled(ctx: Context, id: number): Promise<Refusal> {
  const found = await rows(ctx.db, findSkuOfPlan, [id])
  if (found.length === 0) return missing('That planned price')
  return new Refusal(
    'refused',
    'price-has-begun',
    'These prices are already in effect and cannot be cancelled',
  )
}
