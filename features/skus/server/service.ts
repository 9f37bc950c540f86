import { businessDay } from '#features/settings/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import { adjustStock, type StockArrival } from './stock/adjust-stock.ts'
import { lockAdjustmentMonth } from './stock/adjustment-entries.ts'
import type { ExportSkusQuery, Sku, SkuForm, SkuPatch } from '../contract.ts'
import { skuRecords } from './sku-records.ts'
import { readCategories } from './store.ts'
import { applyPlannedPrices } from './prices/apply-planned-prices.ts'

// Also exported to other rooms:
export { readArrivals } from './incoming-units.ts'
export { lockAdjustmentMonth } from './stock/adjustment-entries.ts'
export {
  applyCounts,
  bookFound,
  lockForCount,
  readCountDeviations,
  type CountOf,
  type CountedSku,
  type LockedCount,
} from './stock/apply-warehouse-counts.ts'
export { undoBulkPlans, undoPlannedPriceImport } from './prices/import-planned-prices.ts'
export { postMoves, type Move } from './stock/ledger.ts'
export { addSoftReservations } from './stock/soft-reservations.ts'
export { undoCountImport } from './stock/undo-count-import.ts'
export { lastValued } from './valuation/last-valuation-day.ts'
export {
  costOfIssue,
  stockLines,
  valueDifferences,
  valueStockMoves,
  type PriceDifference,
  type ValueEntry,
} from './valuation/valuation.ts'
export { unitCostOf } from './valuation/valuation-rules.ts'

/** A page of SKUs, or all if no limit is given. */
export const listSkus = skuRecords.list

/** The categories in use, by name. */
export async function listSkuCategories(ctx: Context): Promise<string[]> {
  const found = await rows<{ category: string }>(ctx.db, readCategories)
  return found.map(({ category }) => category)
}

/** One SKU; throws if it is deleted. */
export const readSku = skuRecords.find

/** Creates a SKU; an entered stock is posted as an adjustment. Rejects a code already in use. */
export function createSku(ctx: Context, form: SkuForm): Promise<Sku> {
  return inTransaction(ctx, async (inner) => {
    if (form.currentStock !== undefined) await lockAdjustmentMonth(inner)
    return countedAs(inner, await skuRecords.create(inner, form), { form })
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
    await lockAdjustmentMonth(inner)
    await applyPlannedPrices(inner, [id])
    const updated = await skuRecords.update(inner, id, { form, ifMatch })
    return countedAs(inner, updated, { form, arrived })
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
export const deleteSku = skuRecords.delete

/** Restores a deleted SKU, unless its code was reused. */
export const restoreSku = skuRecords.restore

/** SKUs that can still be restored, last deleted first. */
export const listDeletedSkus = skuRecords.listDeleted

/** Applies one action to many SKUs; returns those it could not change, with the reason. */
export const changeSkus = skuRecords.changeMany

/** All SKUs that match the filters, as a CSV file of the chosen columns. */
export async function exportSkus(ctx: Context, query: ExportSkusQuery): Promise<Download> {
  return skuRecords.export(ctx, query, await businessDay(ctx))
}

/**
 * Creates and updates SKUs from a CSV file: all rows, or none if one has an error. A stock
 * different from the recorded one is posted as an adjustment.
 */
export const importSkus = skuRecords.import

/** Undoes an import of SKUs; SKUs changed since or in use are kept. */
export const undoSkuImport = skuRecords.undoImport

/** Undoes a bulk edit of SKUs by its action; SKUs changed since are kept. */
export const undoSkuBulkEdit = skuRecords.undoBulkEdit
