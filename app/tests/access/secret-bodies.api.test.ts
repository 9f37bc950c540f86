import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

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
