import { changesBetween, historyOf } from '#features/audit/server/service.ts'
import { may, requirePermission } from '#features/auth/rules.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { ImportedRecord } from '#platform/server/imports/import.ts'
import type {
  CheckedRow,
  ImportCause,
} from '#platform/server/master-data/master-data-definition.ts'
import { masterData } from '#platform/server/master-data/master-data.ts'
import { type Sku, type SkuForm, type SkuPatch, sku, skuColumns, skuForm } from '../contract.ts'
import { hiddenSkuFields } from '../rules.ts'
import { pricesBefore, recordPrices } from './prices/record-prices.ts'
import { lockAdjustmentMonth } from './stock/adjustment-entries.ts'
import { postMoves, type Move } from './stock/ledger.ts'
import { ranked, references, skuList } from './store.ts'
import { skus } from './tables.ts'
import { revalueStock } from './valuation/revaluation.ts'
import { applyPlannedPrices } from './prices/apply-planned-prices.ts'

/** The use cases of SKUs, but for the stock that a form enters. */
export const skuRecords = masterData<typeof skus, Sku, SkuForm, SkuPatch>({
  noun: 'SKU',
  table: skus,
  file: { name: 'skus', columns: skuColumns, form: skuForm, code: 'sku' },
  uniqueCode: { index: 'sku_taken', problem: 'duplicate-sku' },
  list: skuList,
  ranked,
  answer: sku,
  amounts: ['cost', 'averageCost', 'stockValue', 'price', 'tier1Price', 'tier2Price', 'tier3Price'],
  references,
  history: historyOf('sku'),
  requireDeletion: ({ user }) => requirePermission(user, 'skus.delete'),
  // Never the counters, and the cost only if the role may read it.
  columnsOf: ({ user }, form) => {
    const { currentStock: _stock, stockReason: _reason, cost, unitOfMeasure, ...columns } = form
    return {
      ...columns,
      unitOfMeasure: unitOfMeasure === null ? 'EA' : unitOfMeasure,
      ...(!hiddenSkuFields(user).includes('cost') && { cost }),
    }
  },
  changed: async (ctx, { after: { id, version }, changes }) => {
    const event = `sku:${id}:${version}:cost`
    if ('cost' in changes) await revalueStock(ctx, { skuIds: [id], event })
    await recordPrices(ctx, [{ skuId: id, before: pricesBefore(changes) }])
  },
  apart: ['currentStock'],
  alsoRead: ['reserved'],
  lock: async (ctx) => {
    await lockAdjustmentMonth(ctx)
    await applyPlannedPrices(ctx)
  },
  check: ({ user }, row) => [...costProblems(user, row), ...stockProblems(user, row)],
  imported: writeImported,
})

type CheckedSku = CheckedRow<Sku, SkuForm>

export const forbiddenCost = 'Your role cannot change the cost'

/** The cost of a row, if the role may not change it. An undo restores some fields only. */
function costProblems(user: Actor | undefined, { form, before }: CheckedSku): FieldError[] {
  const old: string = before?.cost ?? decimal(zero)
  const { cost } = form
  if (cost === undefined || cost === old || !hiddenSkuFields(user).includes('cost')) return []
  return [{ path: 'cost', message: forbiddenCost }]
}

function stockProblems(
  user: Actor | undefined,
  { form: { currentStock }, before }: CheckedSku,
): FieldError[] {
  const { currentStock: old = 0, reserved = 0 } = before ?? {}
  if (currentStock === undefined || currentStock === old) return []
  const path = 'currentStock'
  if (user && !may(user, 'skus.adjust')) {
    return [{ path, message: 'Your role cannot change stock' }]
  }
  if (currentStock >= reserved) return []
  return [{ path, message: `At least ${reserved}, because ${reserved} are reserved` }]
}

/** Writes what imported values change besides the SKUs; a different stock is an adjustment. */
async function writeImported(
  ctx: Context,
  records: readonly ImportedRecord[],
  cause: ImportCause,
): Promise<void> {
  await recordPrices(
    ctx,
    records.map(({ id, before, values }) => {
      return { skuId: id, before: before ? pricesBefore(changesBetween(before, values)) : {} }
    }),
  )
  const skuIds = records.filter(({ before }) => before).map(({ id }) => id)
  await revalueStock(ctx, { skuIds, event: `import:${ctx.requestId}` })
  await postMoves(
    ctx,
    records.flatMap((each) => stockMovesOf(ctx, each, cause)),
  )
}

function stockMovesOf(
  ctx: Context,
  { id, before, values }: ImportedRecord,
  reason: ImportCause,
): Move[] {
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
