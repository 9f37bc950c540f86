import { type Day, formatDay } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// The receipt and its audit entry are written in one transaction, so their timestamps are equal.
const findSame = {
  name: 'find_return_receipt_of_same_goods',
  text: `select o.return_number || '/' || r.receipt_no as number, r.received_on as "receivedOn"
         from return_receipts r join returns o on o.id = r.return_id
         where r.return_id = $1
           and not exists (
             select from return_receipt_reversals v where v.return_receipt_id = r.id)
           and exists (select 1 from audit_log a
                       where a.entity = 'return' and a.entity_id = r.return_id
                         and a.action = 'receive' and a.at = r.created_at
                         and (a.channel = 'wms') <> $2::boolean)
           and (select jsonb_object_agg(t.line, t.units)
                from (select return_item_id as line, sum(quantity)::int as units
                      from return_receipt_items
                      where return_receipt_id = r.id group by 1) t) = $3::jsonb
         order by r.id limit 1`,
}

/**
 * Throws if the same goods of a locked return were already received through the other channel: by
 * hand if the warehouse reports them, or the other way round. Goods count as the same if lines and
 * quantities match.
 */
export async function refuseRepeatedReceipt(
  ctx: Context,
  goods: { id: number },
  found: readonly { line: { id: number }; quantity: number }[],
): Promise<void> {
  const isReported = ctx.channel === 'wms'
  const units = new Map<number, number>()
  for (const { line, quantity } of found) {
    units.set(line.id, (units.get(line.id) ?? 0) + quantity)
  }
  const values = [goods.id, isReported, JSON.stringify(Object.fromEntries(units))]
  type Known = { number: string; receivedOn: Day }
  const [known] = await rows<Known>(ctx.db, findSame, values)
  if (!known) return
  const day = formatDay(known.receivedOn, 'en-US')
  const receipt = `receipt ${known.number} of ${day}`
  const sentence = isReported
    ? `The same goods are already on ${receipt}. No receipt was recorded. ` +
      'If more was received, record it manually'
    : `The warehouse already reported these goods on ${receipt}. ` +
      'If this is another delivery, confirm it'
  throw new Refusal('refused', 'same-goods', sentence)
}
