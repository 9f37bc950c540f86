import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { filtersOf, type ListSearch } from '#platform/web/list-state.ts'
import { withDays } from '../../dates/periods.ts'
import type { Filter } from './FilterChip.tsx'
import { filterTexts, otherFilters } from './filter-texts.ts'

const search = () => Promise.resolve([])

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'bucket',
    label: 'Aging',
    several: true,
    options: [
      { value: 'notDue', label: 'Not due' },
      { value: 'over90', label: 'Over 90' },
    ],
  },
  { kind: 'dates', id: 'from', to: 'to', label: 'Order date' },
  { kind: 'flag', id: 'pastDue', label: 'Past due', value: 'true' },
  { kind: 'record', id: 'customerCode', label: 'Customer', source: 'customers', search },
  { kind: 'record', by: 'id', id: 'skuId', label: 'SKU', source: 'skus', search },
  { kind: 'displayOnly', id: 'shipTo', label: 'To ship by' },
]

test.each<[string, ListSearch, string[]]>([
  ['nothing', {}, []],
  ['the day of the report alone', { 'f.asOf': '2026-03-02' }, []],
  ['choices by their labels', { 'f.bucket': 'notDue,over90' }, ['Aging: Not due, Over 90']],
  ['a choice that has no label', { 'f.bucket': 'gone' }, ['Aging: gone']],
  [
    'days as they are read',
    { 'f.from': '2026-03-01', 'f.to': '2026-03-31' },
    ['Order date: 3/1/2026 to 3/31/2026'],
  ],
  ['an open beginning', { 'f.to': '2026-03-31' }, ['Order date: to 3/31/2026']],
  ['a flag', { 'f.pastDue': 'true' }, ['Past due']],
  [
    'all of them, and the search',
    { 'f.customerCode': 'C-1', 'f.pastDue': 'true', q: 'bolt' },
    ['Past due', 'Customer: C-1', 'Search: bolt'],
  ],
  ['a record by its number', { 'f.skuId': '7' }, ['SKU: #7']],
  ['one that is only told', { 'f.shipTo': '2026-03-02' }, ['To ship by: 3/2/2026']],
  ['one that has no chip', { 'f.receivedOn': '2026-03-02' }, ['Received on: 3/2/2026']],
  [
    'a period by its name and its days',
    { 'f.from': 'lastMonth', 'f.to': 'lastMonth' },
    ['Order date: 2/1/2026 to 2/28/2026 (Last month)'],
  ],
])('a printed list names the filter %s', (_, search, words) => {
  const days = withDays(filtersOf(search), day('2026-03-15'))
  expect(filterTexts(filters, search, days)).toEqual(words)
})

test.each<[string, ListSearch, { id: string; words: string }[]]>([
  ['nothing', {}, []],
  ['what its chips show', { 'f.bucket': 'over90', 'f.to': '2026-03-31', 'f.pastDue': 'true' }, []],
  ['the day of the report', { 'f.asOf': '2026-03-02' }, []],
  ['records', { 'f.customerCode': 'C-1', 'f.skuId': '7' }, []],
  ['what the call does not take', { 'f.color': 'red' }, []],
  ['a number', { 'f.customerId': '7' }, [{ id: 'customerId', words: 'Customer id: 7' }]],
  [
    'a day',
    { 'f.createdFrom': '2026-03-02' },
    [{ id: 'createdFrom', words: 'Created from: 3/2/2026' }],
  ],
  [
    'a period',
    { 'f.createdFrom': 'lastMonth' },
    [{ id: 'createdFrom', words: 'Created from: Last month' }],
  ],
  [
    'what has a name and no chip',
    { 'f.shipTo': '2026-03-02' },
    [{ id: 'shipTo', words: 'To ship by: 3/2/2026' }],
  ],
  ['a yes', { 'f.backordered': 'true' }, [{ id: 'backordered', words: 'Backordered' }]],
  ['a no', { 'f.backordered': 'false' }, [{ id: 'backordered', words: 'Backordered: no' }]],
  [
    'a value that its chip does not know',
    { 'f.bucket': 'notDue,gone' },
    [{ id: 'bucket', words: 'Bucket: notDue, gone' }],
  ],
  ['a flag of another value', { 'f.pastDue': 'no' }, [{ id: 'pastDue', words: 'Past due: no' }]],
])('beside its chips a list tells that it is filtered by %s', (_, search, expected) => {
  const supportedFilters = [
    'bucket',
    'from',
    'to',
    'pastDue',
    'customerCode',
    'customerId',
    'skuId',
    'createdFrom',
    'backordered',
    'shipTo',
  ]
  expect(otherFilters(filters, search, (id) => supportedFilters.includes(id))).toEqual(expected)
})

test('a choice whose options are not loaded yet counts as shown', () => {
  const choice: Filter = { kind: 'choice', id: 'category', label: 'Category', options: [] }
  expect(otherFilters([choice], { 'f.category': 'Bolts' }, () => true)).toEqual([])
})
