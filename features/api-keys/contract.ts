import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField, dayText, id, lineText, momentText, units } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { keyScopes, longestOverlapHours, mostAddresses, mostCallsPerMinute } from './rules.ts'

/** An API key as administrators see it. The key itself is shown only once, on creation. */
export const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  userId: z.int(),
  username: z.string(),
  /** The first characters of the key. */
  startsWith: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  expiresOn: z.nullable(dayText),
  lastUsedAt: z.nullable(momentText),
  createdAt: momentText,
  /** Calls per minute; null for the limit of the server. */
  ratePerMinute: z.nullable(z.int()),
  /** The IP addresses and ranges that may use it; empty for any. */
  addresses: z.array(z.string()),
  /** Until when the secret before the last rotation works too; null if it does not. */
  previousUntil: z.nullable(momentText),
  version: z.int(),
})
export type ApiKey = z.infer<typeof apiKey>

const ratePerMinute = z.optional(
  z.nullable(
    units(1).check(
      z.maximum(mostCallsPerMinute, { error: `Must be at most ${mostCallsPerMinute}` }),
    ),
  ),
)
const addresses = z.optional(
  z
    .array(lineText(50))
    .check(z.maxLength(mostAddresses, { error: `Enter at most ${mostAddresses}` })),
)

export const newApiKey = z.object({
  name: lineText(100),
  /**
   * The user whose permissions the key has and who is recorded as author; defaults to the
   * administrator.
   */
  userId: z.optional(id()),
  scopes: z
    .array(z.enum(keyScopes))
    .check(z.minLength(1, { error: 'Select at least one' }), z.maxLength(keyScopes.length)),
  expiresOn: z.optional(z.nullable(dayField)),
  /** Calls per minute; the limit of the server by default. */
  ratePerMinute,
  /** IP addresses and CIDR ranges that may use it; any by default. */
  addresses,
})
export type NewApiKey = z.infer<typeof newApiKey>

/**
 * What can change about a key; what is omitted stays. Another user or other scopes need a new key.
 */
export const apiKeyForm = z.object({
  name: lineText(100),
  expiresOn: z.optional(z.nullable(dayField)),
  ratePerMinute,
  addresses,
})
export type ApiKeyForm = z.infer<typeof apiKeyForm>

/** For how many hours the old secret works after a rotation; 0 ends it at once. */
export const rotateApiKeyForm = z.object({
  overlapHours: units(0).check(
    z.maximum(longestOverlapHours, { error: `Must be at most ${longestOverlapHours}` }),
  ),
})

/** A new key with its text, and the key of an earlier attempt that was revoked because of it. */
export const newKeyAnswer = z.object({
  ...apiKey.shape,
  key: z.string(),
  /** One sentence about the revoked key; null on a first attempt. */
  notice: z.nullable(z.string()),
  revokedKeyId: z.nullable(z.int()),
})
export type NewKeyAnswer = z.infer<typeof newKeyAnswer>

/** The list of API keys. */
export const apiKeyList = defineList({
  name: 'api-keys',
  row: apiKey,
  defaultSort: '-createdAt',
  fields: {
    name: field.text({ label: 'Name', sortable: true, column: { isLong: true } }),
    username: field.text({
      label: 'Acts as',
      sortable: true,
      column: { width: 140, phone: 'line' },
    }),
    startsWith: field.text({ label: 'Key', column: { width: 140 } }),
    scopes: field.text({ label: 'Scopes', column: {} }),
    lastUsedAt: field.moment({
      label: 'Last used',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    expiresOn: field.day({ label: 'Expires on', sortable: true, column: { width: 110 } }),
    previousUntil: field.moment({ label: 'Old secret until', column: { width: 140 } }),
    ratePerMinute: field.units({ label: 'Calls per minute', column: { width: 110 } }),
    addresses: field.text({ label: 'Addresses', column: {} }),
    id: field.reference({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
  },
})

export const listApiKeys = endpoint('GET', '/api/api-keys', {
  permission: 'users.manage',
  query: apiKeyList.query,
  returns: z.array(apiKey),
  summary: 'The active API keys',
})
export const createApiKey = endpoint('POST', '/api/api-keys', {
  permission: 'users.manage',
  body: newApiKey,
  returns: newKeyAnswer,
  status: 201,
  summary:
    'Creates an API key. Only this response contains the key. A retry with the same ' +
    'Idempotency-Key revokes the key of the first attempt',
})
export const updateApiKey = endpoint('PUT', '/api/api-keys/:id', {
  permission: 'users.manage',
  checksVersion: true,
  body: apiKeyForm,
  returns: apiKey,
  summary: 'Changes the name, last day, rate and addresses of an API key; omitted ones stay',
})
export const rotateApiKey = endpoint('POST', '/api/api-keys/:id/rotate', {
  permission: 'users.manage',
  body: rotateApiKeyForm,
  returns: newKeyAnswer,
  status: 201,
  summary:
    'Gives an API key a new secret and returns it, only this once. The old one works for up to ' +
    '7 days more. A retry with the same Idempotency-Key replaces the secret of the first attempt',
})
export const revokeApiKey = endpoint('DELETE', '/api/api-keys/:id', {
  permission: 'users.manage',
  summary: 'Revokes an API key immediately',
})
