import { expect, test } from 'vitest'
import {
  changeTo,
  isBare,
  isViewKey,
  placeOf,
  showsSame,
  tabChange,
  viewSearchOf,
} from './rules.ts'

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

test('the day of a report is all its lists’, so that no view keeps or changes it', () => {
  const now = { tab: 'invoices', 'f.asOf': '2026-03-01', 'f.state': 'overdue' }
  expect(viewSearchOf(now)).toEqual({ 'f.state': 'overdue' })
  expect(changeTo({}, now)).toEqual({ 'f.state': undefined, size: undefined, page: undefined })
})

test('another tab begins without the list before and its view, on the same day', () => {
  const now = { tab: 'invoices', view: '7', 'f.asOf': '2026-03-01', 'f.state': 'paid', size: 25 }
  expect(tabChange('payments', now)).toEqual({
    'f.state': undefined,
    size: undefined,
    page: undefined,
    view: undefined,
    tab: 'payments',
  })
})

test('a tab and a day say nothing of the list behind them', () => {
  expect(isBare({ tab: 'invoices', 'f.asOf': '2026-03-01' })).toBe(true)
  expect(isBare({ tab: 'invoices', 'f.state': 'paid' })).toBe(false)
})

test('a list is found at its screen, and behind its tab', () => {
  expect(placeOf('skus')).toEqual({ path: '/skus' })
  expect(placeOf('credit-memos')).toEqual({ path: '/ar-reports', tab: 'memos' })
  expect(placeOf('ap-orders')).toEqual({ path: '/ap-reports' })
})
