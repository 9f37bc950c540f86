import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { expect, test } from 'vitest'
import { refusalOf } from './pg-errors.ts'

const wrapped = (message: string, params: string[] = []) =>
  new DrizzleQueryError('select 1', params, new Error(message))

test('an exhausted pool returns "overloaded", even if the error is wrapped', () => {
  const plain = new Error('timeout exceeded when trying to connect')
  expect(refusalOf(plain)).toMatchObject({ status: 503, code: 'overloaded' })
  expect(refusalOf(wrapped(plain.message))).toMatchObject({ status: 503, code: 'overloaded' })
})

test('a database that opens no connection in time returns "overloaded"', async () => {
  // It accepts connections and answers nothing, like a database behind a slow network.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const place = { host: '127.0.0.1', port, user: 'x', connectionTimeoutMillis: 50 }
  const pool = new pg.Pool(place)
  const client = new pg.Client(place)
  const errors = [
    await pool.query('select 1').catch((error: unknown) => error),
    await client.connect().catch((error: unknown) => error),
  ]
  expect(errors.map((error) => refusalOf(error)?.code)).toEqual(['overloaded', 'overloaded'])
  await pool.end()
  server.close()
})

test('a broken connection returns "database-unavailable", even if the error is wrapped', () => {
  const unavailable = { status: 503, code: 'database-unavailable' }
  expect(refusalOf(wrapped('Connection terminated unexpectedly'))).toMatchObject(unavailable)
})

test('ignores the values of a failed statement when it classifies the error', () => {
  const error = wrapped('x is not a function', ['timeout exceeded when trying to connect'])
  expect(refusalOf(error)).toBeUndefined()
})
