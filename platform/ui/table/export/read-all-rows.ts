import { withFormulaGuard, quoted } from '#platform/kernel/csv.ts'
import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import type { RowOf } from '#platform/web/api-hooks.ts'
import { sendForList } from '#platform/web/api-client.ts'
import { type Column, textOf } from '../columns.ts'

/** A list query without paging. */
export type ListCall = { params: Record<string, number>; query: Record<string, unknown> }

const pageOfMany = 1000

/** Reads every row that matches a list query, a thousand at a time (cursor pagination). */
export async function* allRows<E extends Endpoint>(
  endpoint: E,
  { params, query }: ListCall,
): AsyncGenerator<RowOf<E>[]> {
  let cursor: string | undefined
  do {
    // Every list endpoint has the same list parameters, so the cast is safe.
    const wireQuery = { ...query, limit: pageOfMany, cursor } as unknown as WireQueryOf<E>
    const { rows, next } = await sendForList(endpoint, { params, query: wireQuery })
    yield rows as unknown as RowOf<E>[]
    cursor = next
  } while (cursor !== undefined)
}

/** Every row that matches a list query, in one array. */
export async function collect<Row>(endpoint: Endpoint, listCall: ListCall): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of allRows(endpoint, listCall)) rows.push(...(page as Row[]))
  return rows
}

/** The maximum number of ids per list query. */
const maxIdsPerCall = 100

/** Rereads rows by their ids. */
export async function collectNamed<Row extends { id: number }>(
  endpoint: Endpoint,
  { params, query }: ListCall,
  named: readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < named.length; at += maxIdsPerCall) {
    const some = named.slice(at, at + maxIdsPerCall)
    const id = some.map((row) => row.id).join()
    rows.push(...(await collect<Row>(endpoint, { params, query: { ...query, id } })))
  }
  return rows
}

/** Rows, one page at a time. */
export type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

export type FileKind = 'csv' | 'xlsx'

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
    for (let at = 0; at < page.length; at += pageOfMany) {
      yield page.slice(at, at + pageOfMany)
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
