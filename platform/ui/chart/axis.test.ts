import { expect, test } from 'vitest'
import { axisText, axisTop, axisTopIn, edgesOf, shortNumber } from './axis.ts'

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

test.each([
  [2000, '$', '$2k'],
  [50, '%', '50%'],
  [40, ' days', '40 days'],
  [12, '', '12'],
])('%s with the unit "%s" is %s', (value, unit, text) => {
  expect(axisText(value, unit)).toBe(text)
})

test('percentages end at 100, other axes with a round number', () => {
  expect([axisTopIn('%', 41), axisTopIn('$', 41)]).toEqual([100, 60])
})

test('steps on a time axis are as wide as their duration, the last one until the end', () => {
  expect(edgesOf([0, 1000, 4000], 5000)).toEqual([0, 0.2, 0.8, 1])
  expect(edgesOf([5, 5], 5)).toEqual([0, 0.5, 1])
  expect(edgesOf([0, 20], 10)).toEqual([0, 1, 1])
})
