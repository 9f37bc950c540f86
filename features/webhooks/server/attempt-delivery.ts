import { record } from '#features/audit/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { safeFetch, Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'
import * as rules from '../rules.ts'
import { targetOf, type WebhookConfig } from './address.ts'
import { decryptPreviousSecret, decryptWebhookSecret } from './encrypt-secrets.ts'
import * as store from './sending-store.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 65_536
/** How much of an answer the log shows, in characters. */
const shownAnswer = 2000

/** A delivery to send, with the address and the stored secrets of its webhook. */
export type DueDelivery = rules.DeliveredEvent & {
  id: number
  url: string
  secret: string
  previousSecret: string | null
}

type Exchange = rules.AttemptResult & {
  headers: Record<string, string>
  answer: string | null
  tookMs: number
}

/**
 * Sends a delivery once and records what came of it. Returns true if the receiver is given a rest:
 * then this node sends it nothing more.
 */
export async function attemptDelivery(
  ctx: Context,
  due: DueDelivery,
  config: WebhookConfig,
): Promise<boolean> {
  const exchange = await post(due, config, ctx.now)
  return recordAttempt(ctx, due, exchange)
}

async function post(due: DueDelivery, config: WebhookConfig, now: Date): Promise<Exchange> {
  const body = rules.bodyOf(due)
  const headers = { 'content-type': 'application/json', 'user-agent': 'Prizm-Webhooks' }
  const { 'webhook-signature': signature, ...identity } = signedHeaders(due, body, now)
  const shown = { ...headers, ...identity }
  const startedAt = performance.now()
  try {
    const { status, text, tookMs } = await safeFetch(targetOf(due.url, config), {
      method: 'POST',
      headers: { ...shown, 'webhook-signature': signature },
      body,
      timeoutMs,
      maxBytes: maxAnswerBytes,
      cutsAnswer: true,
    })
    const answer = text.slice(0, shownAnswer).replaceAll('\u0000', '\uFFFD')
    return { status, error: null, headers: shown, answer, tookMs }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const tookMs = Math.round(performance.now() - startedAt)
    return { status: null, error: error.message, headers: shown, answer: null, tookMs }
  }
}

/** During a rotation both secrets sign, the new one first; an unreadable old one is left out. */
function signedHeaders(due: DueDelivery, body: string, now: Date) {
  const { messageId: id, secret, previousSecret } = due
  const current = decryptWebhookSecret(secret)
  const previous = previousSecret === null ? undefined : decryptPreviousSecret(previousSecret)
  return sign(previous === undefined ? current : [current, previous], { id, body }, now)
}

type SentDelivery = { attempts: number; state: rules.DeliveryState }

function recordAttempt(ctx: Context, due: DueDelivery, exchange: Exchange): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const [webhook] = await rows<store.JudgedWebhook>(inner.db, store.lockJudgedWebhook, [
      due.webhookId,
    ])
    const [delivery] = await rows<SentDelivery>(inner.db, store.lockSentDelivery, [due.id])
    // Deleted meanwhile.
    if (!webhook || !delivery) return false
    await send(inner, store.insertAttempt, [
      due.id,
      inner.now.toISOString(),
      due.url,
      JSON.stringify(exchange.headers),
      exchange.status,
      exchange.answer,
      exchange.error,
      exchange.tookMs,
    ])
    // Another node sent it, because this one took longer than its lease.
    if (delivery.state !== 'waiting') return false
    const { topic } = due
    const attempted = { topic, attempts: delivery.attempts + 1, ...webhook }
    const consequence = rules.consequenceOf(exchange, attempted, Math.random())
    const { state, retrySeconds } = consequence
    const failure = rules.failureOf(exchange)
    await send(inner, store.settleDelivery, [due.id, state, exchange.status, failure, retrySeconds])
    return judgeWebhook(inner, { due, webhook, consequence })
  })
}

type Judged = { due: DueDelivery; webhook: store.JudgedWebhook; consequence: rules.Consequence }

/** Counts a success or a failure of an event; returns true if the receiver is given a rest. */
async function judgeWebhook(ctx: Context, judged: Judged): Promise<boolean> {
  const { due, webhook, consequence } = judged
  if (consequence.deactivates) await deactivate(ctx, judged)
  if (due.topic === rules.pingTopic) return false
  if (consequence.state === 'delivered') {
    await send(ctx, store.noteDelivered, [due.webhookId])
    return false
  }
  if (consequence.state === 'dead' && !consequence.deactivates) await notifyOfDead(ctx, judged)
  const isResting = webhook.failures + 1 >= rules.restAfterFailures
  await send(ctx, store.noteFailed, [due.webhookId, isResting ? rules.restSeconds : 0])
  return isResting
}

const sentences: Record<rules.InactiveReason, string> = {
  gone: 'Its receiver answered 410 Gone, so nothing more is sent to it.',
  failing: `Its receiver has failed for ${rules.failingDays} days, so nothing more is sent to it.`,
}

async function deactivate(ctx: Context, { due, webhook, consequence }: Judged): Promise<void> {
  const { deactivates: reason } = consequence
  if (!reason || !webhook.isActive) return
  const { webhookId: id } = due
  await send(ctx, store.deactivate, [id, reason])
  const changes = { isActive: { from: true, to: false } }
  await record(ctx, [{ entity: 'webhook', entityId: id, action: 'deactivate', changes }])
  await notify(ctx, [
    {
      roles: ['admin'],
      kind: 'system',
      key: `webhook-${id}-inactive-${ctx.now.getTime()}`,
      title: `Webhook ${webhook.description} was deactivated`.slice(0, 200),
      text: sentences[reason],
      link: '/settings?tab=webhooks',
    },
  ])
}

/** Notifies administrators of the first message that is given up, once until one succeeds. */
async function notifyOfDead(ctx: Context, { due, webhook }: Judged): Promise<void> {
  const { webhookId: id } = due
  await notify(ctx, [
    {
      roles: ['admin'],
      kind: 'system',
      key: `webhook-${id}-dead-${webhook.failingSince ?? ctx.now.toISOString()}`,
      title: `Webhook ${webhook.description} does not accept messages`.slice(0, 200),
      text:
        `A message was given up after ${rules.mostAttempts} attempts. Replay it when the ` +
        'receiver works again.',
      link: '/settings?tab=webhooks',
    },
  ])
}
