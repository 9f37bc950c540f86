import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { OutboundDocument } from '../adapters/warehouse-adapter.ts'
import type { DocumentKind } from '../../rules.ts'

// Claims the documents to send next. A cancellation locks the waiting documents of its record, so
// either it sees that one is being sent, or that document is never sent.

const batchSize = 100

export type ClaimedExport = OutboundDocument & {
  id: number
  kind: DocumentKind
  recordId: number
  attempts: number
}

// A later version of a record waits for the earlier one, even if that one failed.
const lockDue = {
  name: 'lock_due_wms_exports',
  text: `select e.id from wms_exports e
         where e.kind = $1 and e.state = 'waiting' and e.next_attempt_at <= now()
           and not exists (
             select from wms_exports b
             where b.kind = e.kind and b.record_id = e.record_id and b.id < e.id
               and b.state in ('waiting', 'failed'))
         order by e.id limit ${batchSize} for update skip locked`,
}

const untried = `e.attempts = 0 and e.last_error is null`

const dropWithdrawn = {
  name: 'drop_wms_exports_taken_back',
  text: `update wms_exports e
         set state = 'dismissed', last_error = 'Taken back before it was sent'
         where e.id = any($1::bigint[]) and e.action in ('original', 'change') and ${untried}
           and exists (
             select from sales_orders o
             where e.kind = 'order' and o.id = e.record_id and o.status in ('pending', 'cancelled')
             union all
             select from purchase_orders p
             where e.kind = 'expected_receipt' and p.id = e.record_id and p.status = 'cancelled'
             union all
             select from returns r
             where e.kind = 'expected_return' and r.id = e.record_id and r.status = 'cancelled')
         returning e.id`,
}

// A document that was never sent needs no cancellation at the warehouse.
const dropObsoleteCancels = {
  name: 'drop_needless_wms_cancels',
  text: `with dropped as (
           update wms_exports e
           set state = 'dismissed', last_error = 'Never sent to the warehouse'
           where e.id = any($1::bigint[]) and e.action = 'cancel' and ${untried}
             and not exists (
               select from wms_exports b
               where b.kind = e.kind and b.record_id = e.record_id and b.id < e.id
                 and b.action <> 'cancel'
                 and (b.sent_at is not null or b.attempts > 0
                      or b.state <> 'dismissed')
                 and b.id > coalesce((select max(c.id) from wms_exports c
                                      where c.kind = e.kind and c.record_id = e.record_id
                                        and c.action = 'cancel' and c.state = 'sent'), 0))
           returning e.id, e.kind, e.record_id, e.version
         ), noted as (
           update wms_documents d set state = 'cancelled', updated_at = now()
           from dropped x
           where d.kind = x.kind and d.record_id = x.record_id and d.version = x.version
             and d.state = 'cancel_requested'
         )
         select id from dropped`,
}

const claim = {
  name: 'claim_wms_exports',
  text: `update wms_exports
         set attempts = attempts + 1, next_attempt_at = now() + interval '60 seconds'
         where id = any($1::bigint[])
         returning id, message_id as "messageId", kind, record_id as "recordId", code, version,
                   action, payload, attempts`,
}

/**
 * Claims the next due documents of a kind, in id order with SKIP LOCKED; empty if none is due.
 * Drops documents of records cancelled before they were sent, and the cancellations that are then
 * unnecessary.
 */
export async function claimNext(ctx: Context, kind: DocumentKind): Promise<ClaimedExport[]> {
  for (;;) {
    const { due, claimed } = await inTransaction(ctx, async (inner) => {
      const ids = idsOf(await rows<ClaimedId>(inner.db, lockDue, [kind]))
      if (ids.length === 0) return { due: 0, claimed: [] }
      const back = idsOf(await rows<ClaimedId>(inner.db, dropWithdrawn, [ids]))
      const needless = idsOf(await rows<ClaimedId>(inner.db, dropObsoleteCancels, [ids]))
      const dropped = new Set([...back, ...needless])
      const remainingIds = ids.filter((id) => !dropped.has(id))
      return {
        due: ids.length,
        claimed: await rows<ClaimedExport>(inner.db, claim, [remainingIds]),
      }
    })
    if (claimed.length > 0 || due === 0) return claimed.toSorted((a, b) => a.id - b.id)
  }
}

type ClaimedId = { id: number }
const idsOf = (found: readonly ClaimedId[]) => found.map(({ id }) => id)
