import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('a text is cut to its first characters', () => {
  expect(cutText('order', 3)).toBe('ord')
  expect(cutText('order', 5)).toBe('order')
  expect(cutText('', 5)).toBe('')
})

test('a character of two units is not cut in half', () => {
  expect(cutText('aa😀', 3)).toBe('aa')
  expect(cutText('aa😀', 4)).toBe('aa😀')
  expect(cutText('😀😀', 3)).toBe('😀')
})
