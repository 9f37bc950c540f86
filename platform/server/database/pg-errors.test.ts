import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { refusalOf } from './pg-errors.ts'

const wrapped = (message: string, params: string[] = []) =>
  new DrizzleQueryError('select 1', params, new Error(message))

test('an exhausted pool returns "overloaded", even if the error is wrapped', () => {
  const plain = new Error('timeout exceeded when trying to connect')
  expect(refusalOf(plain)).toMatchObject({ status: 503, code: 'overloaded' })
  expect(refusalOf(wrapped(plain.message))).toMatchObject({ status: 503, code: 'overloaded' })
})

test('a broken connection returns "database-unavailable", even if the error is wrapped', () => {
  const unavailable = { status: 503, code: 'database-unavailable' }
  expect(refusalOf(wrapped('Connection terminated unexpectedly'))).toMatchObject(unavailable)
})

test('ignores the values of a failed statement when it classifies the error', () => {
  const error = wrapped('x is not a function', ['timeout exceeded when trying to connect'])
  expect(refusalOf(error)).toBeUndefined()
})
