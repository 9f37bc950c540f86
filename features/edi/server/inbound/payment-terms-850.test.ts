import { expect, test } from 'vitest'
import { readTerms, termsHolds, termsNote } from './payment-terms-850.ts'

const read = (text: string) => readTerms(text.split('*'))

test.each([
  ['ITD*01*3*2**10**30', '2% 10 net 30'],
  ['ITD*01*3*2.00**10**030', '2% 10 net 30'],
  ['ITD*05*3*2**10**30', 'net 30'],
  ['ITD*01*3*****60', 'net 60'],
  ['ITD*02*3*****30', 'net 30 EOM'],
  ['ITD*10', 'due on receipt'],
  ['ITD*01*3**********Net 45', 'Net 45'],
  ['ITD*01*3*2****30', undefined],
  ['ITD*01*15*****30', undefined],
  ['ITD*01*3*2*20260310***30', undefined],
  ['ITD*09*3*****30', undefined],
  ['ITD*01*3**********as agreed', undefined],
  ['ITD*01*3', undefined],
])('%s is %s', (segment, text) => {
  expect(read(segment).text).toBe(text)
})

test('terms are compared by meaning', () => {
  const holds = (segment: string, ours: string) => termsHolds([read(segment)], ours)
  expect(holds('ITD*01*3*2**10**30', '2/10, n/30')).toEqual([])
  expect(holds('ITD*01*3*****30', 'net-30')).toEqual([])
  expect(holds('ITD*10', 'C.O.D.')).toEqual([])
  expect(holds('ITD*01*3*****30', '2/10 net 30')).toEqual([
    'The partner expects Net 30; the customer has 2/10 net 30',
  ])
  expect(holds('ITD*01*3*****30', 'Prepaid')).toEqual([
    'The partner expects Net 30; the customer has Prepaid',
  ])
  expect(holds('ITD*01*15*****30', 'net 30')).toEqual([
    'The partner’s terms (ITD*01*15*****30) are unknown',
  ])
  expect(termsHolds([], 'net 30')).toEqual([])
})

test('the notes of an order have the terms in words, or as received', () => {
  expect(termsNote(read('ITD*01*3*2**10**30**'))).toBe('Terms 2/10 net 30')
  expect(termsNote(read('ITD*01*15*****30'))).toBe('Terms ITD*01*15*****30')
})
