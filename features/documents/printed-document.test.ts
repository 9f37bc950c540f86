import { day } from '#platform/kernel/days.ts'
import { expect, test } from 'vitest'
import { emptyCompany } from '#features/settings/rules.ts'
import {
  type Company,
  contactFacts,
  letterhead,
  paymentFooter,
  printedDay,
  printedParty,
  type PrintedDocument,
  remitTo,
  runningHeader,
  slipInstruction,
  withAttention,
} from './printed-document.ts'

const company: Company = {
  ...emptyCompany,
  companyLogo: '',
  companyName: 'Prizm Supply Co.',
  companyLegalName: 'Prizm Supply Company, Inc.',
  companyAddress: '1 Main Street\nColumbus, OH 43215',
  companyPhone: '(614) 555-0142',
  taxNumbers: 'EIN 31-0005120',
}
const customer = (address: string) => ({ title: 'Bill to', name: 'Northwind', address })

test('the letterhead has the legal name only if it differs', () => {
  expect(letterhead(company)).toEqual({
    address: ['Prizm Supply Company, Inc.', '1 Main Street', 'Columbus, OH 43215'],
    contact: ['(614) 555-0142', 'EIN 31-0005120'],
  })
  const same = { ...company, companyLegalName: 'Prizm Supply Co.' }
  expect(letterhead(same).address).toEqual(['1 Main Street', 'Columbus, OH 43215'])
})

test.each(['US', 'USA', 'United States', 'usa'])(
  'an address in our country omits %s',
  (country) => {
    const address = `2 Side Street\nDayton, OH 45402\n${country}`
    expect(printedParty(customer(address), company).address).toBe('2 Side Street\nDayton, OH 45402')
  },
)

test('an address in another country keeps it', () => {
  const address = '2 Side Street\nToronto, ON M5V 2T6\nCanada'
  expect(printedParty(customer(address), company).address).toBe(address)
})

test.each([
  ['2 Side Street\nDayton, OH 45402', 'Attn: Ann Lee\n2 Side Street\nDayton, OH 45402'],
  [null, 'Attn: Ann Lee'],
  ['Attn: Accounts Payable\n2 Side Street', 'Attn: Accounts Payable\n2 Side Street'],
  ['ATTENTION Ed Cole\n2 Side Street', 'ATTENTION Ed Cole\n2 Side Street'],
  ['ann lee\n2 Side Street', 'ann lee\n2 Side Street'],
  ['9 Attnang Road', 'Attn: Ann Lee\n9 Attnang Road'],
])('the address %j is printed to the attention of its contact', (address, printed) => {
  expect(withAttention(address, 'Ann Lee')).toBe(printed)
  expect(withAttention(address, undefined)).toBe(address)
})

test('goods go to the receiving address, and checks to the remit-to address', () => {
  const us = { title: 'Deliver to', name: null, address: null, use: 'receiving' as const }
  const office = { name: 'Prizm Supply Co.', address: company.companyAddress }
  expect(printedParty(us, company)).toEqual({ title: 'Deliver to', ...office })
  expect(remitTo(company)).toEqual(office)
  const places = {
    receivingAddress: '88 Dock Road',
    remitToAddress: 'Prizm Supply Co.\nP.O. Box 5',
  }
  expect(printedParty(us, { ...company, ...places }).address).toBe('88 Dock Road')
  // The name is not repeated if the address begins with it.
  expect(remitTo({ ...company, ...places })).toEqual({
    name: 'Prizm Supply Co.',
    address: 'P.O. Box 5',
  })
})

test('the ways to pay are those of the profile, on documents that ask for money', () => {
  const paper = { asksForMoney: true } as PrintedDocument
  const paid = { ...company, bankDetails: 'First Bank 12345', checksPayableTo: 'Prizm Inc.' }
  expect(paymentFooter(paper, paid)).toEqual([
    { title: 'Pay by bank transfer', text: 'First Bank 12345' },
    {
      title: 'Pay by check',
      text: 'Payable to Prizm Inc.\nMail to Prizm Supply Co., 1 Main Street, Columbus, OH 43215',
    },
  ])
  expect(paymentFooter({} as PrintedDocument, paid)).toEqual([])
})

test.each([
  ['us', '12/6/2026'],
  ['long', 'December 6, 2026'],
  ['day-first', '6 Dec 2026'],
  ['iso', '2026-12-06'],
] as const)('dates in the style %s read %s', (dateStyle, text) => {
  expect(printedDay(day('2026-12-06'), { dateStyle })).toBe(text)
  expect(printedDay(null, { dateStyle })).toBe('N/A')
})

test('each page names its number, or the customer and the days of a document without one', () => {
  const filing = { name: 'Statement', party: 'C-1', on: day('2026-03-02') }
  const statement = { title: 'Statement of Account', number: null, filing } as PrintedDocument
  expect(runningHeader({ ...statement, subtitle: '12/1/2025 to 3/2/2026' })).toBe(
    'Statement of Account C-1, 12/1/2025 to 3/2/2026',
  )
  expect(
    runningHeader({ ...statement, title: 'Order', number: 'SO-1', subtitle: 'Revision 1' }),
  ).toBe('Order SO-1')
})

test('the slip says to whom checks are payable, if the profile does', () => {
  expect(slipInstruction(company)).toBe('Please return this part with your payment')
  expect(slipInstruction({ ...company, checksPayableTo: 'Prizm Inc.' })).toBe(
    'Please return this part with your payment. Make checks payable to Prizm Inc.',
  )
})

test('questions go to the phone and the email address, one per line', () => {
  expect(contactFacts(company)).toEqual([['Questions', '(614) 555-0142']])
  const reachable = { ...company, companyEmail: 'ar@prizm.example' }
  expect(contactFacts(reachable)).toEqual([['Questions', '(614) 555-0142\nar@prizm.example']])
  expect(contactFacts({ ...company, companyPhone: '' })).toEqual([])
})
