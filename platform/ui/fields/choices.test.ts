import { expect, test } from 'vitest'
import { onlyOne } from './choices.ts'

const choice = (id: number, code: string, barcode: string | null = null) => {
  return { id, code, text: `${code} - Brace`, barcode }
}
const braces = [choice(1, 'ABR-1001'), choice(2, 'ABR-1002'), choice(3, 'ABR-10', '4012345')]

test('of several matches none is taken for the beginning of their codes', () => {
  expect(onlyOne('ABR-100', braces.slice(0, 2))).toBeUndefined()
})
test('a code or a barcode typed in full is taken among others', () => {
  expect(onlyOne('abr-10', braces)?.id).toBe(3)
  expect(onlyOne(' 4012345 ', braces)?.id).toBe(3)
})
test('the only match is taken', () => {
  expect(onlyOne('ABR-1001 bra', braces.slice(0, 1))?.id).toBe(1)
})
test('nothing is taken where nothing matches', () => {
  expect(onlyOne('X', [])).toBeUndefined()
})
