import { type AuditEntry, record } from '#features/audit/server/service.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readFileOf } from '#platform/server/imports/file-parsing-thread.ts'
import { noteImport, rememberImport } from '#platform/server/imports/import-sql.ts'
import { claimUndo } from '#platform/server/imports/import-undo.ts'
import { refuseErrors } from '#platform/server/imports/import.ts'
import { type SkippedRow, skippedReasons } from '#platform/server/imports/skipped-rows.ts'
import { plannedPriceColumns, plannedPriceRow } from '../../contract.ts'
import { skuPrices } from '../tables.ts'
import { insertPlans, planRows, readPlanFacts } from './plan-price-rows.ts'
import type { ImportOutcome, ImportQuery } from '#platform/kernel/import.ts'

/**
 * Plans prices of SKUs from a CSV file: all rows, or none if one has an error. Each row has its own
 * future day. An empty tier price keeps its value of that day. A row that equals a plan, or the
 * prices by then, plans nothing; another price for a day that has a plan is an error.
 */
export async function importPlannedPrices(
  ctx: Context,
  query: ImportQuery,
  text: string,
): Promise<ImportOutcome> {
  const file = { name: 'planned-prices', columns: plannedPriceColumns, form: plannedPriceRow }
  const { rows: fileRows, ignored } = await readFileOf(ctx, file, { text, reading: query })
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    const facts = await readPlanFacts(
      inner,
      fileRows.map(({ form }) => form.sku ?? ''),
    )
    const { created, unchanged, errors } = planRows(fileRows, facts)
    const counts = { rows: fileRows.length, created: created.length, updated: 0, skipped: 0 }
    const outcome = {
      ...counts,
      unchanged: unchanged.length,
      ignored,
      errors,
      importId: null,
    }
    if (query.dryRun === 'true') return outcome
    refuseErrors(errors)
    const planIds = await insertPlans(inner, created, facts)
    const skippedRows = unchanged.map(({ row, id }): SkippedRow => {
      return { id: id ?? undefined, row, reason: skippedReasons.equal }
    })
    const { fileName } = query
    const file = { table: skuPrices, fileName, unchanged: unchanged.length, skippedRows }
    const done = planIds.map((id, index) => ({ id, before: null, row: created[index]?.row }))
    const isNothing = done.length === 0
    const importId = await (isNothing ? noteImport(inner, file) : rememberImport(inner, file, done))
    return { ...outcome, importId }
  })
}

const lockSkusOfImport = {
  name: 'lock_skus_of_price_import',
  text: `select s.id from skus s
         where s.id in (select p.sku_id from import_rows i join sku_prices p on p.id = i.record_id
                        where i.import_id = $1)
         order by s.id for no key update`,
}
const deletePlanned = {
  name: 'delete_imported_prices',
  text: `delete from sku_prices p using import_rows i
         where i.import_id = $1 and p.id = i.record_id
           and p.applied_at is null and p.effective_date > $2::date
         returning p.id, p.sku_id as "skuId", p.effective_date as "effectiveDate", p.price`,
}
const readSkipped = {
  name: 'read_kept_prices_of_import',
  text: `select i.record_id as id, s.sku, p.effective_date as "effectiveDate"
         from import_rows i left join sku_prices p on p.id = i.record_id
         left join skus s on s.id = p.sku_id
         where i.import_id = $1 and i.record_id <> all($2::int[])
         order by i.record_id`,
}

type DeletedPlan = { id: number; skuId: number; effectiveDate: string; price: string }
type SkippedPlan = { id: number; sku: string | null; effectiveDate: Day }

/**
 * Undoes an import of planned prices: cancels them, except those that have begun. Throws 403
 * without the permission to cancel them.
 */
export async function undoPlannedPriceImport(ctx: Context, id: number): Promise<BulkOutcome> {
  requirePermission(ctx.user, 'skus.edit', 'Your role cannot cancel planned prices')
  return cancelPlans({ ...ctx, channel: 'csv' }, { id })
}

/** Undoes a bulk edit that planned prices: cancels them, except those that have begun. */
export function undoBulkPlans(ctx: Context, id: number, action: string): Promise<BulkOutcome> {
  return cancelPlans(ctx, { id, action })
}

function cancelPlans(ctx: Context, claim: { id: number; action?: string }): Promise<BulkOutcome> {
  const { id } = claim
  return inTransaction(ctx, async (inner) => {
    await claimUndo(inner, { table: skuPrices }, claim)
    await rows(inner.db, lockSkusOfImport, [id])
    const deleted = await rows<DeletedPlan>(inner.db, deletePlanned, [id, await businessDay(inner)])
    const done = deleted.map((each) => each.id)
    const skipped = await rows<SkippedPlan>(inner.db, readSkipped, [id, done])
    const auditEntries = deleted.map(({ skuId, effectiveDate, price }): AuditEntry => {
      const changes = {
        effectiveDate: { from: effectiveDate, to: null },
        price: { from: price, to: null },
      }
      return { entity: 'sku', entityId: skuId, action: 'cancel_planned_prices', changes }
    })
    await record(inner, auditEntries)
    const reasons = skipped.map(({ id: priceId, sku, effectiveDate }) => ({
      id: priceId,
      reason:
        sku === null
          ? 'A planned price was cancelled since'
          : `The price of ${sku} from ${formatDay(effectiveDate, 'en-US')} is already in effect`,
    }))
    return { done, kept: reasons }
  })
}
