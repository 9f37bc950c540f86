import { describe, expect, test } from 'vitest'
import { parseShortCode } from '#platform/kernel/fields.ts'
import { findByShortCode, partsOfCode } from './short-codes.ts'

const choices = (...codes: string[]) => codes.map((code) => ({ code }))
const found = (typed: string, codes: string[], series?: string) =>
  findByShortCode(typed, choices(...codes), series)?.code

test.each([
  ['ABR-1007', { series: 'abr', number: '1007' }],
  ['C-0042', { series: 'c', number: '42' }],
  ['1007', { series: '', number: '1007' }],
  ['000', { series: '', number: '0' }],
  ['HX-1207-B', undefined],
  ['Ü-12', undefined],
  ['', undefined],
])('the parts of %s', (code, parts) => expect(partsOfCode(code)).toEqual(parts))

test.each([
  [' ABR-1007 ', { series: 'abr', number: '1007' }],
  ['a1007', { series: 'a', number: '1007' }],
  ['0042', { series: '', number: '42' }],
  ['c007', { series: 'c', number: '7' }],
])('“%s” is a short code', (typed, parts) => expect(parseShortCode(typed)).toEqual(parts))

test.each(['bolt', 'bolt 12', '7', '2bx', '12-A', 'Ä12', ''])('“%s” is not a short code', (typed) =>
  expect(parseShortCode(typed)).toBeUndefined(),
)

describe('a short code', () => {
  test('is the code without its hyphen', () => {
    expect(found('abr1007', ['ABR-1007', 'ABRX-1007'])).toBe('ABR-1007')
    expect(found('hx1207b', ['HX-1207-A', 'HX-1207-B'])).toBe('HX-1207-B')
  })
  test('is the digits alone, if one code has that number', () => {
    expect(found(' 1021 ', ['C-1021', 'C-11021', 'C-10210'])).toBe('C-1021')
    expect(found('42', ['C-0042', 'C-420'])).toBe('C-0042')
  })
  test('is the first letters and the number, if one series begins so', () => {
    expect(found('f1007', ['FAS-1007', 'HND-1007'])).toBe('FAS-1007')
    expect(found('a1007', ['ABR-1007', 'ADH-1007'])).toBeUndefined()
  })
  test('is in the series of the line above, if several series have the number', () => {
    const codes = ['ABR-1007', 'FAS-1007']
    expect(found('1007', codes)).toBeUndefined()
    expect(found('1007', codes, 'abr')).toBe('ABR-1007')
    expect(found('1007', codes, 'fa')).toBe('FAS-1007')
    expect(found('1007', codes, 'hnd')).toBeUndefined()
    expect(found('f1007', codes, 'abr')).toBe('FAS-1007')
  })
  test('chooses none of two codes that differ only in punctuation', () => {
    expect(found('ab12', ['AB-12', 'A-B12'])).toBeUndefined()
  })
  test('does not confuse letters of other scripts', () => {
    expect(found('ключ-12', ['Ü-12', '12'])).toBeUndefined()
    expect(found('--', ['--'])).toBeUndefined()
  })
})
