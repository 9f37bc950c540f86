import { record } from '#features/audit/service.ts'
import { demand } from '#features/auth/rules.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/db.ts'
import { readOne } from '#platform/server/list.ts'
import { guardVersion } from '#platform/server/versions.ts'
import type { Sku } from './contract.ts'
import { book } from './ledger.ts'
import { skuList } from './store.ts'

/** A stock that somebody counted or typed. */
export type Count = {
  currentStock: number
  stockReason?: string | null | undefined
  ifMatch?: number | undefined
}

/** Told, in the transaction, of SKUs of which units came in. */
export type StockArrival = (ctx: Context, skuIds: readonly number[]) => Promise<void>

/**
 * Books the difference between a count and the stock on record as one movement; those who wait for
 * the units that came in are told. Refuses a role
 * that may not adjust, and a count below what is reserved: those goods are promised. Orders that
 * wait for the units that came in are told by `arrived`.
 */
export async function adjustStock(
  ctx: Context,
  id: number,
  { arrived, ...count }: Count & { arrived?: StockArrival | undefined },
): Promise<Sku> {
  demand(ctx.user, 'skus.adjust', 'Your role may not change stock')
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, { id, lock: true })
    guardVersion(before, count.ifMatch)
    if (count.currentStock === before.currentStock) return before
    refuseBelowReserved(before, count.currentStock)
    const reason = count.stockReason ?? null
    await book(inner, [
      {
        skuId: id,
        kind: 'adjust',
        onHand: count.currentStock - before.currentStock,
        refType: 'sku',
        refId: id,
        reason,
        dedupeKey: `sku:${id}:${before.version}:adjust`,
        by: inner.user?.id ?? null,
      },
    ])
    if (count.currentStock > before.currentStock) await arrived?.(inner, [id])
    const changes = { currentStock: { from: before.currentStock, to: count.currentStock } }
    await record(inner, [{ entity: 'sku', entityId: id, action: 'adjust', reason, changes }])
    return find(inner, { id })
  })
}

async function find(ctx: Context, which: { id: number; lock?: boolean }): Promise<Sku> {
  const sku = await readOne<Sku>(ctx.db, skuList(ctx), which)
  if (!sku) throw missing('That SKU')
  return sku
}

function refuseBelowReserved({ sku, reserved }: Sku, currentStock: number): void {
  if (currentStock >= reserved) return
  const sentence = `${reserved} of ${sku} are reserved, so its stock cannot be ${currentStock}`
  const field = { path: 'currentStock', message: `At least ${reserved}, which are reserved` }
  throw new Refusal('refused', 'stock-reserved', sentence, [field])
}
