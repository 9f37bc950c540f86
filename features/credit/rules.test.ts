import { expect, test } from 'vitest'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { checkCredit, type CreditFacts } from './rules.ts'

const facts: CreditFacts = {
  creditLimit: cents('1000.00'),
  currentBalance: cents('200.00'),
  openOrderAmount: cents('300.00'),
  creditStatus: 'normal',
  paymentTerms: 'net-30',
  zeroMeans: 'none',
}
const amount = (text: string): Cents => cents(text)

test('an order for exactly the available credit is approved', () => {
  expect(checkCredit(facts, amount('500.00'))).toEqual({ approved: true, availableCredit: 50_000 })
})

test('an order one cent over is rejected, and the message lists every amount', () => {
  expect(checkCredit(facts, amount('500.01'))).toEqual({
    approved: false,
    availableCredit: 50_000,
    message:
      'Credit limit exceeded by $0.01 (limit $1,000.00, balance $200.00, open orders $300.00). ' +
      'Order is $0.01 over the available $500.00',
  })
})

test('what approvals of other orders hold is not available, and the message names it', () => {
  const held = { ...facts, softReserved: amount('100.00') }
  expect(checkCredit(held, amount('400.00'))).toEqual({ approved: true, availableCredit: 40_000 })
  expect(checkCredit(held, amount('400.01')).message).toBe(
    'Credit limit exceeded by $0.01 (limit $1,000.00, balance $200.00, open orders $300.00, ' +
      'held by approvals $100.00). Order is $0.01 over the available $400.00',
  )
})

test('a customer on credit hold cannot order', () => {
  const held = checkCredit({ ...facts, creditStatus: 'blocked' }, amount('0.01'))
  expect(held).toMatchObject({ approved: false, message: 'Customer is on credit hold' })
})

test('a limit of 0 means no credit, or unlimited credit, depending on the setting', () => {
  const none = {
    ...facts,
    creditLimit: amount('0'),
    currentBalance: amount('0'),
    openOrderAmount: amount('0'),
  }
  expect(checkCredit(none, amount('1.00')).approved).toBe(false)
  expect(checkCredit({ ...none, zeroMeans: 'unlimited' }, amount('1.00')).approved).toBe(true)
})

test('a prepaid customer needs no limit', () => {
  expect(checkCredit({ ...facts, paymentTerms: 'Prepaid' }, amount('9000.00')).approved).toBe(true)
})

test('a credit balance increases the available credit', () => {
  const inCredit = { ...facts, currentBalance: amount('-250.00') }
  expect(checkCredit(inCredit, amount('950.00'))).toEqual({
    approved: true,
    availableCredit: 95_000,
  })
})

const rule = { days: 60, percent: 10 }
const late = (daysLate: number, open: string, overdueRule = rule) =>
  checkCredit({ ...facts, overdue: { daysLate, amount: cents(open) }, overdueRule }, amount('1'))

test('an invoice too many days overdue, or too much overdue, stops further orders', () => {
  expect(late(60, '100.00').approved).toBe(true)
  expect(late(61, '0.01').message).toBe('Oldest overdue invoice is 61 days late')
  expect(late(1, '100.01').message).toBe(
    'Overdue invoices total $100.01, more than 10% of the credit limit',
  )
})

test('0 switches off either part of the overdue rule', () => {
  expect(late(400, '100.00', { days: 0, percent: 10 }).approved).toBe(true)
  expect(late(60, '900.00', { days: 60, percent: 0 }).approved).toBe(true)
})

test('a limit of 0 allows no overdue amount, unless 0 means unlimited credit', () => {
  const overdue = { daysLate: 1, amount: amount('0.01') }
  const prepaid = { ...facts, paymentTerms: 'prepaid', creditLimit: amount('0') }
  const creditFacts = { ...prepaid, overdue, overdueRule: rule }
  expect(checkCredit(creditFacts, amount('1')).message).toBe(
    'Overdue invoices total $0.01, and this customer has no credit limit',
  )
  expect(checkCredit({ ...creditFacts, zeroMeans: 'unlimited' }, amount('1')).approved).toBe(true)
})

test('a credit balance from unapplied payments reduces the overdue amount to zero', () => {
  const overdue = { daysLate: 1, amount: amount('500.00') }
  const paid = { ...facts, currentBalance: amount('-20.00'), overdue, overdueRule: rule }
  expect(checkCredit(paid, amount('1')).approved).toBe(true)
})

test('a customer who owes nothing overall is not overdue, however old an invoice is', () => {
  const overdue = { daysLate: 400, amount: amount('500.00') }
  const owing = (balance: string) =>
    checkCredit(
      { ...facts, currentBalance: cents(balance), overdue, overdueRule: rule },
      amount('1'),
    ).message
  expect(owing('0.00')).toBeUndefined()
  expect(owing('-20.00')).toBeUndefined()
  expect(owing('0.01')).toBe('Oldest overdue invoice is 400 days late')
})
