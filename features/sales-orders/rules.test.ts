import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import {
  isLate,
  isPastCancelAfter,
  isPickedUp,
  salesOrderFlow,
  salesOrderStatuses,
  shippingMethodNames,
  shippingMethods,
  usesCredit,
  stepsTo,
  whyNotCancel,
  whyNotRelease,
  whyNotStep,
  creatableStatuses,
} from './rules.ts'

test.each(salesOrderStatuses)(
  'the steps of a new order to %s are legal and end there',
  (status) => {
    const end = stepsTo[status].reduce(
      (at: string, verb) => advance(salesOrderFlow, at, verb),
      'pending',
    )
    expect(end).toBe(status)
  },
)

test('a step the status does not allow returns the reason, and a hold blocks forward steps', () => {
  const order = (status: string, holdReason: string | null = null) => ({
    status,
    holdReason,
    shipmentCount: 0,
    cancelRequest: null,
  })
  expect(whyNotStep(order('pending'), 'process')).toBeUndefined()
  expect(whyNotStep(order('shipped'), 'cancel')).toBe(
    'This order is shipped, so it cannot be cancelled',
  )
  expect(whyNotStep(order('pending', 'credit'), 'process')).toBe(
    'This order is on hold for credit. Release it first',
  )
  expect(whyNotStep(order('pending', 'parked'), 'process')).toBe(
    'This order is parked as a possible duplicate. Choose Compare and decide first',
  )
  expect(whyNotStep(order('processing', 'manual'), 'ship')).toMatch(/^This order is on hold/)
  expect(whyNotStep(order('pending', 'credit'), 'cancel')).toBeUndefined()
})

test('an order uses credit while it is open, and neither on credit hold nor parked', () => {
  const isUsingCredit = (status: string, holdReason: string | null) =>
    usesCredit({ status, holdReason })
  expect(isUsingCredit('pending', null)).toBe(true)
  expect(isUsingCredit('processing', 'stock')).toBe(true)
  expect(isUsingCredit('pending', 'credit')).toBe(false)
  expect(isUsingCredit('pending', 'parked')).toBe(false)
  expect(isUsingCredit('shipped', null)).toBe(false)
  expect(isUsingCredit('cancelled', null)).toBe(false)
})

test('an open order is late after its ship date', () => {
  const late = (status: string, shipDate: string | null) =>
    isLate({ status, shipDate }, day('2026-03-02'))
  expect(late('pending', '2026-03-01')).toBe(true)
  expect(late('processing', '2026-03-02')).toBe(false)
  expect(late('pending', null)).toBe(false)
  expect(late('shipped', '2026-03-01')).toBe(false)
})

test('an open order is past its cancel-after day on a later day', () => {
  const past = (status: string, cancelAfter: string | null) =>
    isPastCancelAfter({ status, cancelAfter }, day('2026-03-02'))
  expect(past('pending', '2026-03-01')).toBe(true)
  expect(past('processing', '2026-03-01')).toBe(true)
  expect(past('processing', '2026-03-02')).toBe(false)
  expect(past('pending', null)).toBe(false)
  expect(past('shipped', '2026-03-01')).toBe(false)
})

test('sales can cancel their own pending orders, a manager any order', () => {
  const why = (role: string, status: string, id = 1) =>
    whyNotCancel({ id, role }, { status, createdBy: 1 })
  expect(why('sales', 'pending')).toBeUndefined()
  expect(why('user', 'pending', 2)).toMatch(/^Someone else entered/)
  expect(why('sales', 'processing')).toMatch(/^The warehouse is working/)
  expect(why('manager', 'processing', 2)).toBeUndefined()
})

test('pickup is the only method without shipping, and each method has a name', () => {
  expect(shippingMethods.filter(isPickedUp)).toEqual(['pickup'])
  expect([isPickedUp(null), isPickedUp(undefined)]).toEqual([false, false])
  expect(shippingMethods.map((method) => shippingMethodNames[method])).toEqual([
    'Standard',
    'Express',
    'Overnight',
    'Freight',
    'Customer pickup',
  ])
})

test.each([
  ['admin', ['pending', 'processing', 'shipped', 'delivered', 'cancelled']],
  ['manager', ['pending', 'processing', 'shipped', 'delivered', 'cancelled']],
  ['sales', ['pending', 'processing', 'cancelled']],
  ['user', ['pending', 'processing', 'shipped', 'delivered', 'cancelled']],
])('%s is offered an order at %j', (role, statuses) => {
  expect(creatableStatuses({ role })).toEqual(statuses)
  expect(creatableStatuses(undefined)).toEqual(['pending'])
})

test.each([
  ['manager', 'margin', undefined],
  ['finance', 'margin', 'Your role cannot release an order on hold for its margin'],
  ['finance', 'credit', undefined],
  ['finance', null, undefined],
])('a %s who may release holds and one for %s', (role, holdReason, whyNot) => {
  expect(whyNotRelease({ role }, { holdReason })).toBe(whyNot)
})
