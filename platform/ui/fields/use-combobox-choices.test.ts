import { expect, test } from 'vitest'
import { singleMatch } from './use-combobox-choices.ts'

const choice = (id: number, code: string, barcode: string | null = null) => {
  return { id, code, text: `${code} - Brace`, barcode }
}
const braces = [choice(1, 'ABR-1001'), choice(2, 'ABR-1002'), choice(3, 'ABR-10', '4012345')]

test('a common prefix of several codes selects none', () => {
  expect(singleMatch('ABR-100', braces.slice(0, 2))).toBeUndefined()
})
test('an exact code or barcode is selected among other matches', () => {
  expect(singleMatch('abr-10', braces)?.id).toBe(3)
  expect(singleMatch(' 4012345 ', braces)?.id).toBe(3)
})
test('the only match is selected', () => {
  expect(singleMatch('ABR-1001 bra', braces.slice(0, 1))?.id).toBe(1)
})
test('no match selects nothing', () => {
  expect(singleMatch('X', [])).toBeUndefined()
})
test('a code in short is selected among other matches', () => {
  const customers = [choice(1, 'C-1021'), choice(2, 'C-1007'), choice(3, 'C-11021')]
  expect(singleMatch('1021', customers)?.id).toBe(1)
  expect(singleMatch('abr1002', braces)?.id).toBe(2)
})
test('digits alone are a code in the series of the line above, or a barcode', () => {
  const parts = [choice(1, 'ABR-1007'), choice(2, 'FAS-1007'), choice(3, 'HND-1', '1007')]
  expect(singleMatch('1007', parts.slice(0, 2))).toBeUndefined()
  expect(singleMatch('1007', parts.slice(0, 2), 'fas')?.id).toBe(2)
  expect(singleMatch('1007', parts, 'fas')?.id).toBe(3)
})
