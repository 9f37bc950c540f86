import type { FieldError } from '#platform/kernel/refusal.ts'
import { answerOnlyFields, type UpsertOutcome } from '#platform/kernel/upsert.ts'
import type { Context } from '#platform/server/database/db.ts'
import { sku, skuForm, type SkuPatch, skuUpsert } from '../contract.ts'
import { skuRecords } from './sku-records.ts'

const ignores = answerOnlyFields(sku, skuUpsert)
const upsertRules = { partial: skuUpsert, complete: skuForm, ignores, check: stockProblems }

/**
 * Creates and updates SKUs by their codes. A SKU with errors is not written and does not affect the
 * others.
 */
export function upsertSkus(ctx: Context, records: readonly unknown[]): Promise<UpsertOutcome> {
  return skuRecords.upsert(ctx, records, upsertRules)
}

/**
 * A record may contain the recorded stock, so that it can be sent back as it was answered. Another
 * stock is refused: an adjustment has a reason and may need a second person.
 */
function stockProblems(record: {
  form: SkuPatch
  before: { currentStock: number } | null
}): FieldError[] {
  const { currentStock } = record.form
  if (currentStock === undefined || currentStock === (record.before?.currentStock ?? 0)) return []
  const message = 'An upsert does not change stock: adjust it, or import a count'
  return [{ path: 'currentStock', message }]
}
