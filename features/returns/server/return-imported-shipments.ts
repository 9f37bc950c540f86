import { requirePermission } from '#features/auth/rules.ts'
import { shipments } from '#features/sales-orders/server/tables.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { claimUndo } from '#platform/server/imports/import-undo.ts'
import { transitionEach } from '#platform/server/records/transition-many.ts'
import { windowNow, writeReturn } from './create-return.ts'

/** Units of an order line in one shipment; an order without lines has none. */
type ShippedUnits = {
  shipmentId: number
  orderId: number
  orderNumber: string
  itemId: number | null
  quantity: number | null
}

const readShipped = {
  name: 'read_shipped_units_of_import',
  text: `select h.id as "shipmentId", o.id as "orderId", o.order_number as "orderNumber",
           t.sales_order_item_id as "itemId", t.quantity
         from import_rows r join shipments h on h.id = r.record_id
         join sales_orders o on o.id = h.sales_order_id
         left join shipment_items t on t.shipment_id = h.id
         where r.import_id = $1
         order by o.id, h.id, t.sales_order_item_id`,
}

/** What an import shipped of one order: its shipments, and the units by order line. */
type ShippedOrder = {
  orderId: number
  number: string
  shipmentIds: Set<number>
  units: Map<number, number>
}

const reason = 'Shipment import undone'

/**
 * Undoes an import of shipments by their counter-documents: one return of the customer for each
 * order, of all units that the import shipped. The goods and the credit follow when the return is
 * received and completed. `numbers` are document numbers, at least one for each shipment, assigned
 * before the transaction. Orders whose goods are already in returns are returned with the reason.
 */
export async function returnImportedShipments(
  ctx: Context,
  id: number,
  numbers: readonly string[],
): Promise<BulkOutcome> {
  requirePermission(ctx.user, 'returns.createRma', 'Your role cannot create returns of customers')
  const window = await windowNow(ctx)
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    await claimUndo(inner, { table: shipments }, { id })
    const orders = ordersOf(await rows<ShippedUnits>(inner.db, readShipped, [id]))
    // A refusal names the first shipment of its order, because the import's records are shipments.
    const found = [...orders].map(([shipmentId, { number }]) => ({ id: shipmentId, number }))
    const ids = found.map((each) => each.id)
    const { done, kept } = await transitionEach(inner, { ids, found }, async (shipmentId) => {
      // The ids are the keys of the map.
      const order = orders.get(shipmentId) as ShippedOrder
      const number = numbers[ids.indexOf(shipmentId)] ?? ''
      await writeReturn(inner, formOf(order), { number, window })
      return undefined
    })
    return { done: done.flatMap((each) => [...(orders.get(each)?.shipmentIds ?? [])]), kept }
  })
}

/** The orders in lock order, by the id of the first shipment of each. */
function ordersOf(shipped: readonly ShippedUnits[]): Map<number, ShippedOrder> {
  const byOrder = new Map<number, ShippedOrder>()
  for (const { shipmentId, orderId, orderNumber, itemId, quantity } of shipped) {
    const order: ShippedOrder = byOrder.get(orderId) ?? {
      orderId,
      number: orderNumber,
      shipmentIds: new Set(),
      units: new Map(),
    }
    byOrder.set(orderId, order)
    order.shipmentIds.add(shipmentId)
    if (itemId === null) continue
    order.units.set(itemId, (order.units.get(itemId) ?? 0) + (quantity ?? 0))
  }
  return new Map([...byOrder.values()].map((order) => [[...order.shipmentIds][0] ?? 0, order]))
}

function formOf({ orderId, units }: ShippedOrder) {
  if (units.size === 0) {
    throw new Refusal('refused', 'not-undone', 'The order has no lines, so nothing can be returned')
  }
  const items = [...units].map(([originalItemId, quantity]) => ({ originalItemId, quantity }))
  return { type: 'rma' as const, originalOrderId: orderId, reason, items }
}
