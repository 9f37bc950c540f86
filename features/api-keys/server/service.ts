import { createHash, randomBytes } from 'node:crypto'
import { record } from '#features/audit/server/service.ts'
import { findAccount } from '#features/auth/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { type ApiKey, apiKeyList, type NewApiKey, type NewKeyAnswer } from '../contract.ts'
import { keyPrefix, visibleKeyLength } from '../rules.ts'

const columns = `k.id, k.name, k.user_id as "userId", u.username, k.starts_with as "startsWith",
  k.scopes, k.expires_on as "expiresOn", k.last_used_at as "lastUsedAt",
  k.created_at as "createdAt"`

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
              idempotency_key, body_sha256)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           returning id, name, user_id, starts_with, scopes, expires_on, last_used_at, created_at)
         select ${columns} from made k join users u on u.id = k.user_id`,
}

/** The Idempotency-Key of a call and the SHA-256 of its body. */
export type KeyedCreation = { idempotencyKey: string; bodySha256: Buffer }

/**
 * Creates an API key and returns its text, which is not stored: 256 random bits after a prefix for
 * secret scanners. Rejects an unknown user and a past expiry date. A retry with the same
 * Idempotency-Key revokes the key of the first attempt, whose response was lost: 409 if that key is
 * already in use, 422 if the body differs.
 */
export function createApiKey(
  ctx: Context,
  form: NewApiKey,
  call?: KeyedCreation,
): Promise<NewKeyAnswer> {
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`
  return inTransaction(ctx, async (inner) => {
    const revoked = call ? await revokeEarlier(inner, call) : undefined
    const userId = form.userId ?? inner.user?.id ?? 0
    const owner = await findAccount(inner.db, userId)
    if (!owner?.isActive) throw invalid([{ path: 'userId', message: 'Pick an active user' }])
    const { businessTimeZone } = await readSettings(inner)
    if (form.expiresOn && form.expiresOn < today(inner.now, businessTimeZone)) {
      throw invalid([{ path: 'expiresOn', message: 'Must not be in the past' }])
    }
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
    const [inserted] = await rows<ApiKey>(inner.db, add, [...values, ...idempotencyValues])
    const saved = inserted as ApiKey
    const changes = {
      name: { from: null, to: saved.name },
      scopes: { from: null, to: scopes.join(', ') },
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
  if (!earlierKey.bodySha256.equals(call.bodySha256)) {
    const sentence = 'This Idempotency-Key was used for another request'
    throw new Refusal('invalid', 'idempotency-key-reused', sentence)
  }
  if (earlierKey.lastUsedAt) {
    const sentence = `The key ${earlierKey.startsWith}… of the first attempt is already in use`
    throw new Refusal('conflict', 'api-key-in-use', sentence)
  }
  await revokeApiKey(ctx, earlierKey.id)
  return earlierKey
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

/** Revokes a key, effective immediately on every node. */
export function revokeApiKey(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const revoked = await rows(inner.db, revoke, [id])
    if (revoked.length === 0) throw missing('That API key')
    await record(inner, [{ entity: 'api_key', entityId: id, action: 'revoke' }])
  })
}

/** SHA-256 of a key, the only form that is stored. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
