import { describe, expect, test } from 'vitest'
import type { Authority } from '#features/auth/authority-rules.ts'
import { cents } from '#platform/kernel/money.ts'
import {
  type ApprovalLevel,
  awaitedLevel,
  levelAfter,
  levelsFor,
  signLevel,
} from './approval-levels.ts'

const level = (number: number, upTo: string | undefined, role: string): ApprovalLevel => ({
  level: number,
  upTo: upTo === undefined ? undefined : cents(upTo),
  role,
  userId: null,
  name: role,
})
const levels = [
  level(1, '1000.00', 'Buyer'),
  level(2, '5000.00', 'manager'),
  level(3, undefined, 'admin'),
]
const person = (id: number, role: string, limit?: string, grants?: string[]): Authority => ({
  id,
  username: `p${id}`,
  role,
  grants: grants ?? (role === 'Buyer' ? ['purchaseOrders.approve'] : null),
  limits: limit === undefined ? {} : { purchaseApprovalLimit: cents(limit) },
})
const order = (total: string) => ({ total: cents(total), createdBy: 1, submittedBy: 2 })
const approval = (number: number, approvedBy: number, onBehalfOf: number | null = null) => ({
  level: number,
  approvedBy,
  onBehalfOf,
})

test.each([
  ['0.00', [1]],
  ['1000.00', [1]],
  ['1000.01', [1, 2]],
  ['5000.00', [1, 2]],
  ['5000.01', [1, 2, 3]],
])('an order of %s needs the levels %j', (total, expected) => {
  expect(levelsFor(levels, cents(total)).map((each) => each.level)).toEqual(expected)
})

test('without a chain no level is needed', () => {
  expect(levelsFor([], cents('9.00'))).toEqual([])
  const signed = signLevel({
    levels: [],
    order: order('9.00'),
    approvals: [],
    authorities: [person(3, 'manager')],
  })
  expect(signed).toBeUndefined()
})

test('an order awaits the lowest level that has not approved it', () => {
  const total = cents('2000.00')
  expect(awaitedLevel(levels, { total, approvals: [] })?.level).toBe(1)
  expect(awaitedLevel(levels, { total, approvals: [approval(1, 3)] })?.level).toBe(2)
  const approvals = [approval(1, 3), approval(2, 4)]
  expect(awaitedLevel(levels, { total, approvals })).toBeUndefined()
})

describe('a level is approved', () => {
  const sign = (authorities: Authority[], approvals = [approval(1, 3)], total = '2000.00') =>
    signLevel({ levels, order: order(total), approvals, authorities })

  test('by its role, and the last one approves the order', () => {
    expect(sign([person(4, 'manager')])).toMatchObject({ level: 2, isLast: true })
    expect(sign([person(3, 'Buyer')], [])).toMatchObject({ level: 1, isLast: false })
  })

  test('by nobody else, administrators included', () => {
    expect(() => sign([person(4, 'admin')])).toThrow(
      'This purchase order awaits the approval of the role “manager” (level 2)',
    )
  })

  test('by a substitute in the name of the absent person', () => {
    const signed = sign([person(4, 'Buyer'), person(5, 'manager')])
    expect(signed?.authority.id).toBe(5)
  })

  test('not in the name of a person who may not approve any more', () => {
    const own: ApprovalLevel = { level: 1, upTo: undefined, role: null, userId: 5, name: 'p5' }
    const signed = (role: string) =>
      signLevel({
        levels: [own],
        order: order('9.00'),
        approvals: [],
        authorities: [person(4, 'manager'), person(5, role)],
      })
    expect(signed('manager')?.authority.id).toBe(5)
    expect(() => signed('viewer')).toThrow(
      'This purchase order awaits the approval of p5 (level 1)',
    )
  })

  test('not in the name of the person who made the order', () => {
    expect(() => sign([person(4, 'Buyer'), person(1, 'manager')])).toThrow('awaits')
  })

  test('not twice by the same person, nor in the same name', () => {
    const again = 'You have already approved this order. Another person must approve level 2'
    expect(() => sign([person(3, 'Buyer'), person(5, 'manager')])).toThrow(again)
    expect(() => sign([person(4, 'manager')], [approval(1, 3, 4)])).toThrow(again)
    expect(() => sign([person(6, 'sales'), person(4, 'manager')], [approval(1, 3, 4)])).toThrow(
      'awaits',
    )
  })

  test('up to a limit of one’s own, which counts for the last level only', () => {
    expect(() => sign([person(4, 'manager', '1999.99')])).toThrow(
      'above your approval limit: $2,000.00 is more than $1,999.99',
    )
    expect(sign([person(4, 'manager', '2000.00')])?.level).toBe(2)
    const hidden = person(3, 'Buyer', '1.00')
    const refused = () => sign([hidden], [], '9.00')
    expect(refused, 'a role without costs').toThrow(/above your approval limit$/)
    expect(sign([person(4, 'manager', '1.00')], [approval(1, 3)], '9000.00')?.level).toBe(2)
  })
})

test('after a level is approved, the next one that nobody has approved is awaited', () => {
  const after = (total: string, signed: number, approvals = [approval(1, 3)]) =>
    levelAfter(levels, { total: cents(total), approvals }, { level: signed })?.level
  expect(after('9000.00', 1, [])).toBe(2)
  expect(after('9000.00', 2)).toBe(3)
  expect(after('5000.00', 2)).toBeUndefined()
})
