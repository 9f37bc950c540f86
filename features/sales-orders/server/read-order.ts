import { decimal } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { SalesOrder, SalesOrderDetails, SalesOrderItem, Shipment } from '../contract.ts'
import { unpaidAmount } from './holds/payment-hold.ts'
import * as store from './store.ts'

/** One sales order with its lines. Throws 404 if missing. */
export function readSalesOrder(ctx: Context, id: number): Promise<SalesOrderDetails> {
  return onOneConnection(ctx, async (inner) => {
    const [found, items] = await Promise.all([
      rows<SalesOrder>(inner.db, store.readOrder, [id]),
      rows<SalesOrderItem>(inner.db, store.readItems, [id]),
    ])
    const order = found[0]
    if (!order) throw missing('That sales order')
    if (order.holdReason !== 'payment') return { ...order, items }
    const { unpaid } = await unpaidAmount(inner, order)
    return { ...order, items, unpaidAmount: decimal(unpaid) }
  })
}

/** The shipments of an order, newest first. */
export function listShipments(ctx: Context, orderId: number): Promise<Shipment[]> {
  return onOneConnection(ctx, async (inner) => {
    const { id } = await readSalesOrder(inner, orderId)
    const [found, items] = await Promise.all([
      rows<Omit<Shipment, 'items'>>(inner.db, store.readShipments, [id]),
      rows<Shipment['items'][number] & { shipmentId: number }>(inner.db, store.readShipmentItems, [
        id,
      ]),
    ])
    return found.map((shipment) => ({
      ...shipment,
      items: items
        .filter(({ shipmentId }) => shipmentId === shipment.id)
        .map(({ shipmentId: _, ...item }) => item),
    }))
  })
}
