import { expect, test } from 'vitest'
import { mostUsedScreens } from './most-used-screens.ts'

const usual = ['/', '/order-entry', '/sales-orders', '/customers', '/vendors', '/skus']
const anybody = () => true

test('sorts by visit count, then in the usual order', () => {
  const uses = { '/skus': 7, '/vendors': 2, '/customers': 2, '/nowhere': 9 }
  expect(mostUsedScreens(uses, { usual, isFor: anybody, limit: 4 })).toEqual([
    '/skus',
    '/customers',
    '/vendors',
    '/',
  ])
})

test('a new user gets the usual screens that the role may open', () => {
  expect(mostUsedScreens({}, { usual, isFor: anybody, limit: 4 })).toEqual(usual.slice(0, 4))
  const isFor = (path: string) => path !== '/order-entry'
  expect(mostUsedScreens({ '/order-entry': 3 }, { usual, isFor, limit: 4 })).toEqual([
    '/',
    '/sales-orders',
    '/customers',
    '/vendors',
  ])
})
