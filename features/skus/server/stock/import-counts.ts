import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readFileOf } from '#platform/server/imports/file-parsing-thread.ts'
import type { FileRow, RowError } from '#platform/server/imports/import-file.ts'
import { noteImport, rememberImport } from '#platform/server/imports/import-sql.ts'
import { refuseErrors } from '#platform/server/imports/import.ts'
import { adjustStock, type StockArrival } from './adjust-stock.ts'
import { lockAdjustmentMonth } from './adjustment-entries.ts'
import { countColumns, type CountRow, countRow, maxCountedSkus } from '../../contract.ts'
import { deltaText } from '../../rules.ts'
import { skus as skuTable, stockAdjustments } from '../tables.ts'
import type { FileReading, ImportOutcome } from '#platform/kernel/import.ts'

type CountImportRequest = {
  dryRun: boolean
  expectedVersionSum: number | undefined
  fileName: string | undefined
  reading: FileReading
  text: string
  arrived: StockArrival
}

/** A locked SKU, by the index of its row in the file. */
type Locked = {
  at: number
  id: number
  currentStock: number
  reserved: number
  waiting: number | null
  version: number
}

const lockCounted = {
  name: 'lock_skus_of_count',
  text: `select (t.at - 1)::int as at, s.id, s.version, s.reserved,
           s.current_stock as "currentStock",
           (select a.units from stock_adjustments a
            where a.sku_id = s.id and a.status = 'waiting') as waiting
         from unnest($1::text[]) with ordinality as t (code, at)
         join skus s on lower(s.sku) = lower(t.code) and s.deleted_at is null
         order by s.id for no key update of s`,
}

/**
 * Posts a stock count from a CSV file in one transaction: all rows, or none if one has an error.
 * Each SKU whose count differs is adjusted like `adjustStock`. A dry run returns the same and
 * writes nothing; its `seen` value is passed back with the import, which is rejected if one of the
 * SKUs changed since.
 */
export async function importCounts(
  ctx: Context,
  { dryRun, expectedVersionSum, fileName, reading, text, arrived }: CountImportRequest,
): Promise<ImportOutcome> {
  const file = { name: 'counts', columns: countColumns, form: countRow, code: 'sku' }
  const { rows: fileRows, ignored } = await readFileOf(ctx, file, { text, reading })
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    const codes = fileRows.map((row) => row.code)
    await lockAdjustmentMonth(inner)
    const skus = await rows<Locked>(inner.db, lockCounted, [codes])
    const byRow = new Map(skus.map((sku) => [sku.at, sku]))
    const errors = fileRows.flatMap((row, at) => errorsOf(row, byRow.get(at)))
    const invalidRows = new Set(errors.map(({ row }) => row))
    const valid = fileRows.flatMap((row, at) => {
      const sku = byRow.get(at)
      return sku && !invalidRows.has(row.number) ? [{ row, sku }] : []
    })
    const changed = valid.filter(isChanged)
    // A SKU's version increases with every stock change, and so does the sum of the versions.
    const now = valid.reduce((total, { sku }) => total + sku.version, 0)
    const outcome = {
      importId: null,
      rows: fileRows.length,
      created: changed.length,
      updated: 0,
      skipped: 0,
      unchanged: valid.length - changed.length,
      ignored,
      errors,
    }
    if (changed.length > maxCountedSkus) throw tooMany()
    if (dryRun) return { ...outcome, seen: now }
    refuseErrors(errors)
    if (expectedVersionSum !== undefined && expectedVersionSum !== now) throw stockChangedRefusal()
    let waiting = 0
    for (const { row, sku } of changed) {
      const { counted: currentStock, reason: stockReason } = row.form
      // Sequential, because a transaction has one connection.
      // oxlint-disable-next-line no-await-in-loop
      const after = await adjustStock(inner, sku.id, { currentStock, stockReason, arrived })
      if (after.awaitingApproval !== null) waiting += 1
    }
    await rememberCounts(inner, valid, fileName)
    return { ...outcome, waiting }
  })
}

type CountedRow = { row: FileRow<CountRow>; sku: Locked }

/** Whether the count of a row differs from the recorded stock. */
function isChanged({ row, sku }: CountedRow): boolean {
  return row.form.counted !== sku.currentStock
}

/** Records the import, with the stock of each counted SKU before and after. */
async function rememberCounts(
  ctx: Context,
  counted: readonly CountedRow[],
  fileName: string | undefined,
): Promise<void> {
  const done = counted.filter(isChanged).map(({ row: { number, form }, sku }) => {
    const { id, currentStock } = sku
    return { id, before: { currentStock, counted: form.counted }, row: number }
  })
  const skippedRows = counted
    .filter((each) => !isChanged(each))
    .map(({ row, sku: { id } }) => ({ id, row: row.number, reason: 'The count equals the stock' }))
  const unchanged = skippedRows.length
  const file = { table: stockAdjustments, fileName, unchanged, skippedRows }
  if (done.length === 0) return void (await noteImport(ctx, file))
  await rememberImport(ctx, { ...file, recordTable: skuTable }, done)
}

function errorsOf({ number: row, form, errors }: FileRow<CountRow>, sku: Locked | undefined) {
  const reported = new Set(errors.map(({ field }) => field))
  const wrong = (field: string, message: string): RowError[] =>
    reported.has(field) ? errors : [...errors, { row, field, message }]
  if (!sku) return wrong('sku', 'This SKU does not exist')
  const { reserved, waiting, currentStock } = sku
  if (errors.length > 0 || form.counted === currentStock) return errors
  if (waiting !== null) {
    return wrong('counted', `An adjustment of ${deltaText(waiting)} awaits approval`)
  }
  if (form.counted >= reserved) return errors
  return wrong('counted', `At least ${reserved}, because ${reserved} are reserved`)
}

function tooMany(): Refusal {
  const maxRowsText = maxCountedSkus.toLocaleString('en-US')
  const sentence = `At most ${maxRowsText} SKUs can be adjusted at once. Split the file`
  return new Refusal('tooLarge', 'too-large', sentence)
}

function stockChangedRefusal(): Refusal {
  const sentence = 'Stock has moved since the file was checked. Check it again'
  return new Refusal('conflict', 'moved-since', sentence)
}
