import { expect, test } from 'vitest'
import { advance, participleOf, statusesOf, verbsFrom } from './flow.ts'
import { Refusal } from './refusal.ts'

const flow = {
  pending: { approve: 'processing', cancel: 'cancelled' },
  processing: { ship: 'shipped' },
  shipped: {},
  cancelled: {},
} as const

test('an allowed verb advances to the next status', () => {
  expect(advance(flow, 'pending', 'approve')).toBe('processing')
  expect(advance(flow, 'processing', 'ship')).toBe('shipped')
})

test.each([
  ['shipped', 'ship', 'shipped'],
  ['pending', 'ship', 'shipped'],
  ['nowhere', 'approve', 'approved'],
  ['pending', 'toString', 'toStringed'],
  ['constructor', 'name', 'named'],
  ['__proto__', 'toString', 'toStringed'],
])('from %s there is no verb %s', (status, verb, participle) => {
  expect(() => advance(flow, status, verb)).toThrow(Refusal)
  expect(() => advance(flow, status, verb)).toThrow(
    `This is ${status}, so it cannot be ${participle}`,
  )
})

test('verbs and statuses are listed in the order of the flow', () => {
  expect(verbsFrom(flow, 'pending')).toEqual(['approve', 'cancel'])
  expect(verbsFrom(flow, 'shipped')).toEqual([])
  expect(verbsFrom(flow, 'nowhere')).toEqual([])
  expect(statusesOf(flow)).toEqual(['pending', 'processing', 'shipped', 'cancelled'])
})

test.each([
  ['approve', 'approved'],
  ['cancel', 'cancelled'],
  ['ship', 'shipped'],
  ['submit', 'submitted'],
  ['withdraw', 'withdrawn'],
  ['hold', 'put on hold'],
  ['cancel-closing', 'taken out of closing'],
])('the participle of %s is %s', (verb, participle) => {
  expect(participleOf(verb)).toBe(participle)
})
