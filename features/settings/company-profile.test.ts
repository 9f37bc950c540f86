import { describe, expect, test } from 'vitest'
import { companyProfile, contrastOnWhite } from './company-profile.ts'
import { emptyCompany, hasSender, isCompanyComplete } from './rules.ts'

const company = {
  ...emptyCompany,
  companyName: 'Prizm Supply Co.',
  companyAddress: '1 Main Street',
}

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['red', 0],
])('%s has a contrast of %d on white', (color, contrast) => {
  expect(contrastOnWhite(color)).toBeCloseTo(contrast, 2)
})

describe('an accent color', () => {
  const problemOf = (accentColor: string) =>
    companyProfile.safeParse({ ...company, accentColor }).error?.issues.map((each) => each.message)

  test('must be readable on white paper', () => {
    expect(problemOf('#1f3a5f')).toBeUndefined()
    expect(problemOf('#ffcc00')).toEqual([
      'Too light to read on white paper. Choose a darker color',
    ])
  })

  test('must be six hexadecimal digits', () => {
    expect(problemOf('navy')).toContain('Must be a color such as #1f4e79')
  })
})

test('a document has a sender if the company has a name and an address', () => {
  expect(hasSender(company)).toBe(true)
  expect(hasSender({ ...company, companyName: '' })).toBe(false)
  expect(hasSender({ ...company, companyAddress: ' ' })).toBe(false)
})

test('a company is complete if customers can also reach and pay it', () => {
  expect(isCompanyComplete(company)).toBe(false)
  expect(isCompanyComplete({ ...company, companyPhone: '555-0100' })).toBe(false)
  const paid = { ...company, companyEmail: 'ar@prizm.example', checksPayableTo: 'Prizm' }
  expect(isCompanyComplete(paid)).toBe(true)
  expect(isCompanyComplete({ ...paid, checksPayableTo: '', bankDetails: 'Bank' })).toBe(true)
})
