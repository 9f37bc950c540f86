import { expect, test } from 'vitest'
import { isSameUnit, spellingsOf } from './units-of-measure.ts'

test.each([
  ['EA', 'EA', true],
  ['each', 'EA', true],
  ['CS', 'CS', true],
  ['CS', 'CASE', true],
  ['CA', 'CASE', true],
  ['cases', 'CASE', true],
  ['pieces', 'EA', true],
  ['BX', 'BOX', true],
  ['CA', 'EA', false],
  ['EA', 'BOX', false],
  ['PALLET', 'EA', false],
  ['PALLET', 'pallet', true],
])('the unit %s matches our unit %s: %s', (partnerUnit, ours, isSame) => {
  expect(isSameUnit(partnerUnit, ours)).toBe(isSame)
})

test.each([
  ['cases', ['CASES', 'CA', 'CASE', 'CS']],
  ['CA', ['CA', 'CASE', 'CASES', 'CS']],
  ['pallet', ['PALLET']],
])('the unit %s is spelled %j', (unit, spellings) => {
  expect(spellingsOf(unit)).toEqual(spellings)
})
