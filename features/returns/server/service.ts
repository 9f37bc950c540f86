import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import type { GoodsReturn, Returnable, ReturnQuery } from '../contract.ts'
import * as store from './store.ts'
import { mayReadCosts } from './read-return.ts'
import { readOrigin, whyNotReturnable, lateSentence } from './original-order.ts'

// Also exported to other rooms:
export { confirmCancellation, rejectCancellation } from './steps/confirm-or-reject-cancellation.ts'
export { returnImportedShipments } from './return-imported-shipments.ts'
export { receiveReturn } from './steps/transitions.ts'
/** Returns a page of returns, or all of them if the query has no limit. */
export function listReturns(ctx: Context, query: ReturnQuery) {
  return readList<GoodsReturn>(ctx.db, mayReadCosts(ctx) ? store.list : store.pricelessList, query)
}

/**
 * Returns the returnable lines of an order: `salesOrderId` for customers, `purchaseOrderId` for
 * vendors. Throws unless exactly one is given, or if the order does not exist.
 */
export async function readReturnable(
  ctx: Context,
  query: { salesOrderId?: number | undefined; purchaseOrderId?: number | undefined },
): Promise<Returnable> {
  const { salesOrderId, purchaseOrderId } = query
  const id = salesOrderId ?? purchaseOrderId
  if (id === undefined || (salesOrderId && purchaseOrderId)) {
    throw invalid([{ path: 'salesOrderId', message: 'Select one sales order or purchase order' }])
  }
  const type = salesOrderId === undefined ? 'rtv' : 'rma'
  const { businessTimeZone, returnWindowDays } = await readSettings(ctx)
  const window = { date: today(ctx.now, businessTimeZone), windowDays: returnWindowDays }
  const origin = await onOneConnection(ctx, (inner) => readOrigin(inner, { type, id, lock: false }))
  if (!origin) throw missing('That order')
  const { lines, headerOnly: _, ...order } = origin
  const canSeePrices = type === 'rma' || mayReadCosts(ctx)
  return {
    ...order,
    whyNot: whyNotReturnable(origin) ?? null,
    warning: lateSentence(origin, window) ?? null,
    items: lines.map(({ id: originalItemId, returnableQuantity, unitPrice, ...line }) => ({
      ...line,
      originalItemId,
      returnable: returnableQuantity,
      unitPrice: canSeePrices ? decimal(cents(unitPrice)) : null,
    })),
  }
}
