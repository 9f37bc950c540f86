import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { refusalOf } from './pg-errors.ts'

const wrapped = (message: string, params: string[] = []) =>
  new DrizzleQueryError('select 1', params, new Error(message))

test('a pool with no connection left is busy, however the error is wrapped', () => {
  const plain = new Error('timeout exceeded when trying to connect')
  expect(refusalOf(plain)).toMatchObject({ status: 503, code: 'overloaded' })
  expect(refusalOf(wrapped(plain.message))).toMatchObject({ status: 503, code: 'overloaded' })
})

test('a connection that breaks is the database gone, however the error is wrapped', () => {
  const gone = { status: 503, code: 'database-unavailable' }
  expect(refusalOf(wrapped('Connection terminated unexpectedly'))).toMatchObject(gone)
})

test('what a user typed into a failing statement decides nothing', () => {
  const error = wrapped('x is not a function', ['timeout exceeded when trying to connect'])
  expect(refusalOf(error)).toBeUndefined()
})
