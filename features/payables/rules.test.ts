import { expect, test } from 'vitest'
import { cents, decimal } from '#platform/kernel/money.ts'
import {
  type CreditStep,
  discountOf,
  isUnposted,
  oldestFirst,
  type OpenBill,
  refuseOverApplication,
  vendorBillStatuses,
  whyNotCreditStep,
} from './rules.ts'

const bill = (id: number, dueDate: string, total: string, settled = '0', planned = '0') =>
  ({
    id,
    billNumber: `B-${id}`,
    dueDate,
    total: cents(total),
    settled: cents(settled),
    planned: cents(planned),
  }) satisfies OpenBill

test('a bill has no open amount until it is posted', () => {
  expect(vendorBillStatuses.filter((status) => isUnposted({ status }))).toEqual([
    'draft',
    'matched',
    'blocked',
  ])
})

test('two percent of 1,234.56 is 24.69', () => {
  expect(decimal(discountOf(cents('1234.56'), '2'))).toBe('24.69')
  expect(decimal(discountOf(cents('1000.00'), '2.5'))).toBe('25.00')
  expect(decimal(discountOf(cents('1000.00'), '10'))).toBe('100.00')
})

test('an amount settles the earliest due bill first and skips planned amounts', () => {
  const bills = [bill(1, '2026-03-05', '100'), bill(2, '2026-03-01', '80', '30', '20')]
  const { applied, unallocated } = oldestFirst(bills, cents('60'))
  expect(applied.map(({ billId, amount }) => [billId, decimal(amount)])).toEqual([
    [2, '30.00'],
    [1, '30.00'],
  ])
  expect(unallocated).toBe(0)
  expect(decimal(oldestFirst(bills, cents('200')).unallocated)).toBe('70.00')
})

test('an application including its discount cannot exceed the open amount', () => {
  const open = bill(1, '2026-03-05', '100', '40')
  const part = (amount: string, discount = '0') => ({
    billId: 1,
    amount: cents(amount),
    discount: cents(discount),
  })
  expect(() => refuseOverApplication(open, part('60'))).not.toThrow()
  expect(() => refuseOverApplication(open, part('59', '1.01'))).toThrow('more than the open amount')
})

const creditSteps: readonly CreditStep[] = ['apply', 'unapply', 'void']
const noneOpen = 'It has no open amount'
const applied = 'It is applied to a bill. Reverse that first'

test.each([
  ['10.00', '0.00', [undefined, 'It is not applied to any bill', undefined]],
  ['6.00', '4.00', [undefined, undefined, applied]],
  ['0.00', '10.00', [noneOpen, undefined, applied]],
])('a credit with %s open and %s applied', (openAmount, appliedAmount, reasons) => {
  const credit = { status: 'posted', openAmount, appliedAmount } as const
  expect(creditSteps.map((step) => whyNotCreditStep(credit, step))).toEqual(reasons)
})

test('a void credit has no steps', () => {
  const credit = { status: 'void', openAmount: '0.00', appliedAmount: '0.00' } as const
  expect(creditSteps.map((step) => whyNotCreditStep(credit, step))).toEqual(
    Array(3).fill('This credit is void'),
  )
})
