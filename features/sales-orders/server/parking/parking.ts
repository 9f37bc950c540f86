import { permissions, requirePermission } from '#features/auth/rules.ts'
import { notify } from '#features/notifications/server/service.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, onOneConnection, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import { cancelSalesOrder } from '../cancellations/cancellation.ts'
import type {
  ParkedOrder,
  parkingReasons,
  ParkingDecision,
  SalesOrderDetails,
} from '../../contract.ts'
import { whyNotReplace } from '../../parking-rules.ts'
import { releaseSalesOrder } from '../holds/release.ts'
import { lockMany, lockOrder } from '../lock-orders.ts'
import { readSalesOrder } from '../read-order.ts'
import { parkedOrders } from './tables.ts'

// A new order that resembles another is parked: it is on hold with neither stock nor credit, until
// somebody compares the two and decides.

/** A parked order, and the order that it resembles. */
export type Parking = {
  salesOrderId: number
  resemblesId: number
  reason: (typeof parkingReasons)[number]
}

/** Records what new orders resemble, after the orders are written. */
export async function recordParkings(ctx: Context, parkings: readonly Parking[]): Promise<void> {
  if (parkings.length > 0) await insertMany(ctx, parkedOrders, parkings)
}

/** Notifies who may decide on them of parked orders: a program or a file may have sent them. */
export async function notifyParked(
  ctx: Context,
  orders: readonly SalesOrderDetails[],
): Promise<void> {
  const notifications = orders
    .filter(({ holdReason }) => holdReason === 'parked')
    .map(({ id, orderNumber, customerName, customerCode, totalAmount, holdNote }) => ({
      roles: permissions['salesOrders.release'],
      kind: 'credit' as const,
      key: `order-parked:${id}`,
      title: `${orderNumber} is parked`,
      text: `${customerName} (${customerCode}), ${formatDecimal(totalAmount)}. ${holdNote ?? ''}`,
      link: `/sales-orders?open=${encodeURIComponent(orderNumber)}`,
    }))
  if (notifications.length > 0) await notify(ctx, notifications)
}

const readParking = {
  name: 'read_parking_of_order',
  text: `select sales_order_id as "salesOrderId", resembles_id as "resemblesId", reason
         from parked_orders where sales_order_id = $1`,
}

async function findParking(ctx: Context, id: number): Promise<Parking> {
  const [parking] = await rows<Parking>(ctx.db, readParking, [id])
  if (!parking) throw missing('That parked order')
  return parking
}

/**
 * A parked order, or one that was parked, beside the order that it resembles. Throws 404 for an
 * order that was never parked.
 */
export function readParkedOrder(ctx: Context, id: number): Promise<ParkedOrder> {
  return onOneConnection(ctx, async (inner) => {
    const { resemblesId, reason } = await findParking(inner, id)
    const [order, resembles] = await Promise.all([
      readSalesOrder(inner, id),
      readSalesOrder(inner, resemblesId),
    ])
    return { reason, order, resembles, whyNotReplace: whyNotReplace(resembles) ?? null }
  })
}

/**
 * Decides on a parked order, under the locks of both orders: it is placed beside the one that it
 * resembles, it is discarded, or it replaces that one, which is cancelled first. A placed order
 * then takes stock and credit, or is on hold for credit. Throws 409 if it is not parked anymore, or
 * if the other order cannot be replaced, and 403 if the user may not cancel the one to cancel.
 */
export function decideParkedOrder(
  ctx: Context,
  id: number,
  { ifMatch, decision }: IfMatch & { decision: ParkingDecision },
): Promise<SalesOrderDetails> {
  return inTransaction(ctx, async (inner) => {
    const { resemblesId } = await findParking(inner, id)
    await lockMany(inner, [id, resemblesId], { goods: true })
    const order = await lockOrder(inner, id, { buyer: false })
    const resembled = await lockOrder(inner, resemblesId, { buyer: false })
    if (order.holdReason !== 'parked') {
      const sentence = 'Someone has already decided on this order. Refresh to see the result'
      throw new Refusal('refused', 'not-on-hold', sentence)
    }
    if (decision === 'place-both') {
      const reason = `Kept in addition to ${resembled.orderNumber}`
      return releaseSalesOrder(inner, id, { ifMatch, reason })
    }
    requirePermission(inner.user, 'salesOrders.cancel')
    if (decision === 'discard') {
      const reason = `Cancelled as a duplicate of ${resembled.orderNumber}`
      return cancelSalesOrder(inner, id, { ifMatch, reason })
    }
    const whyNot = whyNotReplace(resembled)
    if (whyNot) throw new Refusal('refused', 'illegal-transition', whyNot)
    const cancellation = { ifMatch: undefined, reason: `Replaced by ${order.orderNumber}` }
    await cancelSalesOrder(inner, resemblesId, cancellation)
    return releaseSalesOrder(inner, id, { ifMatch, reason: `Replaces ${resembled.orderNumber}` })
  })
}
