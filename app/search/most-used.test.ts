import { expect, test } from 'vitest'
import { mostUsed } from './most-used.ts'

const usual = ['/', '/order-entry', '/sales-orders', '/customers', '/vendors', '/skus']
const anybody = () => true

test('what was used most comes first, what was used as often in the usual order', () => {
  const uses = { '/skus': 7, '/vendors': 2, '/customers': 2, '/nowhere': 9 }
  expect(mostUsed(uses, { usual, isFor: anybody, most: 4 })).toEqual([
    '/skus',
    '/customers',
    '/vendors',
    '/',
  ])
})

test('who is new gets the usual ones, without those that are not for the role', () => {
  expect(mostUsed({}, { usual, isFor: anybody, most: 4 })).toEqual(usual.slice(0, 4))
  const isFor = (path: string) => path !== '/order-entry'
  expect(mostUsed({ '/order-entry': 3 }, { usual, isFor, most: 4 })).toEqual([
    '/',
    '/sales-orders',
    '/customers',
    '/vendors',
  ])
})
