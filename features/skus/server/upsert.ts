import { decimal, zero } from '#platform/kernel/money.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import { answerOnlyFields, type UpsertOutcome } from '#platform/kernel/upsert.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { type Sku, sku, skuForm, type SkuPatch, skuUpsert } from '../contract.ts'
import { hiddenSkuFields } from '../rules.ts'
import { forbiddenCost, skuRecords } from './sku-records.ts'

const ignores = answerOnlyFields(sku, skuUpsert)
const schemas = { partial: skuUpsert, complete: skuForm, ignores }

type Checked = { form: SkuPatch; before: Pick<Sku, 'currentStock'> | null }

/**
 * Creates and updates SKUs by their codes. A SKU with errors is not written and does not affect the
 * others.
 */
export function upsertSkus(ctx: Context, records: readonly unknown[]): Promise<UpsertOutcome> {
  return skuRecords.upsert(ctx, records, {
    ...schemas,
    check: (record) => [...costProblems(ctx.user, record), ...stockProblems(record)],
  })
}

/**
 * A role that may not see costs sends none but the zero of a new SKU: if the cost of a SKU were
 * accepted, its result would say whether it is the stored one.
 */
function costProblems(user: Actor | undefined, { form: { cost }, before }: Checked): FieldError[] {
  if (cost === undefined || !hiddenSkuFields(user).includes('cost')) return []
  if (before === null && cost === decimal(zero)) return []
  return [{ path: 'cost', message: forbiddenCost, code: 'forbidden' }]
}

/**
 * A record may contain the recorded stock, so that it can be sent back as it was answered. Another
 * stock is refused: an adjustment has a reason and may need a second person.
 */
function stockProblems({ form: { currentStock }, before }: Checked): FieldError[] {
  if (currentStock === undefined || currentStock === (before?.currentStock ?? 0)) return []
  const message = 'An upsert does not change stock: adjust it, or import a count'
  return [{ path: 'currentStock', message }]
}
