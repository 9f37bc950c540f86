import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// Whether the warehouse has what we want to take back: then it is asked, and answers.

/** A document of ours that the warehouse is told of. */
export type WarehouseDocumentRef = {
  kind: 'order' | 'expected_receipt' | 'expected_return'
  id: number
}

// What waits to be sent is locked first: its sending waits for this act, or is seen by it.
const lockWaiting = {
  name: 'lock_waiting_wms_exports_of_record',
  text: `select id from wms_exports
         where kind = $1 and record_id = $2 and state = 'waiting' order by id for update`,
}

// A document that was tried may have arrived, whatever came back.
const readPlace = {
  name: 'read_what_warehouse_has_of_record',
  text: `select d.state = 'too_late' as "isLate",
                d.state in ('open', 'cancel_requested') and exists (
                  select from wms_exports e
                  where e.kind = $1 and e.record_id = d.record_id
                    and e.action in ('original', 'change')
                    and (e.sent_at is not null or e.attempts > 0
                         or (e.last_error is not null and e.state <> 'dismissed'))
                    and e.id > coalesce((select max(c.id) from wms_exports c
                                         where c.kind = $1 and c.record_id = d.record_id
                                           and c.action = 'cancel' and c.state = 'sent'), 0))
                  as "isThere"
         from wms_documents d where d.kind = $1 and d.record_id = $2`,
}

/**
 * Whether the warehouse may have a document, decided against what is being sent at this moment. The
 * caller holds the lock of the record. Refused, with `tooLate`, where the warehouse has said that
 * the goods are gone or have come; without it there is nothing more to ask. What the warehouse
 * itself does is never asked of it.
 */
export async function isAtWarehouse(
  ctx: Context,
  { kind, id }: WarehouseDocumentRef,
  tooLate: string | undefined,
): Promise<boolean> {
  if (ctx.channel === 'wms') return false
  await rows(ctx.db, lockWaiting, [kind, id])
  const [place] = await rows<{ isLate: boolean; isThere: boolean }>(ctx.db, readPlace, [kind, id])
  if (place?.isLate && tooLate !== undefined) throw new Refusal('refused', 'too-late', tooLate)
  return place?.isThere ?? false
}
