import { expect, test } from 'vitest'
import { parsePaletteQuery } from './palette-commands.ts'

test.each([
  ['>dark', { text: 'dark', mode: 'commands' }],
  ['@north', { text: 'north', mode: ['customer', 'vendor'] }],
  ['=125.50', { text: '=125.50', mode: 'all' }],
  ['>1000', { text: '>1000', mode: 'all' }],
  ['> $1,000', { text: '> $1,000', mode: 'all' }],
  ['<50', { text: '<50', mode: 'all' }],
])('%s is searched by its meaning', (typed, expected) => {
  expect(parsePaletteQuery(typed)).toEqual(expected)
})
