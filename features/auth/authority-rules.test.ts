import { expect, test } from 'vitest'
import { cents } from '#platform/kernel/money.ts'
import { decidesMore, defaultRoleLimits, type Limits } from './authority-rules.ts'
import { defaultSettings } from '#features/settings/rules.ts'

const ofRole = {
  purchaseApprovalLimit: cents('25000.00'),
  creditOverrideLimit: cents('10000.00'),
  writeOffLimit: cents('25.00'),
}
const person = (limits: Limits, ...grants: string[]) => ({ role: 'Buyer', grants, limits })
const approve = 'purchaseOrders.approve'

test.each<[string, Limits, Limits, boolean]>([
  ['both of the role', {}, {}, false],
  ['a higher one of their own', { purchaseApprovalLimit: cents('25000.01') }, {}, true],
  ['the one of the role, as their own', { purchaseApprovalLimit: cents('25000.00') }, {}, false],
  ['the one of the role against a lower one', {}, { purchaseApprovalLimit: cents('1.00') }, true],
  ['another limit only', { writeOffLimit: cents('9.00') }, {}, false],
  ['a higher one for what they may not do', { writeOffLimit: cents('9000.00') }, {}, false],
])('compares limits: %s', (_, limits, than, isMore) => {
  expect(decidesMore(person(limits, approve), than, { ofRole })).toBe(isMore)
})

test('each permission has its own limit', () => {
  const high = { creditOverrideLimit: cents('10000.01'), writeOffLimit: cents('25.01') }
  expect(decidesMore(person(high, 'salesOrders.overrideCredit'), {}, { ofRole })).toBe(true)
  expect(decidesMore(person(high, 'receivables.writeOff'), {}, { ofRole })).toBe(true)
  expect(decidesMore(person(high, approve), {}, { ofRole })).toBe(false)
})

test('what another person lends counts as far as the one who gets it holds the permission', () => {
  const manager = { role: 'manager', limits: {} }
  expect(decidesMore(manager, {}, { ofRole, holder: person({}, approve) })).toBe(true)
  expect(decidesMore(manager, {}, { ofRole, holder: person({}, 'customers.read') })).toBe(false)
})

test('the limits of own roles are those of the settings', () => {
  expect(defaultSettings).toMatchObject({
    purchaseApprovalLimit: defaultRoleLimits.purchaseApprovalLimit,
    creditOverrideLimit: defaultRoleLimits.creditOverrideLimit,
    writeOffLimitFinance: defaultRoleLimits.writeOffLimit,
  })
})
