import { requirePermission } from '#features/auth/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { documentKinds, type Sendable, type Sending, type SendingOutcome } from '../contract.ts'
import { addressesOf, isAddress } from '../rules.ts'
import { visibleSendings } from './costs-in-sent-documents.ts'
import { readLetter, requireMail, retrySending, sendDocument } from './service.ts'
import type { DocumentSources } from './document-sources.ts'
import * as store from './store.ts'

type SendingRequest = { name: Sendable; ids: readonly number[]; hasServer: boolean }

/** Reads the last email of each record for one document kind. */
export async function readLastSendings(
  ctx: Context,
  { name, ids }: Pick<SendingRequest, 'name' | 'ids'>,
): Promise<Sending[]> {
  requirePermission(ctx.user, documentKinds[name].send)
  return visibleSendings(ctx, await rows<Sending>(ctx.db, store.lastOfRecords, [name, ids]))
}

/**
 * Sends documents of one kind with their default text to the addresses in the master records, in
 * one transaction with one outcome per document. Skips documents that were sent or are queued, and
 * retries failed ones, so that the call is repeatable. Throws if email is not configured.
 */
export async function sendMany(
  ctx: Context,
  sources: DocumentSources,
  { name, ids, hasServer }: SendingRequest,
): Promise<SendingOutcome[]> {
  requirePermission(ctx.user, documentKinds[name].send)
  await requireMail(ctx, hasServer)
  const requestedIds = [...new Set(ids)]
  return inTransaction(ctx, async (inner) => {
    // If two users send the same letters concurrently, the second finds them sent.
    await send(inner, store.lockKind, [name])
    const before = await rows<Sending>(inner.db, store.lastOfRecords, [name, requestedIds])
    const lastByRecord = new Map(before.map((sending) => [sending.recordId, sending]))
    const outcomes: SendingOutcome[] = []
    for (const id of requestedIds) {
      const request = { name, id, lastSending: lastByRecord.get(id), hasServer }
      // Sequential, because the transaction has one connection.
      // oxlint-disable-next-line no-await-in-loop
      outcomes.push({ recordId: id, ...(await sendOne(inner, sources, request).catch(refused)) })
    }
    return outcomes
  })
}

type Outcome = Omit<SendingOutcome, 'recordId'>

/** A document that cannot be sent does not stop the others; nothing of it was written. */
function refused(error: unknown): Outcome {
  if (error instanceof Refusal) return { outcome: 'refused', says: error.message }
  throw error
}

type SendOneRequest = {
  name: Sendable
  id: number
  lastSending: Sending | undefined
  hasServer: boolean
}

async function sendOne(
  ctx: Context,
  sources: DocumentSources,
  { name, id, lastSending, hasServer }: SendOneRequest,
): Promise<Outcome> {
  // A customer gets a statement again and again, but each only once: those of one day are one.
  const isRenewed = name === 'statement'
  if (lastSending && !isRenewed) return sendAgain(ctx, lastSending)
  const letter = await readLetter(ctx, sources, { name, id, days: {} })
  if (lastSending?.fileName === letter.fileName) return sendAgain(ctx, lastSending)
  const { to, subject, message, whyNot, unprintable } = letter
  const addresses = addressesOf(to)
  const hasValidAddresses = addresses.length > 0 && addresses.every(isAddress)
  // A bulk send has no preview; a user may send such a document individually.
  const unprintableReason = unprintable && `${unprintable}. Send this document individually`
  const sentence = whyNot ?? (hasValidAddresses ? unprintableReason : 'There is no email address')
  if (sentence !== null) return { outcome: 'refused', says: sentence }
  const form = { to, subject, message }
  await sendDocument(ctx, sources, { name, id, days: {}, form, hasServer })
  return { outcome: 'queued', says: null }
}

/** Retries a message that failed; any other stays as it is. */
async function sendAgain(ctx: Context, { id, status }: Sending): Promise<Outcome> {
  if (status !== 'failed') return { outcome: 'already', says: null }
  await retrySending(ctx, id)
  return { outcome: 'retried', says: null }
}
