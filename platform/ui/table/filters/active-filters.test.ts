import { expect, test } from 'vitest'
import type { ListSearch } from '#platform/web/list-state.ts'
import { countActive } from './active-filters.ts'
import type { Filter } from './FilterChip.tsx'
import { otherFilters } from './filter-texts.ts'

const filters: readonly Filter[] = [
  { kind: 'choice', id: 'status', label: 'Status', options: [{ value: 'open', label: 'Open' }] },
  { kind: 'dates', id: 'from', to: 'to', label: 'Order date' },
  { kind: 'flag', id: 'pastDue', label: 'Past due', value: 'true' },
  { kind: 'displayOnly', id: 'shipTo', label: 'To ship by' },
]

test.each<[string, ListSearch, number]>([
  ['nothing', { q: 'bolt', sort: '-id' }, 0],
  ['chips', { 'f.status': 'open', 'f.pastDue': 'true' }, 2],
  ['both ends of dates', { 'f.from': '2026-03-01', 'f.to': '2026-03-31' }, 1],
  ['the last day of dates', { 'f.to': '2026-03-31' }, 1],
  ['a filter without a chip', { 'f.shipTo': '2026-03-31' }, 1],
  ['a value that is no choice', { 'f.status': 'gone' }, 1],
  ['a flag with another value', { 'f.pastDue': 'false' }, 1],
  ['a filter that the list does not declare', { 'f.createdBy': '7' }, 1],
  ['several of them', { 'f.status': 'open', 'f.shipTo': '2026-03-31', 'f.createdBy': '7' }, 3],
])('counts each active filter once: %s', (_, search, count) => {
  const hiddenFilters = otherFilters(filters, search, () => true)
  expect(countActive(filters, hiddenFilters, search)).toBe(count)
})
