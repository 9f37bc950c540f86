import { readActivity } from '#features/audit/contract.ts'
import { maxSteps } from '#platform/kernel/bulk.ts'
import { outcomeNotice } from '#platform/ui/notices/outcome-notice.ts'
import { useWrite } from '#platform/web/api.ts'
import * as contract from '../contract.ts'
import { listVendorCredits, releaseVendorBills } from '../contract.ts'

/** What changes with a bill: the lists it is on, and what is left to bill of its orders. */
export const billReads = [
  contract.listVendorBills,
  contract.readVendorBill,
  listVendorCredits,
  contract.readBillable,
  readActivity,
] as const

const statusSentences: Record<string, string> = {
  draft: 'is a draft',
  blocked: 'is blocked',
  posted: 'is posted',
  void: 'is void',
}

const options = {
  refreshes: billReads,
  success: ({ billNumber, status }: contract.VendorBillDetails) => ({
    title: 'Success',
    text: `Bill ${billNumber} ${statusSentences[status] ?? status}`,
  }),
  failure: 'Failed to save bill',
}

/** Entering a bill and its steps, each with its toast. */
export function useBillWrites() {
  return {
    create: useWrite(contract.createVendorBill, options),
    update: useWrite(contract.updateVendorBill, options),
    post: useWrite(contract.postVendorBill, options),
    release: useWrite(contract.releaseVendorBill, options),
    reopen: useWrite(contract.reopenVendorBill, options),
    void: useWrite(contract.voidVendorBill, options),
  }
}

/** Lets many bills through: one toast says how many, and why others stayed. */
export function useReleaseBills() {
  return useWrite(releaseVendorBills, {
    refreshes: billReads,
    parts: { of: 'ids', most: maxSteps },
    success: (outcome) => outcomeNotice(outcome, 'released'),
    failure: 'Failed to release bills',
  })
}
