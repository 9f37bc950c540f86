import { expect, test } from 'vitest'
import {
  parseAmountQuery,
  type RankedHit,
  matchingNoteExcerpt,
  parseNumberQuery,
  parseNumberQueries,
  withoutDuplicates,
  matchRanks,
  mayBeMisspelled,
  ranked,
  whyFound,
} from './rules.ts'

test.each([
  ['=1240.50', { from: '1240.50', to: '1240.50', isAtLeast: true }],
  ['> 1,000', { from: '1000.01', to: '9999999999.99', isAtLeast: true }],
  ['<$50', { from: '0.00', to: '49.99', isAtLeast: false }],
  ['1000', undefined],
  ['>', undefined],
  ['=1.234', undefined],
  ['=12345678901', undefined],
])('%j searches for the amount %j', (text, expected) => {
  expect(parseAmountQuery(text)).toEqual(expected)
})

test.each([
  ['INV-1000012', 'INV-1000012'],
  ['inv 1000012', 'INV-1000012'],
  ['1000012', 'INV-1000012'],
  ['PAY-1000012', undefined],
  ['INV-', undefined],
  ['123', undefined],
  ['INV-1000012 x', undefined],
])('%j means the invoice %j', (text, expected) => {
  expect(parseNumberQuery('INV', text)).toBe(expected)
})

test('sorts best matches first, misspellings last, active before inactive within a rank', () => {
  const some = (code: string, rank: number, status = 'active'): RankedHit => ({
    kind: 'customer',
    id: 1,
    code,
    title: '',
    status,
    amount: null,
    date: null,
    why: null,
    rank,
  })
  const found = [
    some('SLIP', matchRanks.misspelled),
    some('REST', matchRanks.rest),
    some('OLD', matchRanks.begins, 'inactive'),
    some('BEGINS', matchRanks.begins),
    some('WORDS', matchRanks.words),
    some('EXACT', matchRanks.exact, 'inactive'),
  ]
  const inOrder = ranked(found)
  const codes = ['EXACT', 'BEGINS', 'OLD', 'WORDS', 'REST', 'SLIP']
  expect(inOrder.map(({ code }) => code)).toEqual(codes)
  expect(inOrder[0]).not.toHaveProperty('rank')
  const twice = [some('LATE', matchRanks.rest), some('SOON', matchRanks.exact)]
  expect(withoutDuplicates(twice).map(({ code }) => code)).toEqual(['SOON'])
})

test.each([
  [['SO'], 'so-1042', ['so-1042', 'SO-1042']],
  [['SO'], '1042', ['1042', 'SO-1042']],
  [['SO'], 'so 1042', ['so 1042', 'SO 1042', 'SO-1042']],
  [['SO'], 'po 1042', ['po 1042', 'PO 1042']],
  [['RMA', 'RTV'], '7', ['7', 'RMA-7', 'RTV-7']],
])('in the series %j, %j matches the numbers %j', (series, text, numbers) => {
  expect(parseNumberQueries(series, text)).toEqual(numbers)
})

test.each([
  ['bolt', true],
  ['Müller', true],
  ['nut', false],
  ['M8x40', false],
  ['4012', false],
])('%j is searched with one wrong letter: %j', (word, may) => {
  expect(mayBeMisspelled(word)).toBe(may)
})

const northwind = {
  code: 'C-1',
  title: 'Northwind',
  email: 'ann@north.example',
  phone: '(555) 010-4477',
  city: 'Reno',
  notes: 'Ring at the gate in Reno',
}
test.each([
  ['northwind', 'Reno'],
  ['c-1', 'Reno'],
  ['ann@north', 'ann@north.example'],
  ['reno', 'Reno'],
  ['555-0104', '(555) 010-4477'],
  ['northwind 4477', '(555) 010-4477'],
  ['northwind gate', 'Notes: Ring at the gate in Reno'],
])('a customer found by %j shows %j', (q, why) => {
  expect(whyFound(northwind, q)).toBe(why)
})

test('a SKU shows its barcode if that matched, otherwise its available units', () => {
  const bolt = { code: 'HX-1', title: 'Bolt', barcode: '400638', available: 1200 }
  expect(whyFound(bolt, '4006')).toBe('Barcode 400638')
  expect(whyFound(bolt, 'bolt')).toBe('1,200 available')
})

test('shows an excerpt of the notes around the match', () => {
  expect(matchingNoteExcerpt('Ring the bell twice', 'bell')).toBe('Notes: Ring the bell twice')
  const long = `${'far '.repeat(20)}then ring the bell at the gate ${'and on '.repeat(10)}`
  expect(matchingNoteExcerpt(long, 'bell')).toBe(
    'Notes: … far then ring the bell at the gate and on and on and on and …',
  )
  expect(matchingNoteExcerpt('Ring', 'bell')).toBeNull()
  expect(matchingNoteExcerpt(null, 'bell')).toBeNull()
})
