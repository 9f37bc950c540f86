import { afterEach, beforeEach, expect, test } from 'vitest'
import { userList } from '#features/auth/contract.ts'
import { customerList } from '#features/customers/contract.ts'
import { vendorList } from '#features/vendors/contract.ts'
import { type Endpoint, parameterNames } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// What an address of a request may have: proxies write addresses into their logs.

let prizm: TestApp
beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)

/** The query parameters with such a name, each with its call. */
function parametersLike(pattern: RegExp): string[] {
  const named = endpoints.flatMap((each) =>
    parameterNames(each).map((name) => [`${each.method} ${each.path}`, name] as const),
  )
  return named.filter(([, name]) => pattern.test(name)).map(([call, name]) => `${call} ${name}`)
}

test('no call has a parameter for a password, a secret or a token', () => {
  expect(parametersLike(/password|passphrase|secret|token/i)).toEqual([])
})

test('an email address is a parameter of the customers and vendors of the API alone', () => {
  expect(parametersLike(/e-?mail/i).toSorted()).toEqual([
    'GET /api/customers email',
    'GET /api/customers/export.csv email',
    'GET /api/vendors email',
    'GET /api/vendors/export.csv email',
  ])
})

test('no chip and no view of a screen filters by email', () => {
  for (const { name, chips, views } of [customerList, vendorList, userList]) {
    const filters = [...chips, ...views.flatMap((view) => Object.keys(view.filters))]
    expect([name, filters.filter((each) => each === 'email')]).toEqual([name, []])
  }
})

test('users are found by username, not by an email address in the address', async () => {
  const as = await prizm.signIn('admin')
  const bea = await prizm.builders.user({ username: 'bea', email: 'bea@example.com' })
  const refused = await prizm.call('GET', '/api/users?email=bea%40example.com', { as })
  expect(refused.statusCode).toBe(422)
  const { errors } = refused.json<{ errors: object[] }>()
  expect(errors).toMatchObject([{ path: 'email', code: 'unknown-parameter' }])
  const found = await prizm.call('GET', '/api/users?username=bea', { as })
  expect(found.json()).toMatchObject([{ id: bea.id, email: 'bea@example.com' }])
})
