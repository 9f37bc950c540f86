import { importAuditEntries, bulkAuditEntries, record } from '#features/audit/server/service.ts'
import { may } from '#features/auth/rules.ts'
import type { BulkOutcome, ImportOutcome, ImportQuery } from '#platform/kernel/bulk.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { type Imported, type Importing, importRecords } from '#platform/server/imports/import.ts'
import { undoImport } from '#platform/server/imports/import-undo.ts'
import { type Sku, type SkuForm, skuColumns, skuForm } from '../contract.ts'
import { holdBooks } from './stock/adjustment-entries.ts'
import { postMoves, type Move } from './stock/ledger.ts'
import { applyPlannedPrices, pricesBefore, recordPrices } from './prices/price-rows.ts'
import { revalueStock } from './valuation/revaluation.ts'
import { references } from './store.ts'
import { skus } from './tables.ts'

/** The SKUs of a file or of an upsert. */
export const skuRecords: Importing = {
  file: { name: 'skus', columns: skuColumns, form: skuForm, code: 'sku' },
  lock: async (ctx) => {
    await holdBooks(ctx)
    await applyPlannedPrices(ctx)
  },
  table: skus,
  apart: ['currentStock'],
  alsoRead: ['reserved'],
  check: (ctx, { form, before }) => problemsOf(ctx, form as SkuForm, before as Sku | null),
  written: (ctx, records) => write(ctx, records, 'CSV import'),
}

/**
 * Creates and updates SKUs from a CSV file: all rows, or none if one has an error. A stock
 * different from the recorded one is posted as an adjustment.
 */
export function importSkus(ctx: Context, query: ImportQuery, text: string): Promise<ImportOutcome> {
  return importRecords(ctx, skuRecords, { query, text })
}

/** Undoes an import of SKUs; SKUs changed since or in use are kept. */
export function undoSkuImport(ctx: Context, id: number): Promise<BulkOutcome> {
  const undone = async (inner: Context, deleted: readonly number[], back: readonly Imported[]) => {
    await record(inner, bulkAuditEntries('sku', 'delete', deleted))
    await write(inner, back, 'CSV import undone')
  }
  return inTransaction(ctx, async (inner) => {
    await holdBooks(inner)
    await applyPlannedPrices(inner)
    return undoImport(inner, { ...skuRecords, references, undone }, id)
  })
}

async function write(ctx: Context, records: readonly Imported[], reason: string): Promise<void> {
  const acts = importAuditEntries('sku', records)
  await record(ctx, acts)
  await recordPrices(
    ctx,
    acts.map(({ entityId, changes = {} }) => ({ skuId: entityId, before: pricesBefore(changes) })),
  )
  const skuIds = records.filter(({ before }) => before).map(({ id }) => id)
  await revalueStock(ctx, { skuIds, event: `import:${ctx.requestId}` })
  await postMoves(
    ctx,
    records.flatMap((each) => countedAs(ctx, each, reason)),
  )
}

function countedAs(ctx: Context, { id, before, values }: Imported, reason: string): Move[] {
  const { currentStock: counted } = values as { currentStock?: number }
  const { currentStock: old = 0 } = (before ?? {}) as { currentStock?: number }
  if (counted === undefined || counted === old) return []
  return [
    {
      skuId: id,
      kind: 'adjust',
      onHand: counted - old,
      refType: 'sku',
      refId: id,
      reason,
      dedupeKey: `sku:${id}:${ctx.requestId}:import`,
      by: ctx.user?.id ?? null,
    },
  ]
}

function problemsOf(ctx: Context, form: SkuForm, before: Sku | null): FieldError[] {
  const { currentStock } = form
  const { currentStock: old = 0, reserved = 0 } = before ?? {}
  if (currentStock === undefined || currentStock === old) return []
  const path = 'currentStock'
  if (ctx.user && !may(ctx.user, 'skus.adjust')) {
    return [{ path, message: 'Your role may not change stock' }]
  }
  if (currentStock >= reserved) return []
  return [{ path, message: `At least ${reserved}, because ${reserved} are reserved` }]
}
