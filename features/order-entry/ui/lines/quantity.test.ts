import { describe, expect, test } from 'vitest'
import { isNumberWithLetters, parseQuantity, quantityProblem } from './quantity.ts'

describe('parseQuantity', () => {
  test.each([
    ['12', 12],
    [' 7 ', 7],
    ['12*4', 48],
    ['2 x 3 × 4', 24],
    ['1,200', 1200],
    ['2147483647', 2_147_483_647],
  ])('%s is %i', (text, units) => expect(parseQuantity(text)).toBe(units))

  test.each(['', '0', '-3', '1.5', '12*', 'abc', '2147483648', '3*0', '1,20', '99999*99999'])(
    '“%s” is not a quantity',
    (text) => expect(parseQuantity(text)).toBeUndefined(),
  )
})

describe('an invalid quantity', () => {
  test.each(['2bx', '2 bx', '12EA', '1,200 pcs', '3bx.'])(
    'the error of “%s” quotes the typed text',
    (text) => {
      expect(isNumberWithLetters(text)).toBe(true)
      expect(quantityProblem(text)).toBe(
        `“${text}” is not a quantity. Enter a number such as 2 or 12*4`,
      )
    },
  )
  test.each(['2.5', '0.5', '.5', '1,5'])('“%s” needs a whole number', (text) => {
    expect(quantityProblem(text)).toBe('Quantity must be a whole number')
  })
  test.each(['0', '-3', 'bx', '2bx4', 'HX-2'])('the error of “%s” quotes no text', (text) => {
    expect(isNumberWithLetters(text)).toBe(false)
    expect(quantityProblem(text)).toBe('Quantity must be at least 1')
  })
  test('does not report valid quantities', () => {
    expect(['12', '12x4', '1,200'].map(quantityProblem)).toEqual([undefined, undefined, undefined])
  })
})
