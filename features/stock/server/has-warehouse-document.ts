import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// Decides whether the warehouse may already have a document, so that a change or cancellation has
// to be requested from it.

/** A document of ours that is exported to the warehouse. */
export type WarehouseDocumentRef = {
  kind: 'order' | 'expected_receipt' | 'expected_return'
  id: number
}

// Locks the waiting exports first, so that a concurrent send either waits for this transaction or
// is visible to it.
const lockWaiting = {
  name: 'lock_waiting_wms_exports_of_record',
  text: `select id from wms_exports
         where kind = $1 and record_id = $2 and state = 'waiting' order by id for update`,
}

// An export that was attempted counts as delivered: it may have arrived even if the call failed.
const readDocumentStatus = {
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
 * Returns whether the warehouse may have a document, including one that is being sent right now.
 * The caller holds the record lock. Throws Refusal `too-late` with the message `tooLate` if the
 * warehouse has reported that the goods were shipped or received; with `tooLate` undefined it does
 * not throw. Always false on the warehouse channel, because a change by the warehouse needs no
 * confirmation from it.
 */
export async function hasWarehouseDocument(
  ctx: Context,
  { kind, id }: WarehouseDocumentRef,
  tooLate: string | undefined,
): Promise<boolean> {
  if (ctx.channel === 'wms') return false
  await rows(ctx.db, lockWaiting, [kind, id])
  const [documentStatus] = await rows<{ isLate: boolean; isThere: boolean }>(
    ctx.db,
    readDocumentStatus,
    [kind, id],
  )
  if (documentStatus?.isLate && tooLate !== undefined)
    throw new Refusal('refused', 'too-late', tooLate)
  return documentStatus?.isThere ?? false
}
