import { expect, test } from 'vitest'
import { invalid, missing, outOfRange, Refusal, statusOfKind } from './refusal.ts'

test('every kind of refusal has its status', () => {
  expect(statusOfKind).toEqual({
    unreadable: 400,
    signedOut: 401,
    forbidden: 403,
    missing: 404,
    notAllowed: 405,
    conflict: 409,
    refused: 409,
    gone: 410,
    stale: 412,
    tooLarge: 413,
    unsupported: 415,
    invalid: 422,
    required: 428,
    tooMany: 429,
    unavailable: 503,
  })
  expect(new Refusal('stale', 'stale', 'Too late').status).toBe(412)
})

test('a missing record is named', () => {
  expect(missing('That customer')).toMatchObject({
    status: 404,
    code: 'not-found',
    message: 'That customer was not found',
  })
})

test('a validation error uses the message of its first field', () => {
  const fields = [
    { path: 'items', message: 'At least one item is required' },
    { path: 'name', message: 'Required' },
  ]
  const refusal = invalid(fields)
  expect(refusal).toMatchObject({ status: 422, code: 'invalid', fields })
  expect(refusal.message).toContain('At least one item is required')
})

test('an out-of-range amount sets the code of the whole refusal', () => {
  const beyond = { path: 'price', message: 'Must be at most 9,999,999,999.99', code: outOfRange }
  const refusal = invalid([{ path: 'name', message: 'Required' }, beyond])
  expect(refusal).toMatchObject({ status: 422, code: 'amount-out-of-range' })
  expect(refusal.message).toBe('name: Required')
})
