import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const ana = { username: 'ana', email: 'ana@example.com' }
const register = (body: object) => prizm.call('POST', '/api/register', { body })
const login = (username: string, password: string) =>
  prizm.call('POST', '/api/login', { body: { username, password } })

async function rowsOf(query: string): Promise<unknown[]> {
  return (await prizm.database.pool.query(query)).rows
}

test.each([
  ['seven characters', 'kettles', 'Use at least 8 characters'],
  ['257 characters', 'k'.repeat(257), 'Use at most 256 characters'],
  ['eight blanks', ' '.repeat(8), /easy to guess/],
  ['a season and a year', 'Summer2026', /easy to guess/],
  ['a word with digits for letters', 'Passw0rd!', /easy to guess/],
  ['a common password', 'Qwerty123', /lists of common passwords/],
  ['the product’s name', 'prizm-123', /too similar to “prizm”/],
  ['the username', 'ana-ana-1', /too similar to your username/],
])('a password of %s is refused with a sentence', async (_, password, sentence) => {
  const refused = await register({ ...ana, password })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail).toMatch(sentence)
  expect(refused.json().errors).toMatchObject([{ path: 'password' }])
  expect(await rowsOf('select count(*) as n from users')).toEqual([{ n: 0 }])
})

test('rejects a password made of the company name', async () => {
  const as = await prizm.builders.session(await prizm.builders.user({ role: 'admin' }))
  const password = 'walnutgrove1'
  expect(
    (await register({ ...ana, username: 'before', email: 'b@b.example', password })).statusCode,
  ).toBe(201)
  const body = { companyName: 'Walnutgrove Supply Co.' }
  expect((await prizm.call('PUT', '/api/settings', { as, body })).statusCode).toBe(200)
  const refused = await register({ ...ana, password })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path: 'password' }])
  expect(refused.json().detail).toMatch(/easy to guess/)
  expect(await rowsOf(`select username from users where username = 'ana'`)).toEqual([])
})

test('sign-in rejects a password of 257 characters before hashing it', async () => {
  await prizm.builders.user({ username: 'bo' })
  const refused = await login('bo', 'k'.repeat(257))
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([
    { path: 'password', message: 'Use at most 256 characters' },
  ])
  expect(await rowsOf('select * from sign_in_attempts')).toEqual([])
  expect((await login('bo', 'k'.repeat(256))).statusCode).toBe(401)
})

test('all 256 characters of a password are significant', async () => {
  const password = `blue ${'kettle '.repeat(35)}lantern`.slice(0, 255) + 'b'
  expect(password).toHaveLength(256)
  await register({ ...ana, password })
  expect((await login('ana', password)).statusCode).toBe(200)
  expect((await login('ana', `${password.slice(0, -1)}c`)).statusCode).toBe(401)
})
