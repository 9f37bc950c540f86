import { bulkAuditEntries, record } from '#features/audit/server/service.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { today } from '#platform/kernel/days.ts'
import { applyToMany } from '#platform/server/records/bulk.ts'
import { csvDownload, fieldsOf } from '#platform/server/imports/csv.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { streamFullList } from '#platform/server/lists/list.ts'
import type { Download } from '#platform/server/http/route.ts'
import { type ChangeSkus, type ExportSkus, sku } from '../contract.ts'
import { amounts, references, skuList } from './store.ts'

/** Applies one action to many SKUs; returns those it could not change, with the reason. */
export async function changeSkus(ctx: Context, request: ChangeSkus): Promise<BulkOutcome> {
  const { action } = request
  if (action === 'delete' || action === 'restore') requirePermission(ctx.user, 'skus.delete')
  return inTransaction(ctx, async (inner) => {
    const records = { table: 'skus', code: 'sku', list: skuList(inner), references }
    const outcome = await applyToMany(inner.db, records, request)
    await record(inner, bulkAuditEntries('sku', action, outcome.done))
    return outcome
  })
}

/** All SKUs that match the filters, as a CSV file of the chosen columns. */
export async function exportSkus(ctx: Context, query: ExportSkus): Promise<Download> {
  const fields = fieldsOf(Object.keys(sku.shape), query.columns)
  const day = today(ctx.now, (await readSettings(ctx)).businessTimeZone)
  const sheet = { fileName: `skus-${day}.csv`, fields, amounts }
  return csvDownload(sheet, await streamFullList(ctx.db, skuList(ctx), query))
}
