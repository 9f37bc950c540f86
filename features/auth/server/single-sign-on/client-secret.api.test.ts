import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import { loadSecretsKeys } from '#platform/server/runtime/stored-secrets.ts'
import type { SignOnReturn } from '../../contract.ts'
import { cookieOf } from '../testing.ts'
import { encryptClientSecret } from './client-secret.ts'
import {
  clientId,
  clientSecret,
  followProvider,
  startProvider,
  type TestProvider,
} from './testing.ts'

const first = 'gZ3mR8vQ1xT6kN0wB5yH2cJ4'
const second = 'pL7dF2sK9aW4eU1iO6tY3rE8'
const encrypted = /^aes256gcm\.[0-9a-f]{8}\.[A-Za-z0-9+/]+=*$/

let provider: TestProvider
let prizm: TestApp
let admin: string

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  prizm = await startTestApp({ SIGN_ON_LOOPBACK: 'on' })
  admin = await prizm.signIn('admin')
  loadSecretsKeys(first)
  provider.people.set('bo', {
    email: 'bo@example.com',
    email_verified: true,
    preferred_username: 'bo',
    groups: [],
  })
  provider.person = 'bo'
})
afterEach(() => loadSecretsKeys(undefined))

const job = () => {
  const ctx: Context = {
    db: prizm.database.db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'w',
    channel: 'worker',
  }
  return encryptClientSecret(ctx)
}
const stored = async () => {
  type StoredRow = { secret: string; version: number }
  const query = 'select client_secret as secret, version from single_sign_on'
  const [row] = await prizm.rows<StoredRow>(query)
  return row ?? { secret: '', version: 0 }
}
const change = async (more: object = {}) => {
  const form = {
    issuer: provider.issuer,
    clientId,
    clientSecret,
    groupClaim: 'groups',
    groupRoles: [],
    createsAccounts: true,
    defaultRole: 'sales',
    buttonText: 'Company account',
    isOnly: false,
    breakGlassId: null,
  }
  const body = { ...form, ...more }
  const saved = await prizm.call('PUT', '/api/single-sign-on', { as: admin, body })
  expect(saved.statusCode, saved.body).toBe(200)
  return saved
}
const begin = () => prizm.call('POST', '/api/login/single-sign-on')
async function signOn() {
  const begun = await begin()
  expect(begun.statusCode, begun.body).toBe(200)
  const returned = await followProvider(begun.json<{ address: string }>().address)
  const body = Object.fromEntries(returned.searchParams) as SignOnReturn
  return prizm.call('POST', '/api/login/single-sign-on/complete', { as: cookieOf(begun), body })
}

test('the client secret is encrypted in the database, and the provider accepts it', async () => {
  expect((await change()).json()).toMatchObject({ hasClientSecret: true })
  const before = await stored()
  expect(before).toEqual({ secret: expect.stringMatching(encrypted), version: 2 })
  expect((await signOn()).statusCode).toBe(200)
  // A retry after a lost answer enters the same, which is no change; nor is an omitted secret.
  await change()
  await change({ clientSecret: undefined })
  expect(await stored()).toEqual(before)
  const changes = await prizm.rows(`select changes::text from audit_log
    where action = 'change-single-sign-on'`)
  expect(changes).toHaveLength(1)
  expect(JSON.stringify(changes)).not.toContain('aes256gcm')
  await change({ clientSecret: '' })
  expect(await prizm.rows('select client_secret from single_sign_on')).toEqual([
    { client_secret: null },
  ])
  await job()
})

test('a client secret stored as text is encrypted by the job, and rotates', async () => {
  loadSecretsKeys(undefined)
  await change()
  const before = await stored()
  expect(before.secret).toBe(clientSecret)
  await job()
  expect(await stored(), 'without a key').toEqual(before)
  loadSecretsKeys(first)
  await Promise.all([job(), job()])
  const after = await stored()
  expect(after).toEqual({ secret: expect.stringMatching(encrypted), version: before.version })
  loadSecretsKeys(`${second},${first}`)
  await job()
  expect((await stored()).secret.split('.')[1]).not.toBe(after.secret.split('.')[1])
  loadSecretsKeys(second)
  expect((await signOn()).statusCode).toBe(200)
})

test('with a lost key nobody signs in there until the client secret is entered again', async () => {
  await change()
  loadSecretsKeys(second)
  const refused = await begin()
  expect(refused.json()).toMatchObject({
    status: 503,
    code: 'secret-unreadable',
    detail:
      'Single sign-on does not work, because the server cannot read the client secret that it ' +
      'stored. Ask an administrator to enter it again',
  })
  await expect(job()).rejects.toThrow('The client secret of single sign-on cannot be read')
  await change({ buttonText: 'Other' })
  expect((await stored()).secret).toMatch(encrypted)
  await job()
  expect((await signOn()).statusCode).toBe(200)
})

test('who signed in at the provider signs out also with a lost key', async () => {
  await change()
  const signedIn = await signOn()
  const as = `sid=${signedIn.cookies.find(({ name }) => name === 'sid')?.value}`
  loadSecretsKeys(second)
  const answer = await prizm.call('GET', '/api/sign-out-address', { as })
  expect([answer.statusCode, answer.json()]).toEqual([200, { address: null }])
})
