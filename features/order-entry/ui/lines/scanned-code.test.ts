import { describe, expect, test } from 'vitest'
import { isScannedCode, isScannerSpeed } from './scanned-code.ts'

describe('a code that a scanner sent into a quantity field', () => {
  const fast = [0, 5, 10, 15, 20]
  const slow = [0, 60, 130, 180, 260]
  test('is detected by its letters', () => expect(isScannedCode('HX-1207', slow)).toBe(true))
  test('is detected by its length', () => expect(isScannedCode('4012345678901', slow)).toBe(true))
  test('is detected by its speed', () => expect(isScannedCode('12077', fast)).toBe(true))
  test('is not a quantity typed by hand', () => expect(isScannedCode('12077', slow)).toBe(false))
  test('is not a product', () => expect(isScannedCode('12x4', slow)).toBe(false))
  test('is not an accidental double key press', () => expect(isScannedCode('1q', fast)).toBe(false))
})

test('a burst has at least four keys, most of them close together', () => {
  expect(isScannerSpeed([0, 5, 10])).toBe(false)
  expect(isScannerSpeed([0, 5, 10, 15])).toBe(true)
  expect(isScannerSpeed([0, 20, 40, 60])).toBe(false)
  expect(isScannerSpeed([0, 5, 10, 90, 95, 100])).toBe(true)
})
