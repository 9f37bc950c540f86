import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import { loadSecretsKeys } from '#platform/server/runtime/stored-secrets.ts'
import type { User } from '../../contract.ts'
import { testPassword as password } from '../testing.ts'
import { encryptFactorKeys } from './stored-key.ts'
import { codeAt } from './totp.ts'

const first = 'gZ3mR8vQ1xT6kN0wB5yH2cJ4'
const second = 'pL7dF2sK9aW4eU1iO6tY3rE8'
/** 12 bytes that begin it, 16 that prove it, and the 32 letters of the key. */
const encrypted = /^aes256gcm\.[0-9a-f]{8}\.[A-Za-z0-9+/]{80}$/
const unreadable =
  'The server cannot check the codes of your authenticator app. Enter a recovery code, or ask an ' +
  'administrator to remove your second factor'

let prizm: TestApp
let bo: User

beforeEach(async () => {
  prizm = await startTestApp()
  loadSecretsKeys(first)
  bo = await prizm.builders.user({ username: 'bo', role: 'sales' })
})
afterEach(() => loadSecretsKeys(undefined))

const own = '/api/user/second-factor'
const post = (url: string, as: string, body: object) => prizm.call('POST', url, { as, body })
const job = () => {
  const ctx: Context = {
    db: prizm.database.db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'w',
    channel: 'worker',
  }
  return encryptFactorKeys(ctx)
}
const stored = async () => {
  type StoredRow = { userId: number; secret: string; lastStep: number }
  return prizm.rows<StoredRow>(
    `select user_id as "userId", secret, last_step::int as "lastStep" from second_factors
     order by user_id`,
  )
}
const secretOf = async (user: User) =>
  (await stored()).find(({ userId }) => userId === user.id)?.secret ?? ''

/** Begins a second factor: the session, and the key as the app gets it. */
async function enroll(user: User = bo) {
  const as = await prizm.builders.session(user)
  const { secret } = (await post(own, as, { password })).json<{ secret: string }>()
  return { as, secret }
}

/** Turns on a second factor; the clock then stands at the next code. */
async function turnOn(user: User = bo) {
  const { as, secret } = await enroll(user)
  const confirmed = await post(`${own}/confirm`, as, { code: codeAt(secret, prizm.clock.now) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 30_000)
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  return { as, secret, recoveryCodes, code: () => codeAt(secret, prizm.clock.now) }
}

/** Signs in with the password and a code. */
async function signIn(code: string, username = 'bo') {
  const half = await prizm.call('POST', '/api/login', { body: { username, password } })
  const cookie = half.cookies.find(({ name }) => name === 'challenge')
  return post('/api/login/second-factor', `challenge=${cookie?.value}`, { code })
}

test('the key of a second factor is encrypted in the database, and checks codes', async () => {
  const { secret, code } = await turnOn()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(await secretOf(bo)).toMatch(encrypted)
  expect((await signIn(code())).statusCode).toBe(200)
  expect((await signIn(code())).json(), 'a code counts once').toMatchObject({ code: 'wrong-code' })
})

test('keys stored as text check codes, and are encrypted by the job', async () => {
  loadSecretsKeys(undefined)
  const { secret, code } = await turnOn()
  const ann = await prizm.builders.user({ username: 'ann' })
  const begun = await enroll(ann)
  const before = await stored()
  expect(before.map((row) => row.secret)).toEqual([secret, begun.secret])
  await job()
  expect(await stored(), 'without a key').toEqual(before)
  loadSecretsKeys(first)
  expect((await signIn(code())).statusCode).toBe(200)
  const used = await stored()
  await Promise.all([job(), job()])
  const after = await stored()
  for (const row of after) expect(row.secret).toMatch(encrypted)
  expect(after.map(({ lastStep }) => lastStep)).toEqual(used.map(({ lastStep }) => lastStep))
  expect((await signIn(code())).json()).toMatchObject({ code: 'wrong-code' })
  const confirmation = { code: codeAt(begun.secret, prizm.clock.now) }
  expect((await post(`${own}/confirm`, begun.as, confirmation)).statusCode).toBe(200)
})

test('a new key before the old one encrypts them anew, while codes are used', async () => {
  const { code } = await turnOn()
  const before = await secretOf(bo)
  loadSecretsKeys(`${second},${first}`)
  const [answer] = await Promise.all([signIn(code()), job(), job()])
  expect(answer.statusCode).toBe(200)
  const after = await secretOf(bo)
  expect(after).toMatch(encrypted)
  expect(after.split('.')[1]).not.toBe(before.split('.')[1])
  loadSecretsKeys(second)
  expect((await signIn(code())).json(), 'the code counted').toMatchObject({ code: 'wrong-code' })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 30_000)
  expect((await signIn(code())).statusCode).toBe(200)
})

test('with a lost key a recovery code signs in, and a new second factor is set up', async () => {
  const { recoveryCodes, code } = await turnOn()
  const ann = await prizm.builders.user({ username: 'ann' })
  loadSecretsKeys(second)
  const anns = await turnOn(ann)
  const refused = await signIn(code())
  expect(refused.json()).toMatchObject({ status: 503, code: 'secret-unreadable' })
  expect(refused.json().detail).toBe(unreadable)
  await expect(job()).rejects.toThrow(`The second factors of these users cannot be read: ${bo.id}`)
  expect((await signIn(anns.code(), 'ann')).statusCode, 'others go on').toBe(200)
  const signedIn = await signIn(recoveryCodes[0] ?? '')
  expect(signedIn.statusCode).toBe(200)
  const as = `sid=${signedIn.cookies.find(({ name }) => name === 'sid')?.value}`
  const off = await post(`${own}/turn-off`, as, { password, code: recoveryCodes[1] })
  expect(off.statusCode, off.body).toBe(204)
  const renewed = await turnOn()
  await job()
  expect((await signIn(renewed.code())).statusCode).toBe(200)
})

test('with a lost key an administrator removes the second factor', async () => {
  await turnOn()
  const admin = await prizm.signIn('admin')
  loadSecretsKeys(second)
  const removed = await prizm.call('DELETE', `/api/users/${bo.id}/second-factor`, { as: admin })
  expect(removed.statusCode).toBe(204)
  expect(await stored()).toEqual([])
  const plain = await prizm.call('POST', '/api/login', { body: { username: 'bo', password } })
  expect(plain.statusCode).toBe(200)
})

test('a second factor that was begun under a lost key is begun anew', async () => {
  const { as, secret } = await enroll()
  loadSecretsKeys(second)
  const code = codeAt(secret, prizm.clock.now)
  const refused = await post(`${own}/confirm`, as, { code })
  const detail = 'Begin with a new key'
  expect(refused.json()).toMatchObject({ status: 409, code: 'second-factor-off', detail })
  const { statusCode } = await post(own, as, { password })
  expect(statusCode).toBe(200)
  expect(await secretOf(bo)).toMatch(encrypted)
})

test('the database stores no key of another form', async () => {
  await expect(
    prizm.rows(
      `insert into second_factors (user_id, secret) values (${bo.id}, 'whsec_AQID') returning 1`,
    ),
  ).rejects.toThrow('second_factor_secret_form_known')
})
