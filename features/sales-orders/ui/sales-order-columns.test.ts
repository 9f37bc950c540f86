import { expect, test } from 'vitest'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import { salesOrderList } from '../contract.ts'
import { columns } from './sales-order-columns.tsx'

test('the project code is an optional column of the list and its export, with a filter', () => {
  expect(columns.find(({ id }) => id === 'projectCode')).toMatchObject({
    header: 'Project Code',
    isOptional: true,
  })
  const own = { customerCode: { kind: 'text', id: 'customerCode', label: 'Customer' } } as const
  const filters = filtersOf(salesOrderList, own)
  expect(filters).toContainEqual({ kind: 'text', id: 'projectCode', label: 'Project Code' })
})
