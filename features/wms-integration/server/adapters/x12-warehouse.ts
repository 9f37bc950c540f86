import {
  type FailedFile,
  pollMailbox,
  type Mailbox,
  lockIfNotExported,
  type Partner,
  writeOutbound,
  acknowledgedIn,
  type WarehouseSet,
  markSetsProcessed,
  markProcessedUpTo,
  readLimit,
  readWarehouseSets,
} from '#features/edi/server/service.ts'
import { clockIn } from '#features/edi/rules.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import {
  type Answer,
  UnusableResponse,
  type OutboundDocument,
  type Warehouse,
} from './warehouse-adapter.ts'
import { isFromTheFuture } from '../counts/import-count-lines.ts'
import { hashOf, logMessage } from '../runs/message-log.ts'
import { reportMalformed } from '../problems.ts'
import type { SentResult } from '../../protocol.ts'
import { type CancellableKind, type DocumentKind, isCancellable } from '../../rules.ts'
import { answerIn, countOf, eventOf } from './x12-inbound-sets.ts'
import { setOf } from './x12-outbound-sets.ts'

export type X12Target = {
  ctx: Context
  /** The warehouse as an EDI partner. */
  partner: Partner
  /** The time zone of the dates and times in the files. */
  zone: string
  /** The location as shown to users. */
  place: string
  openMailbox(): Promise<Mailbox>
}

/**
 * A warehouse that exchanges X12 files (docs/wms-x12.md). Every call first exchanges the pending
 * files: a file is stored before it is processed.
 */
export function x12Warehouse(target: X12Target): Warehouse {
  return {
    status: async () => {
      const { tookMs, summary } = await visit(target)
      const value = { name: `X12 files at ${target.place}`, takesReturns: true }
      return { value, exchanged: { kind: 'status', sent: 'Files', answer: summary, tookMs } }
    },
    send: (kind, documents) => sendDocuments(target, kind, documents),
    readInventory: (cursor) => readCounts(target, cursor),
    settleCounts: (ids) => markSetsProcessed(target.ctx, target.partner.id, ids.map(Number)),
    readEvents: (cursor) => readEvents(target, cursor),
    askForWebhook: async () => {
      const exchanged = { kind: 'webhook-test', sent: '', answer: '', tookMs: 0 }
      const sentence = 'A warehouse that exchanges files sends no webhooks'
      throw new UnusableResponse(sentence, { status: 501, exchanged })
    },
  }
}

/** Exchanges files in both directions. */
async function visit({ ctx, partner, openMailbox }: X12Target) {
  const started = performance.now()
  const mailbox = await openMailbox()
  const onBadFile = (bad: FailedFile) => reportBadFile(ctx, bad)
  try {
    const inner = { ...ctx, channel: 'wms' as const }
    const {
      taken: imported,
      failed,
      sent,
    } = await pollMailbox(inner, partner.id, {
      mailbox,
      onImportFailure: onBadFile,
    })
    const tookMs = Math.round(performance.now() - started)
    return { tookMs, summary: `${imported} imported, ${failed} set aside, ${sent} exported` }
  } finally {
    await mailbox.close()
  }
}

/** Logs a file that could not be imported completely, and reports why. */
async function reportBadFile(ctx: Context, { name, text, reason }: FailedFile): Promise<void> {
  const message = { direction: 'in' as const, kind: 'file', status: 'rejected', error: reason }
  await logMessage(ctx, { ...message, body: text ?? '' })
  await reportMalformed(ctx, {
    id: name,
    ...(text !== undefined && { hash: hashOf(text) }),
    reason,
  })
}

/** Sends orders and expected goods as files; this warehouse does not get other kinds. */
async function sendDocuments(
  target: X12Target,
  kind: DocumentKind,
  documents: readonly OutboundDocument[],
): Promise<Answer<SentResult[]>> {
  const results: SentResult[] = []
  const texts: string[] = []
  for (const document of documents) {
    const written = isCancellable(kind) ? await write(target, kind, document) : 'untold'
    const isAgain = document.action === 'cancel' || document.action === 'change'
    // Whether a cancellation or change was in time is reported by its 997, or by the goods.
    const isOpen = isAgain && written !== 'untold'
    const status = isOpen ? 'pending' : written === 'known' ? 'duplicate' : 'accepted'
    if (written !== 'known' && written !== 'untold') texts.push(written)
    results.push({ id: document.messageId, status })
  }
  const { tookMs, summary } = await visit(target)
  return { value: results, exchanged: { kind, sent: texts.join(''), answer: summary, tookMs } }
}

/** Prefix of the `tells` key of a document, followed by its message ID. */
const documentPrefix = 'wms '

/**
 * Writes a document once per message ID. Returns its text, `known` if it was written before, or
 * `untold` if this kind of change is not sent.
 */
async function write(
  { ctx, partner, zone }: X12Target,
  kind: CancellableKind,
  document: OutboundDocument,
): Promise<string> {
  const today = clockIn(ctx.now, zone).date
  const set = setOf(kind, document, { name: partner.ownIdentifier, today })
  if (!set) return 'untold'
  return inTransaction(ctx, async (inner) => {
    const messageKey = `${documentPrefix}${document.messageId}`
    if (!(await lockIfNotExported(inner, partner.id, messageKey))) return 'known'
    const sets = [{ set, reference: document.code, recordRef: messageKey }]
    return (await writeOutbound(inner, partner, { sets })).text
  })
}

const cursorToId = (cursor: string | undefined) =>
  /^\d{1,10}$/.test(cursor ?? '') ? Number(cursor) : 0

const happened = ['945', '944', '997']
const counts = ['846']

async function readEvents(
  target: X12Target,
  cursor: string | undefined,
): ReturnType<Warehouse['readEvents']> {
  const { ctx, partner, zone } = target
  const from = cursorToId(cursor)
  const { tookMs } = await visit(target)
  await markProcessedUpTo(ctx, partner.id, { upTo: from, sets: happened })
  const found = await readWarehouseSets(ctx, partner.id, { after: from, sets: happened })
  const events = []
  for (const row of found) {
    const event = eventOf({ ...row, zone })
    if (event) events.push(event)
    if (row.setId === '997') events.push(...(await answers(target, row)))
  }
  const next = found.at(-1)?.id ?? from
  const value = { events, cursor: String(next), hasMore: found.length === readLimit }
  const answer = JSON.stringify(found.map(({ id, setId, segments }) => ({ id, setId, segments })))
  return { value, exchanged: { kind: 'events', sent: 'Files', answer, tookMs } }
}

/**
 * Converts a 997 for our files to events: a cancellation or change was accepted or rejected; any
 * other rejection is reported for review.
 */
async function answers({ ctx, partner }: X12Target, row: WarehouseSet) {
  const events = []
  const { control, reason } = answerIn(row.segments)
  for (const { id, reference, state, tells, isAgain, isCancel } of await acknowledgedIn(
    ctx,
    partner.id,
    control,
  )) {
    const orderNumber = reference ?? 'unknown'
    const isAccepted = state === 'accepted'
    const rejection = isAccepted ? {} : { reason }
    const event = { id: `x12-${row.id}-${id}`, orderNumber }
    if (isAgain && tells?.startsWith(documentPrefix)) {
      const status = isAccepted ? 'accepted' : 'rejected'
      const data = {
        documentId: tells.slice(documentPrefix.length),
        orderNumber,
        status,
        ...rejection,
      }
      events.push({ id: event.id, type: isCancel ? 'cancel.answered' : 'change.answered', data })
    } else if (!isAccepted) {
      const data = { documentId: `x12-${id}`, orderNumber, reason }
      events.push({ id: event.id, type: 'document.refused', data })
    }
  }
  return events
}

/** Reads the first unprocessed count, or the first one after the cursor. */
async function readCounts(
  target: X12Target,
  cursor: string | undefined,
): ReturnType<Warehouse['readInventory']> {
  const { ctx, partner, zone } = target
  const { tookMs } = await visit(target)
  const received = await readWarehouseSets(ctx, partner.id, {
    after: cursorToId(cursor),
    sets: counts,
    isNew: true,
  })
  const exchanged = { kind: 'inventory', sent: 'Files', tookMs }
  for (const [index, row] of received.entries()) {
    const count = countOf({ ...row, zone })
    if (await isFromTheFuture(ctx, count.asOf)) {
      await expireCount(target, row, count.asOf)
      continue
    }
    const id = String(row.id)
    const deliveredCount = { id, ...(index < received.length - 1 && { behind: id }) }
    const answer = JSON.stringify(row.segments)
    return { value: { ...count, deliveredCount }, exchanged: { ...exchanged, answer } }
  }
  const none = { snapshotId: 'none', asOf: ctx.now.toISOString(), lines: [] }
  return { value: none, exchanged: { ...exchanged, answer: '' } }
}

/**
 * A count dated in the future would block all counts until then, so it is reported and discarded.
 */
async function expireCount(
  { ctx, partner }: X12Target,
  { id, segments }: WarehouseSet,
  asOf: string,
) {
  const hash = hashOf(JSON.stringify(segments))
  const reason = `The count is dated ${asOf.slice(0, 16)}Z, in the future. It was not applied`
  await reportMalformed(ctx, { id: `846-${id}`, hash, reason })
  await markSetsProcessed(ctx, partner.id, [id])
}
