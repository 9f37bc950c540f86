import { day } from '#platform/kernel/days.ts'
import { describe, expect, test } from 'vitest'
import { type Cents, cents } from '#platform/kernel/money.ts'
import {
  type AgreedPrice,
  linePrice,
  shippingOf,
  validityOf,
  totalsOf,
  whyNotManual,
} from './rules.ts'

const amount = (text: string): Cents => cents(text)

const prices = {
  price: amount('10.00'),
  tier1Price: amount('9.50'),
  tier2Price: null,
  tier3Price: amount('0.00'),
}

const agreed = (fields: Partial<AgreedPrice>): AgreedPrice => ({
  id: 1,
  contractPrice: amount('7.00'),
  effectiveDate: day('2026-01-01'),
  expirationDate: null,
  minimumQuantity: 1,
  ...fields,
})

const priceRequest = {
  prices,
  priceLevel: 'tier1',
  agreed: [],
  quantity: 5,
  date: day('2026-03-02'),
} as const

test.each([
  ['a contract price comes before the tier price', { agreed: [agreed({})] }, '7.00', 'contract'],
  [
    'a contract price of 0.00 is a price',
    { agreed: [agreed({ contractPrice: amount('0.00') })] },
    '0.00',
    'contract',
  ],
  ['without a contract the tier price holds', {}, '9.50', 'tier1'],
  ['a tier price of 0.00 is a price', { priceLevel: 'tier3' }, '0.00', 'tier3'],
  [
    'a tier without its price falls back to the standard price',
    { priceLevel: 'tier2' },
    '10.00',
    'standard',
  ],
  ['a standard customer pays the standard price', { priceLevel: 'standard' }, '10.00', 'standard'],
  [
    'a contract price holds on its first day',
    { agreed: [agreed({ effectiveDate: day('2026-03-02') })] },
    '7.00',
    'contract',
  ],
  [
    'a contract price does not hold the day before',
    { agreed: [agreed({ effectiveDate: day('2026-03-03') })] },
    '9.50',
    'tier1',
  ],
  [
    'a contract price holds on its whole last day',
    { agreed: [agreed({ expirationDate: day('2026-03-02') })] },
    '7.00',
    'contract',
  ],
  [
    'a contract price does not hold the day after',
    { agreed: [agreed({ expirationDate: day('2026-03-01') })] },
    '9.50',
    'tier1',
  ],
  [
    'a contract price holds from its minimum quantity on',
    { agreed: [agreed({ minimumQuantity: 5 })] },
    '7.00',
    'contract',
  ],
  [
    'a contract price does not hold below its minimum',
    { agreed: [agreed({ minimumQuantity: 6 })] },
    '9.50',
    'tier1',
  ],
  [
    'of several the highest minimum holds, not the cheapest',
    {
      agreed: [
        agreed({ id: 1 }),
        agreed({ id: 2, minimumQuantity: 3, contractPrice: amount('8.00') }),
      ],
    },
    '8.00',
    'contract',
  ],
  [
    'then the latest first day',
    {
      agreed: [
        agreed({ id: 9 }),
        agreed({ id: 2, effectiveDate: day('2026-02-01'), contractPrice: amount('8.50') }),
      ],
    },
    '8.50',
    'contract',
  ],
  [
    'then the one made last',
    { agreed: [agreed({ id: 2, contractPrice: amount('6.00') }), agreed({ id: 1 })] },
    '6.00',
    'contract',
  ],
])('%s', (_promise, changes, unitPrice, priceSource) => {
  const found = linePrice({ ...priceRequest, ...changes } as Parameters<typeof linePrice>[0])
  expect(found).toEqual({ unitPrice: amount(unitPrice), priceSource })
})

const charges = {
  taxRate: '0.05',
  shippingFlat: amount('15.00'),
  shippingFreeFrom: amount('500.00'),
}
const line = (unitPrice: string, quantity: number) =>
  ({ unitPrice: amount(unitPrice), priceSource: 'standard', quantity }) as const

test('rounds tax per line, half away from zero: ten lines of 0.10 at 5 % are 0.10', () => {
  const lines = Array.from({ length: 10 }, () => line('0.10', 1))
  expect(totalsOf(lines, charges)?.totals).toEqual({
    subtotal: 100,
    taxAmount: 10,
    shippingAmount: 1500,
    total: 1610,
  })
})

test('shipping is free from the threshold, but not one cent below it', () => {
  expect(totalsOf([line('500.00', 1)], charges)?.totals.shippingAmount).toBe(0)
  expect(totalsOf([line('499.99', 1)], charges)?.totals.shippingAmount).toBe(1500)
})

test('shipping is free for pickup, whatever the subtotal', () => {
  const pickedUp = { ...charges, isPickedUp: true }
  expect(totalsOf([line('10.00', 2)], pickedUp)?.totals).toEqual({
    subtotal: 2000,
    taxAmount: 100,
    shippingAmount: 0,
    total: 2100,
  })
  expect(shippingOf(amount('499.99'), pickedUp)).toBe(0)
  expect(shippingOf(amount('499.99'), { ...charges, isPickedUp: false })).toBe(1500)
})

test('totals that exceed numeric(12,2) are undefined', () => {
  expect(totalsOf([line('9999999999.99', 1)], { ...charges, taxRate: '0' })?.totals.total).toBe(
    999_999_999_999,
  )
  expect(totalsOf([line('9999999999.99', 1)], charges)).toBeUndefined()
  expect(totalsOf([line('9999999999.99', 2_147_483_647)], charges)).toBeUndefined()
  expect(totalsOf([line('6000000000.00', 1), line('6000000000.00', 1)], charges)).toBeUndefined()
})

describe('a manual price', () => {
  const cost = cents('6.00')
  const may = { mayOverride: true, mayGoBelowCost: false }

  test('is valid down to the cost for a role with override permission', () => {
    expect(whyNotManual({ price: cents('6.00'), cost }, may)).toBeUndefined()
    expect(whyNotManual({ price: cents('5.99'), cost }, may)).toEqual({
      kind: 'invalid',
      sentence: 'Only a manager can set a price below cost',
    })
  })

  test('is valid below cost for a manager', () => {
    const rights = { mayOverride: true, mayGoBelowCost: true }
    expect(whyNotManual({ price: cents('0.00'), cost }, rights)).toBeUndefined()
  })

  test('is invalid without override permission, whatever the price', () => {
    const rights = { mayOverride: false, mayGoBelowCost: true }
    expect(whyNotManual({ price: cents('99.00'), cost }, rights)).toEqual({
      kind: 'forbidden',
      sentence: 'Your role cannot change prices. Ask a manager',
    })
  })
})

test.each<[string, Partial<Parameters<typeof validityOf>[0]>, string]>([
  ['between its days', {}, 'Active'],
  ['on its last day', { expirationDate: '2026-03-02' }, 'Active'],
  ['on its first day', { effectiveDate: '2026-03-02' }, 'Active'],
  ['after its last day', { expirationDate: '2026-03-01' }, 'Expired'],
  ['before its first day', { effectiveDate: '2026-03-03' }, 'Scheduled'],
  ['switched off', { isActive: false, expirationDate: '2026-03-01' }, 'Inactive'],
])('a contract price %s is shown with its state', (_, fields, validity) => {
  const price = { isActive: true, effectiveDate: '2026-01-01', expirationDate: null, ...fields }
  expect(validityOf(price, day('2026-03-02'))).toBe(validity)
})
