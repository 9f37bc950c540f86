import type { FieldError } from '#platform/kernel/refusal.ts'
import { answerOnlyFields, type UpsertOutcome } from '#platform/kernel/upsert.ts'
import type { Context } from '#platform/server/database/db.ts'
import { type Upserting, upsertRecords } from '#platform/server/imports/upsert.ts'
import { type Sku, sku, skuForm, type SkuPatch, skuUpsert } from '../contract.ts'
import { skuRecords } from './import.ts'

const upserting: Upserting = {
  ...skuRecords,
  partial: skuUpsert,
  complete: skuForm,
  ignores: answerOnlyFields(sku, skuUpsert),
  check: (_, { form, before }) => stockProblems(form as SkuPatch, before as Sku | null),
}

/**
 * Creates and updates SKUs by their codes. A SKU with errors is not written and does not affect the
 * others.
 */
export function upsertSkus(ctx: Context, records: readonly unknown[]): Promise<UpsertOutcome> {
  return upsertRecords(ctx, upserting, records)
}

/**
 * A record may contain the recorded stock, so that it can be sent back as it was answered. Another
 * stock is refused: an adjustment has a reason and may need a second person.
 */
function stockProblems({ currentStock }: SkuPatch, before: Sku | null): FieldError[] {
  if (currentStock === undefined || currentStock === (before?.currentStock ?? 0)) return []
  const message = 'An upsert does not change stock: adjust it, or import a count'
  return [{ path: 'currentStock', message }]
}
