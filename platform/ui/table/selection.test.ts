import { expect, test } from 'vitest'
import {
  countOf,
  extended,
  isTicked,
  nothing,
  scopeOf,
  type SelectedRows,
  ticked,
} from './selection.ts'

type Row = { id: number }

const rows: readonly Row[] = [1, 2, 3, 4, 5].map((id) => ({ id }))
const some = (...ids: number[]) => ticked<Row>(nothing, ids.map(row), true)
const all: SelectedRows<Row> = { ...nothing, isAll: true }
const idsOf = (selected: SelectedRows<Row>) =>
  rows.filter((each) => isTicked(selected, each)).map(({ id }) => id)

function row(id: number): Row {
  return { id }
}

/** The selection after presses of Shift and an arrow key, starting at a row index. */
function pressed(
  from: SelectedRows<Row>,
  at: number,
  steps: readonly (1 | -1)[],
): SelectedRows<Row> {
  let selected = from
  let here = at
  for (const step of steps) {
    const to = rows[here + step] ? here + step : here
    selected = extended(selected, rows, { at: here, to })
    here = to
  }
  return selected
}

test('deselects single rows after all matching rows were selected', () => {
  const but = ticked(ticked(all, [row(2)], false), [row(4)], false)
  expect(idsOf(but)).toEqual([1, 3, 5])
  expect(countOf(but, 1240)).toBe(1238)
  const again = ticked(but, [row(2)], true)
  expect(idsOf(again)).toEqual([1, 2, 3, 5])
  expect(countOf(again, 1240)).toBe(1239)
})

test('deselecting every row one by one selects nothing', () => {
  expect(countOf(ticked(all, rows, false), 5)).toBe(0)
  expect(countOf(some(1, 2), 5)).toBe(2)
})

test('a range grows and shrinks between its start and the current row', () => {
  expect(idsOf(pressed(nothing, 1, [1, 1]))).toEqual([2, 3, 4])
  expect(idsOf(pressed(nothing, 1, [1, 1, -1]))).toEqual([2, 3])
  expect(idsOf(pressed(nothing, 1, [1, 1, -1, -1]))).toEqual([2])
  expect(idsOf(pressed(nothing, 1, [1, 1, -1, -1, -1]))).toEqual([1, 2])
})

test('rows selected before a range remain selected when the range shrinks', () => {
  expect(idsOf(pressed(some(3, 5), 1, [1, 1, -1, -1]))).toEqual([2, 3, 5])
  expect(idsOf(pressed(ticked(all, rows, false), 0, [1, 1, -1]))).toEqual([1, 2])
})

test('a range stops at the end of the page; a different start begins a new range', () => {
  expect(idsOf(pressed(nothing, 4, [1]))).toEqual([5])
  const first = pressed(nothing, 0, [1])
  expect(idsOf(pressed(first, 3, [1, -1]))).toEqual([1, 2, 4])
})

test('selecting a row individually ends a range', () => {
  const after = ticked(pressed(nothing, 0, [1, 1]), [row(2)], false)
  expect(idsOf(pressed(after, 2, [-1]))).toEqual([1, 2, 3])
  expect(idsOf(pressed(after, 2, [-1, 1]))).toEqual([1, 3])
})

test('sorting and columns do not clear a selection; filters do', () => {
  const usual = scopeOf({ q: 'north', status: 'pending' })
  expect(scopeOf({ q: 'north', status: 'pending', sort: '-id', with: 'progress' })).toBe(usual)
  expect(scopeOf({ q: 'north' })).not.toBe(usual)
  expect(scopeOf({ q: 'south', status: 'pending' })).not.toBe(usual)
})
