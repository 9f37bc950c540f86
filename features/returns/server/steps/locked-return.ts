import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Message } from '#platform/server/jobs/outbox.ts'
import type { ReturnStatus, ReturnType } from '../../rules.ts'
import * as acts from './transition-store.ts'

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

/** Locks a return. Throws 404 if it does not exist. */
export async function lockReturn(ctx: Context, id: number): Promise<LockedReturn> {
  const [goods] = await rows<LockedReturn>(ctx.db, acts.lockReturn, [id])
  if (!goods) throw missing('That return')
  return goods
}

function messageOf(after: LockedReturn, action: string, { status: from }: LockedReturn): Message {
  const { id, version, returnNumber, type, totalAmount, status } = after
  return {
    topic: 'return.changed',
    aggregate: 'return',
    aggregateId: id,
    aggregateVersion: version,
    payload: { returnNumber, type, totalAmount, action, from, status },
  }
}

/** How steps of a return are recorded and sent. */
export const returnKind = { entity: 'return', messageOf } as const
