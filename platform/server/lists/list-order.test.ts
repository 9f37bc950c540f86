import { expect, test } from 'vitest'
import { ordersOf } from './list-order.ts'

const customers = { from: 'customers c', id: 'c.id', on: 'c.id = o.customer_id' }
const list = {
  id: 'o.id',
  sorts: {
    customer: { sql: 'c.name', sortTable: customers },
    shipDate: { sql: 'o.ship_date', isNullable: true },
    id: { sql: 'o.id' },
  },
}

test('a field of a shorter table sorts by the field and the id of that table, then by id', () => {
  const ofCustomer = { isDescending: true, isNullable: false, sortTable: customers }
  expect(ordersOf(list, '-customer')).toEqual([
    { ...ofCustomer, sql: 'c.name' },
    { ...ofCustomer, sql: 'c.id' },
    { sql: 'o.id', isDescending: true, isNullable: false },
  ])
})

test('other fields sort by themselves and by id, and nothing follows the id', () => {
  const shipDate = { sql: 'o.ship_date', isDescending: false, isNullable: true }
  const id = { sql: 'o.id', isDescending: true, isNullable: false }
  expect(ordersOf(list, 'shipDate')).toEqual([shipDate, { ...id, isDescending: false }])
  expect(ordersOf(list, 'shipDate,-id')).toEqual([shipDate, id])
})

test('an unknown field is refused with the known ones', () => {
  expect(() => ordersOf(list, 'nosuch')).toThrow('Sort by one of customer, shipDate, id')
})
