import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { agingColumns, type PartyAging } from '#features/receivables/ui/parts/aging-columns.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { buildXlsx } from '#platform/ui/table/export/build-xlsx.ts'
import { readCsv } from '#platform/kernel/csv.ts'
import { allReports } from '../../screens/all-reports.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { csvOf } from '#platform/ui/table/export/build-file.ts'

// In a file the sum of nothing is 0.00, like any other amount: never empty, 0 or a dash.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

type Line = { id: number }
const read = async (path: string, query: object) => {
  const searchParams = new URLSearchParams(query as Record<string, string>)
  const answer = await prizm.call('GET', `${path}?${searchParams}`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<never>()
}
/** A cell that shows anything but plain text counts as empty. */
const textOf = (cell: unknown) => (typeof cell === 'string' ? cell : '')

const csvText = async (columns: readonly Column<never>[], rows: readonly Line[]) =>
  (await csvOf(columns, [rows as never[]])).text()
const sheetText = async (columns: readonly Column<never>[], rows: readonly Line[]) => {
  const workbook = await buildXlsx(columns, [rows as never[]])
  const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()))
  return strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
}
const period = { from: '2026-01-01', to: '2026-03-31', asOf: '2026-03-31' } as never

test('a report file shows 0.00 for an amount of nothing, as CSV and as a workbook', async () => {
  const builders = orderBuilders(prizm.database.db)
  await builders.buyer({ creditLimit: '100.00' })
  await prizm.builders.vendor()
  await builders.item({ cost: '0.00' })
  const checkedReports: string[] = []
  for (const report of allReports) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await read(report.endpoint.path, report.queryOf(period) ?? {})
    const rows = report.rowsOf(answer)
    if (rows.length === 0) continue
    // oxlint-disable-next-line no-await-in-loop
    const file = readCsv(await csvText(report.columns as never, rows))
    // oxlint-disable-next-line no-await-in-loop
    const sheet = await sheetText(report.columns as never, rows)
    report.columns.forEach((column, at) => {
      const isSum = (report.sums as readonly string[]).includes(column.id)
      const cellTexts = rows.map((row) => textOf(column.cell(row)))
      file.rows.forEach((cells, index) => {
        const isAmount = isSum || /^-?\$/.test(cellTexts[index] ?? '')
        if (!isAmount || cellTexts[index] === '$100.00') return
        expect([report.id, column.id, cells[at]]).toEqual([report.id, column.id, '0.00'])
        checkedReports.push(report.id)
      })
    })
    expect(sheet).toContain('<c s="3"><v>0.00</v></c>')
  }
  expect([...new Set(checkedReports)]).toEqual([
    'monthly-payment-summary',
    'payment-trends',
    'credit-utilisation',
    'stock-valuation',
  ])
})

test('the totals of an aging without documents are 0.00 in its files', async () => {
  const { aging } = (await read('/api/reports/ar-summary', {})) as { aging: PartyAging }
  const sums = { ...aging, id: 0, code: 'Total', name: '' }
  const columns = agingColumns('Customer') as readonly Column<never>[]
  const zeros = Array.from({ length: 7 }, () => '0.00')
  expect((await csvText(columns, [sums])).trimEnd().split('\r\n')[1]).toBe(
    ['Total', '', ...zeros].join(','),
  )
  expect((await sheetText(columns, [sums])).match(/<c s="3"><v>0\.00<\/v><\/c>/g)).toHaveLength(7)
})

test('the file of a list shows 0.00 for the amounts of an unused record', async () => {
  await prizm.builders.customer({ customerCode: 'C-1', name: 'One' })
  await prizm.builders.sku({ sku: 'S-1', cost: '0.00', price: '0.00' })
  const cellsOf = async (room: string, columns: string) => {
    const path = `/api/${room}/export.csv?columns=${columns}`
    return (await prizm.call('GET', path, { as })).body.trimEnd().split('\r\n')[1]
  }
  const ofCustomer = 'customerCode,creditLimit,currentBalance,openOrderAmount,availableCredit'
  expect(await cellsOf('customers', ofCustomer)).toBe('C-1,0.00,0.00,0.00,0.00')
  expect(await cellsOf('skus', 'sku,cost,price')).toBe('S-1,0.00,0.00')
})
