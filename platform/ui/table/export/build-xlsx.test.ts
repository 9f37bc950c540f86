import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Column } from '../columns.ts'
import { buildXlsx } from './build-xlsx.ts'

type Row = { id: number; name: string; count: number; total: string; day: string }

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'count', header: 'Count', align: 'right', cell: (row) => row.count },
  { id: 'total', header: 'Total', align: 'right', cell: (row) => row.total },
  { id: 'day', header: 'Day', cell: (row) => row.day },
]

/** The files of an archive, as text. */
async function filesOf(archive: Blob): Promise<Map<string, string>> {
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  return new Map(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

async function sheetOf(row: Omit<Row, 'id'>): Promise<string> {
  const files = await filesOf(await buildXlsx(columns, [[{ id: 1, ...row }]]))
  return files.get('xl/worksheets/sheet1.xml') ?? ''
}

test('a workbook contains every part that its content types list', async () => {
  const files = await filesOf(await buildXlsx(columns, []))
  const named = files.get('[Content_Types].xml')?.matchAll(/PartName="\/([^"]+)"/g) ?? []
  for (const [, path] of named) expect(files.has(path ?? '')).toBe(true)
})

test('writes numbers and dates as such, and a bold, frozen header row', async () => {
  const sheet = await sheetOf({ name: 'A', count: 12, total: '-1234.50', day: '2026-03-01' })
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"')
  expect(sheet).toContain('<c s="1" t="inlineStr"><is><t xml:space="preserve">Name</t></is></c>')
  expect(sheet).toContain('<c><v>12</v></c><c s="3"><v>-1234.50</v></c><c s="2"><v>46082</v></c>')
})

test('writes text as text, never as a formula, and escapes XML', async () => {
  const name = '=1+1<&>\u0000'
  const sheet = await sheetOf({ name, count: 0, total: '', day: 'soon' })
  expect(sheet).toContain('<t xml:space="preserve">=1+1&lt;&amp;&gt;</t>')
  expect(sheet).toContain('<c><v>0</v></c><c/>')
  expect(sheet).not.toContain('<f>')
})

test('writes a long list page by page, compressed, the same each time', async () => {
  const row = (id: number): Row => ({
    id,
    name: `Hex bolt ${id}`,
    count: id,
    total: '1.10',
    day: '',
  })
  const pages = [0, 1, 2].map((page) =>
    Array.from({ length: 1000 }, (_, at) => row(page * 1000 + at)),
  )
  const workbook = await buildXlsx(columns, pages)
  const sheet = (await filesOf(workbook)).get('xl/worksheets/sheet1.xml') ?? ''
  const names = [...sheet.matchAll(/>Hex bolt (\d+)</g)].map(([, id]) => Number(id))
  expect(names).toEqual(Array.from({ length: 3000 }, (_, at) => at))
  expect(workbook.size * 5).toBeLessThan(sheet.length)
  const again = await buildXlsx(columns, pages)
  expect(await again.arrayBuffer()).toEqual(await workbook.arrayBuffer())
})
