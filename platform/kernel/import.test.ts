import { expect, test } from 'vitest'
import {
  dayDoubtSentence,
  doubtSentence,
  parseFileDay,
  parseNumber,
  readDayOrder,
  readDecimalSign,
} from './import.ts'

test.each([
  // The text, its value with a decimal point, its value with a decimal comma
  ['0', '0', '0'],
  ['12', '12', '12'],
  ['-12', '-12', '-12'],
  ['12.5', '12.5', undefined],
  ['12,5', undefined, '12.5'],
  ['12.50', '12.50', undefined],
  ['12,50', undefined, '12.50'],
  ['0.125', '0.125', undefined],
  ['0,125', undefined, '0.125'],
  ['12.500', '12.50', '12500'],
  ['12,500', '12500', '12.50'],
  ['1,234', '1234', '1.234'],
  ['1.234', '1.234', '1234'],
  ['1,234.5', '1234.5', undefined],
  ['1.234,5', undefined, '1234.5'],
  ['1,234,567', '1234567', undefined],
  ['1.234.567', undefined, '1234567'],
  ['1 234,50', undefined, '1234.50'],
  ['1\u00A0234\u00A0567', '1234567', '1234567'],
  ["1'234.50", '1234.50', undefined],
  ['$1,234.50', '1234.50', undefined],
  ['-$1,234.50', '-1234.50', undefined],
  ['$-5', '-5', '-5'],
  ['--5', undefined, undefined],
  ['-$-5', undefined, undefined],
  ['1,23,456', undefined, undefined],
  ['1,234 567', undefined, undefined],
  ['12,50.00', undefined, undefined],
  ['.5', undefined, undefined],
  ['5.', undefined, undefined],
  ['1e3', undefined, undefined],
  ['many', undefined, undefined],
  ['', undefined, undefined],
  ['12345678901', '12345678901', '12345678901'],
])('%j is %s with a decimal point and %s with a decimal comma', (text, point, comma) => {
  expect([parseNumber(text, 'point'), parseNumber(text, 'comma')]).toEqual([point, comma])
})

const cells = (texts: readonly string[]) => texts.map((text, at) => ({ row: at + 2, text }))

test.each([
  [[], 'point'],
  [['1', '20', ''], 'point'],
  [['12,500', '3.25'], 'point'],
  [['12,500', '1,234,567'], 'point'],
  [['12,500', '3,25'], 'comma'],
  [['12,500', '0,125'], 'comma'],
  [['1.234', '1.234.567'], 'comma'],
  [['$1,000', '2'], 'point'],
  [['$1.000', '2,50'], 'comma'],
  [['many', '12,50'], 'comma'],
])('the numbers %j are unambiguous: %s', (texts, sign) => {
  expect(readDecimalSign(cells(texts))).toBe(sign)
})

test.each([
  [
    ['5', '12,500', '1,000'],
    'Row 3 has the number 12,500, which can be read in two ways. ' +
      'Choose whether a point or a comma comes before the decimals',
  ],
  [
    ['2.555', '3.500', '1,000'],
    'Row 3 has the number 3.500, which can be read in two ways. ' +
      'Choose whether a point or a comma comes before the decimals',
  ],
  [
    ['12,50', '1,000', '12.50'],
    'Row 2 has the number 12,50 and row 4 12.50, which use different formats. ' +
      'Choose whether a point or a comma comes before the decimals',
  ],
])('the numbers %j are ambiguous, and the message says so', (texts, sentence) => {
  const doubt = readDecimalSign(cells(texts))
  expect(typeof doubt === 'string' ? doubt : doubtSentence(doubt)).toBe(sentence)
})

test.each([
  ['2027-01-31', '2027-01-31', '2027-01-31'],
  ['1/31/2027', '2027-01-31', '2027-31-01'],
  ['31.1.2027', '2027-31-01', '2027-01-31'],
  ['3-4-2027', '2027-03-04', '2027-04-03'],
  ['3/4-2027', '3/4-2027', '3/4-2027'],
  ['3/4/27', '3/4/27', '3/4/27'],
  ['soon', 'soon', 'soon'],
])('%s is %s with the month first and %s with the day first', (text, month, day) => {
  expect(parseFileDay(text, 'month-first')).toBe(month)
  expect(parseFileDay(text, 'day-first')).toBe(day)
})

test.each([
  [['3/4/2027', '1/31/2027'], 'month-first'],
  [['3/4/2027', '31/1/2027'], 'day-first'],
  [['13.1.2027'], 'day-first'],
  [['3/4/2027', '5/6/2027'], { either: { row: 2, text: '3/4/2027' } }],
  [['2027-01-31', '5/5/2027', 'soon', '30/30/2027'], { either: undefined }],
])('the dates %j determine the order %j', (texts, proof) => {
  expect(readDayOrder(cells(texts))).toEqual(proof)
})

test('days in contradictory orders are reported with an example of each', () => {
  const doubt = readDayOrder(cells(['3/4/2027', '31/1/2027', '1/31/2027']))
  expect(doubt).toEqual({
    dayFirst: { row: 3, text: '31/1/2027' },
    monthFirst: { row: 4, text: '1/31/2027' },
  })
  if (typeof doubt === 'string' || 'either' in doubt) throw new Error('There is no doubt')
  expect(dayDoubtSentence(doubt)).toBe(
    'Row 3 has the day 31/1/2027 and row 4 1/31/2027, which use different formats. ' +
      'Choose whether the month or the day comes first',
  )
})
