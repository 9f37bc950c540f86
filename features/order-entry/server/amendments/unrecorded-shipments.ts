import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

const findUnrecordedShipment = {
  name: 'read_shipments_not_imported',
  text: `select exists (select from wms_imports
                        where state in ('parked', 'failed') and kind = 'shipment.created'
                          and data->>'orderNumber' = $1) as "hasLeft"`,
}

/** Throws 409 if the warehouse reported a shipment that is not recorded yet. */
export async function guardNoUnrecordedShipment(
  ctx: Context,
  { status, orderNumber }: SalesOrderDetails,
): Promise<void> {
  if (status !== 'processing') return
  const [found] = await rows<{ hasLeft: boolean }>(ctx.db, findUnrecordedShipment, [orderNumber])
  if (!found?.hasLeft) return
  const sentence =
    'The warehouse has shipped goods of this order, but the shipment is not recorded yet. ' +
    'Resolve the shipment under WMS Integration first'
  throw new Refusal('refused', 'already-shipped', sentence)
}
