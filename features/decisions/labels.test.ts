import { describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import type { Decision, DecisionCandidate, DecisionLine, Replay } from './contract.ts'
import {
  candidateName,
  creditSentence,
  decisionName,
  differenceName,
  holdSentence,
  linesSentence,
  periodText,
  priceSentence,
  replaySentence,
  stockSentence,
  taxSentence,
  verdictText,
} from './labels.ts'

const line: DecisionLine = {
  lineNo: 1,
  skuId: 3,
  quantity: 12,
  unitPrice: amount('7.00'),
  priceSource: 'contract',
  totalPrice: amount('84.00'),
  taxAmount: amount('6.72'),
  reserved: 12,
  backordered: 0,
}
const contract: DecisionCandidate = {
  source: 'contract',
  unitPrice: amount('7.00'),
  verdict: 'applied',
  contractId: 1,
  minimumQuantity: 10,
  from: day('2026-01-01'),
  until: day('2026-12-31'),
}
const standard: DecisionCandidate = {
  source: 'standard',
  unitPrice: amount('10.00'),
  verdict: 'applied',
}
const credit: NonNullable<Decision['facts']['credit']> = {
  creditLimit: amount('100.00'),
  currentBalance: amount('0.00'),
  openOrders: amount('0.00'),
  available: amount('100.00'),
  amount: amount('84.00'),
  status: 'normal',
  paymentTerms: 'net-30',
  zeroMeans: 'none',
}

type Fields = { facts?: Partial<Decision['facts']>; outcome?: Partial<Decision['outcome']> }

const decisionWith = ({ facts, outcome }: Fields = {}) => ({
  kind: 'create' as const,
  hidden: [],
  facts: { customerId: 7, ...facts },
  outcome: { verdict: 'approved' as const, holdReason: null, rules: [], ...outcome },
})

const priced = (candidate: DecisionCandidate, priceLevel: 'standard' | 'tier2' = 'standard') =>
  decisionWith({
    facts: {
      priceLevel,
      prices: [{ skuId: 3, sku: 'S-1', quantity: 12, candidates: [candidate] }],
    },
  })

describe('the sentence of a price', () => {
  test('names the contract and what it needed', () => {
    expect(priceSentence(priced(contract), line)).toBe(
      'Contract price from 10 units of $7.00 applies, and the order has 12 units.',
    )
  })

  test('says why the standard price applies', () => {
    const own = { ...line, unitPrice: amount('10.00'), priceSource: 'standard' }
    expect(priceSentence(priced(standard), own)).toBe(
      'No contract price applies: the standard price of $10.00.',
    )
    expect(priceSentence(priced(standard, 'tier2'), own)).toBe(
      'No contract price applies and the SKU has no Tier 2 price: the standard price of $10.00.',
    )
  })

  test('says what a typed price replaced', () => {
    const typed = { ...line, listedPrice: amount('10.00'), isBelowCost: true }
    expect(priceSentence(priced(standard), typed)).toBe(
      '$7.00 was typed instead of the list price of $10.00. It is below cost.',
    )
  })

  test('says that an agreed price is kept', () => {
    expect(priceSentence(priced(standard), { ...line, isAgreedBefore: true })).toBe(
      'The price of $7.00 (Contract) was agreed before and is kept.',
    )
  })
})

test('the sentence of all prices says how many lines were decided', () => {
  const second = { ...line, lineNo: 2 }
  expect(linesSentence(decisionWith({ outcome: { lines: [line] } }))).toBe(
    'The price of one line was decided.',
  )
  expect(linesSentence(decisionWith({ outcome: { lines: [line, second] } }))).toBe(
    'The prices of 2 lines were decided.',
  )
  expect(linesSentence(decisionWith())).toBe('Prices were not part of this decision.')
})

test('a candidate says its name, its days and why it did not apply', () => {
  expect(candidateName(contract)).toBe('Contract price from 10 units')
  expect(candidateName(standard)).toBe('Standard price')
  expect(periodText(standard)).toBeUndefined()
  expect(verdictText({ ...contract, verdict: 'below-minimum' }, 1)).toBe(
    'Needs 10 units; the order has 1 unit',
  )
})

test('the sentence of the tax names place and rate, or the exemption', () => {
  const tax = { rate: '0.0825', country: 'US', state: 'TX', isExempt: false }
  expect(taxSentence(decisionWith({ facts: { tax } }))).toBe(
    'Taxed in TX, US: 8.25% of each line. Shipping is not taxed.',
  )
  expect(taxSentence(decisionWith({ facts: { tax: { ...tax, isExempt: true } } }))).toBe(
    'The customer is exempt from sales tax.',
  )
})

test('the sentence of the credit is that of the rule, unless it is hidden', () => {
  const enough = decisionWith({ facts: { credit } })
  expect(creditSentence(enough)).toBe('$84.00 is within the available credit of $100.00.')
  const says = 'Customer is on credit hold'
  const refused = decisionWith({
    facts: { credit },
    outcome: { rules: [{ rule: 'credit', result: 'failed', says }] },
  })
  expect(creditSentence(refused)).toBe('Customer is on credit hold.')
  expect(creditSentence({ ...enough, hidden: ['credit'] })).toBe(
    'Your role cannot see the credit of customers.',
  )
})

test('the sentence of a credit that was not checked says why', () => {
  const rules = [{ rule: 'credit' as const, result: 'skipped' as const }]
  const free = decisionWith({ facts: { credit }, outcome: { rules } })
  expect(creditSentence(free)).toBe('Nothing is owed for this order, so credit is not checked.')
  const before = { status: 'pending', totalAmount: amount('90.00'), holdReason: null }
  const lower = decisionWith({ facts: { credit, before }, outcome: { rules } })
  expect(creditSentence(lower)).toBe('The total does not rise, so the credit is not checked.')
  const held = decisionWith({ facts: { credit }, outcome: { rules, holdReason: 'credit' } })
  expect(creditSentence(held)).toBe('The order is on hold for credit: its release checks it.')
})

test('a customer without a limit is approved by the setting', () => {
  const unlimited = { ...credit, creditLimit: amount('0.00'), zeroMeans: 'unlimited' as const }
  expect(creditSentence(decisionWith({ facts: { credit: unlimited } }))).toBe(
    'The customer has no credit limit, so $84.00 is approved.',
  )
})

test('a refused order was not created, and says which rule failed', () => {
  expect(decisionName('create', 'refused')).toBe('Not created')
  expect(decisionName('create', 'held')).toBe('Created')
  expect(decisionName('validate', 'refused')).toBe('Validated')
  expect(decisionName('validate', 'approved', false)).toBe('Validated')
  expect(decisionName('amend', 'refused', false)).toBe('Not changed')
  expect(decisionName('release', 'held', false)).toBe('Not released')
  expect(decisionName('release', 'held')).toBe('Released')
  const failed = (rule: 'credit' | 'stock' | 'total', says?: string) => {
    return { rule, result: 'failed' as const, ...(says !== undefined && { says }) }
  }
  const refused = (rules: Decision['outcome']['rules']) =>
    decisionWith({ outcome: { verdict: 'refused', rules } })
  expect(holdSentence(refused([failed('credit'), failed('stock')]))).toBe(
    'The order was not created, because of its credit and stock.',
  )
  expect(holdSentence(refused([failed('total', 'The total is now $123.00')]))).toBe(
    'The order was not created: The total is now $123.00.',
  )
})

test('the sentence of the stock names what is short', () => {
  const fact = { skuId: 3, sku: 'S-1', available: 4, requested: 6, shortfall: 2 }
  const stock = [{ ...fact, source: 'ledger' as const }]
  expect(stockSentence(decisionWith({ facts: { stock } }))).toBe(
    'S-1 is 2 units short: 4 available.',
  )
})

test('the sentence of a hold says what a rule found, or that somebody set it', () => {
  const held = decisionWith({ outcome: { holdReason: 'duplicate' } })
  expect(holdSentence(held)).toBe('Another order of this customer has the same customer PO.')
  const says = 'PO 4711 is already used on SO-1'
  const rules = [{ rule: 'hold' as const, result: 'held' as const, says }]
  const repeated = decisionWith({ outcome: { holdReason: 'duplicate', rules } })
  expect(holdSentence(repeated)).toBe('PO 4711 is already used on SO-1.')
  const parked = decisionWith({ outcome: { holdReason: 'parked', rules } })
  expect(holdSentence(parked)).toBe(
    'PO 4711 is already used on SO-1. ' +
      'It takes no stock and no credit until someone reviews it.',
  )
  const byHand = { ...decisionWith({ outcome: { holdReason: 'address' } }), kind: 'hold' as const }
  expect(holdSentence(byHand)).toBe('The order is on hold for address.')
  expect(holdSentence(decisionWith())).toBe('The order is not on hold.')
})

describe('the sentence of a decision that was made again', () => {
  const replay = (fields: Partial<Replay>): Replay => ({
    decisionId: 1,
    as: 'then',
    isEqual: true,
    sha256: null,
    outcome: null,
    problem: null,
    differences: [],
    ...fields,
  })
  const says = 'The total was $36.60 and is $29.70 now.'
  const total = { topic: 'total', field: 'total', from: '36.60', to: '29.70', says } as const

  test('says whether it comes out the same', () => {
    expect(replaySentence(replay({}))).toBe(
      'Recalculated with the original data: same result, same hash.',
    )
    expect(replaySentence(replay({ isEqual: false }))).toBe(
      'Recalculated with the original data: the result is different. Tell an administrator.',
    )
    expect(replaySentence(replay({ as: 'now' }))).toBe(
      'Recalculated with today’s data: same result.',
    )
    expect(replaySentence(replay({ as: 'now', differences: [total] }))).toBe(
      'Recalculated with today’s data: same result. Some data has changed.',
    )
    expect(replaySentence(replay({ as: 'now', isEqual: false }))).toBe(
      'Recalculated with today’s data: the result is different.',
    )
    expect(replaySentence(replay({ as: 'now', problem: 'SKU S-2 is inactive' }))).toBe(
      'This could not be recalculated with today’s data: SKU S-2 is inactive.',
    )
    const problem = 'The amounts of this order are too large'
    expect(replaySentence(replay({ isEqual: false, problem }))).toBe(
      'This could not be recalculated with the original data: ' +
        'The amounts of this order are too large.',
    )
  })

  test('and each difference says what it is about', () => {
    expect(differenceName(total)).toBe('Total')
    expect(differenceName({ ...total, topic: 'price', lineNo: 2 })).toBe('Price, line 2')
  })
})
