import { expect, test } from 'vitest'
import { badgeOf, kindsFor, kindsOfRoles, notificationKinds, businessStatesOf } from './rules.ts'

const texts = (facts: Parameters<typeof businessStatesOf>[0]) =>
  businessStatesOf(facts).map(({ title, text }) => `${title}: ${text}`)

test('describes the conditions in the words of the specification', () => {
  const notice = 'Maintenance scheduled for tonight'
  expect(texts({ lowSkus: 5, awaitingApproval: 3, notice })).toEqual([
    'Low Stock Alert: 5 items below minimum threshold',
    'Pending Approvals: 3 purchase orders awaiting approval',
    'System Update: Maintenance scheduled for tonight',
  ])
})

test('uses the singular for one, and omits conditions with a count of zero', () => {
  expect(texts({ lowSkus: 1, awaitingApproval: 1, notice: '' })).toEqual([
    'Low Stock Alert: 1 item below minimum threshold',
    'Pending Approvals: 1 purchase order awaiting approval',
  ])
  expect(texts({ lowSkus: 0, awaitingApproval: 0, notice: '' })).toEqual([])
})

test('omits kinds the user has no permission to read', () => {
  expect(kindsFor({ role: 'finance' })).toEqual([...notificationKinds])
  expect(kindsFor({ role: 'nobody' })).toEqual([])
  expect(kindsFor({ role: 'admin', opens: new Set(['skus.read']) })).toEqual(['lowStock'])
  const { roles, kinds } = kindsOfRoles()
  expect(roles).toHaveLength(kinds.length)
  expect(roles.filter((role) => role === 'viewer')).toHaveLength(notificationKinds.length)
})

test.each([
  [0, undefined],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%d unread is shown as %s', (count, badge) => {
  expect(badgeOf(count)).toBe(badge)
})
