import { expect, test } from 'vitest'
import { isSameUnit, isUnitOfAnswer, spellingsOf, unitCodeOf } from './units-of-measure.ts'

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
  ['EA', 'CTN', false],
  ['each', 'CTN', false],
  ['pieces', 'PALLET', false],
  ['EA', 'M', false],
  ['M', 'm', true],
])('the unit %s matches our unit %s: %s', (partnerUnit, ours, isSame) => {
  expect(isSameUnit(partnerUnit, ours)).toBe(isSame)
})

test.each([
  ['EA', 'CTN', true],
  ['ctn', 'CTN', true],
  ['CA', 'CTN', false],
  ['CA', 'CASE', true],
  ['EA', 'CASE', false],
])('an answer in %s is in our unit %s: %s', (partnerUnit, ours, isAnswer) => {
  expect(isUnitOfAnswer(partnerUnit, ours)).toBe(isAnswer)
})

test.each([
  ['case', 'CA'],
  ['lb', 'LB'],
  ['CTN', 'EA'],
])('the unit %s has the X12 code %s', (unit, code) => {
  expect(unitCodeOf(unit)).toBe(code)
})

test.each([
  ['cases', ['CASES', 'CA', 'CASE', 'CS']],
  ['CA', ['CA', 'CASE', 'CASES', 'CS']],
  ['pallet', ['PALLET']],
])('the unit %s is spelled %j', (unit, spellings) => {
  expect(spellingsOf(unit)).toEqual(spellings)
})
