import { expect, test } from 'vitest'
import { cents, sum } from '#platform/kernel/money.ts'
import { bucketIds } from '#features/receivables/rules.ts'
import { type CustomerFigures, figuresOf } from './rules.ts'

const none = cents('0')
const customer = (id: number, fields: Partial<CustomerFigures>): CustomerFigures => ({
  id,
  customerCode: `C-${id}`,
  customerName: `Customer ${id}`,
  aging: { notDue: none, days0to30: none, days31to60: none, days61to90: none, over90: none },
  pastDue: none,
  lateOrders: 0,
  openOrders: 0,
  ...fields,
})
const aging = customer(0, {}).aging

test('the cards are sums over customers; who owes nothing is left out of the aging', () => {
  const figures = figuresOf([
    customer(1, { aging: { ...aging, notDue: cents('10.00') }, openOrders: 1, lateOrders: 2 }),
    customer(2, {
      aging: { ...aging, over90: cents('0.01'), days0to30: cents('50.00') },
      pastDue: cents('20.01'),
      openOrders: 3,
    }),
    customer(3, { lateOrders: 1 }),
  ])
  expect(figures).toMatchObject({
    receivable: 6001,
    overdueCustomers: 1,
    pastDue: 2001,
    lateOrders: 3,
    openOrders: 4,
  })
  expect(figures.byCustomer.map(({ id, aging: own }) => [id, own.total])).toEqual([
    [2, 5001],
    [1, 1000],
  ])
  expect(sum(bucketIds.map((id) => figures.aging[id]))).toBe(figures.aging.total)
})
