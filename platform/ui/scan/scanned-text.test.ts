import { expect, test } from 'vitest'
import { createAgreement, nearestToMiddle, scannedText } from './scanned-text.ts'

test.each([
  ['code_128', 'SO-1001', 'SO-1001'],
  ['code_128', '\u001dHX-1207\r', 'HX-1207'],
  ['code_128', ' PO-7 ', 'PO-7'],
  ['ean_13', '4006381333931', '4006381333931'],
  ['ean_13', '0036000291452', '036000291452'],
  ['upc_a', '0036000291452', '036000291452'],
  ['upc_a', '036000291452', '036000291452'],
  ['code_128', '0036000291452', '0036000291452'],
  ['code_128', '\u001d', undefined],
])('a %s with %j is entered as %j', (format, rawValue, text) => {
  expect(scannedText({ rawValue, format })).toBe(text)
})

test('a text that is longer than any code is not read', () => {
  const longest = 'X'.repeat(100)
  expect(scannedText({ rawValue: longest })).toBe(longest)
  expect(scannedText({ rawValue: `${longest}X` })).toBeUndefined()
})

test('of several barcodes the one in the middle of the picture is read', () => {
  const at = (rawValue: string, x: number, y: number) => ({
    rawValue,
    boundingBox: { x, y, width: 100, height: 20 },
  })
  const found = [at('FIRST', 0, 0), at('MIDDLE', 250, 240), at('LAST', 500, 400)]
  expect(nearestToMiddle(found, { width: 640, height: 480 })?.rawValue).toBe('MIDDLE')
  expect(nearestToMiddle([], { width: 640, height: 480 })).toBeUndefined()
})

test('a text counts when two reads agree, whatever pictures without a barcode come between', () => {
  const agree = createAgreement()
  expect(agree('SO-1007')).toBeUndefined()
  expect(agree('SO-1001')).toBeUndefined()
  expect(agree(undefined)).toBeUndefined()
  expect(agree('SO-1001')).toBe('SO-1001')
})
