import { expect, test } from 'vitest'
import { cents } from '#platform/kernel/money.ts'
import { discountText, priceAfterDiscount } from './discount.ts'

test.each([
  ['10.00', '8.00', '20%'],
  ['10.00', '8.75', '12.5%'],
  ['3.00', '2.00', '33.3%'],
  ['3.00', '1.00', '66.7%'],
  ['10.00', '0.00', '100%'],
  ['10.00', '10.50', '−5%'],
  ['10.00', '10.00', ''],
  ['1000.00', '999.99', ''],
  ['0.00', '5.00', ''],
  ['0.01', '0.10', '−900%'],
  ['0.01', '9999999999.99', '<−999%'],
])('of a standard price of %s, %s is a discount of “%s”', (standard, unit, text) => {
  expect(discountText(cents(standard), cents(unit))).toBe(text)
})

test.each([
  ['10%', '10.00', '9.00'],
  [' 12.5 % ', '10.00', '8.75'],
  ['33.33%', '10.00', '6.67'],
  ['15%', '0.10', '0.09'],
  ['0%', '9.99', '9.99'],
  ['100%', '9.99', '0.00'],
  ['.5%', '10.00', '9.95'],
  ['100.00%', '9.99', '0.00'],
  ['10%', '0.00', '0.00'],
  ['50%', '0.01', '0.01'],
])('%s off %s is %s', (text, standard, price) => {
  expect(priceAfterDiscount(text, cents(standard))).toBe(price)
})

const tooMuchOrTooFine = ['100.01%', '101%', '1,000%', '1.234%']

test.each(['10', '%', '.%', ' %', '-5%', 'ten%', '$8%', '8.50', ...tooMuchOrTooFine])(
  '“%s” is no discount',
  (text) => {
    expect(priceAfterDiscount(text, cents('10.00'))).toBeUndefined()
  },
)
