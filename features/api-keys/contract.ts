import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField, dayText, id, lineText, momentText } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { keyScopes } from './rules.ts'

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
})
export type ApiKey = z.infer<typeof apiKey>

export const newApiKey = z.object({
  name: lineText(100),
  /**
   * The user whose permissions the key has and who is recorded as author; defaults to the
   * administrator.
   */
  userId: z.optional(id()),
  scopes: z
    .array(z.enum(keyScopes))
    .check(z.minLength(1, { error: 'Pick at least one' }), z.maxLength(keyScopes.length)),
  expiresOn: z.optional(z.nullable(dayField)),
})
export type NewApiKey = z.infer<typeof newApiKey>

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
export const revokeApiKey = endpoint('DELETE', '/api/api-keys/:id', {
  permission: 'users.manage',
  summary: 'Revokes an API key immediately',
})
