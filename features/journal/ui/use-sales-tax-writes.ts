import { readActivity } from '#features/audit/activity-contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { listJournal, listPeriods, readTrialBalance, readBalanceSheet } from '../contract.ts'
import * as contract from '../contract.ts'

const refreshes = [
  contract.readSalesTax,
  contract.listTaxPayments,
  contract.readTaxPayment,
  listJournal,
  listPeriods,
  readTrialBalance,
  readBalanceSheet,
  readActivity,
] as const

const successToast =
  (outcome: string) =>
  ({ paymentNumber, amount }: contract.TaxPayment) => ({
    title: 'Success',
    text: `${paymentNumber} for ${formatDecimal(amount)} ${outcome}`,
  })

/** The writes for sales tax payments, each with its toast. */
export function useTaxWrites() {
  return {
    create: useWrite(contract.createTaxPayment, {
      refreshes,
      success: successToast('is posted'),
      failure: 'Failed to pay sales tax',
    }),
    voidPayment: useWrite(contract.voidTaxPayment, {
      refreshes,
      success: successToast('is void'),
      failure: 'Failed to void payment',
    }),
  }
}
