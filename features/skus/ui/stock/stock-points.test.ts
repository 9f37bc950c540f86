import { expect, test } from 'vitest'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import type { StockMove } from '../../contract.ts'
import {
  cellsOfStock,
  comparableDays,
  comparedPoints,
  describePoint,
  pointsOf,
} from './stock-points.ts'

const begin = Date.parse('2026-03-01T12:00:00Z')
const dayMs = 86_400_000
/** The moment so many days after the first movement. */
const onDay = (days: number) => begin + days * dayMs

const move = (id: number, days: number, [onHandDelta, onHandAfter]: [number, number]) => {
  const occurredAt = new Date(onDay(days)).toISOString()
  return { id, kind: 'adjust', onHandDelta, onHandAfter, occurredAt } as StockMove
}
const first = move(1, 0, [30, 30])
const second = move(2, 1, [-5, 25])
const third = move(3, 9, [15, 1040])
const moves = [first, second, third]

test('each movement is a point of the chart', () => {
  expect(pointsOf(moves)).toEqual([
    { id: '1', moment: onDay(0), moves: [first], level: 30 },
    { id: '2', moment: onDay(1), moves: [second], level: 25 },
    { id: '3', moment: onDay(9), moves: [third], level: 1040 },
  ])
})

test('half of the whole days since the first movement are compared with the others', () => {
  expect(comparableDays(moves, onDay(10))).toBe(5)
  expect(comparableDays(moves, onDay(11.9))).toBe(5)
  expect(comparableDays([first], onDay(2))).toBe(1)
  expect(comparableDays([first], onDay(1.9))).toBe(0)
  expect(comparableDays([first], onDay(-3))).toBe(0)
  expect(comparableDays([], onDay(10))).toBe(0)
})

test('the last days are compared at each movement of them and of the days before', () => {
  expect(comparedPoints(moves, { end: onDay(10), days: 5 })).toEqual([
    {
      id: String(onDay(5)),
      moment: onDay(5),
      moves: [],
      level: 25,
      before: { moment: onDay(0), moves: [first], level: 30 },
    },
    {
      id: String(onDay(6)),
      moment: onDay(6),
      moves: [],
      level: 25,
      before: { moment: onDay(1), moves: [second], level: 25 },
    },
    {
      id: String(onDay(9)),
      moment: onDay(9),
      moves: [third],
      level: 1040,
      before: { moment: onDay(4), moves: [], level: 25 },
    },
  ])
})

test('movements of one moment are one point, with the stock after the last', () => {
  const fourth = move(4, 9, [-40, 1000])
  const points = comparedPoints([...moves, fourth], { end: onDay(10), days: 5 })
  expect(points).toHaveLength(3)
  expect(points[2]).toMatchObject({ moves: [third, fourth], level: 1000 })
  expect(points.map(cellsOfStock)).toEqual([
    ['-', '25'],
    ['-', '25'],
    ['−25', '1,000'],
  ])
})

test('a point says its movement and the stock, and those of the days before', () => {
  const at = { id: '3', moment: onDay(9), moves: [third], level: 1040 }
  const says = `${formatMoment(onDay(9))}: Adjusted +15, 1,040 on hand`
  expect(describePoint(at)).toBe(says)
  const before = { moment: onDay(4), moves: [], level: 25 }
  const saysBefore = `${formatMoment(onDay(4))}: 25 on hand`
  expect(describePoint({ ...at, before })).toBe(`${says}; ${saysBefore}`)
})
