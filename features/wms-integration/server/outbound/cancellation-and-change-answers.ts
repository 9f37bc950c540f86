import * as purchases from '#features/purchase-orders/server/service.ts'
import * as returns from '#features/returns/server/service.ts'
import * as sales from '#features/sales-orders/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { raiseProblem } from '../problems.ts'
import type { CancelAnswer, SentResult } from '../../protocol.ts'
import { type CancellableKind, isCancellable, typeOfKind } from '../../rules.ts'
import type { Effect } from '../inbound/match-lines.ts'
import {
  type DocumentRef,
  deletedText,
  linkOf,
  reportFinished,
  reportRejected,
  reportTooLate,
} from './export-problems.ts'

// A cancellation is requested, then confirmed, or it was too late. The warehouse's answer is stored
// when it arrives; the order is updated in a separate transaction, which also runs after a crash.

const note = {
  name: 'note_answer_to_wms_cancel',
  text: `update wms_documents set state = $3, updated_at = now()
         where kind = $1 and record_id = $2 and state = 'cancel_requested'`,
}

/** Stores the warehouse's answer to a cancellation; raises a problem if it was too late. */
export async function noteAnswer(
  ctx: Context,
  about: DocumentRef,
  status: SentResult['status'],
): Promise<void> {
  // A rejected cancellation needs review: a user retries or dismisses it.
  if (status === 'pending' || status === 'rejected') return
  const state = status === 'too_late' ? 'too_late' : 'cancelled'
  await send(ctx, note, [about.kind, about.recordId, state])
  if (status === 'too_late') await reportTooLate(ctx, about)
}

const closeFinished = {
  name: 'close_wms_document_that_is_over',
  text: `update wms_documents set state = 'closed', updated_at = now()
         where kind = $1 and record_id = $2 and state = 'open'`,
}

/**
 * Closes an expected document that was sent again after the reversal of a receipt although it is
 * over in the warehouse, and raises a problem.
 */
export async function closeFinishedDocument(ctx: Context, about: DocumentRef): Promise<void> {
  await send(ctx, closeFinished, [about.kind, about.recordId])
  await reportFinished(ctx, about)
}

const readAnswered = {
  name: 'read_answered_requests_of_wms_documents',
  text: `with asked as (
           select 'order' as kind, id, order_number as code from sales_orders
           where cancel_request is not null
           union all
           select 'expected_receipt', id, order_number from purchase_orders
           where cancel_request is not null
           union all
           select 'expected_return', id, return_number from returns
           where cancel_request is not null
         )
         select a.kind, a.id, a.code, d.state,
                (select e.last_error from wms_exports e
                 where e.kind = a.kind and e.record_id = a.id order by e.id desc limit 1) as reason
         from asked a join wms_documents d on d.kind = a.kind and d.record_id = a.id
         where d.state in ('cancelled', 'too_late')
         order by a.kind, a.id`,
}

type Answered = {
  kind: CancellableKind
  id: number
  code: string
  state: string
  reason: string | null
}

/** Applies the stored answers to the orders: cancelled, or unchanged because it was too late. */
export async function applyCancelAnswers(ctx: Context): Promise<void> {
  const program = { ...ctx, user: undefined, channel: 'wms' }
  for (const answered of await rows<Answered>(ctx.db, readAnswered)) {
    try {
      await applyCancelAnswer(program, answered)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await reportStuck(ctx, answered, error.message)
    }
  }
}

function applyCancelAnswer(ctx: Context, { kind, id, state, reason }: Answered): Promise<void> {
  const room = owners[kind]
  return state === 'cancelled'
    ? room.confirmCancellation(ctx, id)
    : room.rejectCancellation(ctx, id, reason ?? deletedText(kind))
}

/**
 * The features whose records can be cancelled; each one confirms or rejects its own cancellations.
 */
const owners = { order: sales, expected_receipt: purchases, expected_return: returns }

function reportStuck(ctx: Context, { kind, id, code }: Answered, reason: string): Promise<void> {
  return raiseProblem(ctx, {
    kind: 'import',
    dataType: typeOfKind[kind],
    direction: 'import',
    key: kind === 'order' ? `give-up:${id}` : `give-up:${kind}:${id}`,
    record: code,
    link: linkOf({ kind, code }),
    title: `The warehouse cancelled ${code}, but it could not be cancelled here`,
    reason,
    proposal: `Correct ${code}. The cancellation is retried automatically`,
  })
}

// The last request may not be planned for export yet, so the audit log is checked as well.
const overtake = {
  name: 'close_wms_document_of_moved_order',
  text: `with before as (
           select d.state, d.state = 'cancel_requested' or coalesce((
             select a.action like 'request-%' from audit_log a
             where a.entity = $3 and a.entity_id = $2
               and (a.action like 'request-%' or a.action like 'refuse-%'
                    or a.action in ('process', 'recall', 'approve'))
             order by a.id desc limit 1), false) as "wasAsked"
           from wms_documents d where d.kind = $1 and d.record_id = $2 for update of d
         )
         update wms_documents d
         set state = case when b."wasAsked" or b.state = 'too_late' then 'too_late'
                          when $1 = 'order' then 'closed' else b.state end,
             updated_at = now()
         from before b where d.kind = $1 and d.record_id = $2
         returning b."wasAsked"`,
}

/** Closes the document of an order that shipped completely: a pending cancellation was too late. */
export function closeShipped(ctx: Context, id: number, code: string): Promise<void> {
  return close(ctx, 'sales_order', { kind: 'order', recordId: id, code, action: 'cancel' })
}

/** Closes the document of a purchase order that was received completely, like `closeShipped`. */
export function closeReceived(ctx: Context, id: number, code: string): Promise<void> {
  const about = { kind: 'expected_receipt', recordId: id, code, action: 'cancel' } as const
  return close(ctx, 'purchase_order', about)
}

/** Closes the document of a customer return that was received completely, like `closeShipped`. */
export function closeReturned(ctx: Context, id: number, code: string): Promise<void> {
  const about = { kind: 'expected_return', recordId: id, code, action: 'cancel' } as const
  return close(ctx, 'return', about)
}

const overtakeChange = {
  name: 'overtake_unanswered_wms_change',
  text: `update wms_exports set answer = 'too_late', last_error = $3
         where kind = $1 and record_id = $2 and action = 'change' and answer = 'pending'
         returning id`,
}

async function close(ctx: Context, entity: string, about: DocumentRef): Promise<void> {
  const values = [about.kind, about.recordId, entity]
  const [closed] = await rows<{ wasAsked: boolean }>(ctx.db, overtake, values)
  if (closed?.wasAsked) await reportTooLate(ctx, about)
  const { kind, recordId } = about
  await rows(ctx.db, overtakeChange, [kind, recordId, deletedText(kind)])
}

const readRequested = {
  name: 'read_wms_cancel_that_is_answered',
  text: `select e.kind, e.record_id as "recordId", e.code, e.action, e.id as "exportId"
         from wms_exports e
         join wms_documents d on d.kind = e.kind and d.record_id = e.record_id
                             and d.version = e.version
         where e.message_id::text = $1 and e.action = 'cancel' and d.state = 'cancel_requested'`,
}

const reopen = {
  name: 'reopen_wms_document',
  text: `update wms_documents set state = 'open', fingerprint = '', updated_at = now()
         where kind = $1 and record_id = $2 and state = 'cancel_requested'`,
}

// A rejected change fails its export and needs review, like one rejected at once.
const answerChange = {
  name: 'answer_pending_wms_change',
  text: `update wms_exports
         set answer = case when $2 <> 'rejected' then $2 end, last_error = $3,
             state = case when $2 = 'rejected' then 'failed' else state end
         where message_id::text = $1 and action = 'change' and answer = 'pending'
         returning kind, record_id as "recordId", code, action, id as "exportId"`,
}

async function recordChangeAnswer(
  ctx: Context,
  { documentId, status, reason }: CancelAnswer,
): Promise<Effect> {
  const answered = [documentId, status, reason ?? null]
  const [change] = await rows<DocumentRef>(ctx.db, answerChange, answered)
  if (!change || status === 'accepted') return {}
  if (status === 'too_late') await reportTooLate(ctx, { ...change, reason })
  else await reportRejected(ctx, { ...change, reason: reason ?? 'No reason' })
  return {}
}

/**
 * Applies the warehouse's later answer to a cancellation or a change. An answer to a request that
 * is not pending changes nothing.
 */
export async function recordCancelAnswer(ctx: Context, data: CancelAnswer): Promise<Effect> {
  const [document] = await rows<DocumentRef>(ctx.db, readRequested, [data.documentId])
  if (!document) return recordChangeAnswer(ctx, data)
  const { status, reason } = data
  if (status === 'rejected') {
    await withdrawRequest(ctx, document, reason ?? 'The warehouse rejected the request')
    return { problem: `The warehouse will not cancel ${document.code}: ${reason ?? 'no reason'}` }
  }
  const { kind, recordId: id, code } = document
  if (isCancellable(kind)) {
    const state = status === 'too_late' ? 'too_late' : 'cancelled'
    await applyCancelAnswer(ctx, { kind, id, code, state, reason: reason ?? null })
  }
  await noteAnswer(ctx, { ...document, reason }, status)
  return {}
}

// The warehouse still has the document, so this cancellation had no effect.
const dismissCancel = {
  name: 'give_up_wms_cancel',
  text: `update wms_exports set state = 'dismissed', last_error = $3
         where kind = $1 and record_id = $2 and action = 'cancel' and state = 'sent'
           and version = (select d.version from wms_documents d
                          where d.kind = $1 and d.record_id = $2)`,
}

/** Withdraws a cancellation: the order stays as it is, and is exported to the warehouse again. */
export function withdrawRequest(
  ctx: Context,
  document: DocumentRef,
  reason: string,
): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    if (isCancellable(document.kind))
      await owners[document.kind].rejectCancellation(inner, document.recordId, reason)
    await send(inner, dismissCancel, [document.kind, document.recordId, reason])
    await send(inner, reopen, [document.kind, document.recordId])
  })
}
