import { expect, test } from 'vitest'
import { recommendsEnforce } from './rules.ts'

test.each([
  ['record', 3, false],
  ['record', 4, true],
  ['record', 40, true],
  ['enforce', 4, false],
] as const)('duties that are set to %s, with %i accounts: recommended is %s', (mode, count, is) => {
  expect(recommendsEnforce({ sodMode: mode, activeAccounts: count })).toBe(is)
})
