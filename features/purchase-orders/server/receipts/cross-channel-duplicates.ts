import { type Day, formatDay } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { isSameNumber } from '#platform/server/records/compare-document-numbers.ts'

// A receipt and its history entry are written in one transaction, so their timestamps are equal.
const isByWarehouse = `exists (
  select 1 from audit_log a
  where a.entity = 'purchase_order' and a.entity_id = r.purchase_order_id
    and a.action = 'receive' and a.at = r.created_at and a.channel = 'wms')`
const isSameNote = isSameNumber('r.delivery_note', '$3::text')
const findSame = {
  name: 'find_receipt_of_same_goods',
  text: `select o.order_number || '/' || r.receipt_no as "receiptNumber",
           r.received_on as "receivedOn"
         from receipts r join purchase_orders o on o.id = r.purchase_order_id
         where r.purchase_order_id = $1 and ${isByWarehouse} <> $2::boolean
           and not exists (select 1 from receipt_reversals v where v.receipt_id = r.id)
           and (r.delivery_note is null or $3::text is null
             or ${isSameNote})
           and (select jsonb_object_agg(t.purchase_order_item_id, t.quantity)
                from receipt_items t where t.receipt_id = r.id) = $4::jsonb
         order by r.id limit 1`,
}

type Arrival = {
  order: { id: number; orderNumber: string }
  /** Units by order line id. */
  received: ReadonlyMap<number, number>
  deliveryNote: string | null
}

/**
 * Refuses a receipt that duplicates one from the other channel: a manual one that the warehouse has
 * reported, or the reverse. Receipts are the same if their lines and quantities are equal, unless
 * both have delivery notes and these differ. The order is locked.
 */
export async function refuseRepeatedReceipt(
  ctx: Context,
  { order, received, deliveryNote }: Arrival,
): Promise<void> {
  const isReported = ctx.channel === 'wms'
  const units = JSON.stringify(Object.fromEntries([...received].filter(([, count]) => count > 0)))
  const values = [order.id, isReported, deliveryNote, units]
  type Found = { receiptNumber: string; receivedOn: Day }
  const [found] = await rows<Found>(ctx.db, findSame, values)
  if (!found) return
  const { receiptNumber, receivedOn } = found
  const day = formatDay(receivedOn, 'en-US')
  const receipt = `receipt ${receiptNumber} of ${day}`
  const sentence = isReported
    ? `The same goods are already on ${receipt}. No receipt was recorded. ` +
      'If more was received, record it manually'
    : `The warehouse already reported these goods on ${receipt}. ` +
      'If this is another delivery, confirm it'
  throw new Refusal('refused', 'same-goods', sentence)
}
