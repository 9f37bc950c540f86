import { describe, expect, test } from 'vitest'
import type { CustomerForm } from './contract.ts'
import { checkExemption, defaultTerms, isTermsTouched } from './rules.ts'

const form = (fields: Partial<CustomerForm> = {}): CustomerForm => ({
  customerCode: 'C-1',
  name: 'Acme',
  email: 'office@acme.example',
  ...fields,
})

describe('terms are touched', () => {
  test.each<[string, Partial<CustomerForm>]>([
    ['by another limit', { creditLimit: '0.01' }],
    ['by other payment terms', { paymentTerms: 'net-60' }],
    ['by another price level', { priceLevel: 'tier1' }],
    ['by an exemption', { taxExempt: true }],
    ['by a number of an exemption', { taxExemptNumber: 'TX-1' }],
  ])('%s', (_, fields) => {
    expect(isTermsTouched(form(fields))).toBe(true)
  })
})

describe('terms are not touched', () => {
  test.each<[string, Partial<CustomerForm>]>([
    ['by contact data alone', { phone: '555-0100', isActive: false }],
    ['by the same limit in other words', { creditLimit: '0' }],
    ['by emptied payment terms, which fall back to net-30', { paymentTerms: null }],
    ['by no number where there is none', { taxExemptNumber: null, taxExempt: false }],
  ])('%s', (_, fields) => {
    expect(isTermsTouched(form(fields))).toBe(false)
  })

  test('by a form that repeats the terms in force', () => {
    const before = { ...defaultTerms, creditLimit: '1200.50', paymentTerms: 'n/60' }
    expect(isTermsTouched(form({ creditLimit: '1200.5', paymentTerms: 'n/60' }), before)).toBe(
      false,
    )
    expect(isTermsTouched(form({ paymentTerms: null }), before)).toBe(true)
  })
})

test('a tax-exempt customer needs the number that proves it', () => {
  expect(() => checkExemption({ taxExempt: true })).toThrow('Required for a tax-exempt customer')
  expect(() => checkExemption({ taxExempt: true, taxExemptNumber: 'TX-1' })).not.toThrow()
  expect(() => checkExemption({ taxExempt: false })).not.toThrow()
})
