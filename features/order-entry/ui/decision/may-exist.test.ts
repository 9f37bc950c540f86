import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api-client.ts'
import { mayExistAfter } from './may-exist.ts'

test.each([
  ['no answer', 0, 'unreachable', true, true],
  ['an error of the server', 500, 'internal', true, true],
  ['a request that is not done', 409, 'request-in-flight', true, true],
  ['a key of another order', 422, 'idempotency-key-reused', true, true],
  ['a conflict', 409, 'order-refused', false, false],
  ['a refused field', 422, 'invalid', false, true],
  ['another user who has signed in', 409, 'other-user', false, true],
])('after %s an order may exist, or not', (_, status, code, first, repeated) => {
  const error = new ApiError(status, 'No', { code })
  expect(mayExistAfter(error, false)).toBe(first)
  expect(mayExistAfter(error, true), 'after a lost answer').toBe(repeated)
})
