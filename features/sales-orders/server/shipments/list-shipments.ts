import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import {
  type Shipment,
  shipmentList as declaredList,
  type ShipmentOfOrder,
  type ShipmentQuery,
} from '../../contract.ts'
import { readSalesOrder } from '../read-order.ts'
import * as store from '../store.ts'

/** All shipments, newest first, each with its lines. */
const shipmentList = listSpec(declaredList, {
  columns: `h.id, h.shipment_number as "shipmentNumber", h.sales_order_id as "salesOrderId",
    o.order_number as "orderNumber", o.customer_id as "customerId", h.ship_date as "shipDate",
    h.carrier, h.tracking_number as "trackingNumber", h.estimated_delivery as "estimatedDelivery",
    h.delivered_on as "deliveredOn", h.goods_amount as "goodsAmount", h.tax_amount as "taxAmount",
    h.shipping_amount as "shippingAmount", h.total_amount as "totalAmount", u.username as by,
    h.created_at as "createdAt", coalesce(t.items, '[]') as items`,
  from: 'shipments h',
  joins: `join sales_orders o on o.id = h.sales_order_id
    join users u on u.id = h.created_by
    left join lateral (
      select jsonb_agg(jsonb_build_object(
        'itemId', i.id, 'lineNo', i.line_no, 'skuId', i.sku_id, 'sku', s.sku, 'name', s.name,
        'unitOfMeasure', s.unit_of_measure, 'quantity', l.quantity,
        'goodsAmount', l.goods_amount::text, 'taxAmount', l.tax_amount::text
      ) order by i.line_no) as items
      from shipment_items l
      join sales_order_items i on i.id = l.sales_order_item_id
      join skus s on s.id = i.sku_id
      where l.shipment_id = h.id
    ) t on true`,
  where: 'true',
  id: 'h.id',
  kind: 'shipment',
  fields: { id: 'h.id', salesOrderId: 'h.sales_order_id' },
  search: [{ startOf: 'h.shipment_number' }, { lowerStartOf: 'h.tracking_number' }],
  countUpTo: 10_000,
})

/** A page of the shipments of all orders, or all of them if no limit is given. */
export function listAllShipments(ctx: Context, query: ShipmentQuery) {
  return readList<ShipmentOfOrder>(ctx.db, shipmentList, query)
}

/** One shipment with its order. Throws 404 if there is none. */
export async function readShipment(ctx: Context, id: number): Promise<ShipmentOfOrder> {
  const found = await readOne<ShipmentOfOrder>(ctx.db, shipmentList, { id })
  if (!found) throw missing('That shipment')
  return found
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
