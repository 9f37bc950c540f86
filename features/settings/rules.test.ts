import { expect, test } from 'vitest'
import { placeOf } from './countries-and-states.ts'
import { formatPercent, percentOf, recommendsEnforce, parsePercent } from './rules.ts'

test.each([
  ['record', 3, false],
  ['record', 4, true],
  ['record', 40, true],
  ['enforce', 4, false],
] as const)(
  'with separation of duties %s and %i accounts, blocking is recommended: %s',
  (mode, count, is) => {
    expect(recommendsEnforce({ sodMode: mode, activeAccounts: count })).toBe(is)
  },
)

test.each([
  ['0.082500', '8.25%'],
  ['0.080000', '8%'],
  ['0.072475', '7.2475%'],
  ['0.000000', '0%'],
  ['1.000000', '100%'],
])('the rate %s is shown as %s', (share, text) => {
  expect(formatPercent(share)).toBe(text)
})

test.each([
  ['0.0800', '8.00', '0.0800'],
  ['0.082500', '8.25', '0.0825'],
  ['0.072475', '7.2475', '0.072475'],
  ['0.07250', '7.25', '0.0725'],
  ['0', '0.00', '0.0000'],
  ['1.000000', '100.00', '1.0000'],
])('the rate %s is edited as %s and saved as %s', (share, typed, saved) => {
  expect(percentOf(share)).toBe(typed)
  expect(parsePercent(typed)).toBe(saved)
})

test.each([
  ['8.25%', '0.0825'],
  [' 8.25 % ', '0.0825'],
  ['8', '0.0800'],
  ['8.', '0.0800'],
  ['0.1', '0.0010'],
  // A fraction entered by mistake is rejected, not taxed at a hundredth of it.
  ['0.0825', '0.0825%'],
  ['.08', '.08%'],
  ['101', '101%'],
  ['8.25001', '8.25001%'],
  ['8,25', '8,25%'],
  ['-1', '-1%'],
  ['', ''],
])('the input %j is the rate %j', (typed, share) => {
  expect(parsePercent(typed)).toBe(share)
})

test.each([
  [{ country: 'US', state: 'NV' }, 'US, NV'],
  [{ country: 'US', state: '' }, 'US'],
])('the place %j is shown as %s', (place, text) => {
  expect(placeOf(place)).toBe(text)
})
