import { day } from '#platform/kernel/days.ts'
import { expect, test } from 'vitest'
import { cents } from '#platform/kernel/money.ts'
import { isSameRate, lineTax, type TaxRate, taxPlaceOf, taxRateOf } from './sales-tax.ts'

const rates: TaxRate[] = [
  { country: 'US', state: '', rate: '0.010000', effectiveDate: day('2020-01-01') },
  { country: 'US', state: 'NV', rate: '0.068500', effectiveDate: day('2020-01-01') },
  { country: 'US', state: 'NV', rate: '0.082500', effectiveDate: day('2026-03-01') },
]
const place = { isExempt: false, country: 'us', state: 'nv', rates, defaultRate: '0.08' }

test.each([
  ['the latest rate of the state holds', { date: day('2026-03-01') }, '0.082500'],
  ['a rate does not hold before its day', { date: day('2026-02-28') }, '0.068500'],
  [
    'a state without a rate has its country’s',
    { state: 'CA', date: day('2026-03-01') },
    '0.010000',
  ],
  ['elsewhere the default holds', { country: 'CA', date: day('2026-03-01') }, '0.08'],
  [
    'no place on file has the default',
    { country: null, state: null, date: day('2026-03-01') },
    '0.08',
  ],
  ['an exempt customer pays none', { isExempt: true, date: day('2026-03-01') }, '0'],
])('tax: %s', (_promise, changes, rate) => {
  expect(taxRateOf({ ...place, ...changes })).toBe(rate)
})

test.each([
  ['United States', 'Nevada'],
  ['USA', 'NV'],
  ['U.S.A.', 'N.V.'],
  [' us ', ' nevada '],
  ['', 'NV'],
  [null, 'Nevada'],
])('tax: %s and %s have the rate of US and NV', (country, state) => {
  const typed = { ...place, country, state, date: day('2026-03-01') }
  expect(taxRateOf(typed)).toBe('0.082500')
})

test('a rate stored for United States/Nevada applies to a customer in US/NV', () => {
  const typed = rates.map((rate) => ({ ...rate, country: 'United States', state: 'Nevada' }))
  expect(taxRateOf({ ...place, rates: typed, date: day('2026-03-01') })).toBe('0.082500')
})

const florida = { country: 'US', state: 'Florida' }
const own = '1 Main St\nMiami, FL 33101\nUS'

test.each([
  ['the customer’s own address', own, { country: 'US', state: 'FL' }],
  ['no address', null, { country: 'US', state: 'FL' }],
  ['another state', '5 Dock Rd\nReno, NV 89502', { country: 'US', state: 'NV' }],
  ['another country', '5 Rue X\n75001 Paris\nFrance', { country: 'FR', state: '' }],
])('tax uses the ship-to address: %s', (_, shipTo, expected) => {
  expect(taxPlaceOf({ shipTo, own, customer: florida })).toEqual(expected)
})

test('returns a notice if the ship-to address cannot be parsed', () => {
  expect(taxPlaceOf({ shipTo: 'The old barn', own, customer: florida })).toEqual({
    country: 'US',
    state: 'FL',
    notice:
      'Sales tax uses the customer’s address (US, FL): ' +
      'no state and ZIP code were found in the ship-to address',
  })
  const nowhere = { country: null, state: null }
  expect(taxPlaceOf({ shipTo: null, own: null, customer: nowhere })).toEqual({
    ...nowhere,
    notice:
      'Sales tax uses the default rate: no country and state were recognized in the ship-to ' +
      'address or on the customer',
  })
})

test.each([
  ['0.10', '0.05', '0.01'],
  ['0.09', '0.05', '0.00'],
  ['100.00', '0.0825', '8.25'],
  ['-0.10', '0.05', '-0.01'],
  ['100.00', '0', '0.00'],
])('the tax of a line of %s at %s is %s', (total, rate, tax) => {
  expect(lineTax(cents(total), rate)).toBe(cents(tax))
})

test.each([
  ['0.07', '0.070000', true],
  ['0', '0.000000', true],
  ['0.07', '0.070001', false],
  ['0.046', '0.07', false],
])('%s and %s are the same rate: %s', (one, other, isSame) => {
  expect(isSameRate(one, other)).toBe(isSame)
})
