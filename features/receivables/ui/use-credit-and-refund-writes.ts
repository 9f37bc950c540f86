import { readActivity } from '#features/audit/activity-contract.ts'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  listInvoices,
  listPayments,
  suggestApplications,
  readInvoice,
  readPayment,
  applyCreditMemo,
  cancelRefund,
  createCreditMemo,
  listCreditMemos,
  listRefunds,
  prepareRefund,
  readCreditMemo,
  releaseRefund,
  reverseRefund,
  voidCreditMemo,
} from '../contract.ts'
import { useAppliedToast } from './payments/use-applied-toast.ts'

/** Queries to refetch after credits and refunds. */
const refreshes = [
  listCreditMemos,
  readCreditMemo,
  listRefunds,
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

/** The mutations of credit memos and refunds, each with its toast. */
export function useCreditAndRefundWrites() {
  const applied = useAppliedToast(refreshes)
  return {
    credit: useWrite(createCreditMemo, {
      refreshes,
      failure: 'Failed to create credit memo',
      success: ({ creditMemoNumber, total }) =>
        saved(`${creditMemoNumber} of ${formatDecimal(total)} created`),
    }),
    apply: useWrite(applyCreditMemo, {
      refreshes,
      failure: 'Failed to apply credit memo',
      success: ({ creditMemoNumber: number, applications }, { body }) =>
        applied({ number, applications, body }),
    }),
    takeBack: useWrite(voidCreditMemo, {
      refreshes,
      failure: 'Failed to void credit memo',
      success: ({ creditMemoNumber }) => saved(`${creditMemoNumber} is void`),
    }),
    prepare: useWrite(prepareRefund, {
      refreshes,
      failure: 'Failed to prepare refund',
      success: ({ refundNumber }) => saved(`${refundNumber} awaits release by another person`),
    }),
    release: useWrite(releaseRefund, {
      refreshes,
      failure: 'Failed to release refund',
      success: ({ refundNumber, amount }) =>
        saved(`${refundNumber} released: ${formatDecimal(amount)} is refunded`),
    }),
    cancel: useWrite(cancelRefund, {
      refreshes,
      failure: 'Failed to cancel refund',
      success: ({ refundNumber }) => saved(`${refundNumber} cancelled`),
    }),
    reverse: useWrite(reverseRefund, {
      refreshes,
      failure: 'Failed to reverse refund',
      success: ({ refundNumber, amount, sourceNumber }) =>
        saved(`${refundNumber} reversed: ${formatDecimal(amount)} is open on ${sourceNumber}`),
    }),
  }
}
