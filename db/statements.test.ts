import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import { writeStatements } from '#platform/server/records/write-many.ts'
import { readSources, source } from '../scripts/tidy/sources.ts'
import { tablesInCode } from './schema/tables-in-code.ts'
import { checkStatements, type StatementCheck } from './statements/check-statements.ts'
import { describeAll } from './statements/describe-statements.ts'

// Prepares every statement of the program in the migrated database, and compares its calls with the
// columns and parameters that the database describes. A file with planted faults shows that each of
// them is found.

const root = join(import.meta.dirname, '..')

/** Columns that may be null in their table, and why they are not in these results. */
const neverNull: Record<string, string> = {
  'find_earlier_api_key: bodySha256': 'is written with the idempotency key, which it is found by',
  'audit_writers: writer': 'pg_locks is a view, of which the database knows no constraint',
  'take_edi_hold_wishes: by': 'only wishes of a user are read',
  'read_edi_folders: folder': 'only partners with a folder are read',
  'read_ready_edi_interchanges: fileName': 'an interchange to send has a file name',
  'read_billed_before: orderId': 'only lines of the given orders are read',
  'read_orders_of_vendor_bills: id': 'only lines of an order are read',
  'read_returned_lines_of_orders: vendorId': 'a return to a vendor has one',
  'read_returned_lines_of_orders: itemId': 'only lines of an order line are read',
  'read_open_prepayments: postedOn': 'only posted payments are read',
  'find_similar_receipts: deliveryNote': 'only receipts with the same delivery note are read',
  'find_similar_payments: reference': 'only payments with the same reference are read',
  'read_costs_of_invoiced_units: salesOrderItemId': 'only lines of the given order lines are read',
  'read_replacement_of_return: price': 'a return with a replacement has its price',
  'mark_orders_past_their_cancel_after_day: cancelAfter': 'only orders with that day are read',
  'read_sku_categories: category': 'only SKUs with a category are read',
  'read_idempotency_keys: response_status': 'is read only from answered calls',
  'read_dead_letters: deadAt': 'only dead messages are read',
  'read_slowed_accounts: account': 'only attempts for an account are read',
}

/** Lists that PostgreSQL wrote itself, and gets back as the text that it wrote. */
const listsAsText = [
  'features/skus/server/stock/apply-warehouse-counts.ts: parameter $1',
  'read_counts_that_need_a_look: parameter $1',
  'read_counts_that_need_a_look: parameter $2',
  'note_count_of_skus: parameter $1',
  'note_count_of_skus: parameter $2',
]

/** Files that compose statements at run time. Their own tests run these statements. */
const composing = [
  'db/demo/rows/insert-rows.ts',
  'db/demo/rows/payables.ts',
  'db/demo/rows/receivables.ts',
  'features/ar-reports/server/service.ts',
  'features/audit/server/past-values.ts',
  'features/audit/server/require-record.ts',
  'features/auth/server/passwords.ts',
  'features/comments/server/store.ts',
  'features/dashboard/server/load-demo-data.ts',
  'features/intake/server/corrections.ts',
  'features/order-entry/server/import/import-store.ts',
  'features/order-entry/server/store.ts',
  'features/personal-data/server/service.ts',
  'features/pricing/server/check-contract-price-terms.ts',
  'features/pricing/server/import-contract-prices.ts',
  'features/purchase-orders/server/import/import.ts',
  'features/requisitions/server/service.ts',
  'features/search/server/search-financial-documents.ts',
  'features/search/server/search-master-records.ts',
  'features/search/server/search-orders-and-returns.ts',
  'features/search/server/service.ts',
  'features/wms-integration/server/outbound/plan-exports.ts',
  'platform/server/imports/import-sql.ts',
  'platform/server/jobs/retention-rules.ts',
  'platform/server/jobs/retention.ts',
  'platform/server/lists/change-feed.ts',
  'platform/server/lists/list-search.ts',
  'platform/server/lists/list-sums.ts',
  'platform/server/lists/list.ts',
  'platform/server/records/apply-to-many.ts',
  'platform/server/records/references.ts',
  'platform/server/records/trash.ts',
  'platform/server/records/write-many.ts',
]

const planted = 'features/comments/server/store.ts'
const faulty = `
const plantedColumn = { name: 'planted_column', text: 'select id, usernam from users' }
const plantedTable = { name: 'planted_table', text: \`delete from user where id = $1\` }
const plantedRow = {
  name: 'planted_row',
  text: \`select id, action, reason, at from audit_log where entity_id = any($1::int[])\`,
}
type PlantedRow = { id: string; action: string; reason: string; at: number; rol: string }
export async function plantedCalls(db: Db): Promise<unknown> {
  await rows(db, plantedColumn)
  await rows(db, plantedTable, [1])
  await rows(db, plantedRow, [['a'], 1])
  return rows<PlantedRow>(db, plantedRow, [['a']])
}
`

let found: StatementCheck
beforeAll(async () => {
  const { pool } = await testDatabase()
  const sources = readSources(root).map((one) =>
    one.path === planted ? source(planted, one.text + faulty) : one,
  )
  found = await checkStatements(root, sources, pool)
})

const isPlanted = (fault: string) => fault.includes(' planted_')
const withoutLine = (place: string) => place.replace(/:\d+.*/, '')

test('every statement fits the schema, and its calls fit its columns and parameters', () => {
  const isExplained = (fault: string) => {
    const known = [...Object.keys(neverNull), ...listsAsText]
    return known.some((each) => fault.includes(` ${each} `))
  }
  const faults = found.faults.filter((fault) => !isPlanted(fault) && !isExplained(fault))
  expect(faults).toEqual([])
})

test('every explained exception is still needed', () => {
  const text = found.faults.map((fault) => `${fault}\n`).join('')
  const needless = [
    ...Object.keys(neverNull).filter((each) => !text.includes(` ${each} may be null\n`)),
    ...listsAsText.filter((each) => !text.includes(` ${each} is list, and is given string\n`)),
  ]
  expect(needless).toEqual([])
})

test('a misspelled table or column, a wrong row type and a wrong value are found', () => {
  const faults = found.faults.filter(isPlanted)
  expect(faults.map((fault) => fault.replace(/^.*?:\d+ /, ''))).toEqual([
    'planted_column: column "usernam" does not exist',
    'planted_table: syntax error at or near "user"',
    'planted_row: it has 1 parameters, and is given 2 values',
    'planted_row: id is declared string, but is number',
    'planted_row: reason may be null',
    'planted_row: at is declared number, but is string',
    'planted_row: there is no column rol',
    'planted_row: parameter $1 is number, and is given string',
  ])
})

test('only statements that are composed at run time are not checked', () => {
  expect([...new Set(found.unchecked.map(withoutLine))].sort()).toEqual(composing)
  expect(found.counts.statements).toBeGreaterThan(700)
})

test('every table can be written by insertMany and updateMany', async () => {
  const { pool } = await testDatabase()
  const tables = Object.values(await tablesInCode()).filter((value) => is(value, PgTable))
  const statements = tables.flatMap(writeStatements)
  const texts = statements.map(({ text }) => text)
  const described = await describeAll(pool, texts)
  const faults = described.flatMap((each, at) =>
    each instanceof Error ? [`${statements[at]?.name}: ${each.message}`] : [],
  )
  expect(faults).toEqual([])
  expect(statements.length).toBeGreaterThan(150)
})
