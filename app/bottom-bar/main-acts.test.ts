import { expect, test } from 'vitest'
import { roles } from '#features/auth/rules.ts'
import { mainActsOf } from './main-acts.ts'

const labelsOf = (user: Parameters<typeof mainActsOf>[0]) =>
  mainActsOf(user).map(({ label }) => label)

test.each(roles)('the role %s may do both of its main acts', (role) => {
  expect(mainActsOf({ role })).toHaveLength(2)
})

test('the warehouse ships and receives, and finance records payments', () => {
  expect(labelsOf({ role: 'warehouse' })).toEqual(['Ship Orders', 'Receive Goods'])
  expect(labelsOf({ role: 'finance' })).toEqual(['Record Payment', 'Bills'])
})

test('an own role has the first two acts that its permissions allow', () => {
  expect(labelsOf({ role: 'packer', grants: ['salesOrders.read', 'skus.read'] })).toEqual([
    'Sales Orders',
    'Stock',
  ])
  expect(labelsOf({ role: 'packer', grants: ['salesOrders.read', 'salesOrders.ship'] })).toEqual([
    'Ship Orders',
    'Sales Orders',
  ])
  expect(labelsOf({ role: 'nobody', grants: [] })).toEqual([])
})
