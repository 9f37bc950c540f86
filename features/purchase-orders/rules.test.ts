import { describe, expect, test } from 'vitest'
import { verbsFrom } from '#platform/kernel/flow.ts'
import { cents } from '#platform/kernel/money.ts'
import {
  brokenControls,
  changeable,
  lineTotals,
  lockedChanges,
  nextStatus,
  purchaseOrderFlow,
  purchaseOrderStatuses,
  receiptOf,
  type Step,
  waivedBy,
  stepsTo,
  whyNotReturn,
  whyNotStep,
  creatableStatuses,
} from './rules.ts'

test('the steps to every status form a legal path from a draft', () => {
  for (const status of purchaseOrderStatuses) {
    expect(stepsTo(status).reduce(nextStatus, 'draft')).toBe(status)
  }
})

test('a received order can only be reopened, and a cancelled one has no next step', () => {
  expect(verbsFrom(purchaseOrderFlow, 'received')).toEqual(['reopen'])
  expect(verbsFrom(purchaseOrderFlow, 'cancelled')).toEqual([])
  expect(() => nextStatus('draft', 'approve')).toThrow('This is draft, so it cannot be approved')
})

test('an order’s total is the sum of its lines, undefined if it exceeds the amount range', () => {
  const line = (quantity: number, unitPrice: string) => ({ quantity, unitPrice: cents(unitPrice) })
  expect(lineTotals([line(3, '0.35'), line(2, '10.00')])).toEqual({
    totals: [105, 2000],
    total: 2105,
  })
  expect(lineTotals([line(2_147_483_647, '9999999999.99')])).toBeUndefined()
  expect(lineTotals([line(1, '9999999999.99'), line(1, '0.01')])).toBeUndefined()
})

describe('a receipt', () => {
  const line = (id: number, qtyReceived = 0, qtyCancelled = 0) => {
    return { id, lineNo: id, sku: `S-${id}`, quantity: 10, qtyReceived, qtyCancelled }
  }

  test('covers all open units if no quantities are counted', () => {
    expect([...receiptOf([line(1), line(2, 4), line(3, 7, 3)], undefined)]).toEqual([
      [1, 10],
      [2, 6],
    ])
  })

  test('adds up a line that is counted twice, and rejects more than is open', () => {
    const counted = (quantity: number) => [
      { itemId: 2, quantity },
      { itemId: 2, quantity: 2 },
    ]
    expect([...receiptOf([line(1), line(2, 4)], counted(4))]).toEqual([[2, 6]])
    expect(() => receiptOf([line(1), line(2, 4)], counted(5))).toThrow(
      'Line 2, S-2: 7 received, but only 6 are open',
    )
  })

  test('rejects a line of another order', () => {
    expect(() => receiptOf([line(1)], [{ itemId: 9, quantity: 1 }])).toThrow(
      'This order has no such line',
    )
  })
})

describe('controls', () => {
  const step = (fields: Partial<Step> & { role?: string; id?: number }): Step => ({
    verb: 'approve',
    user: { id: fields.id ?? 2, role: fields.role ?? 'manager' },
    order: { createdBy: 1, total: cents('100.00'), hasLines: true },
    submittedBy: 1,
    approvedBy: undefined,
    limit: cents('25000.00'),
    ...fields,
  })

  test('does not flag a second person with the permission', () => {
    expect(brokenControls(step({}))).toEqual([])
    expect(brokenControls(step({ user: undefined }))).toEqual([])
  })

  test('flag approval by the creator or submitter, and receipt by the approver', () => {
    expect(brokenControls(step({ id: 1 }))).toEqual(['self-approval'])
    expect(brokenControls(step({ submittedBy: 2 }))).toEqual(['self-approval'])
    expect(brokenControls(step({ verb: 'receive', approvedBy: 2 }))).toEqual([
      'receipt-by-approver',
    ])
    expect(brokenControls(step({ verb: 'receive', approvedBy: 1 }))).toEqual([])
  })

  test('limit managers to the approval limit, but not administrators', () => {
    const order = { createdBy: 1, total: cents('25000.01'), hasLines: true }
    expect(brokenControls(step({ order }))).toEqual(['approval-limit'])
    expect(brokenControls(step({ order, role: 'admin' }))).toEqual([])
    const atLimit = { ...order, total: cents('25000.00') }
    expect(brokenControls(step({ order: atLimit }))).toEqual([])
  })

  test('flag the submission of an empty order', () => {
    const empty = { createdBy: 1, total: cents('0'), hasLines: false }
    expect(brokenControls(step({ verb: 'submit', order: empty }))).toEqual(['nothing-ordered'])
    const free = { ...empty, hasLines: true }
    expect(brokenControls(step({ verb: 'submit', order: free }))).toEqual([])
  })

  test('are recorded or refused, depending on the mode', () => {
    const [record, enforce] = (['record', 'enforce'] as const).map((sodMode) => {
      return { sodMode, isCreation: false }
    }) as [Parameters<typeof waivedBy>[1], Parameters<typeof waivedBy>[1]]
    expect(waivedBy(['self-approval'], record)).toEqual(['self-approval'])
    expect(() => waivedBy(['approval-limit'], record)).toThrow('above your approval limit')
    const made = { ...record, isCreation: true }
    expect(waivedBy(['approval-limit'], made)).toEqual(['approval-limit'])
    expect(() => waivedBy(['role'], made)).toThrow('role')
    expect(waivedBy(['role', 'approval-limit'], { ...made, isTrial: true })).toEqual([
      'role',
      'approval-limit',
    ])
    expect(() => waivedBy(['self-approval'], enforce)).toThrow('created or submitted')
    expect(() => waivedBy(['role'], { ...enforce, isCreation: true })).toThrow('role')
    expect(waivedBy([], enforce)).toEqual([])
  })
})

test('lists the changed fields that only a draft may change', () => {
  const before = { orderNumber: 'PO-1', vendorId: 1, orderDate: '2026-03-01', totalAmount: '5.00' }
  expect(lockedChanges(before, { ...before })).toEqual([])
  expect(lockedChanges(before, { vendorId: 2, totalAmount: '5.00', items: [] })).toEqual([
    'vendorId',
    'items',
  ])
})

describe('a step is available', () => {
  const order = (status: 'draft' | 'submitted' | 'approved' | 'received') => {
    return { status, createdBy: 1, cancelRequest: null }
  }
  const user = (role: string, id = 1) => ({ id, role })

  test('if the status and the role allow it', () => {
    expect(whyNotStep(order('draft'), 'submit', user('purchasing'))).toBeUndefined()
    expect(whyNotStep(order('draft'), 'approve', user('manager'))).toBe(
      'Only a submitted order can be approved',
    )
    expect(whyNotStep(order('submitted'), 'approve', user('purchasing'))).toBe(
      'You do not have permission for this',
    )
  })

  test('to cancel: for the creator until approval, then for managers only', () => {
    const cancel = (status: 'submitted' | 'approved', as: ReturnType<typeof user>) =>
      whyNotStep(order(status), 'cancel', as)
    expect(cancel('submitted', user('purchasing'))).toBeUndefined()
    expect(cancel('submitted', user('purchasing', 2))).toContain('Only its creator')
    expect(cancel('submitted', user('manager', 2))).toBeUndefined()
    expect(cancel('approved', user('purchasing'))).toBe(
      'Only a manager can cancel an approved order',
    )
    expect(cancel('approved', user('manager', 2))).toBeUndefined()
  })
})

test('the set of editable fields shrinks with each status', () => {
  const parts = (['draft', 'approved', 'received'] as const).map(changeable)
  expect(parts).toEqual(['all', 'dates', 'notes'])
})

test('goods can be returned from an approved or received order that has lines', () => {
  const whyNot = (status: (typeof purchaseOrderStatuses)[number], headerOnly = false) =>
    whyNotReturn({ status, headerOnly })
  expect(purchaseOrderStatuses.filter((status) => !whyNot(status))).toEqual([
    'approved',
    'received',
  ])
  expect(whyNot('submitted')).toBe('Only received goods can be returned')
  expect(whyNot('received', true)).toBe('This order has no lines to return')
})

test.each([
  ['admin', ['draft', 'submitted', 'approved', 'received', 'cancelled']],
  ['purchasing', ['draft', 'submitted', 'cancelled']],
  ['user', ['draft', 'submitted', 'approved', 'received', 'cancelled']],
])('%s is offered a purchase order at %j', (role, statuses) => {
  expect(creatableStatuses({ role })).toEqual(statuses)
})
