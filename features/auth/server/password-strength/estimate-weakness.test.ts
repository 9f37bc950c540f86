import { expect, test } from 'vitest'
import { estimateWeakness } from './estimate-weakness.ts'

const known = ['margaret', 'margaret@acme.example', 'Acme Supply Co.', 'prizm']

test.each([
  '        ',
  'abcdefgh',
  'Passw0rd!',
  'Summer2026',
  'qwertyuiop',
  'Welcome1!',
  'margaret1',
  'acmesupply1',
  'a'.repeat(200),
])('%s is easy to guess', (password) => {
  expect(estimateWeakness(password, known)).toMatch(/easy to guess|lists of common passwords/)
})

test('names the lists of common passwords as the reason', () => {
  expect(estimateWeakness('PassWord123', known)).toMatch(/lists of common passwords/)
})

test.each([
  'a long enough password',
  'nine blue kettles',
  'correct-horse-9',
  'xK9#mQ2$vL',
  'パスワードは長いほうがいい',
  `${'a'.repeat(100)} nine blue kettles`,
  `nine blue kettles ${'a'.repeat(100)}`,
])('%s is not easy to guess', (password) => {
  expect(estimateWeakness(password, known)).toBeUndefined()
})
