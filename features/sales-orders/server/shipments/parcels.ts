import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

const findParcel = {
  name: 'find_parcel_of_sales_order',
  text: `select shipment_number as number from shipments
         where sales_order_id = $1
           and lower(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')) = $2
         order by id limit 1`,
}

/**
 * Refuses a shipment of a locked order whose tracking number one of its shipments has already,
 * without regard to capitals, blanks and hyphens: it is the same parcel, reported by another way.
 * Carriers give no two parcels of one order the same number, and are spelled too differently to
 * be compared.
 */
export async function refuseSameParcel(
  ctx: Context,
  order: { id: number; orderNumber: string },
  trackingNumber: string | null | undefined,
): Promise<void> {
  const bare = (trackingNumber ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
  if (bare === '') return
  const [found] = await rows<{ number: string }>(ctx.db, findParcel, [order.id, bare])
  if (!found) return
  const sentence =
    `The parcel ${trackingNumber} of ${order.orderNumber} is shipped already: ` +
    `it is shipment ${found.number}`
  throw new Refusal('refused', 'duplicate-parcel', sentence, [
    { path: 'trackingNumber', message: `Shipment ${found.number} has this number` },
  ])
}
