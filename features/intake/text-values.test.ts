import { expect, test } from 'vitest'
import { fitForm } from './fit-form.ts'
import { emptyForm } from './intake-form.ts'
import { correctionKey } from './rules.ts'
import { piecesOf } from './text-pieces.ts'
import { dayIn, isCode, priceIn, quantityIn, unitIn } from './text-values.ts'

const span = (text: string) => ({ text, start: 0, end: text.length })

test.each([
  ['2026-03-01', '2026-03-01', 'sure'],
  ['3/14/2026', '2026-03-14', 'likely'],
  ['14/3/2026', '2026-03-14', 'likely'],
  ['3/4/26', '2026-03-04', 'guess'],
  ['3/3/2026', '2026-03-03', 'likely'],
  ['31.12.2026', '2026-12-31', 'likely'],
  ['March 1, 2026', '2026-03-01', 'likely'],
  ['1 Mar 2026', '2026-03-01', 'likely'],
])('the day %j is %s, %s', (text, value, confidence) => {
  expect(dayIn(span(text))).toMatchObject({ value, confidence })
})

test.each(['2/30/2026', 'soon', '2026', 'May 2026', ''])('%j is no day', (text) => {
  expect(dayIn(span(text))).toBeUndefined()
})

test.each([
  ['12', 12],
  ['1,000', 1000],
  ['12.0', 12],
  ['0', undefined],
  ['2.5', undefined],
  ['-3', undefined],
  ['99999999', undefined],
])('the quantity %j is %s', (text, value) => {
  expect(quantityIn(span(text))).toBe(value)
})

test.each([
  ['$12', '12.00'],
  ['12.5', '12.50'],
  ['12,50', '12.50'],
  ['1,250.00', '1250.00'],
  ['@ 3.20', '3.20'],
  ['USD 7.00', '7.00'],
  ['12', undefined],
  ['1.2345', undefined],
  ['abc', undefined],
])('the price %j is %s', (text, value) => {
  expect(priceIn(span(text))).toBe(value)
})

test('units of measure are read as they are written', () => {
  expect(['EA', 'Cases', 'pcs.', 'of'].map((text) => unitIn(span(text)))).toEqual([
    'EA',
    'Cases',
    'pcs',
    undefined,
  ])
})

test('a part number has a digit and a letter, or is a long number', () => {
  const codes = ['AB-100', '12-34', '4006381333931', 'WID100', 'EA', '12345', 'a.b', '555-1-2']
  expect(codes.filter(isCode)).toEqual(['AB-100', '12-34', '4006381333931', 'WID100'])
})

test('corrections compare without case and white space', () => {
  expect(correctionKey('  Dock 4,\n RENO ')).toBe('dock 4, reno')
})

test('a text is cut at its marks; of two that overlap the first one stays', () => {
  const mark = (start: number, end: number) => ({
    value: '',
    text: '',
    start,
    end,
    confidence: 'sure' as const,
    says: '',
  })
  expect(piecesOf('abcdef', { a: mark(1, 3), b: mark(2, 4), c: mark(5, 6) })).toEqual([
    { start: 0, text: 'a' },
    { start: 1, text: 'bc', confidence: 'sure' },
    { start: 3, text: 'de' },
    { start: 5, text: 'f', confidence: 'sure' },
  ])
})

test('a value that a form may not have is empty; the others stay', () => {
  const line = { source: 1, skuId: null, quantity: 2, unit: 'EA', unitPrice: '1.00' }
  const form = {
    ...emptyForm,
    customerPO: 'P-1',
    notes: 'a\u0000b',
    items: [{ ...line, code: 'x'.repeat(101) }],
  }
  expect(fitForm(form)).toEqual({
    ...emptyForm,
    customerPO: 'P-1',
    items: [{ ...line, code: null }],
  })
})
