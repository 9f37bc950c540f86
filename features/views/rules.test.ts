import { expect, test } from 'vitest'
import {
  changeTo,
  isUnfiltered,
  isViewKey,
  screenOf,
  showsSame,
  tabChange,
  viewSearchOf,
} from './rules.ts'

test('a view stores filters, search, sort, columns and page size, not the page', () => {
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
  const expectedSearch = {
    q: 'north',
    sort: '-orderDate',
    cols: 'name,city',
    size: '25',
    'f.status': 'pending',
  }
  expect(viewSearchOf(address)).toEqual(expectedSearch)
  expect(['f.', 'f.a b', 'open', '__proto__'].filter(isViewKey)).toEqual([])
})

test('comparing views ignores key order', () => {
  expect(showsSame({ q: 'a', sort: 'b' }, { sort: 'b', q: 'a' })).toBe(true)
  expect(showsSame({ q: 'a' }, { q: 'a', sort: 'b' })).toBe(false)
})

test('a view without columns and page size uses those of the user', () => {
  const own = { cols: 'name,phone', size: '50' }
  expect(showsSame({ q: 'a' }, { q: 'a', ...own }, own)).toBe(true)
  expect(showsSame({ q: 'a', cols: 'usual', size: '10' }, { q: 'a', ...own }, own)).toBe(false)
  expect(showsSame({ q: 'a', cols: 'usual', size: '10' }, { q: 'a' })).toBe(true)
})

test('showing a view removes the parameters of the previous one', () => {
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

test('the date of a report applies to all its lists and is not part of a view', () => {
  const now = { tab: 'invoices', 'f.asOf': '2026-03-01', 'f.state': 'overdue' }
  expect(viewSearchOf(now)).toEqual({ 'f.state': 'overdue' })
  expect(changeTo({}, now)).toEqual({ 'f.state': undefined, size: undefined, page: undefined })
})

test('another tab drops the list state and the view, but not the date', () => {
  const now = { tab: 'invoices', view: '7', 'f.asOf': '2026-03-01', 'f.state': 'paid', size: 25 }
  expect(tabChange('payments', now)).toEqual({
    'f.state': undefined,
    size: undefined,
    page: undefined,
    view: undefined,
    tab: 'payments',
  })
})

test('an address with only a tab and a date has no list state', () => {
  expect(isUnfiltered({ tab: 'invoices', 'f.asOf': '2026-03-01' })).toBe(true)
  expect(isUnfiltered({ tab: 'invoices', 'f.state': 'paid' })).toBe(false)
})

test('finds the screen of a list, and its tab', () => {
  expect(screenOf('skus')).toEqual({ path: '/skus' })
  expect(screenOf('credit-memos')).toEqual({ path: '/ar-reports', tab: 'memos' })
  expect(screenOf('ap-orders')).toEqual({ path: '/ap-reports' })
})
