import { readSettings } from '#features/settings/server/service.ts'
import { postMoves } from '#features/skus/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { applyChange, noRequest, orderForChannel } from '../advance-order.ts'
import type { CancelOpenUnitsForm, SalesOrderDetails } from '../../contract.ts'
import { type LockedOrder, lockLines, lockOrder } from '../lock-orders.ts'
import { recordRevision, wasStarted } from '../revisions.ts'
import { whyNotCancel, whyNotCancelOpenUnits } from '../../rules.ts'
import { readSalesOrder } from '../read-order.ts'
import { moveOf } from '../shipments/ship.ts'
import {
  type LineToShip,
  type ReducedLine,
  reducedLines,
  requireUnits,
} from '../../shipment-rules.ts'
import { salesOrderItems } from '../tables.ts'

/**
 * Cancels unshipped units, the given ones or all: releases their stock and credit, and reduces the
 * total by their price and tax; the shipping charge does not change. If no units are open
 * afterwards, the order is shipped. Throws 409 if nothing would remain of the order; it must be
 * cancelled instead.
 */
export async function cancelOpenUnits(
  ctx: Context,
  id: number,
  { items, reason, ifMatch }: CancelOpenUnitsForm & { ifMatch: number | undefined },
): Promise<SalesOrderDetails> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    guardVersion(order, ifMatch)
    guardCancel(inner, order)
    const whyNot = whyNotCancelOpenUnits(orderForChannel(inner, order))
    if (whyNot) throw new Refusal('refused', 'illegal-transition', whyNot)
    const lines = await lockLines(inner, id)
    const reduced = reducedLines(lines, items)
    requireUnits(reduced, 'This order has no open units to cancel')
    const unitsOpen = openUnits(lines, reduced)
    if (unitsOpen.ordered === 0) {
      const sentence = 'This would cancel all units. Cancel the order instead'
      throw new Refusal('refused', 'nothing-left', sentence)
    }
    const before = await readSalesOrder(inner, id)
    const isNumbered = await wasStarted(inner, before)
    await lower(inner, order, reduced)
    const isShipped = unitsOpen.open === 0
    const after: LockedOrder = {
      ...order,
      ...totalsAfter(order, lines, reduced),
      ...(isShipped && { status: 'shipped', shipDate: (await lastShipDay(inner, id)) ?? date }),
      ...(isShipped && noRequest),
      version: order.version + 1,
    }
    await applyChange(inner, order, {
      after,
      action: 'cancel-rest',
      reason,
      more: messageOf(reduced),
    })
    const written = await readSalesOrder(inner, id)
    return isNumbered ? recordRevision(inner, { before, after: written, reason }) : written
  })
}

/** Throws 403 if the user may not cancel this order or a part of it. */
export function guardCancel({ user }: Context, order: LockedOrder): void {
  const whyNot = whyNotCancel(user, order)
  if (whyNot) throw new Refusal('forbidden', 'forbidden', whyNot)
}

function openUnits(lines: readonly LineToShip[], reduced: readonly ReducedLine[]) {
  const cancelled = reduced.reduce((total, line) => total + line.cancelled, 0)
  const ordered = lines.reduce((total, line) => total + line.quantity, 0) - cancelled
  return { ordered, open: ordered - lines.reduce((total, line) => total + line.qtyShipped, 0) }
}

function totalsAfter(
  order: LockedOrder,
  lines: readonly LineToShip[],
  reduced: readonly ReducedLine[],
): Pick<LockedOrder, 'subtotal' | 'taxAmount' | 'totalAmount'> {
  const by = new Map(reduced.map((each) => [each.line.itemId, each]))
  const subtotal = sum(
    lines.map((line) => {
      return by.get(line.itemId)?.totalPrice ?? ((line.unitPrice * line.quantity) as Cents)
    }),
  )
  const taxAmount = sum(lines.map((line) => by.get(line.itemId)?.taxAmount ?? line.taxAmount))
  return {
    subtotal: decimal(subtotal),
    taxAmount: decimal(taxAmount),
    totalAmount: decimal(sum([subtotal, taxAmount, cents(order.shippingAmount)])),
  }
}

async function lower(
  ctx: Context,
  order: LockedOrder,
  reduced: readonly ReducedLine[],
): Promise<void> {
  const held = reduced.filter(({ cancelledReserved }) => cancelledReserved > 0)
  await postMoves(
    ctx,
    held.map(({ line, cancelledReserved }) => ({
      ...moveOf(ctx, order, { lineNo: line.lineNo, kind: 'release', count: order.version }),
      skuId: line.skuId,
      reserved: -cancelledReserved,
    })),
  )
  const items = reduced.map((each) => ({
    id: each.line.itemId,
    quantity: each.quantity,
    qtyCancelled: each.cancelled,
    qtyReserved: -each.cancelledReserved,
    qtyBackordered: -each.cancelledBackordered,
    totalPrice: decimal(each.totalPrice),
    taxAmount: decimal(each.taxAmount),
  }))
  const increments = ['qtyCancelled', 'qtyReserved', 'qtyBackordered'] as const
  await updateMany(ctx, salesOrderItems, items, { increments })
}

const readLastDay = {
  name: 'read_last_ship_day',
  text: 'select max(ship_date) as day from shipments where sales_order_id = $1',
}

/** The latest ship date of an order's shipments; null if there are none. */
export async function lastShipDay(ctx: Context, orderId: number): Promise<LockedOrder['shipDate']> {
  const [found] = await rows<{ day: LockedOrder['shipDate'] }>(ctx.db, readLastDay, [orderId])
  return found?.day ?? null
}

function messageOf(reduced: readonly ReducedLine[]) {
  const items = reduced.map(({ line, cancelled }) => {
    return { lineNo: line.lineNo, sku: line.sku, quantity: cancelled }
  })
  return { cancelled: items }
}
