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
import { type ChangeCustomers, type ExportCustomers, customer } from '../contract.ts'
import { amounts, customerList, references } from './store.ts'

/** Applies one action to many customers; returns those not changed with the reason. */
export async function changeCustomers(
  ctx: Context,
  request: ChangeCustomers,
): Promise<BulkOutcome> {
  const { action } = request
  if (action === 'delete' || action === 'restore') requirePermission(ctx.user, 'customers.delete')
  return inTransaction(ctx, async (inner) => {
    const records = { table: 'customers', code: 'customer_code', list: customerList, references }
    const outcome = await applyToMany(inner.db, records, request)
    await record(inner, bulkAuditEntries('customer', action, outcome.done))
    return outcome
  })
}

/** Exports all customers that match the filters as a CSV file of the selected columns. */
export async function exportCustomers(ctx: Context, query: ExportCustomers): Promise<Download> {
  const fields = fieldsOf(Object.keys(customer.shape), query.columns)
  const day = today(ctx.now, (await readSettings(ctx)).businessTimeZone)
  const csvFile = { fileName: `customers-${day}.csv`, fields, amounts }
  return csvDownload(csvFile, await streamFullList(ctx.db, customerList, query))
}
