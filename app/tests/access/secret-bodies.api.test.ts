import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// A5: no fingerprint of a password or secret is stored.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

const headers = { 'idempotency-key': 'once' }
async function kept(): Promise<Buffer[]> {
  const query = 'select body_sha256 as print from idempotency_keys'
  const { rows } = await prizm.database.pool.query<{ print: Buffer }>(query)
  return rows.map(({ print }) => print)
}

/** Calls whose body holds a secret. A new one must store no key, and belongs in this list. */
const holdingSecrets = [
  'POST /api/login',
  'POST /api/register',
  'POST /api/user/password',
  'POST /api/users',
  'PUT /api/users/:id',
  'PUT /api/wms/connection',
]

test('A5 every call whose body holds a secret is marked to store no key', () => {
  const isSecret = (name: string) => /password|secret|token/i.test(name)
  const found = rooms({ SIGN_UP: 'open' }).filter(({ endpoint: { body } }) => {
    const { shape = {} } = (body?._zod.def ?? {}) as { shape?: object }
    return Object.keys(shape).some(isSecret)
  })
  const named = found.map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(named.toSorted()).toEqual(holdingSecrets.toSorted())
  const isMarked = ({ endpoint, ignoresKey }: (typeof found)[number]) =>
    endpoint.permission === 'open' || ignoresKey === true
  expect(found.filter((each) => !isMarked(each))).toEqual([])
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
  expect(await kept()).toEqual([])
})

test('without the secret, a body cannot be guessed from its fingerprint', async () => {
  const body = { customerCode: 'C-1', name: 'North', email: 'n@example.com' }
  const made = await prizm.call('POST', '/api/customers', { as, body, headers })
  expect(made.statusCode).toBe(201)
  const again = await prizm.call('POST', '/api/customers', { as, body, headers })
  expect(again.headers['idempotency-replayed']).toBe('true')
  const [print] = await kept()
  expect(print).toHaveLength(32)
  expect(print).not.toEqual(createHash('sha256').update(JSON.stringify(body)).digest())
})
