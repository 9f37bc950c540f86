import { describe, expect, test } from 'vitest'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { hiddenSkuFields, tierWarnings } from './rules.ts'

const amount = (text: string | null): Cents | null => (text === null ? null : cents(text))
const warnings = (price: string, ...tiers: (string | null)[]) =>
  tierWarnings({
    price: cents(price),
    tier1Price: amount(tiers[0] ?? null),
    tier2Price: amount(tiers[1] ?? null),
    tier3Price: amount(tiers[2] ?? null),
  }).map(({ field, message }) => `${field}: ${message}`)

describe('no warning', () => {
  test.each<[string, [string, ...(string | null)[]]]>([
    ['without tier prices', ['100.00']],
    ['at the near end of each range', ['100.00', '95.00', '90.00', '85.00']],
    ['at the far end of each range', ['100.00', '90.00', '85.00', '80.00']],
    ['for a tier that is left out', ['100.00', null, null, '82.00']],
    ['for prices of nothing', ['0.00', '0.00', '0.00', '0.00']],
  ])('%s', (_, prices) => {
    expect(warnings(...prices)).toEqual([])
  })
})

describe('a warning', () => {
  test.each<[string, [string, ...(string | null)[]], string[]]>([
    [
      'a cent short of the range',
      ['100.00', '95.01'],
      ['tier1Price: Tier 1 is usually 5–10% below the price'],
    ],
    [
      'a cent beyond the range',
      ['100.00', null, '84.99'],
      ['tier2Price: Tier 2 is usually 10–15% below the price'],
    ],
    [
      'a tier above the price',
      ['100.00', '100.01'],
      ['tier1Price: Tier 1 is above the price of $100.00'],
    ],
    [
      'a tier above the nearest lower one that has a price',
      ['100.00', '92.00', null, '93.00'],
      ['tier3Price: Tier 3 is above the Tier 1 price of $92.00'],
    ],
    [
      'a tier above one that is free',
      ['100.00', '0.00', '88.00'],
      [
        'tier1Price: Tier 1 is usually 5–10% below the price',
        'tier2Price: Tier 2 is above the Tier 1 price of $0.00',
      ],
    ],
  ])('%s', (_, prices, expected) => {
    expect(warnings(...prices)).toEqual(expected)
  })
})

test('cost is hidden from sales and viewers only', () => {
  expect(hiddenSkuFields({ role: 'sales' })).toEqual(['cost'])
  expect(hiddenSkuFields({ role: 'viewer' })).toEqual(['cost'])
  expect(hiddenSkuFields({ role: 'warehouse' })).toEqual([])
  expect(hiddenSkuFields(undefined)).toEqual([])
})
