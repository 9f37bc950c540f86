import { requireRecord } from '#features/audit/server/service.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { isSameNumber } from '#platform/server/records/compare-document-numbers.ts'

const isSame = isSameNumber('r.delivery_note', '$2::text')
const findSimilar = {
  name: 'find_similar_receipts',
  text: `select o.order_number || '/' || r.receipt_no as "receiptNumber",
           r.received_on as "receivedOn", r.delivery_note as "deliveryNote"
         from purchase_orders own
         join purchase_orders o on o.vendor_id = own.vendor_id
         join receipts r on r.purchase_order_id = o.id
         where own.id = $1 and ${isSame}
           and not exists (select from receipt_reversals v where v.receipt_id = r.id)
         order by r.id limit 5`,
}

type SimilarReceipt = { receiptNumber: string; receivedOn: Day; deliveryNote: string }

/**
 * Returns one sentence for each receipt of the order's vendor with the same delivery note. Ignores
 * reversed receipts. Throws 404 if the order does not exist.
 */
export async function listSimilarReceipts(
  ctx: Context,
  id: number,
  deliveryNote: string | null | undefined,
): Promise<string[]> {
  await requireRecord(ctx, 'purchase_order', id)
  if (!deliveryNote) return []
  const found = await rows<SimilarReceipt>(ctx.db, findSimilar, [id, deliveryNote])
  return found.map(
    (other) =>
      `Delivery note ${other.deliveryNote} of this vendor is already on receipt ` +
      `${other.receiptNumber} of ${formatDay(other.receivedOn, 'en-US')}`,
  )
}
