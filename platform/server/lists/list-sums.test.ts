import { expect, test } from 'vitest'
import { sumSpecOf } from './list-sums.ts'

const sorts = {
  status: { sql: 'o.status' },
  customerId: { sql: 'o.customer_id' },
  postedOn: {
    sql: 'e.posted_on',
    sortTable: { from: 'entries e', id: 'e.id', on: 'e.id = o.entry_id' },
  },
  shipDate: { sql: 'o.ship_date', isNullable: true },
}

test('the groupings of a declared list have the SQL by which their fields sort', () => {
  const groups = { status: 'status', customer: 'customerId', day: 'postedOn' }
  expect(sumSpecOf({ groups }, { sorts }, { amount: 'o.total' })).toEqual({
    amount: 'o.total',
    groups: {
      status: { key: 'o.status', label: '(o.status)::text' },
      customer: {
        key: 'party.customer_code',
        label: `party.customer_code || ' · ' || party.name`,
        joins: 'join customers party on party.id = o.customer_id',
      },
      day: {
        key: 'e.posted_on',
        label: '(e.posted_on)::text',
        joins: 'join entries e on e.id = o.entry_id',
      },
    },
  })
})

test('a grouping may have a key and a label of its own, and a list no amount', () => {
  const own = { key: 'o.room_id', label: 'o.room_name' }
  expect(sumSpecOf({ groups: { room: 'roomId' } }, { sorts }, { groups: { room: own } })).toEqual({
    groups: { room: own },
  })
})

test('a field that does not sort, or may be empty, is no grouping', () => {
  const specOf = (name: string) => () => sumSpecOf({ groups: { by: name } }, { sorts })
  expect(specOf('reason')).toThrow('The list does not sort by reason')
  expect(specOf('shipDate')).toThrow('Rows without shipDate would be in no group')
})
