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
import { type ChangeVendors, type ExportVendors, vendor } from '../contract.ts'
import { amounts, references, vendorList } from './store.ts'

/** Applies one action to many vendors; returns those it could not change, with the reason. */
export async function changeVendors(ctx: Context, request: ChangeVendors): Promise<BulkOutcome> {
  const { action } = request
  if (action === 'delete' || action === 'restore') requirePermission(ctx.user, 'vendors.delete')
  return inTransaction(ctx, async (inner) => {
    const records = { table: 'vendors', code: 'vendor_code', list: vendorList, references }
    const outcome = await applyToMany(inner.db, records, request)
    await record(inner, bulkAuditEntries('vendor', action, outcome.done))
    return outcome
  })
}

/** All vendors that match the filters, as a CSV file of the chosen columns. */
export async function exportVendors(ctx: Context, query: ExportVendors): Promise<Download> {
  const fields = fieldsOf(Object.keys(vendor.shape), query.columns)
  const day = today(ctx.now, (await readSettings(ctx)).businessTimeZone)
  const sheet = { fileName: `vendors-${day}.csv`, fields, amounts }
  return csvDownload(sheet, await streamFullList(ctx.db, vendorList, query))
}
