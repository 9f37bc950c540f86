import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { ShippedUnits } from '../../shipment-rules.ts'

const normalizedNumber = `lower(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g'))`
const findParcel = {
  name: 'find_parcel_of_sales_order',
  text: `select shipment_number as number from shipments
         where sales_order_id = $1 and ${normalizedNumber} = $2
         order by id limit 1`,
}
const findSameUnits = {
  name: 'find_shipment_of_same_units',
  text: `select h.shipment_number as number from shipments h
         where h.sales_order_id = $1 and (coalesce(${normalizedNumber}, '') = '' or $2::text = '')
           and exists (select 1 from audit_log a
                       where a.entity = 'shipment' and a.entity_id = h.id
                         and a.action = 'create' and (a.channel = 'wms') <> $3::boolean)
           and (select jsonb_object_agg(t.sales_order_item_id, t.quantity)
                from shipment_items t where t.shipment_id = h.id) = $4::jsonb
         order by h.id limit 1`,
}

type Order = { id: number; orderNumber: string }

const normalize = (trackingNumber: string | null | undefined) =>
  (trackingNumber ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/**
 * Throws 409 if a shipment of the locked order already has this tracking number, ignoring case,
 * spaces and hyphens: it is the same parcel, reported by another channel. Carriers do not use a
 * number twice for one order, and carrier names are spelled too differently to compare.
 */
export async function refuseSameParcel(
  ctx: Context,
  order: Order,
  trackingNumber: string | null | undefined,
): Promise<void> {
  const number = normalize(trackingNumber)
  if (number === '') return
  const [found] = await rows<{ number: string }>(ctx.db, findParcel, [order.id, number])
  if (!found) return
  const sentence =
    `The parcel ${trackingNumber} of ${order.orderNumber} has already shipped: ` +
    `it is shipment ${found.number}`
  throw new Refusal('refused', 'duplicate-parcel', sentence, [
    {
      path: 'trackingNumber',
      message: `Shipment ${found.number} already uses this tracking number`,
    },
  ])
}

/**
 * Throws 409 if the counted units of the locked order already shipped through another channel:
 * manually or by file if the warehouse reports them, and vice versa. Equal lines and quantities are
 * the same parcel, unless two tracking numbers differ.
 */
export async function refuseSameUnits(
  ctx: Context,
  order: Order,
  { trackingNumber, leaving }: Parcel,
): Promise<void> {
  const isReported = ctx.channel === 'wms'
  const units = JSON.stringify(
    Object.fromEntries(leaving.map(({ line, quantity }) => [line.itemId, quantity])),
  )
  const values = [order.id, normalize(trackingNumber), isReported, units]
  const [found] = await rows<{ number: string }>(ctx.db, findSameUnits, values)
  if (!found) return
  const known = `The same goods of ${order.orderNumber} already shipped as ${found.number}`
  const sentence = isReported
    ? `${known}. No shipment was recorded. If more was shipped, ship it manually`
    : `${known}, as the warehouse reported. If this is another shipment, confirm it`
  throw new Refusal('refused', 'same-goods', sentence)
}

type Parcel = { trackingNumber: string | null | undefined; leaving: readonly ShippedUnits[] }
