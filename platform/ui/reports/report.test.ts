import { expect, test } from 'vitest'
import { grouped, quarterOf } from './report.ts'

const of = (row: { id: number }) => (row.id % 2 === 0 ? 'even' : 'odd')

test('groups are in the order of their rows, or in a given order', () => {
  const rows = [{ id: 3 }, { id: 2 }, { id: 1 }]
  const even = { name: 'even', rows: [{ id: 2 }] }
  const odd = { name: 'odd', rows: [{ id: 3 }, { id: 1 }] }
  const by = { id: 'kind', label: 'Kind', of }
  expect(grouped(undefined, rows)).toEqual([{ name: undefined, rows }])
  expect(grouped(by, rows)).toEqual([odd, even])
  expect(grouped({ ...by, order: ['even', 'odd'] }, rows)).toEqual([even, odd])
})

test.each([
  ['2026-01', '2026 Q1'],
  ['2026-03-31', '2026 Q1'],
  ['2026-04-01', '2026 Q2'],
  ['2025-12', '2025 Q4'],
])('%s is in %s', (text, quarter) => {
  expect(quarterOf(text)).toBe(quarter)
})
