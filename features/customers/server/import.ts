import { importAuditEntries, bulkAuditEntries, record } from '#features/audit/server/service.ts'
import { may } from '#features/auth/rules.ts'
import { placeFrom } from '#features/settings/place-rules.ts'
import type { BulkOutcome, ImportOutcome, ImportQuery } from '#platform/kernel/bulk.ts'
import { cents } from '#platform/kernel/money.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { type Imported, type Importing, importRecords } from '#platform/server/imports/import.ts'
import { undoImport } from '#platform/server/imports/import-undo.ts'
import { type Customer, type CustomerForm, customerColumns, customerRow } from '../contract.ts'
import { termsProblems } from '../payment-terms.ts'
import { exemptionProblems, changesTerms } from '../rules.ts'
import { references } from './store.ts'
import { customers } from './tables.ts'

/** The customers of a file or of an upsert. */
export const customerRecords: Importing = {
  file: { name: 'customers', columns: customerColumns, form: customerRow, code: 'customerCode' },
  table: customers,
  check: (ctx, { form, before }) =>
    fieldErrorsOf(ctx, form as CustomerForm, before as Customer | null),
  warn: ({ form, before }) => placeWarnings({ ...before, ...form } as CustomerForm),
  written: (ctx, records) => record(ctx, auditEntriesOf(records)),
}

/** Creates and updates customers from a CSV file: all rows, or none if one has an error. */
export function importCustomers(
  ctx: Context,
  query: ImportQuery,
  text: string,
): Promise<ImportOutcome> {
  return importRecords(ctx, customerRecords, { query, text })
}

/** Undoes an import of customers; customers changed since or in use are skipped. */
export function undoCustomerImport(ctx: Context, id: number): Promise<BulkOutcome> {
  const recordUndo = async (
    inner: Context,
    deleted: readonly number[],
    restored: readonly Imported[],
  ) =>
    record(inner, [...bulkAuditEntries('customer', 'delete', deleted), ...auditEntriesOf(restored)])
  return undoImport(ctx, { ...customerRecords, references, undone: recordUndo }, id)
}

function fieldErrorsOf(ctx: Context, form: CustomerForm, before: Customer | null): FieldError[] {
  const mayEditTerms = !ctx.user || may(ctx.user, 'customers.terms')
  const isRefused = !mayEditTerms && changesTerms(form, before ?? undefined)
  const message = 'Your role may not change the terms of customers'
  return [
    ...(isRefused ? [{ path: 'creditLimit', message }] : []),
    ...termsProblems(form, before),
    ...exemptionProblems({ ...before, ...form }),
  ]
}

/** Warns if a customer's country and state cannot be parsed as a sales tax location. */
function placeWarnings({ country, state }: CustomerForm): FieldError[] {
  const enteredPlace = [state?.trim(), country?.trim()].filter(Boolean).join(', ')
  if (enteredPlace === '' || placeFrom({ country, state })) return []
  const message =
    `${enteredPlace} is not a recognized state or country. ` + 'The default tax rate applies'
  return [{ path: country ? 'country' : 'state', message }]
}

function auditEntriesOf(records: readonly Imported[]) {
  const entries = importAuditEntries('customer', records)
  return entries.map((entry, index) => {
    const { before, values } = records[index] as Imported
    const [oldLimit, newLimit] = [before?.['creditLimit'], values['creditLimit']]
    const isLower = typeof oldLimit === 'string' && cents(String(newLimit)) < cents(oldLimit)
    return isLower ? { ...entry, action: 'credit_limit_lowered' } : entry
  })
}
