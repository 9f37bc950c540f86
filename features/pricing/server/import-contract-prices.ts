import { businessDay } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, type Statement } from '#platform/server/database/db.ts'
import { refuseErrors } from '#platform/server/imports/import.ts'
import { readFileOf } from '#platform/server/imports/file-parsing-thread.ts'
import type { FileRow, RowError } from '#platform/server/imports/import-file.ts'
import { noteImport, rememberImport } from '#platform/server/imports/import-sql.ts'
import { type SkippedRow, skippedReasons } from '#platform/server/imports/skipped-rows.ts'
import { type ImportPrices, type PriceRow, priceColumns, priceRow } from '../contract.ts'
import * as store from './contract-price-import-store.ts'
import {
  isSame,
  planPriceImport,
  type ImportedPrice,
  type PlannedPrice,
} from './plan-contract-price-import.ts'
import { contractPricing } from './tables.ts'
import { type Parties, type PriceWrites, writePrices, writesOf } from './write-contract-prices.ts'
import type { ImportOutcome } from '#platform/kernel/import.ts'

type PriceFileRow = FileRow<PriceRow>

/** The single customer or SKU that the import is restricted to. */
type ImportScope = { customer?: string | undefined; sku?: string | undefined }

type Plan = PriceWrites & { skippedRows: SkippedRow[]; outcome: ImportOutcome }

/**
 * Creates and updates contract prices from a CSV file in one transaction: all rows, or none if one
 * has an error (see `planPrices` for the rules). A dry run returns the same result without writing.
 * With a customer or a SKU in the query, rows may omit it but not name another.
 */
export async function importContractPrices(
  ctx: Context,
  query: ImportPrices,
  text: string,
): Promise<ImportOutcome> {
  const only = {
    customer: await onlyOf(ctx, store.findCustomer, { id: query.customerId, noun: 'customer' }),
    sku: await onlyOf(ctx, store.findSku, { id: query.skuId, noun: 'SKU' }),
  }
  const file = { name: 'prices', columns: priceColumns(query), form: priceRow }
  const read = { text, reading: query }
  const { rows: found, ignored } = await readFileOf(ctx, file, read)
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    const fileRows = found.map((row) => withOnly(row, only))
    const parties = await partiesOf(inner, fileRows)
    const onRecord = await lockPrices(inner, {
      customerIds: idsIn(parties.customers),
      skuIds: idsIn(parties.skus),
    })
    const plan = planOf(fileRows, parties, {
      onRecord,
      isUpdate: query.existing === 'update',
      today: await businessDay(inner),
    })
    const outcome = { ...plan.outcome, ignored }
    if (query.dryRun === 'true') return outcome
    refuseErrors(outcome.errors)
    return { ...outcome, importId: await write(inner, plan, { parties, fileName: query.fileName }) }
  })
}

async function onlyOf(
  ctx: Context,
  statement: Statement,
  { id, noun }: { id: number | undefined; noun: string },
): Promise<string | undefined> {
  if (id === undefined) return undefined
  const [found] = await rows<{ code: string }>(ctx.db, statement, [id])
  if (!found) throw missing(`That ${noun}`)
  return found.code
}

/** Fills in the fixed party of a row. A different or a missing party is an error. */
function withOnly(row: PriceFileRow, only: ImportScope): PriceFileRow {
  const entries = [
    { field: 'customerCode', entered: row.form.customerCode, required: only.customer },
    { field: 'sku', entered: row.form.sku, required: only.sku },
  ] as const
  const errors = entries.flatMap(({ field, entered, required }): RowError[] => {
    if (row.errors.some((error) => error.field === field)) return []
    if (entered === undefined && required === undefined) {
      return [{ row: row.number, field, message: 'Required' }]
    }
    if (!entered || !required || entered.toLowerCase() === required.toLowerCase()) return []
    return [
      {
        row: row.number,
        field,
        message: `Only prices of ${required} can be imported here. Remove this row`,
      },
    ]
  })
  const { customerCode = only.customer, sku = only.sku } = row.form
  const form = { ...row.form, ...(customerCode && { customerCode }), ...(sku && { sku }) }
  return { ...row, form, errors: [...row.errors, ...errors] }
}

/** Finds the customers and SKUs of the rows by their codes. */
export async function partiesOf(ctx: Context, fileRows: readonly PriceFileRow[]): Promise<Parties> {
  const find = async (statement: Statement, codes: (string | undefined)[]) => {
    const distinctCodes = [...new Set(codes.map((code) => String(code ?? '').toLowerCase()))]
    const found = await rows<store.Party>(ctx.db, statement, [distinctCodes])
    return new Map(found.map((party) => [party.asked, party]))
  }
  return {
    customers: await find(
      store.findCustomers,
      fileRows.map(({ form }) => form.customerCode),
    ),
    skus: await find(
      store.findSkus,
      fileRows.map(({ form }) => form.sku),
    ),
  }
}

export const idsIn = (parties: Map<string, store.Party>) =>
  [...parties.values()].map(({ id }) => id)

/**
 * Locks the prices of customers for SKUs, then the customers and the SKUs, in the same order as a
 * single change. Returns the prices, including those added during the wait for the locks.
 */
export async function lockPrices(
  ctx: Context,
  { customerIds, skuIds }: { customerIds: number[]; skuIds: number[] },
): Promise<store.StoredPrice[]> {
  await rows(ctx.db, store.lockPrices, [customerIds, skuIds])
  await rows(ctx.db, store.lockCustomers, [customerIds])
  await rows(ctx.db, store.lockSkus, [skuIds])
  return rows<store.StoredPrice>(ctx.db, store.readPrices, [customerIds, skuIds])
}

type Facts = { onRecord: readonly store.StoredPrice[]; isUpdate: boolean; today: Day }

function planOf(fileRows: readonly PriceFileRow[], parties: Parties, facts: Facts): Plan {
  const errors: RowError[] = []
  const lines = fileRows.flatMap((row): ImportedPrice[] => {
    const { line, wrong } = resolvePriceRow(row, parties)
    errors.push(...(wrong ?? []))
    return line ? [line] : []
  })
  const plan = planPriceImport(lines, facts.onRecord, facts)
  errors.push(...plan.errors)
  const invalidRows = new Set(errors.map(({ row }) => row))
  const isValid = ({ row, endedBy }: PlannedPrice) =>
    !invalidRows.has(row ?? 0) && !invalidRows.has(endedBy ?? 0)
  const valid = plan.prices.filter(isValid)
  const { made: created, changed } = writesOf(valid)
  const existing = valid.filter(({ isSkipped }) => isSkipped)
  const same = valid.filter(
    ({ row, before, terms, isSkipped }) => row && !isSkipped && before && isSame(before, terms),
  )
  const outcome = {
    importId: null,
    rows: fileRows.length,
    created: created.length,
    updated: changed.length,
    skipped: existing.length,
    unchanged: same.length,
    ignored: [],
    errors: errors.toSorted((one, other) => one.row - other.row),
  }
  const skippedRows = [
    ...existing.map(skippedFor(skippedReasons.exists)),
    ...same.map(skippedFor(skippedReasons.equal)),
  ]
  return { made: created, changed, skippedRows, outcome }
}

/** The row of a price that stays as it is, with the reason. */
function skippedFor(reason: string) {
  return ({ id, row = 0 }: PlannedPrice): SkippedRow => ({ id, row, reason })
}

/** The terms of a row with customer and SKU resolved, or its errors. */
export function resolvePriceRow(
  { number: row, form, errors }: PriceFileRow,
  parties: Parties,
): { line?: ImportedPrice; wrong?: RowError[] } {
  const { customerCode = '', sku: skuCode = '', ...terms } = form
  const customer = parties.customers.get(String(customerCode).toLowerCase())
  const sku = parties.skus.get(String(skuCode).toLowerCase())
  const reported = new Set(errors.map(({ field }) => field))
  const unknown = (field: string, message: string): RowError[] =>
    reported.has(field) ? [] : [{ row, field, message }]
  if (errors.length > 0 || !customer || !sku) {
    const noCustomer = unknown('customerCode', 'This customer does not exist')
    const noSku = unknown('sku', 'This SKU does not exist')
    return { wrong: [...errors, ...(customer ? [] : noCustomer), ...(sku ? [] : noSku)] }
  }
  const inactive = (field: string, code: string) => ({ field, message: `${code} is inactive` })
  const whyNotNew = !customer.isActive
    ? inactive('customerCode', customer.code)
    : !sku.isActive
      ? inactive('sku', sku.code)
      : undefined
  return { line: { ...terms, customerId: customer.id, skuId: sku.id, row, whyNotNew } }
}

type Writing = { parties: Parties; fileName: string | undefined }

/** Writes the plan. Returns the id of the import, or null if nothing changed. */
async function write(
  ctx: Context,
  plan: Plan,
  { parties, fileName }: Writing,
): Promise<number | null> {
  const { made: created, changed, skippedRows } = plan
  const { skipped, unchanged } = plan.outcome
  const file = { table: contractPricing, fileName, skipped, unchanged, skippedRows }
  if (created.length + changed.length === 0) return noteImport(ctx, file)
  const added = await writePrices(ctx, plan, parties)
  return rememberImport(ctx, file, [
    ...added.map(({ id }, index) => ({ id, before: null, row: created[index]?.row })),
    ...changed,
  ])
}
