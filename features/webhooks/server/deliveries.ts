import { record } from '#features/audit/server/service.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { WebhookAttempt, WebhookDelivery, WebhookDeliveryDetails } from '../contract.ts'
import { bodyOf, deliveryDays, type DeliveredEvent, pingTopic } from '../rules.ts'
import { requireActive } from './service.ts'
import * as store from './store.ts'

/** The most events that one call sends again. */
const mostReplayed = 10_000

/** A page of the deliveries of the last 30 days. */
export function listWebhookDeliveries(ctx: Context, query: ListQuery) {
  return readList<WebhookDelivery>(ctx.db, store.deliveryListSpec, query)
}

/** A delivery with its body and its last attempts. */
export async function readWebhookDelivery(
  ctx: Context,
  id: number,
): Promise<WebhookDeliveryDetails> {
  const delivery = await find(ctx, id)
  const [event] = await rows<DeliveredEvent>(ctx.db, store.readDeliveredEvent, [id])
  const log = await rows<WebhookAttempt>(ctx.db, store.readAttempts, [id])
  if (!event) throw missing('That delivery')
  return { ...delivery, body: bodyOf(event), log }
}

/**
 * Queues a message again, with the same id and all attempts. Throws 409 if its webhook is inactive,
 * except for a test.
 */
export function replayWebhookDelivery(ctx: Context, id: number): Promise<WebhookDelivery> {
  return inTransaction(ctx, async (inner) => {
    const values = [id]
    type Locked = { webhookId: number; topic: string; isActive: boolean }
    const [locked] = await rows<Locked>(inner.db, store.lockDelivery, values)
    if (!locked) throw missing('That delivery')
    if (locked.topic !== pingTopic) requireActive(locked)
    await rows(inner.db, store.requeueDelivery, values)
    const replayed = await find(inner, id)
    const changes = { messageId: { from: null, to: replayed.messageId } }
    const entry = { entity: 'webhook', entityId: locked.webhookId, action: 'replay' } as const
    await record(inner, [{ ...entry, changes }])
    return replayed
  })
}

/**
 * Queues the events of a webhook's topics since a moment again: those in its log, and those that it
 * missed, which come after what waits already. Throws 409 if it is inactive, or for more than
 * 10,000 events. Returns their number.
 */
export function replayWebhook(
  ctx: Context,
  id: number,
  { since }: { since: string },
): Promise<{ count: number }> {
  return inTransaction(ctx, async (inner) => {
    const [locked] = await rows<store.LockedWebhook>(inner.db, store.lockWebhook, [id])
    if (!locked) throw missing('That webhook')
    requireActive(locked)
    const values = [id, since, mostReplayed + 1]
    const [again] = await rows<{ count: number }>(inner.db, store.requeueSince, values)
    const [missed] = await rows<{ count: number }>(inner.db, store.queueMissed, values)
    const count = (again?.count ?? 0) + (missed?.count ?? 0)
    if (count > mostReplayed) {
      const sentence = 'There are more than 10,000 events since then. Choose a later time'
      throw new Refusal('conflict', 'too-many-events', sentence)
    }
    const changes = { since: { from: null, to: since }, events: { from: null, to: count } }
    await record(inner, [{ entity: 'webhook', entityId: id, action: 'replay', changes }])
    return { count }
  })
}

/** Queues a `ping` message, which is sent once within seconds, also to an inactive webhook. */
export function testWebhook(ctx: Context, id: number): Promise<WebhookDelivery> {
  return inTransaction(ctx, async (inner) => {
    const [locked] = await rows(inner.db, store.lockWebhook, [id])
    if (!locked) throw missing('That webhook')
    const [queued] = await rows<{ id: number }>(inner.db, store.insertPing, [id, pingTopic])
    await record(inner, [{ entity: 'webhook', entityId: id, action: 'test' }])
    return find(inner, (queued as { id: number }).id)
  })
}

async function find(ctx: Context, id: number): Promise<WebhookDelivery> {
  const found = await readOne<WebhookDelivery>(ctx.db, store.deliveryListSpec, { id })
  if (!found) throw missing('That delivery')
  return found
}

/** Deletes deliveries, with their attempts, 30 days after they were queued. */
export async function deleteOldWebhookDeliveries(ctx: Context): Promise<void> {
  await rows(ctx.db, store.deleteOldDeliveries)
}

export const deliveryRetention: RetentionRule = {
  deleteDue: deleteOldWebhookDeliveries,
  tables: [
    {
      table: 'webhook_deliveries',
      keptDays: deliveryDays,
      countDue: store.countOldDeliveries,
    },
    { table: 'webhook_attempts', keptDays: deliveryDays, countDue: store.countOldAttempts },
  ],
}
