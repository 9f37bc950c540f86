import { expect, test } from 'vitest'
import { placeOf } from './place-rules.ts'
import { formatPercent, percentOf, recommendsEnforce, parsePercent } from './rules.ts'

test.each([
  ['record', 3, false],
  ['record', 4, true],
  ['record', 40, true],
  ['enforce', 4, false],
] as const)('duties that are set to %s, with %i accounts: recommended is %s', (mode, count, is) => {
  expect(recommendsEnforce({ sodMode: mode, activeAccounts: count })).toBe(is)
})

test.each([
  ['0.082500', '8.25 %'],
  ['0.080000', '8 %'],
  ['0.072475', '7.2475 %'],
  ['0.000000', '0 %'],
  ['1.000000', '100 %'],
])('the share %s reads %s', (share, text) => {
  expect(formatPercent(share)).toBe(text)
})

test.each([
  ['0.0800', '8.00', '0.0800'],
  ['0.082500', '8.25', '0.0825'],
  ['0.072475', '7.2475', '0.072475'],
  ['0.07250', '7.25', '0.0725'],
  ['0', '0.00', '0.0000'],
  ['1.000000', '100.00', '1.0000'],
])('the share %s is typed %s and saved %s', (share, typed, saved) => {
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
  ['0.0825', '0.0825 %'],
  ['.08', '.08 %'],
  ['101', '101 %'],
  ['8.25001', '8.25001 %'],
  ['8,25', '8,25 %'],
  ['-1', '-1 %'],
  ['', ''],
])('typed %j is the share %j', (typed, share) => {
  expect(parsePercent(typed)).toBe(share)
})

test.each([
  [{ country: 'US', state: 'NV' }, 'US, NV'],
  [{ country: 'US', state: '' }, 'US'],
])('the place %j reads %s', (place, text) => {
  expect(placeOf(place)).toBe(text)
})
