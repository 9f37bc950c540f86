import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { bytes, day, moment, rowId } from '#platform/server/database/columns.ts'
import { keyScopes } from '../rules.ts'

/** API keys; only the hash of a key is stored. Each acts as its user, within its scopes. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: rowId(),
    name: varchar('name', { length: 100 }).notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    tokenSha256: bytes('token_sha256').notNull(),
    startsWith: text('starts_with').notNull(),
    scopes: text('scopes').array().notNull(),
    expiresOn: day('expires_on'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    /** The Idempotency-Key of the call that created it, and the SHA-256 of its body. */
    idempotencyKey: varchar('idempotency_key', { length: 255 }),
    bodySha256: bytes('body_sha256'),
    /** The hash of the secret before the last rotation, which works until `previousUntil`. */
    previousTokenSha256: bytes('previous_token_sha256'),
    previousUntil: moment('previous_until'),
    /** The Idempotency-Key of the call that made the current secret by rotation. */
    rotationKey: varchar('rotation_key', { length: 255 }),
    /** Calls per minute; null for the limit of the server. */
    ratePerMinute: integer('rate_per_minute'),
    /** The addresses and ranges that may use the key; empty for any. */
    addresses: text('addresses')
      .array()
      .notNull()
      .default(sql`'{}'`),
    version: integer('version').notNull().default(1),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('api_key_token').on(t.tokenSha256),
    uniqueIndex('api_key_previous_token')
      .on(t.previousTokenSha256)
      .where(sql`previous_token_sha256 is not null`),
    uniqueIndex('api_key_of_call')
      .on(t.createdBy, t.idempotencyKey)
      .where(sql`revoked_at is null and idempotency_key is not null`),
    index('api_keys_of_user').on(t.userId),
    index('api_keys_made_by').on(t.createdBy),
    check(
      'api_key_scopes_known',
      sql.raw(`scopes <@ array[${keyScopes.map((scope) => `'${scope}'`).join(', ')}]`),
    ),
    check('api_key_has_scopes', sql.raw('cardinality(scopes) > 0')),
    check('api_key_rate_is_positive', sql`rate_per_minute > 0`),
    check('api_key_previous_ends', sql`(previous_token_sha256 is null) = (previous_until is null)`),
  ],
)
