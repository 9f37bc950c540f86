import { expect, test } from 'vitest'
import { barsOf, code128 } from './code-128.ts'

const widthOf = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0)

test('every symbol is eleven modules wide and unlike every other', () => {
  const symbols = Array.from({ length: 95 }, (_, index) => {
    const widths = code128(String.fromCodePoint(32 + index)).slice(6, 12)
    expect(widthOf(widths)).toBe(11)
    return widths.join('')
  })
  expect(new Set(symbols).size).toBe(95)
})

test('a text starts with set B, ends with its check symbol and the stop', () => {
  // PJJ123C is the worked example of the standard: its check value in set B is 55.
  const widths = code128('PJJ123C').join('')
  expect(widths.slice(0, 6)).toBe('211214')
  expect(widths.slice(-13)).toBe('3113212331112')
  expect(code128('A').length).toBe(6 * 3 + 7)
})

test('a character that scanners do not know is shown as a question mark', () => {
  expect(code128('é')).toEqual(code128('?'))
})

test('bars stand between two quiet zones and leave the gaps free', () => {
  const { bars, total } = barsOf('A')
  expect(bars[0]).toEqual({ x: 10, width: 2 })
  expect(bars[1]).toEqual({ x: 13, width: 1 })
  expect(total).toBe(20 + widthOf(code128('A')))
})
