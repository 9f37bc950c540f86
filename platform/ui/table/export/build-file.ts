import { withFormulaGuard, quoted } from '#platform/kernel/csv.ts'
import { type Column, textOf } from '../columns.ts'
import type { Pages } from './read-all-rows.ts'

export type FileKind = 'csv' | 'xlsx'

const rowsPerChunk = 1000

/** Makes a file of rows; the code for workbooks is lazy-loaded. */
export async function fileOf<Row extends object>(
  kind: FileKind,
  columns: readonly Column<Row>[],
  pages: Pages<Row>,
): Promise<Blob> {
  if (kind === 'csv') return csvOf(columns, pages)
  const { buildXlsx } = await import('./build-xlsx.ts')
  return buildXlsx(columns, pages)
}

/** Makes a CSV file page by page, so that 100,000 rows are never in memory as objects. */
export async function csvOf<Row extends object>(
  columns: readonly Column<Row>[],
  pages: Pages<Row>,
): Promise<Blob> {
  // With the byte order mark spreadsheets recognize UTF-8.
  const parts: BlobPart[] = ['\uFEFF', line(columns.map((column) => column.header))]
  for await (const rows of inChunks(pages)) {
    const lines = rows.map((row) => line(columns.map((column) => textOf(column, row))))
    parts.push(new Blob([lines.join('')]))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** Splits pages into chunks and yields to the event loop after each, so that the UI can respond. */
async function* inChunks<Row>(pages: Pages<Row>): AsyncGenerator<readonly Row[]> {
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += rowsPerChunk) {
      yield page.slice(at, at + rowsPerChunk)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

/** Downloads a file in the browser. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  return quoted(isNumber ? text : withFormulaGuard(text))
}
