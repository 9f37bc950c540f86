import { expect, test } from 'vitest'
import { parsePrice } from './typed-price.ts'

test.each([
  ['8.5', '8.50'],
  [' $8.50 ', '8.50'],
  ['1,200', '1200.00'],
  ['0', '0.00'],
])('%s is a price', (text, price) => {
  expect(parsePrice(text)).toBe(price)
})

test.each(['', '-1', '8.505', 'ten', '1,20', '$'])('“%s” is not a price', (text) => {
  expect(parsePrice(text)).toBeUndefined()
})
