import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { countOf } from '#features/documents/server/testing.ts'
import type { Column } from '../columns.ts'
import { renderPrintedRows } from './render-printed-rows.tsx'

type Row = { id: number }
const columns: readonly Column<Row>[] = [
  { id: 'code', header: 'Code', cell: ({ id }) => `<${id}>` },
  { id: 'amount', header: 'Amount', align: 'right', cell: ({ id }) => `$${id}.00` },
]

/** Pages of a thousand rows; `requestedPages` records which pages are read. */
function* pagesOf(count: number, requestedPages: number[] = []): Generator<Row[]> {
  for (let first = 1; first <= count; first += 1000) {
    requestedPages.push(first)
    const size = Math.min(1000, count - first + 1)
    yield Array.from({ length: size }, (_, place) => ({ id: first + place }))
  }
}

const printed = async (pages: Iterable<Row[]>, all: string) =>
  renderToStaticMarkup(await renderPrintedRows({ columns, pages, all }))

test('prints every row once, under a repeating header', async () => {
  const html = await printed(pagesOf(5000), '5,000')
  expect(countOf([html], '<tr class')).toBe(5000)
  expect(countOf([html], '<thead>')).toBe(1)
  expect(html).toContain('&lt;1&gt;</td><td class="text-right">$1.00</td>')
  expect(html).toContain('&lt;5000&gt;')
  expect(html).not.toContain('The first')
})

test('prints at most 5,000 rows with a note, and reads no more pages than needed', async () => {
  const requestedPages: number[] = []
  const html = await printed(pagesOf(12_345, requestedPages), '10,000+')
  expect(countOf([html], '<tr class')).toBe(5000)
  expect(html).toContain('The first 5,000 of 10,000+ rows. The export has all rows.')
  expect(html).not.toContain('&lt;5001&gt;')
  expect(requestedPages).toEqual([1, 1001, 2001, 3001, 4001, 5001])
})
