import { expect, test } from 'vitest'
import { agingColumns } from '#features/receivables/rules.ts'
import { type Cents, cents, sum } from '#platform/kernel/money.ts'
import {
  type CollectionInputs,
  collectionEffectiveness,
  collectionPeriod,
  collectionRate,
  type CustomerFigures,
  figuresOf,
  isOnCredit,
} from './rules.ts'

const none = cents('0')
const ages = { notDue: none, days0to30: none, days31to60: none, days61to90: none, over90: none }
const aging = { ...ages, unapplied: none }
const customer = (id: number, fields: Partial<CustomerFigures>): CustomerFigures => ({
  id,
  customerCode: `C-${id}`,
  customerName: `Customer ${id}`,
  aging,
  pastDue: none,
  openInvoices: 0,
  overdueInvoices: 0,
  ...fields,
})

test('the cards sum all customers; the aging omits customers who owe nothing', () => {
  const figures = figuresOf([
    customer(1, { aging: { ...aging, notDue: cents('10.00') }, openInvoices: 1 }),
    customer(2, {
      aging: { ...aging, over90: cents('0.01'), days0to30: cents('50.00') },
      pastDue: cents('20.01'),
      openInvoices: 3,
      overdueInvoices: 2,
    }),
    customer(3, {}),
    customer(4, { aging: { ...aging, unapplied: cents('-5.00') } }),
  ])
  expect(figures).toMatchObject({
    receivable: 5501,
    overdueCustomers: 1,
    overdueInvoices: 2,
    pastDue: 2001,
    openInvoices: 4,
    current: 4000,
  })
  expect(figures.byCustomer.map(({ id, aging: own }) => [id, own.total])).toEqual([
    [2, 5001],
    [1, 1000],
    [4, -500],
  ])
  expect(sum(agingColumns.map((id) => figures.aging[id]))).toBe(figures.aging.total)
})

const collected = (fields: Partial<Record<keyof CollectionInputs, number>>): CollectionInputs => {
  const nothing = { balance: 0, current: 0, opening: 0, quarterSales: 0, monthSales: 0, cash: 0 }
  return Object.fromEntries(
    Object.entries({ ...nothing, ...fields }).map(([name, value]) => [name, value as Cents]),
  ) as CollectionInputs
}

test('without sales the collection period and the collection rate are null', () => {
  expect(collectionPeriod(collected({ balance: 500 }))).toBeNull()
  expect(collectionRate(collected({ cash: 500 }))).toBeNull()
  expect(collectionEffectiveness(collected({}))).toBe('100.00')
})

test.each([
  ['net-30', true],
  ['eom', true],
  ['when it rains', true],
  ['prepaid', false],
  ['due on receipt', false],
  ['cod', false],
])('terms %s are credit terms: %s', (terms, isCredit) => {
  expect(isOnCredit(terms)).toBe(isCredit)
})
