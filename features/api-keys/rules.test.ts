import { expect, test } from 'vitest'
import { keyMay } from './rules.ts'

test.each([
  [['read'], 'GET', 'customers.read', true],
  [['orders'], 'GET', 'customers.read', false],
  [['orders'], 'POST', 'orders.create', true],
  [['orders'], 'POST', 'salesOrders.ship', true],
  [['orders'], 'POST', 'customers.edit', false],
  [['masterData'], 'PUT', 'customers.edit', true],
  [['warehouse'], 'POST', 'salesOrders.ship', true],
  [['finance'], 'POST', 'payables.enter', true],
  [['read'], 'POST', 'orders.validate', false],
  [['metrics'], 'GET', 'customers.read', false],
  [['read', 'orders', 'masterData', 'finance'], 'GET', 'users.manage', false],
  [['read', 'orders', 'masterData', 'finance'], 'PUT', 'settings.manage', false],
  [['read'], 'POST', 'profile.own', false],
])('a key for %j makes %s calls of %s: %s', (scopes, method, permission, expected) => {
  expect(keyMay(scopes, { method, permission })).toBe(expected)
})
