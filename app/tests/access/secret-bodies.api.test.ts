import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Route } from '#platform/server/http/route.ts'
import { createLog } from '#platform/server/runtime/log.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { fieldsOf, type SchemaField } from './schema-fields-testing.ts'

// A5: no fingerprint of a password or secret is stored.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

const headers = { 'idempotency-key': 'once' }
async function readStoredHashes(): Promise<Buffer[]> {
  const query = 'select body_sha256 as print from idempotency_keys'
  const { rows } = await prizm.database.pool.query<{ print: Buffer }>(query)
  return rows.map(({ print }) => print)
}

const calls = rooms({ SIGN_UP: 'open' })
const nameOf = ({ endpoint: { method, path } }: Route) => `${method} ${path}`
const isMarked = ({ ignoresKey }: Route) => ignoresKey === true

/** Fields whose value is a secret. A flag such as `hasToken` is none. */
function secretsOf(schema: z.ZodMiniType | undefined): string[] {
  // The token of an approval names a draft of the caller, and opens nothing.
  const isApproval = (path: string) => /(^|\.)approval(Token|\.token)$/.test(path)
  const isSecret = ({ name, path, types }: SchemaField) =>
    /password|passphrase|secret|token|credential|privateKey|apiKey/i.test(name) &&
    !isApproval(path) &&
    types.some((type) => type !== 'boolean')
  return schema ? fieldsOf(schema).flatMap((each) => (isSecret(each) ? each.path : [])) : []
}

test.each([
  ['a field', z.object({ password: z.string() }), ['password']],
  ['an object', z.object({ ftp: z.object({ password: z.string() }) }), ['ftp.password']],
  ['a list', z.array(z.object({ apiKey: z.string() })), ['apiKey']],
  [
    'a list in a field',
    z.object({ hooks: z.optional(z.array(z.object({ secret: z.nullable(z.string()) }))) }),
    ['hooks.secret'],
  ],
  ['a record', z.record(z.string(), z.object({ accessToken: z.string() })), ['accessToken']],
  [
    'a union',
    z.object({ way: z.union([z.object({ url: z.string() }), z.object({ token: z.string() })]) }),
    ['way.token'],
  ],
  [
    'a pipe',
    z.pipe(
      z.object({ secret: z.string() }),
      z.transform((value: { secret: string }) => value.secret),
    ),
    ['secret'],
  ],
  ['flags', z.object({ hasToken: z.boolean(), needsSecret: z.optional(z.boolean()) }), []],
])('A5 a secret in %s of a body is found', (_where, schema, paths) => {
  expect(secretsOf(schema)).toEqual(paths)
})

/**
 * The secrets in the bodies of all calls, at any depth. A call with a new one must store no key,
 * and belongs in this list.
 */
const secretsInBodies = {
  'POST /api/login': ['password'],
  'POST /api/login/passkey': ['credential'],
  'POST /api/register': ['password', 'setupToken'],
  'POST /api/user/password': ['currentPassword', 'newPassword'],
  'POST /api/user/second-factor': ['password'],
  'POST /api/user/second-factor/recovery-codes': ['password'],
  'POST /api/user/second-factor/turn-off': ['password'],
  'POST /api/user/passkeys': ['credential'],
  'POST /api/user/passkeys/options': ['password'],
  'POST /api/user/passkeys/:id/remove': ['password'],
  'POST /api/users': ['password'],
  'PUT /api/users/:id': ['password'],
  'POST /api/password-reset/complete': ['token', 'password'],
  'POST /api/invitation/accept': ['token', 'password'],
  'PUT /api/single-sign-on': ['clientSecret'],
  'PUT /api/wms/connection': ['token', 'webhookSecret'],
}

test('A5 every call whose body holds a secret is marked to store no key', () => {
  const found = calls.filter(({ endpoint }) => secretsOf(endpoint.body).length > 0)
  const named = found.map((call) => [nameOf(call), secretsOf(call.endpoint.body)] as const)
  expect(Object.fromEntries(named)).toEqual(secretsInBodies)
  expect(found.filter((call) => !isMarked(call)).map(nameOf)).toEqual([])
})

/** What is in no body, or is no secret, and yet must not be in a log. */
const alsoHidden = ['cookie', 'authorization', 'passwordHash', 'email', 'taxExemptNumber']

test.each([...new Set([...Object.values(secretsInBodies).flat(), ...alsoHidden])])(
  'A5 the log hides %s, also in a body',
  (name) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    log.info({ [name]: 'open sesame', body: { [name]: 'open sesame' } }, 'a request')
    log.info({ request: { body: { [name]: 'open sesame' } } }, 'a request')
    expect(lines.join('')).not.toContain('open sesame')
    expect(lines.join('').split('[hidden]')).toHaveLength(4)
  },
)

test('A5 every call that answers a secret is marked to store no answer', () => {
  const isKey = ({ path, types }: SchemaField) => path === 'key' && types.includes('string')
  const found = calls.filter(({ endpoint: { method, returns } }) => {
    const isOfKey = returns !== undefined && fieldsOf(returns).some(isKey)
    return method !== 'GET' && (isOfKey || secretsOf(returns).length > 0)
  })
  expect(found.map(nameOf).toSorted()).toEqual([
    'POST /api/api-keys',
    'POST /api/api-keys/:id/rotate',
    'POST /api/user/passkeys/options',
    'POST /api/user/second-factor',
    'POST /api/webhooks',
    'POST /api/webhooks/:id/secret',
  ])
  expect(found.filter((call) => !isMarked(call)).map(nameOf)).toEqual([])
})

test('a body with a password is not stored, whatever its idempotency key', async () => {
  const body = {
    username: 'ada',
    email: 'ada@example.com',
    password: 'correct-horse-9',
    role: 'sales',
  }
  const made = await prizm.call('POST', '/api/users', { as, body, headers })
  expect(made.statusCode).toBe(201)
  const { id } = made.json<{ id: number }>()
  const change = { password: 'another-horse-10' }
  const changed = await prizm.call('PUT', `/api/users/${id}`, { as, body: change, headers })
  expect(changed.statusCode).toBe(200)
  const connection = {
    token: 'its-token',
    webhookSecret: 'whsec_Zmlyc3Qtc2VjcmV0LW9mLXVzLWZvci1pdA==',
  }
  await prizm.call('PUT', '/api/wms/connection', { as, body: connection, headers })
  expect(await readStoredHashes()).toEqual([])
})

test('without the secret, a body cannot be guessed from its fingerprint', async () => {
  const body = { customerCode: 'C-1', name: 'North', email: 'n@example.com' }
  const made = await prizm.call('POST', '/api/customers', { as, body, headers })
  expect(made.statusCode).toBe(201)
  const again = await prizm.call('POST', '/api/customers', { as, body, headers })
  expect(again.headers['idempotency-replayed']).toBe('true')
  const [print] = await readStoredHashes()
  expect(print).toHaveLength(32)
  expect(print).not.toEqual(createHash('sha256').update(JSON.stringify(body)).digest())
})
