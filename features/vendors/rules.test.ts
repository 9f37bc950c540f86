import { expect, test } from 'vitest'
import { isTermsTouched } from './rules.ts'

test('terms count as changed if they differ, not if they are omitted', () => {
  expect(isTermsTouched({ paymentTerms: 'net-60' })).toBe(true)
  expect(isTermsTouched({ paymentTerms: null })).toBe(false)
  expect(isTermsTouched({})).toBe(false)
  expect(isTermsTouched({ paymentTerms: null }, { paymentTerms: 'net-30' })).toBe(true)
  expect(isTermsTouched({ paymentTerms: 'net-30' }, { paymentTerms: 'net-30' })).toBe(false)
})
