import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as money from './money.ts'

const { cents, decimal, percentageOf } = money
const most: number = money.maxCents
const seed = 20_260_302

describe('text is an amount', () => {
  test.each([
    ['0', 0],
    ['0.00', 0],
    ['-0', 0],
    ['-0.00', 0],
    ['12', 1200],
    ['12.5', 1250],
    ['-12.50', -1250],
    ['0.07', 7],
    ['007.10', 710],
    ['9999999999.99', 999_999_999_999],
  ])('%s', (text, expected) => {
    expect(money.isDecimal(text)).toBe(true)
    expect(cents(text)).toBe(expected)
  })
})

describe('text is no amount', () => {
  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '--1',
    '.5',
    '1.',
    '1.234',
    '1e3',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    '99999999999.99',
    '１２',
    '1\n',
    '$1.00',
    '1.0.0',
  ])('%j', (text) => {
    expect(money.isDecimal(text)).toBe(false)
    expect(() => cents(text)).toThrow(RangeError)
  })
})

test('a sum may exceed the largest amount, as long as it is exact', () => {
  expect(money.centsOfSum('9999999999999.99')).toBe(999_999_999_999_999)
  expect(money.centsOfSum('-12.5')).toBe(-1250)
  expect(Object.is(money.centsOfSum('-0'), 0)).toBe(true)
  for (const text of ['10000000000000', '1e3', '', '1.234', 'NaN']) {
    expect(() => money.centsOfSum(text)).toThrow(RangeError)
  }
})

test('zero is never negative', () => {
  expect(Object.is(cents('-0.00'), 0)).toBe(true)
})

test('an amount round-trips through text', () => {
  fc.assert(
    fc.property(fc.integer({ min: -most, max: most }), (amount) => {
      expect(cents(decimal(amount as money.Cents))).toBe(amount + 0)
    }),
    { numRuns: 2000, seed },
  )
})

test.each([
  ['0', '$0.00'],
  ['-0.05', '-$0.05'],
  ['999.9', '$999.90'],
  ['1234.5', '$1,234.50'],
  ['-1234567.89', '-$1,234,567.89'],
  ['9999999999.99', '$9,999,999,999.99'],
])('%s is shown as %s', (text, shown) => {
  expect(money.formatDecimal(text)).toBe(shown)
})

test('a sum beyond the largest amount is formatted to the cent', () => {
  expect(money.formatDecimal('1234567890123456.7')).toBe('$1,234,567,890,123,456.70')
  expect(() => money.formatDecimal('12.345')).toThrow(RangeError)
})

test('a product that does not fit an amount is undefined', () => {
  expect(money.multiply(cents('0.01'), 2_147_483_647)).toBe(2_147_483_647)
  expect(money.multiply(cents('9999999999.99'), 1)).toBe(money.maxCents)
  expect(money.multiply(cents('5000000000.00'), 2)).toBeUndefined()
  expect(money.multiply(cents('9999999999.99'), 2_147_483_647)).toBeUndefined()
})

test('an empty sum is zero', () => {
  expect(money.sum([])).toBe(0)
  expect(money.sum([cents('0.10'), cents('0.20')])).toBe(cents('0.30'))
})

describe('a percentage is rounded half away from zero to the cent', () => {
  test.each([
    ['1.00', '1.005', '1.01'],
    ['1.00', '2.675', '2.68'],
    ['-1.00', '0.005', '-0.01'],
    ['1.00', '10.235', '10.24'],
    ['10.00', '0.0825', '0.83'],
    ['0.10', '0.05', '0.01'],
    ['0.09', '0.05', '0.00'],
    ['-0.10', '0.05', '-0.01'],
    ['1234.56', '0.02', '24.69'],
    ['0.01', '0.5', '0.01'],
    ['0.01', '0.499999', '0.00'],
    ['9999999999.99', '1', '9999999999.99'],
    ['5.00', '0', '0.00'],
  ])('%s × %s = %s', (amount, rate, expected) => {
    expect(decimal(percentageOf(cents(amount), rate))).toBe(expected)
  })

  test('agrees with exact arithmetic on many amounts and rates', () => {
    const amounts = fc.integer({ min: -most, max: most })
    const rates = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(amounts, rates, (amount, millionths) => {
        const rate = rateOf(millionths)
        expect(percentageOf(amount as money.Cents, rate)).toBe(
          exact(BigInt(amount), BigInt(millionths)),
        )
      }),
      { numRuns: 20_000, seed },
    )
  })
})

/** 82500 millionths are `0.082500`. */
function rateOf(millionths: number): string {
  const digits = String(millionths).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Truncates twice the product plus one half: a different algorithm for the same rounding. */
function exact(amount: bigint, millionths: bigint): number {
  const product = amount < 0n ? -amount * millionths : amount * millionths
  const rounded = (product * 2n + 1_000_000n) / 2_000_000n
  return Number(amount < 0n ? -rounded : rounded)
}
