import { expect, test } from 'vitest'
import { changeTo, isViewKey, showsSame, viewSearchOf } from './rules.ts'

test('a view keeps filters, search, order, columns and page size, not the page it was on', () => {
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
  const kept = {
    q: 'north',
    sort: '-orderDate',
    cols: 'name,city',
    size: '25',
    'f.status': 'pending',
  }
  expect(viewSearchOf(address)).toEqual(kept)
  expect(['f.', 'f.a b', 'open', '__proto__'].filter(isViewKey)).toEqual([])
})

test('two views show the same in whatever order they were put together', () => {
  expect(showsSame({ q: 'a', sort: 'b' }, { sort: 'b', q: 'a' })).toBe(true)
  expect(showsSame({ q: 'a' }, { q: 'a', sort: 'b' })).toBe(false)
})

test('where a view says nothing of columns and page size, everybody sees their own', () => {
  const own = { cols: 'name,phone', size: '50' }
  expect(showsSame({ q: 'a' }, { q: 'a', ...own }, own)).toBe(true)
  expect(showsSame({ q: 'a', cols: 'usual', size: '10' }, { q: 'a', ...own }, own)).toBe(false)
  expect(showsSame({ q: 'a', cols: 'usual', size: '10' }, { q: 'a' })).toBe(true)
})

test('to show a view takes away what the one before had', () => {
  const now = { q: 'a', 'f.status': 'x', page: 2, open: 'C-1' }
  expect(changeTo({ 'f.city': 'Reno' }, now)).toEqual({
    q: undefined,
    'f.status': undefined,
    'f.city': 'Reno',
    size: undefined,
    page: undefined,
  })
  expect(changeTo({ size: '25' }, { size: 50 })).toEqual({ size: 25, page: undefined })
})
