// One file: keys are made, rotated, changed and revoked with the same locks and checks.
import { createHash, randomBytes } from 'node:crypto'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { findAccount, guardManaging } from '#features/auth/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import {
  type ApiKey,
  type ApiKeyForm,
  apiKeyList,
  type NewApiKey,
  type NewKeyAnswer,
} from '../contract.ts'
import { keyPrefix, visibleKeyLength } from '../rules.ts'
import { requireAddresses } from './allowed-ip-addresses.ts'

const columns = `k.id, k.name, k.user_id as "userId", u.username, k.starts_with as "startsWith",
  k.scopes, k.expires_on as "expiresOn", k.last_used_at as "lastUsedAt",
  k.created_at as "createdAt", k.rate_per_minute as "ratePerMinute", k.addresses,
  case when k.previous_until > now() then k.previous_until end as "previousUntil", k.version`

const list = listSpec(apiKeyList, {
  columns,
  from: 'api_keys k join users u on u.id = k.user_id',
  where: 'k.revoked_at is null',
  id: 'k.id',
  fields: {
    id: 'k.id',
    name: 'k.name collate "und-x-icu"',
    username: 'u.username collate "und-x-icu"',
    expiresOn: { sql: 'k.expires_on', isNullable: true },
    lastUsedAt: { sql: 'k.last_used_at', isNullable: true },
    createdAt: 'k.created_at',
  },
  search: ['k.name', 'u.username', 'k.starts_with'],
})

/** A page of the keys that are not revoked, including expired ones. */
export function listApiKeys(ctx: Context, query: ListQuery) {
  return readList<ApiKey>(ctx.db, list, query)
}

const add = {
  name: 'add_api_key',
  text: `with made as (
           insert into api_keys
             (name, user_id, token_sha256, starts_with, scopes, expires_on, created_by,
              idempotency_key, body_sha256, rate_per_minute, addresses)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           returning id, name, user_id, starts_with, scopes, expires_on, last_used_at, created_at,
                     rate_per_minute, addresses, previous_until, version)
         select ${columns} from made k join users u on u.id = k.user_id`,
}

/** The Idempotency-Key of a call and the SHA-256 of its body. */
export type KeyedCreation = { idempotencyKey: string; bodySha256: Buffer }

/**
 * Creates an API key and returns its text, which is not stored: 256 random bits after a prefix for
 * secret scanners. Rejects an unknown user, with 403 another user unless the caller is an
 * administrator, and a past expiry date. A retry with the same Idempotency-Key revokes the key of
 * the first attempt, whose response was lost: 409 if that key is already in use, 422 if the body
 * differs.
 */
export function createApiKey(
  ctx: Context,
  form: NewApiKey,
  call?: KeyedCreation,
): Promise<NewKeyAnswer> {
  const key = newKeyText()
  return inTransaction(ctx, async (inner) => {
    requireAddresses(form.addresses ?? [])
    const revoked = call ? await revokeEarlier(inner, call) : undefined
    const userId = form.userId ?? inner.user?.id ?? 0
    const owner = await findAccount(inner.db, userId)
    if (!owner?.isActive) throw invalid([{ path: 'userId', message: 'Select an active user' }])
    await guardManaging(inner, owner.user)
    guardOwnKey(inner, userId)
    await requireFutureDay(inner, form.expiresOn)
    const scopes = [...new Set(form.scopes)]
    const visiblePrefix = key.slice(0, visibleKeyLength)
    const creatorId = inner.user?.id ?? null
    const values = [
      form.name,
      userId,
      hashOf(key),
      visiblePrefix,
      scopes,
      form.expiresOn ?? null,
      creatorId,
    ]
    const idempotencyValues = [call?.idempotencyKey ?? null, call?.bodySha256 ?? null]
    const limits = [form.ratePerMinute ?? null, form.addresses ?? []]
    const parameters = [...values, ...idempotencyValues, ...limits]
    const [inserted] = await rows<ApiKey>(inner.db, add, parameters)
    const saved = inserted as ApiKey
    const none = { expiresOn: null, ratePerMinute: null, addresses: [] }
    const { expiresOn, ratePerMinute, addresses } = saved
    const changes = {
      name: { from: null, to: saved.name },
      username: { from: null, to: saved.username },
      scopes: { from: null, to: scopes.join(', ') },
      ...changesBetween(none, { expiresOn, ratePerMinute, addresses }),
    }
    await record(inner, [{ entity: 'api_key', entityId: saved.id, action: 'create', changes }])
    return { ...saved, key, notice: noticeOf(revoked), revokedKeyId: revoked?.id ?? null }
  })
}

// Serializes attempts with the same Idempotency-Key, so that the second sees the first one's
// commit.
const lockCreator = {
  name: 'lock_api_key_creator',
  text: 'select id from users where id = $1 for update',
}
const findEarlierKey = {
  name: 'find_earlier_api_key',
  text: `select id, starts_with as "startsWith", last_used_at as "lastUsedAt",
           body_sha256 as "bodySha256"
         from api_keys
         where created_by = $1 and idempotency_key = $2 and revoked_at is null`,
}
type EarlierKey = { id: number; startsWith: string; lastUsedAt: string | null; bodySha256: Buffer }

/** Revokes the key created by an earlier attempt of the same call; undefined if there was none. */
async function revokeEarlier(ctx: Context, call: KeyedCreation): Promise<EarlierKey | undefined> {
  const creatorId = ctx.user?.id ?? 0
  await rows(ctx.db, lockCreator, [creatorId])
  const [earlierKey] = await rows<EarlierKey>(ctx.db, findEarlierKey, [
    creatorId,
    call.idempotencyKey,
  ])
  if (!earlierKey) return undefined
  if (!earlierKey.bodySha256.equals(call.bodySha256)) throw keyReused()
  if (earlierKey.lastUsedAt) {
    const sentence = `The key ${earlierKey.startsWith}… of the first attempt is already in use`
    throw new Refusal('conflict', 'api-key-in-use', sentence)
  }
  await revokeApiKey(ctx, earlierKey.id)
  return earlierKey
}

function keyReused(): Refusal {
  const sentence =
    'The first attempt with this Idempotency-Key had other content and may be saved. ' +
    'Check it before you send this as well'
  return new Refusal('invalid', 'idempotency-key-reused', sentence)
}

function noticeOf(revoked: EarlierKey | undefined): string | null {
  if (!revoked) return null
  const { startsWith } = revoked
  return `The first attempt created key ${startsWith}…, which was never shown. It was revoked`
}

const revoke = {
  name: 'revoke_api_key',
  text: `update api_keys set revoked_at = now() where id = $1 and revoked_at is null returning id`,
}

/**
 * Revokes a key, effective immediately on every node. Throws 404, and 403 for the key of a user
 * whose role may do what the caller may not.
 */
export function revokeApiKey(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await lockKey(inner, id)
    const revoked = await rows(inner.db, revoke, [id])
    if (revoked.length === 0) throw missing('That API key')
    await record(inner, [{ entity: 'api_key', entityId: id, action: 'revoke' }])
  })
}

const change = {
  name: 'change_api_key',
  text: `update api_keys
         set name = $2, expires_on = $3, rate_per_minute = $4, addresses = $5, version = version + 1
         where id = $1`,
}
const lock = {
  name: 'lock_api_key',
  text: `select k.id, k.user_id as "userId", k.rotation_key as "rotationKey", u.role,
           (extract(epoch from k.previous_until - now()) / 3600)::float8 as "overlapHoursLeft"
         from api_keys k join users u on u.id = k.user_id
         where k.id = $1 and k.revoked_at is null for update of k`,
}
type LockedKey = {
  id: number
  userId: number
  rotationKey: string | null
  role: string
  /** For how many hours the secret before the last rotation still works; null if it had no more. */
  overlapHoursLeft: number | null
}

/**
 * Changes the name, the last day, the rate and the addresses of a key, effective immediately on
 * every node; what is omitted stays. Throws 422 for a past day and for a text that is no address,
 * and 412 if stale.
 */
export function updateApiKey(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: ApiKeyForm; ifMatch: number | undefined },
): Promise<ApiKey> {
  return inTransaction(ctx, async (inner) => {
    await lockKey(inner, id)
    const before = await find(inner, id)
    guardVersion(before, ifMatch)
    const { name } = form
    const { expiresOn = before.expiresOn, ratePerMinute = before.ratePerMinute } = form
    const { addresses = before.addresses } = form
    requireAddresses(addresses)
    if (expiresOn !== before.expiresOn) await requireFutureDay(inner, expiresOn)
    await rows(inner.db, change, [id, name, expiresOn, ratePerMinute, addresses])
    const after = await find(inner, id)
    const changes = changesBetween(before, after)
    await record(inner, [{ entity: 'api_key', entityId: id, action: 'update', changes }])
    return after
  })
}

// A retry replaces only the secret of the first attempt: the one before keeps its time.
const rotate = {
  name: 'rotate_api_key',
  text: `update api_keys
         set previous_token_sha256 = case when $5::boolean then previous_token_sha256
                                          when $4 > 0 then token_sha256 end,
             previous_until = case when $5::boolean then previous_until
                                   when $4 > 0 then now() + make_interval(hours => $4) end,
             token_sha256 = $2, starts_with = $3, rotation_key = $6, version = version + 1
         where id = $1`,
}

/**
 * Gives a key a new secret, which only this answer shows. The old one works for `overlapHours`
 * more; one from a rotation before that ends at once. A retry with the same Idempotency-Key
 * replaces the secret of the first attempt, whose response was lost. Throws 403 for the key of
 * another user unless the caller is an administrator, and 422 for a retry with a shorter overlap.
 */
export function rotateApiKey(
  ctx: Context,
  id: number,
  { overlapHours, idempotencyKey }: Rotation,
): Promise<NewKeyAnswer> {
  const key = newKeyText()
  return inTransaction(ctx, async (inner) => {
    const locked = await lockKey(inner, id)
    guardOwnKey(inner, locked.userId)
    const isRetry = isRetryOf(locked, { overlapHours, idempotencyKey })
    const startsWith = key.slice(0, visibleKeyLength)
    const values = [id, hashOf(key), startsWith, overlapHours, isRetry, idempotencyKey ?? null]
    const before = await find(inner, id)
    await rows(inner.db, rotate, values)
    const after = await find(inner, id)
    const changes = changesBetween(endsOf(before), endsOf(after))
    await record(inner, [{ entity: 'api_key', entityId: id, action: 'rotate', changes }])
    const notice = isRetry ? 'The secret of the first attempt, which was never shown, ended' : null
    return { ...after, key, notice, revokedKeyId: null }
  })
}

type Rotation = { overlapHours: number; idempotencyKey: string | undefined }

/**
 * True if the last rotation had this Idempotency-Key. Once its overlap has ended, its secret is in
 * use: then a rotation under the same key is a new one, whose old secret works on as usual.
 */
function isRetryOf(
  { rotationKey, overlapHoursLeft }: LockedKey,
  { overlapHours, idempotencyKey }: Rotation,
): boolean {
  if (idempotencyKey === undefined || rotationKey !== idempotencyKey) return false
  if (overlapHoursLeft === null) return overlapHours === 0
  if (overlapHoursLeft <= 0) return false
  if (overlapHours < overlapHoursLeft) throw keyReused()
  return true
}

/** What the history shows of a rotation. */
const endsOf = ({ startsWith, previousUntil }: ApiKey) => ({ startsWith, previousUntil })

/** Throws 404, and 403 for the key of a user whose role may do what the caller may not. */
async function lockKey(ctx: Context, id: number): Promise<LockedKey> {
  const [locked] = await rows<LockedKey>(ctx.db, lock, [id])
  if (!locked) throw missing('That API key')
  await guardManaging(ctx, { id: locked.userId, role: locked.role })
  return locked
}

/**
 * Throws 403 unless the key is the caller's own, or the caller is an administrator: whoever knows
 * the key of another person can do what that person is allowed later.
 */
function guardOwnKey({ user }: Context, ownerId: number): void {
  if (!user || user.role === 'admin' || user.id === ownerId) return
  const sentence = 'Only an administrator makes keys for other users'
  throw new Refusal('forbidden', 'beyond-own-rights', sentence)
}

async function find(ctx: Context, id: number): Promise<ApiKey> {
  const found = await readOne<ApiKey>(ctx.db, list, { id })
  if (!found) throw missing('That API key')
  return found
}

async function requireFutureDay(ctx: Context, expiresOn: string | null | undefined) {
  const { businessTimeZone } = await readSettings(ctx)
  if (!expiresOn || expiresOn >= today(ctx.now, businessTimeZone)) return
  throw invalid([{ path: 'expiresOn', message: 'Must not be in the past' }])
}

/** 256 random bits after a prefix for secret scanners. */
function newKeyText(): string {
  return `${keyPrefix}${randomBytes(32).toString('base64url')}`
}

/** SHA-256 of a key, the only form that is stored. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
