import { addDays, day } from '#platform/kernel/days.ts'
import { decimal } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import type { DemoOrder } from '../orders.ts'
import { type DemoUserIds, orderNumberOf } from './orders.ts'
import { insertRows, momentOf } from './insert-rows.ts'

const carriers = ['UPS Ground', 'FedEx Ground', 'USPS Priority Mail', 'Old Dominion'] as const
const trackingBase = 794_600_000_000

const insertShipments = {
  name: 'demo_shipments',
  text: `insert into shipments
           (shipment_number, sales_order_id, ship_date, carrier, tracking_number,
            estimated_delivery, delivered_on, goods_amount, tax_amount, shipping_amount,
            total_amount, created_by, created_at)
         select *
         from unnest($1::text[], $2::int[], $3::date[], $4::text[], $5::text[], $6::date[],
                     $7::date[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[],
                     $12::int[], $13::timestamptz[])`,
}

const insertItems = {
  name: 'demo_shipment_items',
  text: `insert into shipment_items
           (shipment_id, sales_order_item_id, quantity, goods_amount, tax_amount, created_at)
         select h.id, i.id, i.qty_shipped, i.total_price, i.tax_amount, h.created_at
         from shipments h
         join sales_order_items i on i.sales_order_id = h.sales_order_id and i.qty_shipped > 0
         order by h.id, i.line_no`,
}

/** Each shipped order of the history shipped complete, in one shipment. */
export async function writeShipments(
  db: Db,
  orders: readonly DemoOrder[],
  ids: DemoUserIds,
): Promise<void> {
  await insertRows(
    db,
    insertShipments,
    orders.flatMap((order) => rowOf(order, ids)),
  )
  await rows(db, insertItems)
}

function rowOf(order: DemoOrder, ids: DemoUserIds): unknown[][] {
  const { id, steps, totals } = order
  const shipped = steps.find(({ verb }) => verb === 'ship')
  if (!shipped) return []
  const shipDate = day(momentOf(shipped.at).slice(0, 10))
  const delivered = steps.find(({ verb }) => verb === 'deliver')
  return [
    [
      `${orderNumberOf(order)}-1`,
      id,
      shipDate,
      carriers[id % carriers.length],
      String(trackingBase + id * 7919),
      addDays(shipDate, 1 + (id % 4)),
      delivered ? momentOf(delivered.at).slice(0, 10) : null,
      decimal(totals.subtotal),
      decimal(totals.taxAmount),
      decimal(totals.shippingAmount),
      decimal(totals.total),
      ids[shipped.by],
      momentOf(shipped.at),
    ],
  ]
}
