import { businessDay } from '#features/settings/server/service.ts'
import { hasWarehouseDocument } from '#features/stock/server/service.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { type AppliedTransition, runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import { applyChange, guardStep, noRequest, advanceOrder } from '../advance-order.ts'
import { cancelOpenUnits, guardCancel } from './cancel-open-units.ts'
import type { SalesOrderDetails } from '../../contract.ts'
import { type LockedOrder, lockOrder } from '../lock-orders.ts'
import { readSalesOrder } from '../read-order.ts'

// An order at the warehouse is not cancelled immediately: a request is sent, and the warehouse
// answers.

/**
 * Cancels an order that has not shipped, and releases its stock and credit. Users cancel their own
 * pending orders; an order in processing needs a manager. If the warehouse has the order, creates a
 * cancellation request that the warehouse must confirm.
 */
export function cancelSalesOrder(
  ctx: Context,
  id: number,
  request: IfMatch & { reason: string },
): Promise<SalesOrderDetails> {
  return cancelOrRequest(ctx, id, { verb: 'cancel', ...request })
}

/** Recalls an order from the warehouse, once the warehouse confirms; its reservations remain. */
export function recallSalesOrder(
  ctx: Context,
  id: number,
  request: IfMatch & { reason?: string | null | undefined },
): Promise<SalesOrderDetails> {
  return cancelOrRequest(ctx, id, { verb: 'recall', ...request })
}

type CancellationRequest = { verb: 'cancel' | 'recall'; reason?: string | null | undefined }

async function cancelOrRequest(
  ctx: Context,
  id: number,
  { ifMatch, ...transition }: IfMatch & CancellationRequest,
): Promise<SalesOrderDetails> {
  const date = await businessDay(ctx)
  const lock = (inner: Context) => lockOrder(inner, id, { buyer: true })
  const subject = { id, ifMatch, lock, read: readSalesOrder }
  return runTransition(ctx, subject, async (inner, order) => {
    if (transition.verb === 'cancel') guardCancel(inner, order)
    guardStep(inner, order, transition.verb)
    const isRequested = order.status === 'processing' && (await isOrderAtWarehouse(inner, order))
    if (isRequested) return request(inner, order, transition)
    return advanceOrder(inner, order, { ...transition, today: date })
  })
}

/** Whether the order is at the warehouse. Throws if the warehouse reported it shipped. */
function isOrderAtWarehouse(ctx: Context, { id, orderNumber }: LockedOrder): Promise<boolean> {
  const sentence =
    `The warehouse reports that ${orderNumber} has already shipped. ` +
    'After the shipment is recorded, create a return for the goods'
  return hasWarehouseDocument(ctx, { kind: 'order', id }, sentence)
}

function request(
  ctx: Context,
  order: LockedOrder,
  { verb, reason }: CancellationRequest,
): Promise<AppliedTransition> {
  const cancellation = { cancelRequest: verb, cancelReason: reason ?? null }
  const after = { ...order, ...cancellation, version: order.version + 1 }
  return applyChange(ctx, order, { after, action: `request-${verb}`, reason })
}

/**
 * The warehouse confirmed: applies the pending request. If the order is partly shipped, cancels the
 * rest. Does nothing if no request is pending.
 */
export async function confirmCancellation(ctx: Context, id: number): Promise<void> {
  const date = await businessDay(ctx)
  await inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    const { cancelRequest: verb, cancelReason } = order
    if (!verb) return
    const reason = cancelReason ?? 'Cancelled by the warehouse'
    if (order.shipmentCount === 0) await advanceOrder(inner, order, { verb, reason, today: date })
    else await cancelOpenUnits(inner, id, { items: undefined, reason, ifMatch: undefined })
  })
}

/** The warehouse rejected the request, with a reason: clears the request only. */
export async function rejectCancellation(ctx: Context, id: number, reason: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: false })
    const { cancelRequest: verb } = order
    if (!verb) return
    const after = { ...order, ...noRequest, version: order.version + 1 }
    await applyChange(inner, order, { after, action: `refuse-${verb}`, reason })
  })
}
