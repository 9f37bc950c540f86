import { webhookSecretsIn } from '#platform/kernel/fields.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { requiredSentence } from '#platform/server/http/validation-messages.ts'
import { fieldErrors, parseText } from '#platform/server/http/parse-request.ts'
import { recordWebhookReceived, webhookSecret, type WmsConfig } from '../connection.ts'
import { applyEvent } from './import-events.ts'
import { type Outcome, malformed } from './event-outcome.ts'
import { countEmptied, guardCount } from '../counts/count-guard.ts'
import { reportUnread, zeroUncounted } from '../counts/import-count.ts'
import { importLines, isFromTheFuture } from '../counts/import-count-lines.ts'
import { deleteMessage, hashOf, recordOutcome, logMessage } from '../runs/message-log.ts'
import { reportMalformed, reportShortages } from '../problems.ts'
import { recordValidWebhook, noteRefusedWebhook } from '../runs/outages.ts'
import { snapshotReady, webhookBody } from '../../protocol.ts'
import { startWmsRun } from '../runs/runs.ts'
import { verifySignature } from '#platform/server/outbound/webhook-signature.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export type WebhookAnswer = { status: string; reason?: string }

/**
 * Receives an event of the warehouse. An invalid signature is rejected with 401 before the body is
 * parsed. A duplicate changes nothing. A malformed event is stored with its hash, becomes a
 * problem, and is answered with 422. Does not run in the transaction of the request, so that the
 * message is stored in any case.
 */
export async function receiveWmsWebhook(
  ctx: Context,
  config: WmsConfig,
  { headers, text }: { headers: Headers; text: string },
): Promise<WebhookAnswer> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signature = headerOf(headers, 'webhook-signature')
  const secret = await webhookSecret(ctx, config)
  if (secret === null) throw noSecret()
  const signed = { id, timestamp, signature, body: text }
  const fault = verifySignature(webhookSecretsIn(secret), signed, ctx.now)
  if (fault) {
    // A request without a signature does not come from a warehouse.
    if (signature !== '') await noteRefusedWebhook(ctx, responseOf(fault))
    throw new Refusal('signedOut', fault.code, fault.sentence, [fault.field], { challenge })
  }
  await recordWebhookReceived(ctx)
  await recordValidWebhook(ctx)
  const parsed = webhookBody.safeParse(parseText(text), { error: requiredSentence })
  const kind = parsed.success ? parsed.data.type : 'unreadable'
  const facts = { direction: 'in', channel: 'webhook', kind, externalId: id } as const
  const messageId = await logMessage(ctx, { ...facts, status: 'accepted', records: 1, body: text })
  if (messageId === undefined) return { status: 'duplicate' }
  const outcome = parsed.success
    ? await processEvent(ctx, parsed.data, messageId).catch(async (error: unknown) => {
        // It was not processed, so it may be sent again under its ID.
        await deleteMessage(ctx, messageId)
        throw error
      })
    : malformed('The request body is not a valid event', fieldErrors(parsed.error))
  await recordOutcome(ctx, messageId, {
    status: statusOf[outcome.status],
    error: outcome.reason ?? null,
  })
  if (outcome.status !== 'senseless') return answerOf(outcome)
  const reason = outcome.reason ?? 'This event is not valid'
  await reportMalformed(ctx, { id, hash: hashOf(text), reason })
  throw new Refusal('invalid', 'invalid', reason, outcome.fields)
}

/** A webhook is not signed in by a key: it is signed. */
const challenge = 'Signature realm="Standard Webhooks"'

function responseOf({ code, sentence }: { code: string; sentence: string }): string {
  if (code === 'wrong-clock') return sentence
  return `${sentence}. The webhook secret must be the same here and at the warehouse`
}

function noSecret(): Refusal {
  const sentence = 'Webhooks are refused, because no webhook secret is set for the warehouse'
  return new Refusal('signedOut', 'no-webhook-secret', sentence, [], { challenge })
}

const statusOf: Readonly<Record<Outcome['status'], string>> = {
  applied: 'accepted',
  partial: 'partial',
  duplicate: 'stale',
  parked: 'parked',
  failed: 'rejected',
  senseless: 'rejected',
}

function answerOf({ status, reason }: Outcome): WebhookAnswer {
  return reason === undefined ? { status } : { status, reason }
}

function headerOf(headers: Headers, name: string): string {
  const value = headers[name]
  return typeof value === 'string' && value.length <= 2000 ? value : ''
}

async function processEvent(
  ctx: Context,
  event: { type: string; data: unknown },
  messageId: number,
): Promise<Outcome> {
  if (event.type === 'ping') return { status: 'applied' }
  if (event.type !== 'inventory.snapshot') return applyEvent(ctx, event, messageId)
  const ready = snapshotReady.safeParse(event.data, { error: requiredSentence })
  if (!ready.success) {
    return malformed('The count is not valid', fieldErrors(ready.error, ['data']))
  }
  const { snapshotId, asOf, lines, unavailable = [] } = ready.data
  if (!lines || !asOf) {
    await startWmsRun({ ...ctx, user: undefined }, 'inventory', 'webhook')
    return { status: 'applied' }
  }
  if (await isFromTheFuture(ctx, asOf)) {
    const message = 'Must not be in the future'
    return malformed('This count is dated in the future', [{ path: 'data.asOf', message }])
  }
  const isFull = ready.data.isFull === true
  const emptying = await countEmptied(ctx, lines, isFull)
  const waits = await guardCount(ctx, { snapshotId, asOf }, { ...emptying, isFull })
  if (waits !== undefined) return { status: 'parked', reason: waits }
  const count = { snapshotId, asOf, windowMinutes: 0 }
  const done = await importLines(ctx, count, lines)
  const isComplete = isFull && !ready.data.next && unavailable.length === 0
  if (isComplete) await zeroUncounted(ctx, count, done.unapplied)
  await inTransaction(ctx, async (inner) => {
    for (const { location, reason } of unavailable) await reportUnread(inner, location, reason)
    await reportShortages(inner)
  })
  const reason = leftOut(done.failed, unavailable)
  return reason === '' ? { status: 'applied' } : { status: 'partial', reason }
}

/** What of a count was not applied, in words. */
function leftOut(failed: number, unavailable: readonly { location: string }[]): string {
  const lines = `${failed} ${failed === 1 ? 'line was' : 'lines were'} not applied`
  const locations = `Not counted: location ${unavailable.map((each) => each.location).join(', ')}`
  return [failed > 0 ? lines : '', unavailable.length > 0 ? locations : '']
    .filter(Boolean)
    .join('. ')
}
