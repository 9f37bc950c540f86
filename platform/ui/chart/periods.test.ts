import { expect, test } from 'vitest'
import {
  barTotal,
  cellsOf,
  type ChartPeriod,
  describePeriod,
  headsOf,
  linePath,
  lonePointsPath,
} from './periods.ts'

const march: ChartPeriod = {
  id: 202_603,
  name: '3/2026',
  bars: [30, -5, 10],
  text: '$40.00 billed',
  cells: ['$40.00'],
}
const before = { name: '3/2025', bars: [20], text: '$20.00 billed', cells: ['$20.00'] }

test('a data point says its figures, and those it is compared with', () => {
  expect(describePeriod(march)).toBe('3/2026: $40.00 billed')
  expect(describePeriod({ ...march, before })).toBe('3/2026: $40.00 billed; 3/2025: $20.00 billed')
})

test('the table has the earlier figures beside the others, and a dash where one is missing', () => {
  expect(headsOf([march], ['Month', 'Billed'])).toEqual(['Month', 'Billed'])
  expect(headsOf([march, { ...march, before }], ['Month', 'Billed'])).toEqual([
    'Month',
    'Billed',
    'Billed before',
  ])
  expect(cellsOf({ ...march, before }, true)).toEqual(['$40.00', '$20.00'])
  expect(cellsOf(march, true)).toEqual(['$40.00', '-'])
  expect(cellsOf({ ...march, before }, false)).toEqual(['$40.00'])
})

test('stacked bars are as high as their positive figures', () => {
  expect(barTotal(march)).toBe(40)
})

test('a line is interrupted where a figure is missing', () => {
  expect(linePath([[0, 5], [10, 4], null, [30, 2]])).toBe('M0 5h0L10 4M30 2h0')
  expect(linePath([null])).toBe('')
})

test('only points without neighbors are dots', () => {
  expect(lonePointsPath([[0, 5], [10, 4], null, [30, 2]])).toBe('M30 2h0')
  expect(lonePointsPath([null, [10, 4], null])).toBe('M10 4h0')
  expect(
    lonePointsPath([
      [0, 5],
      [10, 4],
    ]),
  ).toBe('')
})
