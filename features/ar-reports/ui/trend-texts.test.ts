import { expect, test } from 'vitest'
import { daysText, percentText } from './trend-texts.ts'

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [41.5, '41.5 days'],
  [null, 'n/a'],
])('%s on average reads %s', (count, text) => {
  expect(daysText(count)).toBe(text)
})

test('a share has its sign, and none is n/a', () => {
  expect([percentText('98.5'), percentText(null)]).toEqual(['98.5%', 'n/a'])
})
