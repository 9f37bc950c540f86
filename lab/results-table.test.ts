import { expect, test } from 'vitest'
import { type Result, tableOf, verdictOf } from './results-table.ts'

const result: Result = {
  row: 'P03',
  promise: 'last unit',
  seed: 7,
  figures: ['10 × 201'],
  failures: [],
  invariants: '0 of 5 broken',
  checked: 3,
  seconds: 1.25,
  skipped: undefined,
}

test('an experiment without failed assertions passes', () => {
  expect(verdictOf(result)).toBe('pass')
})

test('one failed assertion fails the row', () => {
  expect(verdictOf({ ...result, failures: ['created: 11, not 10'] })).toBe('FAIL')
})

test('an experiment without assertions has not passed', () => {
  expect(verdictOf({ ...result, checked: 0 })).toBe('FAIL')
})

test('a skipped experiment is never printed as passed', () => {
  const skipped = { ...result, checked: 0, skipped: 'no PostgreSQL here' }
  expect(verdictOf(skipped)).toBe('skipped')
  const table = tableOf([skipped])
  expect(table).toContain('no PostgreSQL here')
  expect(table).toContain('0 pass, 0 FAIL, 1 skipped')
})

test('the table shows figures, failures and the result of the invariants', () => {
  const table = tableOf([{ ...result, failures: ['created: 11, not 10'] }])
  expect(table).toContain('10 × 201')
  expect(table).toContain('FAIL created: 11, not 10')
  expect(table).toContain('0 of 5 broken')
  expect(table).toContain('0 pass, 1 FAIL, 0 skipped')
})
