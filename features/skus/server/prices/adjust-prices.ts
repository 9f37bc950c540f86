import {
  type AuditEntry,
  type Changes,
  changesBetween,
  record,
} from '#features/audit/server/service.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { rememberBulkEdit } from '#platform/server/imports/import-sql.ts'
import { skus } from '../tables.ts'
import { pricesBefore, recordPrices } from './record-prices.ts'
import type { AdjustedPrices, AdjustPrices, NewPrices } from '../../contract.ts'
import { applyPlannedPrices } from './apply-planned-prices.ts'

type Before = NewPrices & { sku: string }

const lockPrices = {
  name: 'lock_sku_prices',
  text: `select id, sku, version, price, tier1_price as "tier1Price", tier2_price as "tier2Price",
                tier3_price as "tier3Price"
         from skus where id = any($1::int[]) and deleted_at is null
         order by id for no key update`,
}

const setPrices = {
  name: 'set_sku_prices',
  text: `update skus as s
         set price = t.p, tier1_price = t.p1, tier2_price = t.p2, tier3_price = t.p3,
             updated_at = now(), version = s.version + 1
         from unnest($1::int[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[])
           as t (id, p, p1, p2, p3)
         where s.id = t.id
         returning s.id, s.version`,
}

/**
 * Sets the prices of many SKUs as the user reviewed them. A SKU that changed since, or that already
 * has these prices, is skipped with the reason.
 */
export function adjustPrices(ctx: Context, request: AdjustPrices): Promise<AdjustedPrices> {
  return inTransaction(ctx, async (inner) => {
    const ids = request.prices.map(({ id }) => id)
    await applyPlannedPrices(inner, ids)
    const locked = await rows<Before>(inner.db, lockPrices, [ids])
    const before = new Map(locked.map((sku) => [sku.id, sku]))
    const reasons = request.prices.map((newPrice) =>
      whyNotChanged(before.get(newPrice.id), newPrice),
    )
    const chosen = request.prices.filter((_, index) => reasons[index] === undefined)
    const done = await rows<{ id: number; version: number }>(inner.db, setPrices, [
      chosen.map(({ id }) => id),
      chosen.map(({ price }) => price),
      chosen.map(({ tier1Price }) => tier1Price),
      chosen.map(({ tier2Price }) => tier2Price),
      chosen.map(({ tier3Price }) => tier3Price),
    ])
    const auditEntries = chosen.map(entryOf(before, request.reason))
    await record(inner, auditEntries)
    await recordPrices(
      inner,
      auditEntries.map(({ entityId, changes = {} }) => ({
        skuId: entityId,
        before: pricesBefore(changes),
      })),
    )
    const skipped = ids.flatMap((id, index) => {
      const reason = reasons[index]
      return reason === undefined ? [] : [{ id, reason }]
    })
    const changed = auditEntries.map(({ entityId, changes = {} }) => {
      return { id: entityId, before: valuesOf(changes, 'from'), after: valuesOf(changes, 'to') }
    })
    const edit = { table: skus, action: 'adjust_prices', done: changed, kept: skipped }
    await rememberBulkEdit(inner, edit)
    return { done, kept: skipped }
  })
}

function whyNotChanged(before: Before | undefined, newPrice: NewPrices): string | undefined {
  if (!before) return 'That SKU was not found'
  if (before.version !== newPrice.version) return `${before.sku} was changed in the meantime`
  const isSame = Object.keys(pricesOf(before, newPrice)).length === 0
  return isSame ? `${before.sku} already has these prices` : undefined
}

function entryOf(before: ReadonlyMap<number, Before>, reason: string | null | undefined) {
  return (newPrice: NewPrices): AuditEntry => ({
    entity: 'sku',
    entityId: newPrice.id,
    action: 'adjust_prices',
    reason: reason ?? null,
    changes: pricesOf(before.get(newPrice.id), newPrice),
  })
}

function valuesOf(changes: Changes, side: 'from' | 'to'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([name, each]) => [name, each[side]]))
}

/** Differences between the old and new prices, compared as amounts, not as text. */
function pricesOf(before: Before | undefined, newPrice: NewPrices) {
  return changesBetween(plain(before), plain(newPrice))
}

function plain(prices: NewPrices | undefined): object {
  const amount = (text: string | null | undefined) => (text ? decimal(cents(text)) : null)
  return {
    price: amount(prices?.price),
    tier1Price: amount(prices?.tier1Price),
    tier2Price: amount(prices?.tier2Price),
    tier3Price: amount(prices?.tier3Price),
  }
}
