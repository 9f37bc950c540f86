import { expect, test } from 'vitest'
import { isSameUnit } from './units-of-measure.ts'

test.each([
  ['EA', 'EA', true],
  ['each', 'EA', true],
  ['CS', 'CS', true],
  ['CS', 'CASE', true],
  ['CA', 'CASE', true],
  ['BX', 'BOX', true],
  ['CA', 'EA', false],
  ['EA', 'BOX', false],
  ['PALLET', 'EA', false],
  ['PALLET', 'pallet', true],
])('the unit %s matches our unit %s: %s', (partnerUnit, ours, isSame) => {
  expect(isSameUnit(partnerUnit, ours)).toBe(isSame)
})
