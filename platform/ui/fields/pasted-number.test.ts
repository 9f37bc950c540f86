import { expect, test } from 'vitest'
import { pastedNumber } from './pasted-number.ts'

test.each([
  ['1234.50', '1234.50'],
  ['.5', '.5'],
  ['007', '007'],
  ['$1,234.50', '1234.50'],
  [' 1,234,567\t', '1234567'],
  ['-$12.00', '-12.00'],
  ['−5', '-5'],
  ['($1,234.50)', '-1234.50'],
  ['12,50', '12.50'],
  ['2,5', '2.5'],
  ['1.234,50', '1234.50'],
  ['1 234,50', '1234.50'],
])('a copied %s is %s', (pasted, number) => expect(pastedNumber(pasted)).toBe(number))

test.each(['', 'free', '12 pcs', '1,23,456', '0,125', '12,5000', '1.2.3', '1e5', '(12', '--5'])(
  'a copied “%s” is no number',
  (pasted) => expect(pastedNumber(pasted)).toBeUndefined(),
)
