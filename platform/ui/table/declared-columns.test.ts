import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineList, field } from '#platform/kernel/list.ts'
import { filtersOf } from './filters/declared-filters.ts'
import { columnsOf } from './declared-columns.ts'

const statusLabels = { open: 'Open', paid: 'Settled' }
const paperList = defineList({
  name: 'papers',
  row: z.object({
    id: z.int(),
    code: z.string(),
    status: z.enum(['open', 'paid']),
    total: z.nullable(z.string()),
    issuedOn: z.nullable(z.string()),
  }),
  defaultSort: 'code',
  fields: {
    code: field.text({ label: 'Code', sortable: true, filterable: true, column: { width: 90 } }),
    status: field.choice(['open', 'paid'], {
      label: 'Status',
      valueLabels: statusLabels,
      filterable: true,
      column: { phone: 'badge' },
    }),
    total: field.amount({ label: 'Total', column: { isOptional: true } }),
    issuedOn: field.day({
      label: 'Issued On',
      filterLabel: 'Issued',
      range: ['from', 'to'],
      rangeLabels: { to: 'Issued by' },
      column: {},
    }),
    actions: field.text({ label: 'Next', column: {} }),
    isUrgent: field.only(['true'], { label: 'Urgent', filterable: true }),
    due: field.only(['week'], {
      label: 'Due',
      valueLabels: { week: 'this week' },
      filterable: true,
    }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
  },
  chips: ['status', 'vendorCode', 'issuedOn', 'isUrgent'],
})
const row = { id: 1, code: 'P-1', status: 'paid', total: '1234.50', issuedOn: null } as const

test('columns have the layout of their fields, and a cell by their type', () => {
  const columns = columnsOf(paperList, { actions: () => 'Pay' })
  expect(columns.map(({ cell, ...layout }) => ({ ...layout, shown: cell(row) }))).toEqual([
    { id: 'code', header: 'Code', width: 90, shown: 'P-1' },
    { id: 'status', header: 'Status', phone: 'badge', sortable: false, shown: 'Settled' },
    {
      id: 'total',
      header: 'Total',
      align: 'right',
      isOptional: true,
      sortable: false,
      shown: '$1,234.50',
    },
    { id: 'issuedOn', header: 'Issued On', sortable: false, shown: 'N/A' },
    { id: 'actions', header: 'Next', sortable: false, shown: 'Pay' },
  ])
})

test('chips come in their order, and then the labels of filters without a chip', () => {
  const vendor = { kind: 'text', id: 'vendorCode', label: 'Any vendor' } as const
  expect(filtersOf(paperList, { vendorCode: vendor })).toEqual([
    {
      kind: 'choice',
      id: 'status',
      label: 'Status',
      several: true,
      options: [
        { value: 'open', label: 'Open' },
        { value: 'paid', label: 'Settled' },
      ],
    },
    vendor,
    { kind: 'dates', id: 'from', to: 'to', label: 'Issued' },
    { kind: 'flag', id: 'isUrgent', label: 'Urgent', value: 'true' },
    { kind: 'displayOnly', id: 'due', label: 'Due', textByValue: { week: 'this week' } },
  ])
})

test('a cell of an unknown column, or a computed column without one, does not compile', () => {
  // @ts-expect-error the list has no column `stauts`
  columnsOf(paperList, { actions: () => 'Pay', stauts: () => '' })
  // @ts-expect-error the rows have no field `actions`
  columnsOf(paperList, {})
  // @ts-expect-error the list has no filter `vendor`
  filtersOf(paperList, { vendor: { kind: 'text', id: 'vendor', label: 'Vendor' } })
})
