import { readActivity } from '#features/audit/activity-contract.ts'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  applyPayment,
  disputeInvoice,
  listInvoices,
  listPayments,
  suggestApplications,
  readInvoice,
  readPayment,
  recordPayment,
  reverseApplication,
  voidPayment,
  writeOffInvoice,
} from '../contract.ts'
import { useAppliedToast } from './payments/use-applied-toast.ts'

/** Queries to refetch after a settlement. */
const refreshes = [
  listInvoices,
  readInvoice,
  listPayments,
  readPayment,
  suggestApplications,
  listCustomers,
  readCustomer,
  readActivity,
] as const

const saved = (text: string) => ({ title: 'Success', text })
const options = { refreshes, failure: 'Failed to update receivables' }

/** The mutations of invoices and payments, each with its toast. */
export function useInvoiceAndPaymentWrites() {
  const applied = useAppliedToast(refreshes)
  const voidCall = useWrite(voidPayment, {
    ...options,
    success: ({ paymentNumber }) => saved(`${paymentNumber} is void`),
  })
  const undo = ({ id, version }: AnswerOf<typeof recordPayment>) =>
    voidCall.tryRun({ params: { id }, body: { reason: 'Undone' }, ifMatch: version })
  return {
    record: useWrite(recordPayment, {
      refreshes,
      failure: 'Failed to record payment',
      success: (payment) => ({
        ...saved(`${payment.paymentNumber} of ${formatDecimal(payment.amount)} recorded`),
        action: offerUndo(() => undo(payment)),
      }),
    }),
    apply: useWrite(applyPayment, {
      ...options,
      success: ({ paymentNumber: number, applications }, { body }) =>
        applied({ number, applications, body }),
    }),
    takeBack: voidCall,
    reverse: useWrite(reverseApplication, {
      ...options,
      success: ({ invoiceNumber, openAmount }) =>
        saved(`${formatDecimal(openAmount)} of ${invoiceNumber} is open again`),
    }),
    writeOff: useWrite(writeOffInvoice, {
      ...options,
      success: ({ invoiceNumber }) => saved(`${invoiceNumber} written off`),
    }),
    dispute: useWrite(disputeInvoice, {
      ...options,
      success: ({ invoiceNumber, isDisputed }) =>
        saved(`${invoiceNumber} is ${isDisputed ? 'disputed' : 'no longer disputed'}`),
    }),
  }
}
