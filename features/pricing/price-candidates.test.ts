import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { priceCandidates } from './price-candidates.ts'
import { type AgreedPrice, linePrice, type PriceLevel } from './rules.ts'

const prices = {
  price: cents('10.00'),
  tier1Price: cents('9.50'),
  tier2Price: null,
  tier3Price: cents('8.00'),
  listedFrom: day('2026-02-01'),
}

const agreed = (id: number, fields: Partial<AgreedPrice> = {}): AgreedPrice => ({
  id,
  contractPrice: cents('7.00'),
  effectiveDate: day('2026-01-01'),
  expirationDate: null,
  minimumQuantity: 1,
  ...fields,
})

const facts = {
  prices,
  priceLevel: 'tier1' as PriceLevel,
  agreed: [] as AgreedPrice[],
  quantity: 5,
  date: day('2026-03-02'),
}

const verdictsOf = (of: Partial<Parameters<typeof priceCandidates>[0]>) =>
  priceCandidates({ ...facts, ...of }).map(
    ({ source, contractId, verdict }) => `${contractId ?? source}: ${verdict}`,
  )

test('without a contract, the price of the customer’s level applies', () => {
  expect(priceCandidates(facts)).toEqual([
    { source: 'tier1', unitPrice: 950, verdict: 'applied', from: '2026-02-01' },
    { source: 'tier3', unitPrice: 800, verdict: 'other-level', from: '2026-02-01' },
    { source: 'standard', unitPrice: 1000, verdict: 'after-level', from: '2026-02-01' },
  ])
})

test('each contract price says why it applied or not, the strongest first', () => {
  const found = [
    agreed(1),
    agreed(2, { minimumQuantity: 5, effectiveDate: day('2026-02-01') }),
    agreed(3, { minimumQuantity: 6 }),
    agreed(4, { expirationDate: day('2026-03-01') }),
    agreed(5, { effectiveDate: day('2026-03-03') }),
    agreed(6, { minimumQuantity: 4, isActive: false }),
  ]
  expect(verdictsOf({ agreed: found })).toEqual([
    '3: below-minimum',
    '2: applied',
    '6: inactive',
    '5: not-started',
    '4: ended',
    '1: weaker-contract',
    'tier1: after-contract',
    'tier3: other-level',
    'standard: after-contract',
  ])
})

test('a contract price states its minimum and its days', () => {
  const until = { expirationDate: day('2026-12-31'), minimumQuantity: 2 }
  expect(priceCandidates({ ...facts, agreed: [agreed(7, until)] })[0]).toEqual({
    source: 'contract',
    unitPrice: 700,
    verdict: 'applied',
    contractId: 7,
    minimumQuantity: 2,
    from: '2026-01-01',
    until: '2026-12-31',
  })
})

test('a level without a price leaves the standard price', () => {
  expect(verdictsOf({ priceLevel: 'tier2' })).toEqual([
    'tier1: other-level',
    'tier3: other-level',
    'standard: applied',
  ])
})

test('the next list shows what this customer will pay', () => {
  const nextList = { ...prices, tier1Price: cents('9.75'), listedFrom: day('2026-04-01') }
  expect(priceCandidates({ ...facts, prices: { ...prices, nextList } }).at(-1)).toEqual({
    source: 'tier1',
    unitPrice: 975,
    verdict: 'not-started',
    from: '2026-04-01',
  })
})

test('a price that was agreed before leaves no candidate applied', () => {
  expect(verdictsOf({ isAgreedBefore: true, agreed: [agreed(1)] })[0]).toBe('1: agreed-before')
})

test('a typed price replaces the candidate that applies', () => {
  expect(verdictsOf({ isReplaced: true })).toEqual([
    'tier1: replaced',
    'tier3: other-level',
    'standard: after-level',
  ])
})

test('the candidate that applied is the price of the line, whatever the facts', () => {
  const contracts = [
    agreed(1),
    agreed(2, { minimumQuantity: 3, contractPrice: cents('6.50') }),
    agreed(3, { minimumQuantity: 3, contractPrice: cents('6.00'), isActive: false }),
    agreed(4, { effectiveDate: day('2026-03-02'), contractPrice: cents('6.75') }),
  ]
  for (const priceLevel of ['standard', 'tier1', 'tier2', 'tier3'] as const) {
    for (const quantity of [1, 2, 3, 4]) {
      for (let count = 0; count <= contracts.length; count++) {
        const each = { ...facts, priceLevel, quantity, agreed: contracts.slice(0, count) }
        const applied = priceCandidates(each).filter(({ verdict }) => verdict === 'applied')
        expect(applied.map(({ unitPrice, source }) => [unitPrice, source])).toEqual([
          Object.values(linePrice(each)),
        ])
      }
    }
  }
})
