import { expect, test } from 'vitest'
import { onlyOne } from './choices.ts'

const choice = (id: number, code: string, barcode: string | null = null) => {
  return { id, code, text: `${code} - Brace`, barcode }
}
const braces = [choice(1, 'ABR-1001'), choice(2, 'ABR-1002'), choice(3, 'ABR-10', '4012345')]

test('a common prefix of several codes selects none', () => {
  expect(onlyOne('ABR-100', braces.slice(0, 2))).toBeUndefined()
})
test('an exact code or barcode is selected among other matches', () => {
  expect(onlyOne('abr-10', braces)?.id).toBe(3)
  expect(onlyOne(' 4012345 ', braces)?.id).toBe(3)
})
test('the only match is selected', () => {
  expect(onlyOne('ABR-1001 bra', braces.slice(0, 1))?.id).toBe(1)
})
test('no match selects nothing', () => {
  expect(onlyOne('X', [])).toBeUndefined()
})
