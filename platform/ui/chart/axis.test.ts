import { expect, test } from 'vitest'
import { axisTop, edgesOf, shortNumber } from './axis.ts'

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 20],
  [41, 60],
  [81, 100],
  [1_250_000.5, 2_000_000],
])('an axis for at most %s ends with %s', (most, top) => {
  expect(axisTop(most)).toBe(top)
})

test.each([
  [0, '0'],
  [950, '950'],
  [1200, '1.2k'],
  [20_000, '20k'],
  [3_000_000, '3M'],
])('an axis shows %s as %s', (value, text) => {
  expect(shortNumber(value)).toBe(text)
})

test('steps on a time axis are as wide as their duration, the last one a twentieth', () => {
  expect(edgesOf([0, 1000, 4000])).toEqual([0, 0.2375, 0.95, 1])
  expect(edgesOf([5, 5])).toEqual([0, 0.5, 1])
})
