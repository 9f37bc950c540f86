import { expect, test } from 'vitest'
import { amount } from '#platform/kernel/money.ts'
import type { DecisionFacts, DecisionOutcome } from './contract.ts'
import { differencesBetween } from './replay-differences.ts'

const facts: DecisionFacts = {
  customerId: 7,
  stock: [{ skuId: 3, sku: 'S-1', available: 50, requested: 10, shortfall: 0, source: 'ledger' }],
  tax: { rate: '0.0800', country: 'US', state: 'FL', isExempt: false },
  credit: {
    creditLimit: amount('500.00'),
    currentBalance: amount('60.00'),
    openOrders: amount('40.00'),
    available: amount('400.00'),
    amount: amount('123.00'),
    status: 'normal',
    paymentTerms: 'net-30',
    zeroMeans: 'none',
  },
}
const line: NonNullable<DecisionOutcome['lines']>[number] = {
  lineNo: 1,
  skuId: 3,
  quantity: 10,
  unitPrice: amount('10.00'),
  priceSource: 'tier1',
  totalPrice: amount('100.00'),
  taxAmount: amount('8.00'),
  reserved: 10,
  backordered: 0,
}
const outcome: DecisionOutcome = {
  verdict: 'approved',
  holdReason: null,
  rules: [
    { rule: 'credit', result: 'passed' },
    { rule: 'hold', result: 'passed' },
  ],
  totals: {
    subtotal: amount('100.00'),
    taxAmount: amount('8.00'),
    shippingAmount: amount('15.00'),
    total: amount('123.00'),
  },
  lines: [line],
}
const then = { facts, outcome }

test('the same decision has no differences', () => {
  expect(differencesBetween(then, structuredClone(then))).toEqual([])
  const tax = { rate: '0.080000', country: 'US', state: 'FL', isExempt: false }
  expect(differencesBetween(then, { outcome, facts: { ...facts, tax } })).toEqual([])
})

test('a price, its source and its tax differ line by line', () => {
  const lines = [
    {
      ...line,
      unitPrice: amount('7.00'),
      priceSource: 'contract',
      taxAmount: amount('5.60'),
    },
  ]
  expect(differencesBetween(then, { facts, outcome: { ...outcome, lines } })).toEqual([
    {
      topic: 'price',
      lineNo: 1,
      field: 'unitPrice',
      from: '10.00',
      to: '7.00',
      says: 'Line 1, S-1: the price was $10.00 and is $7.00 now.',
    },
    {
      topic: 'price',
      lineNo: 1,
      field: 'priceSource',
      from: 'tier1',
      to: 'contract',
      says: 'Line 1, S-1: its source was Tier 1 and is Contract now.',
    },
    {
      topic: 'tax',
      lineNo: 1,
      field: 'taxAmount',
      from: '8.00',
      to: '5.60',
      says: 'Line 1, S-1: the tax was $8.00 and is $5.60 now.',
    },
  ])
})

test('tax, credit and stock differ in what was read', () => {
  const now: DecisionFacts = {
    ...facts,
    stock: [{ skuId: 3, sku: 'S-1', available: 4, requested: 10, shortfall: 6, source: 'ledger' }],
    tax: { rate: '0.07', country: 'US', state: 'FL', isExempt: false },
    credit: {
      creditLimit: amount('400.00'),
      currentBalance: amount('60.00'),
      openOrders: amount('40.00'),
      available: amount('300.00'),
      amount: amount('123.00'),
      status: 'blocked',
      paymentTerms: 'net-60',
      zeroMeans: 'none',
      overdue: { daysLate: 20, amount: amount('30.00') },
    },
  }
  expect(differencesBetween(then, { facts: now, outcome }).map(({ says }) => says)).toEqual([
    'The tax rate of FL, US was 8% and is 7% now.',
    'The credit limit was $500.00 and is $400.00 now.',
    'The available credit was $400.00 and is $300.00 now.',
    'The customer was not on credit hold and is on credit hold now.',
    'The payment term was Net 30 and is Net 60 now.',
    'The age of the oldest past-due invoice was none and is 20 days now.',
    'The amount past due was none and is $30.00 now.',
    'The stock of S-1 was 50 and is 4 now.',
    'The shortage of S-1 was 0 and is 6 now.',
  ])
})

test('the rules, the hold and the total differ in what was decided', () => {
  const now: DecisionOutcome = {
    ...outcome,
    verdict: 'held',
    holdReason: 'credit',
    rules: [
      { rule: 'credit', result: 'held', says: 'Credit limit exceeded' },
      { rule: 'hold', result: 'held' },
    ],
    totals: {
      subtotal: amount('100.00'),
      taxAmount: amount('8.00'),
      shippingAmount: amount('0.00'),
      total: amount('108.00'),
    },
  }
  const found = differencesBetween(then, { facts, outcome: now })
  expect(found.map(({ topic, field, from, to }) => [topic, field, from, to])).toEqual([
    ['credit', 'creditResult', 'passed', 'held'],
    ['hold', 'verdict', 'approved', 'held'],
    ['hold', 'holdReason', null, 'credit'],
    ['total', 'shippingAmount', '15.00', '0.00'],
    ['total', 'total', '123.00', '108.00'],
  ])
  expect(found.map(({ says }) => says)).toEqual([
    'The result of the rule Credit was “Passed” and is “On hold” now.',
    'The decision was “Approved” and is “On hold” now.',
    'The hold reason was none and is “Credit” now.',
    'Shipping was $15.00 and is $0.00 now.',
    'The total was $123.00 and is $108.00 now.',
  ])
})

test('what is hidden from both has no differences', () => {
  const { credit: _, ...visible } = facts
  expect(differencesBetween({ facts: visible, outcome }, { facts, outcome })).toEqual([])
})
