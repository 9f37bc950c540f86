import type { Context } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import type { ReturnStatus, ReturnType } from '../../rules.ts'

/** A return read with a row lock: no other transaction can change it until this one ends. */
export type LockedReturn = {
  id: number
  returnNumber: string
  type: ReturnType
  status: ReturnStatus
  customerId: number | null
  vendorId: number | null
  salesOrderId: number | null
  purchaseOrderId: number | null
  sourceReturnId: number | null
  reason: string
  totalAmount: string
  createdBy: number
  cancelRequest: string | null
  holdReason: string | null
  version: number
}

/** Publishes a change of a return, in the transaction that made it. */
export async function recordAndPublish(
  ctx: Context,
  goods: LockedReturn,
  { action, status }: { action: string; status: string },
): Promise<void> {
  const { id, version, returnNumber, type, totalAmount, status: from } = goods
  await enqueue(ctx, [
    {
      topic: 'return.changed',
      aggregate: 'return',
      aggregateId: id,
      aggregateVersion: version + 1,
      payload: { returnNumber, type, totalAmount, action, from, status },
    },
  ])
}
