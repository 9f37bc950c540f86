import { createHash, randomBytes } from 'node:crypto'
import { record } from '#features/audit/service.ts'
import { findAccount } from '#features/auth/accounts.ts'
import { currentSettings } from '#features/settings/service.ts'
import { today } from '#platform/kernel/days.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/db.ts'
import { type ListSpec, readList } from '#platform/server/list.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import type { ApiKey, NewApiKey } from './contract.ts'
import { keyPrefix, shownKeyLength } from './rules.ts'

const columns = `k.id, k.name, k.user_id as "userId", u.username, k.starts_with as "startsWith",
  k.scopes, k.expires_on as "expiresOn", k.last_used_at as "lastUsedAt",
  k.created_at as "createdAt"`

const list: ListSpec = {
  columns,
  from: 'api_keys k join users u on u.id = k.user_id',
  where: 'k.revoked_at is null',
  id: 'k.id',
  sorts: {
    id: { sql: 'k.id' },
    name: { sql: 'k.name collate "und-x-icu"' },
    username: { sql: 'u.username collate "und-x-icu"' },
    expiresOn: { sql: 'k.expires_on', isNullable: true },
    lastUsedAt: { sql: 'k.last_used_at', isNullable: true },
    createdAt: { sql: 'k.created_at' },
  },
  defaultSort: '-createdAt',
  search: ['k.name', 'u.username', 'k.starts_with'],
  filters: {},
}

/** A page of the keys that were not revoked, those past their day included. */
export function keyPage(ctx: Context, query: ListQuery) {
  return readList<ApiKey>(ctx.db, list, query)
}

const add = {
  name: 'add_api_key',
  text: `with made as (
           insert into api_keys
             (name, user_id, token_sha256, starts_with, scopes, expires_on, created_by)
           values ($1, $2, $3, $4, $5, $6, $7)
           returning id, name, user_id, starts_with, scopes, expires_on, last_used_at, created_at)
         select ${columns} from made k join users u on u.id = k.user_id`,
}

/**
 * Makes a key for a program and answers its text, which is kept nowhere: 256 random bits behind a
 * word by which scanners know it. Refuses a user who is not there and a day that is over.
 */
export function createApiKey(ctx: Context, form: NewApiKey): Promise<ApiKey & { key: string }> {
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`
  return inTransaction(ctx, async (inner) => {
    const userId = form.userId ?? inner.user?.id ?? 0
    const owner = await findAccount(inner.db, userId)
    if (!owner?.isActive) throw invalid([{ path: 'userId', message: 'Pick an active user' }])
    const { businessTimeZone } = await currentSettings(inner)
    if (form.expiresOn && form.expiresOn < today(inner.now, businessTimeZone)) {
      throw invalid([{ path: 'expiresOn', message: 'Must not be over already' }])
    }
    const scopes = [...new Set(form.scopes)]
    const shown = key.slice(0, shownKeyLength)
    const by = inner.user?.id ?? null
    const values = [form.name, userId, hashOf(key), shown, scopes, form.expiresOn ?? null, by]
    const [made] = await rows<ApiKey>(inner.db, add, values)
    const saved = made as ApiKey
    const changes = {
      name: { from: null, to: saved.name },
      scopes: { from: null, to: scopes.join(', ') },
    }
    await record(inner, [{ entity: 'api_key', entityId: saved.id, action: 'create', changes }])
    return { ...saved, key }
  })
}

const revoke = {
  name: 'revoke_api_key',
  text: `update api_keys set revoked_at = now() where id = $1 and revoked_at is null returning id`,
}

/** Ends a key, on every node at once. */
export function revokeApiKey(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const ended = await rows(inner.db, revoke, [id])
    if (ended.length === 0) throw missing('That API key')
    await record(inner, [{ entity: 'api_key', entityId: id, action: 'revoke' }])
  })
}

/** The only form of a key that is stored. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
