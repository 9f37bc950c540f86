import type { Day } from '#platform/kernel/days.ts'
import type { BillStatus } from '../../rules.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import * as sql from './bill-sql.ts'

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

/**
 * Locks a bill. Callers lock its orders first if they need them. Throws 404 if it does not exist.
 */
export async function lockBill(ctx: Context, id: number): Promise<LockedBill> {
  const [bill] = await rows<LockedBill>(ctx.db, sql.lockBill, [id])
  if (!bill) throw missing('That bill')
  return bill
}
