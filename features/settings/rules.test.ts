import { expect, test } from 'vitest'
import { placeOf } from './place-rules.ts'
import { recommendsEnforce, formatPercent } from './rules.ts'

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
  [{ country: 'US', state: 'NV' }, 'US, NV'],
  [{ country: 'US', state: '' }, 'US'],
])('the place %j reads %s', (place, text) => {
  expect(placeOf(place)).toBe(text)
})
