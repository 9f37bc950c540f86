import { describe, expect, test } from 'vitest'
import { cents, amount } from '#platform/kernel/money.ts'
import type { CustomerForm } from './contract.ts'
import { isPrepaid } from './payment-terms.ts'
import {
  checkExemption,
  creditBoundOf,
  defaultTerms,
  changedTerms,
  changesTerms,
  termsNotice,
} from './rules.ts'

const form = (fields: Partial<CustomerForm> = {}): CustomerForm => ({
  customerCode: 'C-1',
  name: 'Acme',
  email: 'office@acme.example',
  ...fields,
})

describe('terms are changed', () => {
  test.each<[string, Partial<CustomerForm>]>([
    ['by another limit', { creditLimit: '0.01' }],
    ['by other payment terms', { paymentTerms: 'net-60' }],
    ['by another price level', { priceLevel: 'tier1' }],
    ['by an exemption', { taxExempt: true }],
    ['by a number of an exemption', { taxExemptNumber: 'TX-1' }],
  ])('%s', (_, fields) => {
    expect(changesTerms(form(fields))).toBe(true)
  })
})

describe('terms are not changed', () => {
  test.each<[string, Partial<CustomerForm>]>([
    ['by contact data alone', { phone: '555-0100', isActive: false }],
    ['by the same limit in other words', { creditLimit: '0' }],
    ['by emptied payment terms, which fall back to net-30', { paymentTerms: null }],
    ['by no number where there is none', { taxExemptNumber: null, taxExempt: false }],
  ])('%s', (_, fields) => {
    expect(changesTerms(form(fields))).toBe(false)
  })

  test('by a form with the current terms', () => {
    const before = { ...defaultTerms, creditLimit: amount('1200.50'), paymentTerms: 'n/60' }
    expect(changesTerms(form({ creditLimit: '1200.5', paymentTerms: 'n/60' }), before)).toBe(false)
    expect(changesTerms(form({ paymentTerms: null }), before)).toBe(true)
  })
})

test('the changed terms are named', () => {
  const changed = form({ creditLimit: '5.00', priceLevel: 'standard', taxExempt: true })
  expect(changedTerms(changed)).toEqual(['creditLimit', 'taxExempt'])
  expect(changedTerms(form({ phone: '555-0100' }))).toEqual([])
})

test('a tax-exempt customer requires an exemption number', () => {
  expect(() => checkExemption({ taxExempt: true })).toThrow('Required for a tax-exempt customer')
  expect(() => checkExemption({ taxExempt: true, taxExemptNumber: 'TX-1' })).not.toThrow()
  expect(() => checkExemption({ taxExempt: false })).not.toThrow()
})

test.each<[string, Partial<Parameters<typeof termsNotice>[1]>, RegExp[]]>([
  ['the same terms', {}, []],
  ['the same limit in other words', { creditLimit: '0' }, []],
  ['no limit where there was none', { creditLimit: '' }, []],
  ['a limit that is not typed to its end', { creditLimit: '-' }, []],
  ['another limit', { creditLimit: '10' }, [/^The new credit limit applies immediately/]],
  [
    'other payment terms',
    { paymentTerms: 'Net 60' },
    [/Existing invoices keep their terms and due dates/],
  ],
  ['other prices', { priceLevel: 'tier1' }, [/Open orders keep their prices/]],
  ['an exemption', { taxExempt: true }, [/Open orders and invoices keep their tax/]],
  [
    'more than one of them',
    { creditLimit: '10', priceLevel: 'tier1' },
    [/credit limit/, /new prices/],
  ],
])('the notice for %s says what changes in open documents', (_, fields, sentences) => {
  const found = termsNotice(defaultTerms, { ...defaultTerms, ...fields })
  expect(found).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
})

test.each([
  ['prepaid', true],
  ['CIA', true],
  [' cash in advance ', true],
  ['cwo', true],
  ['net-30', false],
  ['due on receipt', false],
  ['', false],
])('terms %j are prepaid: %s', (terms, expected) => {
  expect(isPrepaid(terms)).toBe(expected)
})

test.each([
  ['net-30', '100.00', 'none', 'limit'],
  ['net-30', '0', 'none', 'limit'],
  ['net-30', '0', 'unlimited', 'none'],
  ['net-30', '100.00', 'unlimited', 'limit'],
  ['prepaid', '100.00', 'none', 'prepaid'],
  ['CIA', '0', 'unlimited', 'prepaid'],
] as const)('terms %s, a limit of %s, 0 means %s: bound by %s', (terms, limit, means, bound) => {
  const creditTerms = { paymentTerms: terms, creditLimit: cents(limit), zeroMeans: means }
  expect(creditBoundOf(creditTerms)).toBe(bound)
})
