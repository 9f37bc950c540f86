import { expect, test } from 'vitest'
import { narrowingKeys } from './list-state.ts'

test('filters and the search narrow a list; the day of a report does not', () => {
  const search = { q: 'north', sort: '-id', page: 2, 'f.status': 'open', 'f.asOf': '2026-01-31' }
  expect(narrowingKeys(search)).toEqual(['f.status', 'q'])
  expect(narrowingKeys({ 'f.asOf': '2026-01-31', tab: 'invoices', open: 'INV-1' })).toEqual([])
})
