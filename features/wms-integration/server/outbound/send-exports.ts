import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { claimNext, type ClaimedExport } from './claim-exports.ts'
import { UnreadableDocument } from '../../document-payloads.ts'
import { UnusableResponse, type Warehouse } from '../adapters/warehouse-adapter.ts'
import { logExchange } from '../runs/message-log.ts'
import {
  applyCancelAnswers,
  closeFinishedDocument,
  noteAnswer,
} from './cancellation-and-change-answers.ts'
import { noteFailure, noteSuccess, failingKinds } from '../runs/outages.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { resolveProblems } from '../problems.ts'
import type { SentResult } from '../../protocol.ts'
import { type DocumentRef, reportRejected, reportTooLate } from './export-problems.ts'
import { type DocumentKind, isCancellable, maxAttempts, retryAfter } from '../../rules.ts'

const settle = {
  name: 'settle_wms_exports',
  text: `update wms_exports e
         set state = t.state, last_error = t.error, answer = t.answer,
             sent_at = case when t.state = 'sent' then now() end
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
           as t (id, state, error, answer)
         where e.id = t.id`,
}

const requeueExports = {
  name: 'put_wms_exports_back',
  text: `update wms_exports e
         set attempts = t.attempts, last_error = $3,
             state = case when t.attempts >= ${maxAttempts} then 'failed' else 'waiting' end,
             next_attempt_at = now() + make_interval(secs => t.wait)
         from unnest($1::bigint[], $2::int[], $4::int[]) as t (id, attempts, wait)
         where e.id = t.id and e.state = 'waiting'`,
}

const mostInVain = 3
/** A document that fails twice, some seconds apart, is reported as a problem. */
const problemAfterAttempts = 2

export type Sending = {
  warehouse: Warehouse
  runId?: number | undefined
  /** Called after every batch with the number sent; returns true to stop. */
  isStopped?: (sent: number) => Promise<boolean>
}

export type SendCounts = { sent: number; failed: number }

/**
 * Sends the waiting documents of a kind in order until none is due. Throws `Unreachable` if the
 * warehouse cannot be reached; the documents stay in the queue. A rejected document becomes a
 * problem.
 */
export async function sendWaiting(
  ctx: Context,
  kind: DocumentKind,
  sending: Sending,
): Promise<SendCounts> {
  const total = { sent: 0, failed: 0 }
  for (;;) {
    const documents = await claimNext(ctx, kind)
    if (documents.length === 0) return total
    const done = await sendTogether(ctx, documents, sending)
    total.sent += done.sent
    total.failed += done.failed
    if (isCancellable(kind)) await applyCancelAnswers(ctx)
    if (await sending.isStopped?.(total.sent)) return total
  }
}

/** Sends a batch. If it fails as a whole, sends each document alone. */
async function sendTogether(
  ctx: Context,
  documents: readonly ClaimedExport[],
  sending: Sending,
): Promise<SendCounts> {
  const [first] = documents
  if (!first) return { sent: 0, failed: 0 }
  try {
    const { value, exchanged } = await sending.warehouse.send(first.kind, documents)
    await noteSuccess(ctx, first.kind)
    return await inTransaction(ctx, async (inner) => {
      const status = value.some((each) => each.status === 'rejected') ? 'partial' : 'accepted'
      await logExchange(inner, exchanged, {
        runId: sending.runId,
        direction: 'out',
        kind: first.kind,
        status,
        records: documents.length,
      })
      return settleAll(inner, documents, value)
    })
  } catch (error) {
    if (error instanceof Unreachable) {
      await requeue(ctx, documents, { error, isCounted: false })
      await noteFailure(ctx, first.kind, error)
      throw error
    }
    if (error instanceof UnreadableDocument) {
      if (documents.length > 1) return sendEach(ctx, documents, sending)
      await markUnreadable(ctx, first, error.message)
      return { sent: 0, failed: 1 }
    }
    if (!(error instanceof UnusableResponse)) throw error
    await logExchange(ctx, error.exchanged, {
      runId: sending.runId,
      direction: 'out',
      kind: first.kind,
      status: 'failed',
      records: documents.length,
      error: error.message,
    })
    if (!isConnectionFault(error) && documents.length > 1) return sendEach(ctx, documents, sending)
    if (isConnectionFault(error) || (isServerFault(error) && !(await isKnownBad(ctx, first)))) {
      await requeue(ctx, documents, { error, isCounted: false })
      await noteFailure(ctx, first.kind, error)
      throw error
    }
    await requeue(ctx, documents, { error, isCounted: true })
    return { sent: 0, failed: 1 }
  }
}

/** True if no document is at fault: bad token or address, rate limit, or unavailable. */
function isConnectionFault({ status }: UnusableResponse): boolean {
  return [401, 403, 404, 429, 502, 503, 504].includes(status)
}

/** True for a server error or an unreadable answer, for which the document may not be at fault. */
function isServerFault({ status }: UnusableResponse): boolean {
  return status >= 500 || status < 400
}

/**
 * True if a document failed before while others of its kind were accepted since. A first failure
 * may be the first sign of an outage.
 */
async function isKnownBad(ctx: Context, { kind, attempts }: ClaimedExport): Promise<boolean> {
  return attempts > 1 && (await failingKinds(ctx, [kind])).length === 0
}

type FailedSend = { document: ClaimedExport; error: UnusableResponse }

/**
 * Sends each document alone. One without a usable answer is at fault if a later one is accepted.
 * After three such failures in a row, the newest document is tried: if that fails too, the
 * warehouse is at fault.
 */
async function sendEach(
  ctx: Context,
  documents: readonly ClaimedExport[],
  sending: Sending,
): Promise<SendCounts> {
  const total = { sent: 0, failed: 0 }
  const remaining = [...documents]
  let failedSends: FailedSend[] = []
  while (remaining.length > 0) {
    const document = failedSends.length < mostInVain ? remaining.shift() : remaining.pop()
    if (!document) break
    try {
      const done = await sendTogether(ctx, [document], sending)
      if (done.sent > 0) {
        total.failed += await countAttempts(ctx, failedSends)
        failedSends = []
      }
      total.sent += done.sent
      total.failed += done.failed
    } catch (error) {
      if (!(error instanceof UnusableResponse)) throw error
      failedSends.push({ document, error })
      if (failedSends.length <= mostInVain) continue
      await requeue(ctx, remaining, { error, isCounted: false })
      throw error
    }
  }
  const [first] = failedSends
  if (first && total.sent === 0) throw first.error
  return total
}

/** Counts an attempt for documents after which others were accepted; returns how many. */
async function countAttempts(ctx: Context, failedSends: readonly FailedSend[]): Promise<number> {
  for (const { document, error } of failedSends) {
    await requeue(ctx, [document], { error, isCounted: true })
  }
  return failedSends.length
}

async function requeue(
  ctx: Context,
  documents: readonly ClaimedExport[],
  { error, isCounted }: { error: Error; isCounted: boolean },
): Promise<void> {
  const attempts = documents.map((each) => each.attempts - (isCounted ? 0 : 1))
  const retrySeconds = documents.map((each) =>
    isCounted ? retryAfter(each.attempts, Math.random()) : 0,
  )
  const ids = documents.map(({ id }) => id)
  await rows(ctx.db, requeueExports, [ids, attempts, error.message, retrySeconds])
  if (!isCounted) return
  for (const each of documents) {
    if (each.attempts >= problemAfterAttempts) await refused(ctx, each, error.message)
  }
}

/** Fails an unreadable document without retries and reports why. */
async function markUnreadable(
  ctx: Context,
  document: ClaimedExport,
  reason: string,
): Promise<void> {
  await rows(ctx.db, requeueExports, [[document.id], [maxAttempts], reason, [0]])
  await refused(ctx, document, reason)
}

async function settleAll(
  ctx: Context,
  documents: readonly ClaimedExport[],
  results: readonly SentResult[],
): Promise<SendCounts> {
  const byId = new Map(results.map((result) => [result.id, result]))
  const missing = {
    status: 'rejected',
    reason: 'The warehouse sent no result for this document',
  } as const
  const answered = documents.map((document) => {
    return { document, result: byId.get(document.messageId) ?? { id: '', ...missing } }
  })
  const isRejected = ({ result }: (typeof answered)[number]) => result.status === 'rejected'
  await send(ctx, settle, [
    answered.map(({ document }) => document.id),
    answered.map((each) => (isRejected(each) ? 'failed' : 'sent')),
    answered.map(({ result }) => result.reason ?? null),
    answered.map(({ result }) => answerOf(result.status)),
  ])
  await resolveProblems(
    ctx,
    answered.filter((each) => !isRejected(each)).map(({ document }) => `export:${document.id}`),
  )
  for (const { document, result } of answered) {
    const about = { ...document, reason: result.reason, exportId: document.id }
    if (result.status === 'rejected') await refused(ctx, document, result.reason ?? 'No reason')
    if (document.action === 'cancel') await noteAnswer(ctx, about, result.status)
    else if (result.status === 'too_late') await recordTooLate(ctx, about)
  }
  const failed = answered.filter(isRejected).length
  return { sent: answered.length - failed, failed }
}

function recordTooLate(ctx: Context, about: DocumentRef): Promise<void> {
  const isSentAgain = about.action === 'original' && about.kind !== 'order'
  return isSentAgain ? closeFinishedDocument(ctx, about) : reportTooLate(ctx, about)
}

function answerOf(status: SentResult['status']) {
  if (status === 'rejected') return null
  return status === 'duplicate' ? 'accepted' : status
}

function refused(ctx: Context, document: ClaimedExport, reason: string): Promise<void> {
  return reportRejected(ctx, { ...document, exportId: document.id, reason })
}
