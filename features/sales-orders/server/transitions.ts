import { guardOpen } from '#features/journal/server/service.ts'
import { invoiceDay } from '#features/receivables/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import { advanceOrder, type Transition } from './advance-order.ts'
import type { SalesOrderDetails } from '../contract.ts'
import { lockOrder } from './lock-orders.ts'
import { readSalesOrder } from './read-order.ts'
import type { Shipping } from './shipments/ship.ts'

/** Sends a pending order to the warehouse. Throws 409 if it is on hold or nothing is reserved. */
export function processSalesOrder(
  ctx: Context,
  id: number,
  request: IfMatch,
): Promise<SalesOrderDetails> {
  return runOrderStep(ctx, id, { verb: 'process', ...request })
}

/**
 * Ships the given units, or all: reduces on hand and reserved stock, and the customer's open order
 * amount. The order is shipped with its last unit, and in processing until then. Backordered units
 * ship if stock has come in meanwhile; otherwise throws 409. Throws 422 for a ship date in the
 * future or before the order date.
 */
export function shipSalesOrder(
  ctx: Context,
  id: number,
  { ifMatch, ...shipping }: IfMatch & Shipping,
): Promise<SalesOrderDetails> {
  return runOrderStep(ctx, id, { verb: 'ship', ifMatch, shipping })
}

/** Marks a shipped order as delivered. */
export function deliverSalesOrder(
  ctx: Context,
  id: number,
  request: IfMatch,
): Promise<SalesOrderDetails> {
  return runOrderStep(ctx, id, { verb: 'deliver', ...request })
}

async function runOrderStep(
  ctx: Context,
  id: number,
  { ifMatch, ...step }: IfMatch & Omit<Transition, 'today'>,
): Promise<SalesOrderDetails> {
  const date = await businessDay(ctx)
  const guardPeriod = async (inner: Context) => {
    if (step.verb === 'ship') await guardOpen(inner, [invoiceDay(step.shipping?.shipDate, date)])
  }
  const lock = (inner: Context) => lockOrder(inner, id, { buyer: step.verb !== 'deliver' })
  const subject = { id, ifMatch, guardPeriod, lock, read: readSalesOrder }
  return runTransition(ctx, subject, (inner, order) =>
    advanceOrder(inner, order, { ...step, today: date }),
  )
}
