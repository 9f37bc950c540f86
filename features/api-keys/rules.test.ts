import { expect, test } from 'vitest'
import { type Permission, permissions } from '#features/auth/rules.ts'
import { keyMay, keyScopes, peopleOnly, permissionsOf, scopePermissions } from './rules.ts'

test.each([
  [['read'], 'GET', 'customers.read', true],
  [['orders'], 'GET', 'customers.read', false],
  [['orders'], 'POST', 'orders.create', true],
  [['orders'], 'POST', 'customers.edit', false],
  [['masterData'], 'PUT', 'customers.edit', true],
  [['warehouse'], 'POST', 'salesOrders.ship', true],
  [['finance'], 'POST', 'payables.enter', true],
  [['read'], 'POST', 'orders.validate', false],
  [['read'], 'POST', 'reports.own', false],
  [['read'], 'GET', 'reports.own', true],
  [['metrics'], 'GET', 'customers.read', false],
  [['read'], 'POST', 'profile.own', false],
  [['read'], 'GET', 'orders.create', false],
  [['orders'], 'GET', 'orders.create', false],
  [['read', 'orders'], 'GET', 'orders.create', true],
  [['read'], 'GET', 'a.permission.of.tomorrow', false],
])(
  'a key with the scopes %j may make %s calls of %s: %s',
  (scopes, method, permission, expected) => {
    expect(keyMay(scopes, { method, permission })).toBe(expected)
  },
)

test('a key that reads may make calls that change nothing, whatever their method', () => {
  const replay = { method: 'POST', permission: 'salesOrders.read', changesNothing: true }
  expect(keyMay(['read'], replay)).toBe(true)
  expect(keyMay(['orders'], replay)).toBe(false)
  expect(keyMay(['read'], { ...replay, changesNothing: false })).toBe(false)
  expect(keyMay(['read'], { ...replay, permission: 'orders.create' })).toBe(false)
})

const ofWarehouse = [
  'skus.edit',
  'skus.delete',
  'pricing.edit',
  'purchaseOrders.approve',
  'purchaseOrders.cancel',
  'purchaseOrders.create',
  'salesOrders.cancel',
  'salesOrders.release',
  'wms.manage',
]

test.each(ofWarehouse)('a key with the warehouse scope may not make a call of %s', (permission) => {
  expect(keyMay(['read', 'warehouse'], { method: 'POST', permission })).toBe(false)
})

const decisions = ['approve', 'override', 'release', 'close', 'writeOff', 'refund'] as const
const decided = decisions.flatMap((scope) =>
  scopePermissions[scope].map((permission) => [scope, permission] as const),
)

test('the approval scopes grant twenty permissions', () => {
  expect(decided.map(([, permission]) => permission)).toEqual([
    'purchaseOrders.approve',
    'purchaseOrders.cancel',
    'requisitions.decide',
    'returns.approve',
    'returns.decide',
    'skus.approveAdjust',
    'orders.overridePrice',
    'orders.belowCost',
    'salesOrders.overrideCredit',
    'salesOrders.recall',
    'salesOrders.reallocate',
    'skus.ringFence',
    'salesOrders.release',
    'salesOrders.releaseMargin',
    'payables.release',
    'payables.releasePayment',
    'ledger.payTax',
    'purchaseOrders.close',
    'receivables.writeOff',
    'receivables.refund',
  ])
})

test.each(decided)('%s is a separate scope: no other scope allows %s', (scope, permission) => {
  const opening = keyScopes.filter((each) => keyMay([each], { method: 'POST', permission }))
  expect(opening).toEqual([scope])
})

test.each(peopleOnly)('no key may make a call of %s, whatever its scopes', (permission) => {
  expect(keyMay(keyScopes, { method: 'GET', permission })).toBe(false)
  expect(keyMay(keyScopes, { method: 'POST', permission })).toBe(false)
  expect(permissionsOf(keyScopes).has(permission)).toBe(false)
})

test('no scope grants account, settings, connection or period permissions', () => {
  const expected = ['users.manage', 'settings.manage', 'wms.manage', 'edi.manage', 'ledger.close']
  expect(peopleOnly).toEqual(expect.arrayContaining([...expected, 'ledger.softClose']))
})

test('every permission is either in a scope or in peopleOnly', () => {
  const inScopes = new Set<Permission>(Object.values(scopePermissions).flat())
  const all = [...inScopes, ...peopleOnly]
  expect(all.toSorted()).toEqual(Object.keys(permissions).toSorted())
})
