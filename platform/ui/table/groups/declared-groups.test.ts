import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day, formatDay } from '#platform/kernel/days.ts'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import { groupsOf } from './declared-groups.ts'

const visit = z.object({
  id: z.int(),
  state: z.enum(['open', 'done']),
  level: z.int(),
  seenOn: z.string(),
  customerCode: z.string(),
  customerName: z.string(),
  roomId: z.int(),
  roomName: z.string(),
})
const visitList = defineList({
  name: 'visits',
  row: visit,
  defaultSort: '-id',
  fields: {
    id: field.reference({ sortable: true }),
    state: field.choice(['open', 'done'], {
      label: 'State',
      valueLabels: { open: 'In progress', done: 'Over' },
      sortable: true,
      filterable: true,
    }),
    level: field.units({ label: 'Level', sortable: true, filterable: true }),
    seenOn: field.day({ label: 'Seen', sortable: true, range: ['since', 'until'] }),
    customerId: field.reference({ sortable: true }),
    customerCode: field.text({ filterable: true }),
    roomId: field.references({ label: 'Room', sortable: true, filterable: true }),
  },
  groups: {
    state: 'state',
    level: 'level',
    day: 'seenOn',
    customer: 'customerId',
    room: 'roomId',
  },
})
const query = sumsQueryOf(visitList)
const sums = endpoint('GET', '/api/visits/sums', {
  permission: 'any',
  query,
  returns: listSums,
})
const groups = groupsOf(visitList, {
  endpoint: sums,
  what: 'visit',
  headings: { room: ({ roomName }) => roomName },
})
const groupBy = (name: string) => groups.groups.find(({ id }) => id === name)
const row = {
  id: 1,
  state: 'done',
  level: 2,
  seenOn: '2026-03-02',
  customerCode: 'C-1',
  customerName: 'Acme',
  roomId: 7,
  roomName: 'Blue room',
} as const

test('the sums take the filters of the list and the names of its groupings, and no page', () => {
  const accepted = { state: 'open', since: '2026-03-02', by: 'day' }
  expect(query.parse(accepted)).toEqual(accepted)
  expect(query.safeParse({ by: 'seenOn' }).success).toBe(false)
  expect(query.parse({ limit: 1, sort: 'id' })).toEqual({})
})

test('a grouping has the label, the filter and the sort of its field', () => {
  const state = groupBy('state')
  expect(state).toMatchObject({ label: 'State', rows: { sort: 'state' } })
  expect(state?.labelOf?.('open')).toBe('In progress')
  expect(state?.filtersOf('open')).toEqual({ 'f.state': 'open' })
  expect([state?.rows?.keyOf(row), state?.rows?.headingOf(row)]).toEqual(['done', 'Over'])
  const level = groupBy('level')
  expect([level?.rows?.keyOf(row), level?.rows?.headingOf(row)]).toEqual(['2', '2'])
})

test('days begin with the latest, and filter by their range', () => {
  const seen = groupBy('day')
  expect(seen).toMatchObject({ label: 'Seen', rows: { sort: '-seenOn' } })
  const filters = { 'f.since': '2026-03-02', 'f.until': '2026-03-02' }
  expect(seen?.filtersOf('2026-03-02')).toEqual(filters)
  expect(seen?.rows?.headingOf(row)).toBe(formatDay(day('2026-03-02')))
})

test('customers are grouped by code, sorted by id, and have their name', () => {
  const customer = groupBy('customer')
  expect(customer).toMatchObject({ label: 'Customer', rows: { sort: 'customerId' } })
  expect(customer?.filtersOf('C-1')).toEqual({ 'f.customerCode': 'C-1' })
  expect([customer?.rows?.keyOf(row), customer?.rows?.headingOf(row)]).toEqual([
    'C-1',
    'C-1 · Acme',
  ])
  expect(customer?.labelOf).toBeUndefined()
})

test('a grouping with a heading of its own has the label of the server', () => {
  const room = groupBy('room')
  expect(room?.labelOf).toBeUndefined()
  expect(room?.filtersOf('7')).toEqual({ 'f.roomId': '7' })
  expect([room?.rows?.keyOf(row), room?.rows?.headingOf(row)]).toEqual(['7', 'Blue room'])
})
