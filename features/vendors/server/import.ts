import { importAuditEntries, bulkAuditEntries, record } from '#features/audit/server/service.ts'
import { may } from '#features/auth/rules.ts'
import { termsProblems } from '#features/customers/payment-terms.ts'
import type { BulkOutcome, ImportOutcome, ImportQuery } from '#platform/kernel/bulk.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { type Imported, type Importing, importRecords } from '#platform/server/imports/import.ts'
import { undoImport } from '#platform/server/imports/import-undo.ts'
import { type Vendor, type VendorForm, vendorColumns, vendorForm } from '../contract.ts'
import { isTermsTouched } from '../rules.ts'
import { references } from './store.ts'
import { vendors } from './tables.ts'

const importing: Importing = {
  file: { name: 'vendors', columns: vendorColumns, form: vendorForm, code: 'vendorCode' },
  table: vendors,
  check: (ctx, { form, before }) => problemsOf(ctx, form as VendorForm, before as Vendor | null),
  written: (ctx, records) => record(ctx, importAuditEntries('vendor', records)),
}

/** Creates and updates vendors from a CSV file: all rows, or none if one has an error. */
export function importVendors(
  ctx: Context,
  query: ImportQuery,
  text: string,
): Promise<ImportOutcome> {
  return importRecords(ctx, importing, { query, text })
}

/** Undoes an import of vendors; vendors changed since or in use are kept. */
export function undoVendorImport(ctx: Context, id: number): Promise<BulkOutcome> {
  const undone = async (inner: Context, deleted: readonly number[], back: readonly Imported[]) =>
    record(inner, [
      ...bulkAuditEntries('vendor', 'delete', deleted),
      ...importAuditEntries('vendor', back),
    ])
  return undoImport(ctx, { ...importing, references, undone }, id)
}

function problemsOf(ctx: Context, form: VendorForm, before: Vendor | null): FieldError[] {
  const mayEditTerms = !ctx.user || may(ctx.user, 'vendors.terms')
  if (mayEditTerms || !isTermsTouched(form, before ?? undefined)) return termsProblems(form, before)
  return [{ path: 'paymentTerms', message: 'Your role may not change payment terms of vendors' }]
}
