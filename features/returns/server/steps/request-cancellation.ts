import { record } from '#features/audit/server/service.ts'
import { isAtWarehouse } from '#features/stock/server/service.ts'
import { type Context, send } from '#platform/server/database/db.ts'
import * as acts from './transition-store.ts'
import { type LockedReturn, recordAndPublish } from './locked-return.ts'

// Goods of a customer that the warehouse expects are not ours alone to give up: it is asked.

/**
 * Whether the warehouse expects the goods. To cancel is refused where it says that they are in;
 * what did not come with them may be closed then.
 */
export async function isExpected(
  ctx: Context,
  goods: LockedReturn,
  verb: 'cancel' | 'close',
): Promise<boolean> {
  const { id, type, status, returnNumber } = goods
  if (type !== 'rma' || status !== 'approved') return false
  const sentence =
    `The warehouse says that the goods of ${returnNumber} have come in. ` +
    'Import the shipment updates, and they are received'
  const told = { kind: 'expected_return', id } as const
  return isAtWarehouse(ctx, told, verb === 'cancel' ? sentence : undefined)
}

type Asking = { verb: 'cancel' | 'close'; reason: string }

/** Asks the warehouse to wait no more: until it answers the return stands as it is. */
export function requestCancellation(
  ctx: Context,
  goods: LockedReturn,
  { verb, reason }: Asking,
): Promise<void> {
  return note(ctx, goods, { request: reason, action: `request-${verb}`, reason })
}

/** The warehouse waits on, and says why: the return stays as it is. */
export function rejectRequestedCancellation(
  ctx: Context,
  goods: LockedReturn,
  reason: string,
): Promise<void> {
  return note(ctx, goods, { request: null, action: 'refuse-cancel', reason })
}

type Note = { request: string | null; action: string; reason: string }

async function note(ctx: Context, goods: LockedReturn, { request, action, reason }: Note) {
  await send(ctx, acts.requestCancellation, [goods.id, request])
  await record(ctx, [{ entity: 'return', entityId: goods.id, action, reason }])
  await recordAndPublish(ctx, goods, { action, status: goods.status })
}
