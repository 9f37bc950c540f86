import { type Context, rows } from '#platform/server/database/db.ts'
import type { FileDocument, RowError } from '#platform/server/imports/import-file.ts'
import type { BelowMinimum, PurchaseOrderForm } from '../../contract.ts'
import type { PurchaseRow } from '../../contract.ts'
import { minimumText } from '../../minimum-quantity-texts.ts'
import * as store from './import-store.ts'

type Draft = { group: FileDocument<PurchaseRow>; form: PurchaseOrderForm }
type Minimum = Omit<BelowMinimum, 'quantity'> & { vendorId: number; skuId: number }

/** Warns about SKUs ordered below the vendor's minimum order quantity, at their first row. */
export async function minimumWarnings(ctx: Context, drafts: readonly Draft[]): Promise<RowError[]> {
  const lines = drafts.flatMap(({ form: { vendorId, items = [] } }) =>
    items.map(({ skuId }) => ({ vendorId, skuId })),
  )
  const found = await rows<Minimum>(ctx.db, store.findMinimums, [
    lines.map(({ vendorId }) => vendorId),
    lines.map(({ skuId }) => skuId),
  ])
  const minimums = new Map(found.map((each) => [`${each.vendorId} ${each.skuId}`, each]))
  return drafts
    .flatMap((draft) => warningsOf(draft, minimums))
    .toSorted((one, other) => one.row - other.row)
}

function warningsOf(
  { group, form: { vendorId, items = [] } }: Draft,
  minimums: ReadonlyMap<string, Minimum>,
): RowError[] {
  const skuIds = [...new Set(items.map(({ skuId }) => skuId))]
  return skuIds.flatMap((id) => {
    const below = minimums.get(`${vendorId} ${id}`)
    const ordered = items.filter(({ skuId }) => skuId === id)
    const quantity = ordered.reduce((units, line) => units + line.quantity, 0)
    if (!below || quantity >= below.minimum) return []
    const row = group.rows[items.findIndex(({ skuId }) => skuId === id)]?.number ?? 0
    return [{ row, field: 'quantity', message: minimumText({ ...below, quantity }) }]
  })
}
