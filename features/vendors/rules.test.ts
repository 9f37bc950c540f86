import { expect, test } from 'vitest'
import { isTermsTouched } from './rules.ts'

test('terms are touched by others than those in force, and by nothing left out', () => {
  expect(isTermsTouched({ paymentTerms: 'net-60' })).toBe(true)
  expect(isTermsTouched({ paymentTerms: null })).toBe(false)
  expect(isTermsTouched({})).toBe(false)
  expect(isTermsTouched({ paymentTerms: null }, { paymentTerms: 'net-30' })).toBe(true)
  expect(isTermsTouched({ paymentTerms: 'net-30' }, { paymentTerms: 'net-30' })).toBe(false)
})
