import type { FastifyRequest } from 'fastify'
import { ownGrants } from '#features/auth/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, rows } from '#platform/server/database/db.ts'
import { pgErrorOf } from '#platform/server/database/pg-errors.ts'
import { keyPrefix, permissionsOf } from '../rules.ts'
import { isAllowedFrom } from './allowed-ip-addresses.ts'
import { hashOf } from './service.ts'

const lastUsedUpdateSeconds = 60
const longest = 200

const find = {
  name: 'find_api_key',
  text: `select u.id, u.username, u.role, ${ownGrants} as grants, k.scopes, k.id as "keyId",
           k.name as "keyName",
           k.rate_per_minute as "ratePerMinute", k.addresses,
           coalesce(k.last_used_at < now() - interval '${lastUsedUpdateSeconds} seconds', true)
             as "isUnseen"
         from api_keys k join users u on u.id = k.user_id
         where (k.token_sha256 = $1
                or (k.previous_token_sha256 = $1 and k.previous_until > now()))
           and k.revoked_at is null and u.is_active
           and (k.expires_on is null or k.expires_on >= $2)`,
}

const markUsed = {
  name: 'see_api_key',
  text: 'update api_keys set last_used_at = now() where id = $1',
}

type FoundKey = Pick<Actor, 'id' | 'username' | 'role'> & {
  grants: string[] | null
  scopes: string[]
  keyId: number
  keyName: string
  isUnseen: boolean
  ratePerMinute: number | null
  addresses: string[]
}

/** Whether a request authenticates by API key instead of a session. */
export function hasKey(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined
}

/**
 * The user of the key in `Authorization: Bearer …`, limited to its scopes. Undefined if the key is
 * unknown, revoked or expired, or its user is inactive. Throws 403 for an address that may not use
 * the key. Looked up for every request, so that revoking or changing a key takes effect immediately
 * on every node.
 */
export async function identifyKey(
  request: FastifyRequest,
  ctx: Context,
): Promise<Actor | undefined> {
  const key = keyOf(request)
  if (!key) return undefined
  return userOfKey(ctx, key, request.ip)
}

function keyOf(request: FastifyRequest): string | undefined {
  const [scheme, key, ...rest] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !key || rest.length > 0) return undefined
  return key.startsWith(keyPrefix) && key.length <= longest ? key : undefined
}

async function userOfKey(ctx: Context, key: string, address: string): Promise<Actor | undefined> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const [found] = await rows<FoundKey>(ctx.db, find, [hashOf(key), date])
  if (!found) return undefined
  if (!isAllowedFrom(address, found.addresses)) {
    const sentence = 'This API key cannot be used from this address'
    throw new Refusal('forbidden', 'address-not-allowed', sentence)
  }
  const { id, username, role, grants, scopes, keyId, keyName, ratePerMinute } = found
  if (found.isUnseen) await rows(ctx.db, markUsed, [found.keyId]).catch(ignoreReadOnly)
  const ofKey = { keyId, keyName, ...(ratePerMinute !== null && { ratePerMinute }) }
  const rights = { ...(grants && { grants }), opens: permissionsOf(scopes) }
  return { id, username, role, scopes, ...rights, ...ofKey }
}

/** Reads must work while the database is read-only, so skip updating the last-used time. */
function ignoreReadOnly(error: unknown): void {
  if (pgErrorOf(error)?.code !== '25006') throw error
}
