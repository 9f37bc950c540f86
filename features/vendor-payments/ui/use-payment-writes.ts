import { readActivity } from '#features/audit/activity-contract.ts'
import { listVendorBills, readVendorBill } from '#features/payables/contract.ts'
import { maxSteps } from '#platform/kernel/bulk.ts'
import { outcomeNotice } from '#platform/ui/notices/outcome-notice.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import * as contract from '../contract.ts'

const refreshes = [
  contract.listVendorPayments,
  contract.readVendorPayment,
  listVendorBills,
  readVendorBill,
  readActivity,
] as const

const done =
  (outcome: string) =>
  ({ paymentNumber, amount }: contract.VendorPaymentDetails) => ({
    title: 'Success',
    text: `${paymentNumber} for ${formatDecimal(amount)} ${outcome}`,
  })

/** The writes of a payment, each with its toast. Preparing one offers an undo. */
export function usePaymentWrites() {
  const voidCall = useWrite(contract.voidVendorPayment, {
    refreshes,
    success: done('is void'),
    failure: 'Failed to void payment',
  })
  const undo = ({ id, version }: contract.VendorPaymentDetails) =>
    voidCall.tryRun({ params: { id }, body: { reason: 'Undone' }, ifMatch: version })
  return {
    prepare: useWrite(contract.prepareVendorPayment, {
      refreshes,
      success: (payment) => ({
        ...done('is prepared for release by another person')(payment),
        action: offerUndo(() => undo(payment)),
      }),
      failure: 'Failed to prepare payment',
    }),
    release: useWrite(contract.releaseVendorPayment, {
      refreshes,
      success: done('is released'),
      failure: 'Failed to release payment',
    }),
    releaseMany: useWrite(contract.releaseVendorPayments, {
      refreshes,
      parts: { of: 'ids', chunkSize: maxSteps },
      success: (outcome) => outcomeNotice(outcome, 'released'),
      failure: 'Failed to release payments',
    }),
    void: voidCall,
  }
}
