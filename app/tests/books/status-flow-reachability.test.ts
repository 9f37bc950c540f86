import { describe, expect, test } from 'vitest'
import { intakeFlow } from '#features/intake/rules.ts'
import { vendorBillFlow } from '#features/payables/rules.ts'
import { purchaseOrderFlow } from '#features/purchase-orders/rules.ts'
import { customerPaymentFlow, refundFlow } from '#features/receivables/rules.ts'
import { requisitionFlow } from '#features/requisitions/rules.ts'
import { returnFlow } from '#features/returns/rules.ts'
import { salesOrderFlow } from '#features/sales-orders/rules.ts'
import { stockAdjustmentFlow } from '#features/skus/rules.ts'
import { vendorPaymentFlow } from '#features/vendor-payments/rules.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'

/** Each document's flow, its first status, and its final statuses. */
const documents: [string, Flow, string, string[]][] = [
  ['sales order', salesOrderFlow, 'pending', ['delivered', 'cancelled']],
  ['purchase order', purchaseOrderFlow, 'draft', ['cancelled']],
  ['requisition', requisitionFlow, 'draft', ['ordered', 'rejected', 'cancelled']],
  ['intake message', intakeFlow, 'received', ['placed', 'rejected', 'duplicate']],
  ['stock adjustment', stockAdjustmentFlow, 'waiting', ['approved', 'rejected']],
  ['return', returnFlow, 'pending', ['completed', 'rejected', 'cancelled']],
  ['payment', customerPaymentFlow, 'posted', ['void']],
  ['refund', refundFlow, 'prepared', ['cancelled', 'reversed']],
  ['vendor bill', vendorBillFlow, 'draft', ['void']],
  ['vendor payment', vendorPaymentFlow, 'draft', ['void']],
]

/** All statuses reachable from one by verbs of the flow. */
function reachable(flow: Flow, from: string): Set<string> {
  const seen = new Set([from])
  for (const status of seen) {
    for (const verb of verbsFrom(flow, status)) seen.add(advance(flow, status, verb))
  }
  return seen
}

describe.each(documents)('the flow of a %s', (_, flow, first, ends) => {
  test('every status can be reached from the first one', () => {
    expect([...reachable(flow, first)].toSorted()).toEqual(statusesOf(flow).toSorted())
  })

  test('every status leads to a final one, which at most can be reopened', () => {
    for (const status of statusesOf(flow)) {
      const isEnd = ends.includes(status)
      const verbs = verbsFrom(flow, status)
      const onward = isEnd ? verbs.filter((verb) => verb !== 'reopen') : verbs
      expect([status, onward.length === 0]).toEqual([status, isEnd])
      expect(ends.some((end) => reachable(flow, status).has(end))).toBe(true)
    }
  })
})
