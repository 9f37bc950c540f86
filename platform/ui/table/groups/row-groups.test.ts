import { expect, test } from 'vitest'
import { groupedSort } from './row-groups.ts'

const byStatus = { sort: 'status' }

test('grouped rows are sorted by group first, then as before', () => {
  expect(groupedSort('-orderDate,-id', byStatus)).toBe('status,-orderDate,-id')
  expect(groupedSort('customerId,-status', byStatus)).toBe('status,customerId')
  expect(groupedSort(undefined, byStatus)).toBe('status')
  expect(groupedSort('-id,orderDate', { sort: '-orderDate' })).toBe('-orderDate,-id')
})
test('a sort by the group keeps its direction', () => {
  expect(groupedSort('-status,-id', byStatus)).toBe('-status,-id')
  expect(groupedSort('status', byStatus)).toBe('status')
})
test('rows that are not grouped keep their sort', () => {
  expect(groupedSort('-orderDate', undefined)).toBe('-orderDate')
  expect(groupedSort(undefined, undefined)).toBeUndefined()
})
