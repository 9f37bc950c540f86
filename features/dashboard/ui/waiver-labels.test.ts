import { moment } from '#platform/kernel/days.ts'
import { expect, test } from 'vitest'
import type { Waiver } from '../contract.ts'
import { actionLabelOf, documentOf, pathOf, skippedControlsText } from './waiver-labels.ts'

const waiver = (entity: Waiver['entity'], fields: Partial<Waiver> = {}): Waiver => ({
  id: 1,
  at: moment('2026-03-02T15:00:00Z'),
  by: 'bea',
  entity,
  entityId: 7,
  action: 'approve',
  code: 'N 1/2',
  controls: [],
  reason: null,
  amount: null,
  ...fields,
})

test.each([
  ['sales_order', '/sales-orders?open=N%201%2F2', 'Sales order N 1/2'],
  ['purchase_order', '/purchase-orders?open=N%201%2F2', 'Purchase order N 1/2'],
  ['return', '/returns?open=N%201%2F2', 'Return N 1/2'],
  ['sku', '/skus?open=N%201%2F2&tab=movements', 'SKU N 1/2'],
  ['vendor_bill', '/ap-reports?tab=bills&open=7', 'Vendor bill N 1/2'],
  ['vendor_payment', '/ap-reports?tab=payments&open=7', 'Vendor payment N 1/2'],
  ['customer_payment', '/ar-reports?open=N%201%2F2', 'Payment N 1/2'],
  ['credit_memo', '/ar-reports?open=N%201%2F2', 'Credit memo N 1/2'],
  ['period', '/journal?tab=periods', 'Month N 1/2'],
] as const)('a waiver of a %s leads to it', (entity, path, words) => {
  expect(pathOf(waiver(entity))).toBe(path)
  expect(documentOf(waiver(entity))).toBe(words)
})

test('describes bypassed controls in words, and an unknown control by its code', () => {
  const controls = ['self-approval', 'new-role']
  expect(skippedControlsText(waiver('purchase_order', { controls }))).toBe(
    'Created a purchase order and approved it; ' +
      'Decided on own records within 24 hours of a new role',
  )
  expect(skippedControlsText(waiver('return', { controls: ['self-approval'] }))).toBe(
    'Created a return and approved or completed it',
  )
  expect(skippedControlsText(waiver('sku', { controls: ['made-later'] }))).toBe('made-later')
})

test('describes an action in words, and an unknown action by its code', () => {
  expect(actionLabelOf({ action: 'release-refund' })).toBe('released the refund')
  expect(actionLabelOf({ action: 'made-later' })).toBe('made-later')
})
