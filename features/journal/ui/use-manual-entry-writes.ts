import { readActivity } from '#features/audit/activity-contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  listJournal,
  listPeriods,
  readTrialBalance,
  readBalanceSheet,
  readIncomeStatement,
  readSalesTax,
} from '../contract.ts'
import * as contract from '../contract.ts'

const refreshes = [
  contract.listManualEntries,
  contract.readManualEntry,
  listJournal,
  listPeriods,
  readTrialBalance,
  readIncomeStatement,
  readBalanceSheet,
  readSalesTax,
  readActivity,
] as const

const successToast =
  (outcome: string) =>
  ({ entryNumber, amount }: contract.ManualEntryDetails) => ({
    title: 'Success',
    text: `${entryNumber} for ${formatDecimal(amount)} ${outcome}`,
  })

const enteredToast = (entry: contract.ManualEntryDetails) =>
  successToast(entry.status === 'posted' ? 'is posted' : 'awaits posting by another person')(entry)

/** The writes for manual journal entries, each with its toast. */
export function useManualEntryWrites() {
  return {
    create: useWrite(contract.createManualEntry, {
      refreshes,
      success: enteredToast,
      failure: 'Failed to enter journal entry',
    }),
    post: useWrite(contract.postManualEntry, {
      refreshes,
      success: successToast('is posted'),
      failure: 'Failed to post journal entry',
    }),
    cancel: useWrite(contract.cancelManualEntry, {
      refreshes,
      success: successToast('is cancelled'),
      failure: 'Failed to cancel journal entry',
    }),
    reverse: useWrite(contract.reverseManualEntry, {
      refreshes,
      success: enteredToast,
      failure: 'Failed to reverse journal entry',
    }),
  }
}
