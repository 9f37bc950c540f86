import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amountText, dayText } from './fields.ts'
import {
  defineList,
  defineTable,
  field,
  searchFor,
  searchOf,
  sumsQueryOf,
  viewsOf,
} from './list.ts'

const row = z.object({
  id: z.int(),
  code: z.string(),
  status: z.enum(['open', 'paid']),
  total: amountText,
  issuedOn: dayText,
})

const paperList = defineList({
  name: 'papers',
  row,
  defaultSort: '-issuedOn,code',
  fields: {
    code: field.text({ label: 'Code', sortable: true, filterable: true, column: { width: 90 } }),
    status: field.choice(['open', 'paid'], { label: 'Status', filterable: true, column: {} }),
    total: field.amount({ label: 'Total', column: {} }),
    issuedOn: field.day({ label: 'Issued', sortable: true, range: ['from', 'to'], column: {} }),
    isUrgent: field.only(['true'], { label: 'Urgent', filterable: true }),
  },
  parameters: { asOf: z.optional(z.string()) },
  chips: ['status', 'issuedOn'],
  views: [
    { label: 'Open', filters: { status: 'open', isUrgent: 'true' } },
    { label: 'From March', filters: { status: ['open', 'paid'], from: '2026-03-01' } },
  ],
})

test('the query has the list parameters, the filters, the ends of ranges and the others', () => {
  const names = Object.keys(paperList.query._zod.def.shape)
  expect(names).toEqual(
    'q sort limit offset cursor count code status from to isUrgent asOf'.split(' '),
  )
})

test.each([
  [{ status: 'open,paid', from: '2026-03-01', isUrgent: 'true' }, true],
  [{ status: 'lost' }, false],
  [{ from: 'yesterday' }, false],
  [{ isUrgent: 'false' }, false],
])('the query %j is valid: %s', (query, isValid) => {
  expect(paperList.query.safeParse(query).success).toBe(isValid)
})

test('a link to a list has the filters by name, several values separated by commas', () => {
  expect(
    searchOf(paperList, { status: ['open', 'paid'], from: '2026-03-01', to: undefined }),
  ).toEqual({ 'f.status': 'open,paid', 'f.from': '2026-03-01' })
})

test('the built-in views have the filters as texts', () => {
  expect(paperList.views).toEqual([
    { label: 'Open', filters: { status: 'open', isUrgent: 'true' } },
    { label: 'From March', filters: { status: 'open,paid', from: '2026-03-01' } },
  ])
  const views = [{ label: 'Open', filters: { status: 'open', isUrgent: 'true' } }] as const
  expect(viewsOf(paperList, views)).toEqual(views)
  const sorted = [{ label: 'Oldest', filters: { status: 'open' }, sort: 'code' }] as const
  expect(viewsOf(paperList, sorted)).toEqual(sorted)
})

test('a further table has its own name, order and columns, and the query of the list', () => {
  const paidList = defineTable(paperList, {
    name: 'paid-papers',
    defaultSort: 'code',
    columns: { total: true, code: { label: 'Number', width: 120 } },
  })
  expect(paidList).toMatchObject({ name: 'paid-papers', row, defaultSort: 'code', chips: [] })
  expect(paidList.query).toBe(paperList.query)
  expect(Object.entries(paidList.fields)).toEqual([
    ['total', paperList.fields.total],
    ['code', { ...paperList.fields.code, label: 'Number', column: { width: 120 } }],
  ])
  expect(defineTable(paperList, { name: 'all-papers', columns: {} }).defaultSort).toBe(
    '-issuedOn,code',
  )
  // @ts-expect-error a column that is no field of the list
  const misspelt = () => defineTable(paperList, { name: 'lost-papers', columns: { totl: true } })
  // @ts-expect-error a sort by a field that does not sort
  const unsorted = () => defineTable(paperList, { name: 'l', defaultSort: 'total', columns: {} })
  expect([misspelt, unsorted]).toHaveLength(2)
})

test('a misspelled filter, value, sort, chip or parameter does not compile', () => {
  // @ts-expect-error a filter that the list does not declare
  searchOf(paperList, { stauts: 'open' })
  // @ts-expect-error a value that the filter does not take
  searchOf(paperList, { status: 'opne' })
  // @ts-expect-error a column that is no filter
  searchOf(paperList, { total: '1.00' })
  // @ts-expect-error a view by a filter that the list does not declare
  viewsOf(paperList, [{ label: 'Open', filters: { stauts: 'open' } }])
  const fields = { code: field.text({ sortable: true, filterable: true }) }
  // @ts-expect-error a sort by a field that is not sortable
  defineList({ name: 'papers', row, defaultSort: 'total', fields })
  const codeIsA = { label: 'A', filters: { code: 'A' } }
  defineList({ name: 'papers', row, defaultSort: 'code', fields, views: [codeIsA] })
  const misspelt = { label: 'A', filters: { coed: 'A' } }
  // @ts-expect-error a declared view by a filter that the list does not declare
  defineList({ name: 'papers', row, defaultSort: 'code', fields, views: [misspelt] })
  // @ts-expect-error a chip of a field that is no filter
  defineList({ name: 'papers', row, defaultSort: 'code', fields, chips: ['total'] })
  const typed: (typeof paperList.query)['_zod']['output'] = { status: 'open' }
  expect(typed).toEqual({ status: 'open' })
})

test('the sums of a list take its filters and the names of its groupings', () => {
  const fields = {
    code: field.text({ sortable: true, filterable: true }),
    issuedOn: field.day({ sortable: true, range: ['from', 'to'] }),
    total: field.amount({}),
  } as const
  const groups = { code: 'code', day: 'issuedOn' } as const
  const list = defineList({ name: 'papers', row, defaultSort: 'code', fields, groups })
  const names = Object.keys(sumsQueryOf(list)._zod.def.shape)
  expect(names).toEqual(['q', 'code', 'from', 'to', 'by'])
  expect(sumsQueryOf(list).safeParse({ by: 'day' }).success).toBe(true)
  expect(sumsQueryOf(list).safeParse({ by: 'issuedOn' }).success).toBe(false)
  expect([list.groups, paperList.groups]).toEqual([groups, {}])
  const columns = { code: true } as const
  expect(defineTable(list, { name: 'few-papers', columns }).groups).toEqual({})
  const unsorted = { total: 'total' } as const
  // @ts-expect-error a grouping by a field that does not sort
  defineList({ name: 'papers', row, defaultSort: 'code', fields, groups: unsorted })
})

test('a link to a list that is known only by its type has the same search', () => {
  const papers = searchFor<typeof paperList>()
  expect(papers({ status: ['open', 'paid'] })).toEqual({ 'f.status': 'open,paid' })
  // @ts-expect-error a misspelt value does not compile
  papers({ status: 'opn' })
  // @ts-expect-error a misspelt filter does not compile
  papers({ stat: 'open' })
})
