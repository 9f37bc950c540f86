import { readActivity } from '#features/audit/activity-contract.ts'
import { maxSteps } from '#platform/kernel/bulk.ts'
import { outcomeNotice } from '#platform/ui/notices/outcome-notice.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import * as contract from '../contract.ts'
import { listVendorCredits, releaseVendorBills } from '../contract.ts'

/** The reads to refresh after a bill changes: the lists and the billable part of its orders. */
export const billReads = [
  contract.listVendorBills,
  contract.readVendorBill,
  listVendorCredits,
  contract.readVendorCredit,
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

/** The writes for entering a bill and for its steps, each with its toast. */
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

/** Releases many bills; one toast counts them and explains the skipped ones. */
export function useReleaseBills() {
  return useWrite(releaseVendorBills, {
    refreshes: billReads,
    parts: { of: 'ids', chunkSize: maxSteps },
    success: (outcome) => outcomeNotice(outcome, 'released'),
    failure: 'Failed to release bills',
  })
}
