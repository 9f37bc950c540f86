import { expect, test } from 'vitest'
import { decodeBarcode } from './decode-barcode.ts'
import { cameraSize, documentModules, grayPicture, modulesOf, pictureOf } from './testing.ts'

test.each(['SO-1001', 'PO-7', 'INV-1768469400123', 'RMA-000042', 'HX-1207', 'a/b c~1'])(
  'the barcode of %s on our documents is read from a picture',
  (number) => {
    expect(decodeBarcode(pictureOf(grayPicture(documentModules(number))))).toBe(number)
  },
)

test.each([
  ['EAN13', '4006381333931', '4006381333931'],
  ['EAN8', '96385074', '96385074'],
  ['UPC', '036000291452', '036000291452'],
  ['CODE39', 'HX-1207', 'HX-1207'],
] as const)('%s %s of a product is read as %s', (format, text, read) => {
  expect(decodeBarcode(pictureOf(grayPicture(modulesOf(text, format))))).toBe(read)
})

test('a barcode turned by a quarter is read', () => {
  const gray = grayPicture(documentModules('SO-1001'))
  expect(decodeBarcode(pictureOf(gray, true))).toBe('SO-1001')
})

test('a barcode upside down is read', () => {
  const gray = grayPicture(documentModules('SO-1001')).toReversed()
  expect(decodeBarcode(pictureOf(gray))).toBe('SO-1001')
})

test('a barcode in little light is read', () => {
  const gray = grayPicture(documentModules('SO-1001'), { paper: 110, ink: 40 })
  expect(decodeBarcode(pictureOf(gray))).toBe('SO-1001')
})

test('a picture without a barcode has no text', () => {
  const { width, height } = cameraSize
  expect(decodeBarcode(pictureOf(new Uint8ClampedArray(width * height).fill(200)))).toBeUndefined()
})

test('a barcode with a wrong bar has no text', () => {
  const modules = documentModules('SO-1001')
  const middle = Math.floor(modules.length / 2)
  const wrong = `${modules.slice(0, middle)}11111111${modules.slice(middle + 8)}`
  expect(decodeBarcode(pictureOf(grayPicture(wrong)))).toBeUndefined()
})
