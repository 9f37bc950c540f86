import { readActivity } from '#features/audit/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { useWrite } from '#platform/web/api.ts'
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

const done =
  (deed: string) =>
  ({ entryNumber, amount }: contract.ManualEntryDetails) => ({
    title: 'Success',
    text: `${entryNumber} over ${formatDecimal(amount)} ${deed}`,
  })

const entered = (entry: contract.ManualEntryDetails) =>
  done(entry.status === 'posted' ? 'is posted' : 'awaits posting by another person')(entry)

/** The writes for manual journal entries, each with its toast. */
export function useManualWrites() {
  return {
    create: useWrite(contract.createManualEntry, {
      refreshes,
      success: entered,
      failure: 'Failed to enter journal entry',
    }),
    post: useWrite(contract.postManualEntry, {
      refreshes,
      success: done('is posted'),
      failure: 'Failed to post journal entry',
    }),
    cancel: useWrite(contract.cancelManualEntry, {
      refreshes,
      success: done('is cancelled'),
      failure: 'Failed to cancel journal entry',
    }),
    reverse: useWrite(contract.reverseManualEntry, {
      refreshes,
      success: entered,
      failure: 'Failed to reverse journal entry',
    }),
  }
}
