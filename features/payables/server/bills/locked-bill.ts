import type { Day } from '#platform/kernel/days.ts'
import type { BillStatus } from '../../rules.ts'

/** A locked bill. */
export type LockedBill = {
  id: number
  billNumber: string
  vendorId: number
  status: BillStatus
  docDate: Day
  taxAmount: string
  totalAmount: string
  settledAmount: string
  postingDate: Day | null
  postedOn: Day | null
  createdBy: number
  version: number
}

/** Uses one topic for all events of a bill. */
export function messageOf(bill: LockedBill, verb: string) {
  const { id, billNumber, vendorId, status, totalAmount, version } = bill
  return {
    topic: 'vendor-bill.changed',
    aggregate: 'vendor_bill',
    aggregateId: id,
    aggregateVersion: version,
    payload: { verb, billNumber, vendorId, status, totalAmount },
  }
}

/** How transitions of a bill are recorded and sent. */
export const billKind = { entity: 'vendor_bill', messageOf } as const
