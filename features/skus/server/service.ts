import { eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { softDelete, readBin, restoreRecords } from '#platform/server/records/trash.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { rankedList } from '#platform/server/lists/list-relevance.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { refuseReferenced } from '#platform/server/records/references.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { adjustStock, type StockArrival } from './stock/adjust.ts'
import { holdBooks } from './stock/adjustment-entries.ts'
import type { Sku, SkuForm, SkuPatch, SkuQuery } from '../contract.ts'
import { applyPlannedPrices, pricesBefore, recordPrices } from './prices/price-rows.ts'
import { revalueStock } from './valuation/revaluation.ts'
import { hiddenSkuFields } from '../rules.ts'
import { ranked, readCategories, references, skuList } from './store.ts'
import { skus } from './tables.ts'

// For other rooms, besides the functions of this file.
export { holdBooks } from './stock/adjustment-entries.ts'
export {
  applyCounts,
  bookFound,
  lockForCount,
  readCountDeviations as readOddCounts,
  type CountOf,
  type CountedSku,
  type LockedCount,
} from './stock/counts.ts'
export { postMoves as book, type Move } from './stock/ledger.ts'
export { lastValued } from './valuation/last-valued.ts'
export {
  costOfIssue as costOfGone,
  stockLines,
  valueDifferences,
  valueStockMoves,
  type PriceDifference,
  type ValueEntry,
} from './valuation/valuation.ts'
export { unitCostOf } from './valuation/valuation-rules.ts'

/** A page of SKUs, or all if no limit is given. */
export function listSkus(ctx: Context, query: SkuQuery) {
  return readList<Sku>(ctx.db, rankedList(skuList(ctx), ranked, query), query)
}

/** The categories in use, by name. */
export async function listSkuCategories(ctx: Context): Promise<string[]> {
  const found = await rows<{ category: string }>(ctx.db, readCategories)
  return found.map(({ category }) => category)
}

/** One SKU; throws if it is deleted. */
export function readSku(ctx: Context, id: number): Promise<Sku> {
  return find(ctx, { id })
}

/** Creates a SKU; an entered stock is posted as an adjustment. Rejects a code already in use. */
export function createSku(ctx: Context, form: SkuForm): Promise<Sku> {
  return inTransaction(ctx, async (inner) => {
    if (form.currentStock !== undefined) await holdBooks(inner)
    const inserted = await mapConstraintErrors({ sku_taken: codeAlreadyUsed }, () =>
      inner.db.insert(skus).values(columnsOf(inner, form)).returning({ id: skus.id }),
    )
    const { id } = inserted[0] as { id: number }
    await record(inner, [{ entity: 'sku', entityId: id, action: 'create' }])
    return countedAs(inner, await find(inner, { id }), { form })
  })
}

type SkuChange = {
  form: SkuPatch
  ifMatch: number | undefined
  /** Called when the change adds units to stock. */
  arrived?: StockArrival | undefined
}

/**
 * Updates a SKU; omitted fields are unchanged, and an entered stock different from the recorded one
 * is posted as an adjustment.
 */
export function updateSku(
  ctx: Context,
  id: number,
  { form, ifMatch, arrived }: SkuChange,
): Promise<Sku> {
  return inTransaction(ctx, async (inner) => {
    await holdBooks(inner)
    await applyPlannedPrices(inner, [id])
    const before = await find(inner, { id, lock: true })
    guardVersion(before, ifMatch)
    await mapConstraintErrors({ sku_taken: codeAlreadyUsed }, () => update(inner, id, form))
    const after = await find(inner, { id })
    const changes = changesBetween(before, after)
    const isChanged = Object.keys(changes).length > 0
    const event = `sku:${id}:${after.version}:cost`
    if ('cost' in changes) await revalueStock(inner, { skuIds: [id], event })
    const act = { entity: 'sku', entityId: id, action: 'update', changes } as const
    await record(inner, isChanged ? [act] : [])
    await recordPrices(inner, [{ skuId: id, before: pricesBefore(changes) }])
    return countedAs(inner, after, { form, arrived })
  })
}

/** Changes fields of a SKU, of which none is required. */
export function patchSku(ctx: Context, id: number, change: SkuChange): Promise<Sku> {
  return updateSku(ctx, id, change)
}

async function countedAs(
  ctx: Context,
  sku: Sku,
  { form, arrived }: Pick<SkuChange, 'form' | 'arrived'>,
): Promise<Sku> {
  const { currentStock = sku.currentStock, stockReason } = form
  if (currentStock === sku.currentStock) return sku
  return adjustStock(ctx, sku.id, { currentStock, stockReason, arrived })
}

/** Soft-deletes a SKU that nothing references. It can be restored for 30 days. */
export function deleteSku(ctx: Context, id: number, ifMatch: number | undefined): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const sku = await find(inner, { id, lock: true })
    guardVersion(sku, ifMatch)
    await refuseReferenced(inner.db, references, { id, code: sku.sku })
    await softDelete(inner.db, 'skus', [id])
    await record(inner, [{ entity: 'sku', entityId: id, action: 'delete' }])
  })
}

/** Restores a deleted SKU, unless its code was reused. */
export function restoreSku(ctx: Context, id: number): Promise<Sku> {
  return inTransaction(ctx, async (inner) => {
    const back = await mapConstraintErrors({ sku_taken: reused }, () =>
      restoreRecords(inner.db, 'skus', [id]),
    )
    if (back.length === 0) throw missing('That deleted SKU')
    await record(inner, [{ entity: 'sku', entityId: id, action: 'restore' }])
    return find(inner, { id })
  })
}

/** SKUs that can still be restored, last deleted first. */
export function listDeletedSkus(ctx: Context): Promise<Sku[]> {
  return readBin<Sku>(ctx.db, skuList(ctx))
}

async function find(ctx: Context, which: { id: number; lock?: boolean }): Promise<Sku> {
  const sku = await readOne<Sku>(ctx.db, skuList(ctx), which)
  if (!sku) throw missing('That SKU')
  return sku
}

async function update(ctx: Context, id: number, form: SkuPatch): Promise<void> {
  await ctx.db
    .update(skus)
    .set({ ...columnsOf(ctx, form), updatedAt: sql`now()`, version: sql`${skus.version} + 1` })
    .where(eq(skus.id, id))
}

/** The columns a form may write: never the counters, and cost only if the role may read it. */
function columnsOf<Form extends SkuPatch>(ctx: Context, form: Form) {
  const { currentStock: _stock, stockReason: _reason, cost, unitOfMeasure, ...rest } = form
  return {
    ...rest,
    unitOfMeasure: unitOfMeasure === null ? 'EA' : unitOfMeasure,
    ...(!hiddenSkuFields(ctx.user).includes('cost') && { cost }),
  }
}

function codeAlreadyUsed(): Refusal {
  return new Refusal('conflict', 'duplicate-sku', 'That SKU code is already taken', [
    { path: 'sku', message: 'Already taken' },
  ])
}

function reused(): Refusal {
  const sentence = 'Another SKU now uses this SKU code. Change that SKU first'
  return new Refusal('conflict', 'duplicate-sku', sentence)
}
