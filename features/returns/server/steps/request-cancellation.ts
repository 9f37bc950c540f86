import { applyStep } from '#features/audit/server/service.ts'
import { hasWarehouseDocument } from '#features/stock/server/service.ts'
import { type Context, send } from '#platform/server/database/db.ts'
import type { AppliedTransition } from '#platform/server/records/transition.ts'
import * as acts from './transition-store.ts'
import { type LockedReturn, returnKind } from './locked-return.ts'

// The warehouse must confirm the cancellation of customer goods that it expects.

/**
 * True if the warehouse expects the goods. Throws on cancel if the warehouse reports that they have
 * arrived; what did not arrive with them can be closed later.
 */
export async function isExpected(
  ctx: Context,
  goods: LockedReturn,
  verb: 'cancel' | 'close',
): Promise<boolean> {
  const { id, type, status, returnNumber } = goods
  if (type !== 'rma' || status !== 'approved') return false
  const sentence =
    `The warehouse reports that the goods of ${returnNumber} have arrived. ` +
    'Import the shipment updates to receive them'
  const reference = { kind: 'expected_return', id } as const
  return hasWarehouseDocument(ctx, reference, verb === 'cancel' ? sentence : undefined)
}

type CancellationRequest = { verb: 'cancel' | 'close'; reason: string }

/** Requests cancellation from the warehouse; the return is unchanged until it answers. */
export function requestCancellation(
  ctx: Context,
  goods: LockedReturn,
  { verb, reason }: CancellationRequest,
): Promise<AppliedTransition> {
  return note(ctx, goods, { request: reason, action: `request-${verb}`, reason })
}

/** The warehouse rejects the request with a reason; the return is unchanged. */
export function rejectRequestedCancellation(
  ctx: Context,
  goods: LockedReturn,
  reason: string,
): Promise<AppliedTransition> {
  return note(ctx, goods, { request: null, action: 'refuse-cancel', reason })
}

type Note = { request: string | null; action: string; reason: string }

function note(ctx: Context, goods: LockedReturn, { request, action, reason }: Note) {
  const write = () => send(ctx, acts.requestCancellation, [goods.id, request])
  return applyStep(ctx, goods, { ...returnKind, action, to: goods.status, reason, write })
}
