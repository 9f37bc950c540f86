import { randomBytes } from 'node:crypto'
import { changesBetween, record } from '#features/audit/server/service.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { openFeed } from '#platform/server/lists/change-feed.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { Webhook, WebhookForm, WebhookWithSecret } from '../contract.ts'
import { mostWebhooks } from '../rules.ts'
import { requireSendable, type WebhookConfig } from './address.ts'
import { decryptWebhookSecret, encryptWebhookSecret } from './encrypt-secrets.ts'
import * as store from './store.ts'

/** A page of the webhooks, without their secrets. */
export function listWebhooks(ctx: Context, query: ListQuery) {
  return readList<Webhook>(ctx.db, store.webhookListSpec, query)
}

/** The Idempotency-Key of a call and the SHA-256 of its body. */
export type KeyedCall = { idempotencyKey: string; bodySha256: Buffer }

type Creation = { config: WebhookConfig; call: KeyedCall | undefined }

/**
 * Creates a webhook with a new secret, which only this answer and retries of the same call show.
 * Events from now on are sent, and earlier ones that the list of events does not have yet. Throws
 * 422 for an address that may not be called, and 409 if there are 50 webhooks.
 */
export async function createWebhook(
  ctx: Context,
  form: WebhookForm,
  { config, call }: Creation,
): Promise<WebhookWithSecret> {
  await requireSendable(form.url, config)
  return inTransaction(ctx, async (inner) => {
    const { finalPosition } = await openFeed(inner.db)
    await rows(inner.db, store.startFeed, [finalPosition])
    const earlier = call ? await findEarlier(inner, call) : undefined
    if (earlier) return earlier
    await requireRoom(inner)
    const secret = newSecret()
    const { url, description, topics, isActive = true } = form
    const [inserted] = await rows<{ id: number }>(inner.db, store.insertWebhook, [
      url,
      description,
      [...new Set(topics)],
      isActive,
      encryptWebhookSecret(secret),
      call?.idempotencyKey ?? null,
      call?.bodySha256 ?? null,
      inner.user?.id ?? null,
    ])
    const saved = await find(inner, (inserted as { id: number }).id)
    const changes = {
      url: { from: null, to: saved.url },
      topics: { from: null, to: saved.topics.join(', ') },
    }
    await record(inner, [{ entity: 'webhook', entityId: saved.id, action: 'create', changes }])
    return { ...saved, secret }
  })
}

type EarlierWebhook = {
  id: number
  secret: string
  secretCall: string | null
  bodySha256: Buffer | null
}

/** The webhook that an earlier attempt of the same call created, with its secret. */
async function findEarlier(
  ctx: Context,
  { idempotencyKey, bodySha256 }: KeyedCall,
): Promise<WebhookWithSecret | undefined> {
  const values = [ctx.user?.id ?? 0, idempotencyKey]
  const [earlier] = await rows<EarlierWebhook>(ctx.db, store.findWebhookOfCall, values)
  if (!earlier) return undefined
  const isSame = earlier.bodySha256?.equals(bodySha256) && earlier.secretCall === idempotencyKey
  if (!isSame) throw keyReused()
  return { ...(await find(ctx, earlier.id)), secret: decryptWebhookSecret(earlier.secret) }
}

async function requireRoom({ db }: Context): Promise<void> {
  const [found] = await rows<{ count: number }>(db, store.countWebhooks)
  if ((found?.count ?? 0) < mostWebhooks) return
  const sentence = `There are ${mostWebhooks} webhooks already. Delete one first`
  throw new Refusal('conflict', 'too-many-webhooks', sentence)
}

type Update = { form: WebhookForm; ifMatch: number | undefined; config: WebhookConfig }

/**
 * Changes a webhook. Activating it forgets its failures. Throws 422 for a new address that may not
 * be called, and 412 if stale. An update without a change writes nothing.
 */
export async function updateWebhook(
  ctx: Context,
  id: number,
  { form, ifMatch, config }: Update,
): Promise<Webhook> {
  // An address that is kept is checked when a message is sent, so that a webhook whose host is
  // unknown by now can be deactivated.
  const { url: kept } = await find(ctx, id)
  if (form.url !== kept) await requireSendable(form.url, config)
  return inTransaction(ctx, async (inner) => {
    await lock(inner, id)
    const before = await find(inner, id)
    guardVersion(before, ifMatch)
    const { url, description, isActive = before.isActive } = form
    const topics = [...new Set(form.topics)]
    const changes = changesBetween(
      { url: before.url, description: before.description, ...listed(before) },
      { url, description, ...listed({ topics, isActive }) },
    )
    if (Object.keys(changes).length === 0) return before
    await rows(inner.db, store.changeWebhook, [id, url, description, topics, isActive])
    await record(inner, [{ entity: 'webhook', entityId: id, action: 'update', changes }])
    return find(inner, id)
  })
}

const listed = ({ topics, isActive }: Pick<Webhook, 'topics' | 'isActive'>) => {
  return { topics: topics.join(', '), isActive }
}

/** Deletes a webhook with its deliveries. What is being sent at this moment may still arrive. */
export function deleteWebhook(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const deleted = await rows(inner.db, store.removeWebhook, [id])
    if (deleted.length === 0) throw missing('That webhook')
    await record(inner, [{ entity: 'webhook', entityId: id, action: 'delete' }])
  })
}

/**
 * Makes a new secret, which only this answer and retries of the same call show. For 24 hours
 * messages are signed with the old one, too; a secret from a rotation before that ends at once.
 * Throws 422 for the Idempotency-Key with which the user created the webhook.
 */
export function rotateWebhookSecret(
  ctx: Context,
  id: number,
  idempotencyKey: string | undefined,
): Promise<WebhookWithSecret> {
  return inTransaction(ctx, async (inner) => {
    const before = await lock(inner, id)
    if (isOfCreation(inner, before, idempotencyKey)) throw keyReused()
    if (isRetryOf(before, idempotencyKey)) {
      return { ...(await find(inner, id)), secret: decryptWebhookSecret(before.secret) }
    }
    const secret = newSecret()
    const stored = encryptWebhookSecret(secret)
    await rows(inner.db, store.replaceSecret, [id, stored, idempotencyKey ?? null])
    await record(inner, [{ entity: 'webhook', entityId: id, action: 'rotate' }])
    return { ...(await find(inner, id)), secret }
  })
}

/**
 * True if the last rotation had this key. Later than the overlap it is no retry: a program that
 * rotates each month under one key would get the old secret for ever.
 */
function isRetryOf({ secretCall, isOverlapping }: store.LockedWebhook, key: string | undefined) {
  return key !== undefined && secretCall === key && isOverlapping
}

function isOfCreation(
  { user }: Context,
  { creationKey, createdBy }: store.LockedWebhook,
  key: string | undefined,
): boolean {
  return key !== undefined && creationKey === key && createdBy === (user?.id ?? null)
}

function keyReused(): Refusal {
  const sentence =
    'The first attempt with this Idempotency-Key had other content and may be saved. ' +
    'Check it before you send this as well'
  return new Refusal('invalid', 'idempotency-key-reused', sentence)
}

/** 24 random bytes, as Standard Webhooks recommends. */
function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

async function lock(ctx: Context, id: number): Promise<store.LockedWebhook> {
  const [locked] = await rows<store.LockedWebhook>(ctx.db, store.lockWebhook, [id])
  if (!locked) throw missing('That webhook')
  return locked
}

async function find(ctx: Context, id: number): Promise<Webhook> {
  const found = await readOne<Webhook>(ctx.db, store.webhookListSpec, { id })
  if (!found) throw missing('That webhook')
  return found
}

/** Throws 409 if a webhook is inactive, because nothing is sent to it. */
export function requireActive({ isActive }: { isActive: boolean }): void {
  if (isActive) return
  throw new Refusal('refused', 'webhook-inactive', 'The webhook is inactive. Activate it first')
}
