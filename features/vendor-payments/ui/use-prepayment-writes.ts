import { readActivity } from '#features/audit/activity-contract.ts'
import { listVendorBills, readVendorBill } from '#features/payables/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { listVendorPayments, readVendorPayment, type VendorPaymentDetails } from '../contract.ts'
import * as contract from '../contract.ts'

const refreshes = [
  listVendorPayments,
  readVendorPayment,
  listVendorBills,
  readVendorBill,
  readActivity,
] as const

const remainingText = ({ paymentNumber, openAmount }: VendorPaymentDetails) => ({
  title: 'Success',
  text: `${formatDecimal(openAmount)} of ${paymentNumber} is open`,
})

/** The writes of a prepayment, each with its toast. */
export function usePrepaymentWrites() {
  return {
    prepare: useWrite(contract.prepareVendorPrepayment, {
      refreshes,
      success: ({ paymentNumber, amount }) => ({
        title: 'Success',
        text: `${paymentNumber} for ${formatDecimal(amount)} is prepared for release`,
      }),
      failure: 'Failed to prepare prepayment',
    }),
    apply: useWrite(contract.applyVendorPrepayment, {
      refreshes,
      success: remainingText,
      failure: 'Failed to apply prepayment',
    }),
    unapply: useWrite(contract.unapplyVendorPrepayment, {
      refreshes,
      success: remainingText,
      failure: 'Failed to remove the prepayment from its bills',
    }),
    refund: useWrite(contract.refundVendorPrepayment, {
      refreshes,
      success: remainingText,
      failure: 'Failed to record refund',
    }),
    reverseRefund: useWrite(contract.reversePrepaymentRefund, {
      refreshes,
      success: remainingText,
      failure: 'Failed to reverse refund',
    }),
  }
}
