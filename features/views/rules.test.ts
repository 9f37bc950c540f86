import { expect, test } from 'vitest'
import { changeTo, isViewKey, showsSame, viewSearchOf } from './rules.ts'

test('a view keeps filters, search, order and columns, not the page or the open record', () => {
  const address = {
    view: '12',
    q: 'north',
    sort: '-orderDate',
    cols: 'name,city',
    page: 3,
    size: 25,
    open: 'C-1',
    tab: 'activity',
    new: '1',
    'f.status': 'pending',
  }
  const kept = { q: 'north', sort: '-orderDate', cols: 'name,city', 'f.status': 'pending' }
  expect(viewSearchOf(address)).toEqual(kept)
  expect(['f.', 'f.a b', 'open', '__proto__'].filter(isViewKey)).toEqual([])
})

test('two views show the same in whatever order they were put together', () => {
  expect(showsSame({ q: 'a', sort: 'b' }, { sort: 'b', q: 'a' })).toBe(true)
  expect(showsSame({ q: 'a' }, { q: 'a', sort: 'b' })).toBe(false)
})

test('to show a view takes away what the one before had', () => {
  const now = { q: 'a', 'f.status': 'x', page: 2, open: 'C-1' }
  expect(changeTo({ 'f.city': 'Reno' }, now)).toEqual({
    q: undefined,
    'f.status': undefined,
    'f.city': 'Reno',
    page: undefined,
  })
})
