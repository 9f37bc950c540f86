import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { User } from '../../contract.ts'
import { hashOf, isAliveSession } from '../sessions.ts'
import { cookieOf, countsOf, testPassword } from '../testing.ts'
import { codeAt } from './totp.ts'

let prizm: TestApp
let bo: User

beforeEach(async () => {
  prizm = await startTestApp()
  bo = await prizm.builders.user({ username: 'bo', role: 'sales' })
})

const own = '/api/user/second-factor'
const password = testPassword
const post = (url: string, as: string, body: object = {}) => prizm.call('POST', url, { as, body })
const login = (username = 'bo', secret = password, from = '127.0.0.1') =>
  prizm.call('POST', '/api/login', { body: { username, password: secret }, from })
const wait = (seconds: number) => {
  prizm.clock.now = new Date(prizm.clock.now.getTime() + seconds * 1000)
}
const elapse = (time: string, table: string, column: string) =>
  prizm.rows(`update ${table} set ${column} = ${column} - interval '${time}' returning 1`)
const countOf = async (table: string) =>
  (await prizm.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n

/** The cookie of the second step, as the browser would send it. */
const challengeOf = (answer: { cookies: { name: string; value: string }[] }) => {
  const cookie = answer.cookies.find(({ name }) => name === 'challenge')
  return `challenge=${cookie?.value}`
}

/** Turns on the second factor of a user; the clock then stands at the next code. */
async function turnOn(user: User = bo) {
  const as = await prizm.builders.session(user)
  const { secret } = (await post(own, as, { password })).json<{ secret: string }>()
  const confirmed = await post(`${own}/confirm`, as, { code: codeAt(secret, prizm.clock.now) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  wait(30)
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  return { as, secret, recoveryCodes, code: () => codeAt(secret, prizm.clock.now) }
}

test('a second factor is enrolled with the password and confirmed by a first code', async () => {
  const as = await prizm.builders.session(bo)
  const before = await prizm.call('GET', own, { as })
  const off = { isOn: false, isRequired: false, confirmedAt: null, recoveryCodesLeft: 0 }
  expect(before.json()).toEqual(off)
  const wrong = await post(own, as, { password: 'wrong password' })
  expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([422, 'password'])
  const key = (await post(own, as, { password })).json<{ secret: string; qrText: string }>()
  expect(key.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(key.qrText).toContain(`otpauth://totp/Prizm:bo?issuer=Prizm&secret=${key.secret}`)
  expect((await prizm.call('GET', own, { as })).json()).toEqual(off)
  expect((await login()).statusCode, 'a key that is not confirmed does not count').toBe(200)
  const badCode = await post(`${own}/confirm`, as, { code: '000000' })
  expect([badCode.statusCode, badCode.json().errors[0].path]).toEqual([422, 'code'])
  const confirmed = await post(`${own}/confirm`, as, { code: codeAt(key.secret, prizm.clock.now) })
  expect(confirmed.statusCode).toBe(200)
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  const after = await prizm.call('GET', own, { as })
  expect(after.json()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  expect((await post(own, as, { password })).json()).toMatchObject({ code: 'second-factor-on' })
  const again = await post(`${own}/confirm`, as, { code: codeAt(key.secret, prizm.clock.now) })
  expect(again.json()).toMatchObject({ code: 'second-factor-on' })
})

test('turning it on ends the other sessions, and is in the history without secrets', async () => {
  const other = await prizm.builders.session(bo)
  const { as, secret, recoveryCodes } = await turnOn()
  expect((await prizm.call('GET', '/api/user', { as: other })).statusCode).toBe(401)
  expect((await prizm.call('GET', '/api/user', { as })).statusCode).toBe(200)
  const [all] = await prizm.rows<{ text: string }>(
    `select string_agg(a::text, ' ') as text from audit_log a`,
  )
  expect(all?.text).toContain('turn-on-second-factor')
  for (const hidden of [secret, recoveryCodes[0] ?? '']) expect(all?.text).not.toContain(hidden)
})

test('sign-in asks for the code after the right password, and only then', async () => {
  const { code } = await turnOn()
  const wrong = await login('bo', 'wrong password')
  expect(wrong.json()).toMatchObject({ status: 401, code: 'wrong-credentials' })
  expect(wrong.headers['set-cookie']).toBeUndefined()
  const half = await login()
  expect(half.statusCode).toBe(401)
  expect(half.json()).toMatchObject({ code: 'second-factor-required' })
  expect(half.headers['set-cookie']).toMatch(
    /^challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(await countOf(`sessions where user_id = ${bo.id}`)).toBe(1)
  const cookie = challengeOf(half)
  const asSession = cookie.replace('challenge=', 'sid=')
  expect((await prizm.call('GET', '/api/user', { as: asSession })).statusCode).toBe(401)
  const done = await post('/api/login/second-factor', cookie, { code: code() })
  expect(done.statusCode).toBe(200)
  expect(done.json()).toEqual(bo)
  const session = done.cookies.find(({ name }) => name === 'sid')
  const me = await prizm.call('GET', '/api/user', { as: `sid=${session?.value}` })
  expect(me.json()).toEqual(bo)
  expect(await countOf('sign_in_challenges')).toBe(0)
})

test('a code signs in once, also for two concurrent sign-ins', async () => {
  const { code } = await turnOn()
  const [first, second] = [challengeOf(await login()), challengeOf(await login())]
  const answers = await Promise.all(
    [first, second].map((as) => post('/api/login/second-factor', as, { code: code() })),
  )
  expect(countsOf(answers)).toEqual({ 200: 1, 401: 1 })
  const refused = answers.find((answer) => answer.statusCode === 401)
  expect(refused?.json()).toMatchObject({ code: 'wrong-code' })
  wait(30)
  const third = challengeOf(await login())
  expect((await post('/api/login/second-factor', third, { code: code() })).statusCode).toBe(200)
})

test('a challenge starts one session, also for concurrent codes', async () => {
  const { recoveryCodes } = await turnOn()
  const as = challengeOf(await login())
  const answers = await Promise.all(
    recoveryCodes.slice(0, 3).map((each) => post('/api/login/second-factor', as, { code: each })),
  )
  expect(countsOf(answers)).toEqual({ 200: 1, 401: 2 })
  expect(await countOf('recovery_codes')).toBe(9)
})

test('a recovery code signs in once, however typed, and only its hash is stored', async () => {
  const { recoveryCodes } = await turnOn()
  const [printed = ''] = recoveryCodes
  const typed = ` ${printed.toLowerCase().replaceAll('-', ' ')} `
  const first = challengeOf(await login())
  expect((await post('/api/login/second-factor', first, { code: typed })).statusCode).toBe(200)
  const acts = await prizm.rows(`select changes from audit_log where action = 'sign-in'`)
  expect(acts).toEqual([
    {
      changes: {
        address: { from: null, to: '127.0.0.1' },
        secondFactor: { from: null, to: 'recovery code' },
      },
    },
  ])
  const second = challengeOf(await login())
  const again = await post('/api/login/second-factor', second, { code: printed })
  expect(again.json()).toMatchObject({ status: 401, code: 'wrong-code' })
  const stored = await prizm.rows<{ text: string }>('select c::text as text from recovery_codes c')
  expect(stored).toHaveLength(9)
  expect(JSON.stringify(stored)).not.toContain(printed.replaceAll('-', ''))
})

test('the recovery code of another user does not sign in', async () => {
  const ada = await prizm.builders.user({ username: 'ada' })
  const { recoveryCodes } = await turnOn(ada)
  await turnOn()
  const as = challengeOf(await login())
  const refused = await post('/api/login/second-factor', as, { code: recoveryCodes[0] })
  expect(refused.json()).toMatchObject({ code: 'wrong-code' })
})

test('the second step ends after five minutes, or with a new password', async () => {
  const { code } = await turnOn()
  const boss = await prizm.signIn('admin')
  const over = { status: 401, code: 'challenge-over' }
  const step = async (as: string) =>
    (await post('/api/login/second-factor', as, { code: code() })).json()
  expect(await step('challenge=AAAA')).toMatchObject(over)
  const late = challengeOf(await login())
  await elapse('5 minutes', 'sign_in_challenges', 'created_at')
  expect(await step(late)).toMatchObject(over)
  const early = challengeOf(await login())
  const change = (body: object) => prizm.call('PUT', `/api/users/${bo.id}`, { as: boss, body })
  expect((await change({ password: 'six green lanterns' })).statusCode).toBe(200)
  expect(await step(early)).toMatchObject(over)
  const next = challengeOf(await login('bo', 'six green lanterns'))
  expect((await change({ isActive: false })).statusCode).toBe(200)
  expect(await step(next)).toMatchObject(over)
  expect(await countOf(`sessions where user_id = ${bo.id}`)).toBe(0)
})

test('after ten wrong codes even the right one waits, wherever it comes from', async () => {
  const { code } = await turnOn()
  const as = challengeOf(await login())
  const step = (typed: string, from: string) =>
    prizm.call('POST', '/api/login/second-factor', { as, from, body: { code: typed } })
  const wrong = await Promise.all(
    Array.from({ length: 12 }, (_, index) => step('000000', `192.0.2.${index}`)),
  )
  expect(countsOf(wrong)).toEqual({ 401: 10, 429: 2 })
  expect((await step(code(), '198.51.100.1')).statusCode).toBe(429)
  await elapse('15 minutes', 'sign_in_attempts', 'at')
  expect((await step(code(), '198.51.100.1')).statusCode).toBe(200)
})

test('a hundred wrong codes in a day make the account wait for a day', async () => {
  const { code } = await turnOn()
  const as = challengeOf(await login())
  for (let hour = 0; hour < 10; hour++) {
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(
      Array.from({ length: 10 }, () => post('/api/login/second-factor', as, { code: '000000' })),
    )
    // oxlint-disable-next-line no-await-in-loop
    await elapse('1 hour', 'sign_in_attempts', 'at')
  }
  expect((await post('/api/login/second-factor', as, { code: code() })).statusCode).toBe(429)
  await elapse('15 hours', 'sign_in_attempts', 'at')
  expect((await post('/api/login/second-factor', as, { code: code() })).statusCode).toBe(200)
})

test('turning it off and new recovery codes need the password and a fresh code', async () => {
  const { as, code, recoveryCodes } = await turnOn()
  for (const step of ['turn-off', 'recovery-codes']) {
    // oxlint-disable-next-line no-await-in-loop
    const noPassword = await post(`${own}/${step}`, as, { password: 'wrong one', code: code() })
    expect([noPassword.statusCode, noPassword.json().errors[0].path]).toEqual([422, 'password'])
    // oxlint-disable-next-line no-await-in-loop
    const noCode = await post(`${own}/${step}`, as, { password, code: '000000' })
    expect([noCode.statusCode, noCode.json().errors[0].path]).toEqual([422, 'code'])
  }
  const fresh = await post(`${own}/recovery-codes`, as, { password, code: code() })
  expect(fresh.statusCode).toBe(200)
  const replaced = fresh.json<{ recoveryCodes: string[] }>().recoveryCodes
  expect(replaced.filter((each) => recoveryCodes.includes(each))).toEqual([])
  expect(await countOf('recovery_codes')).toBe(10)
  const used = await post(`${own}/turn-off`, as, { password, code: code() })
  expect(used.statusCode, 'the code was used a moment ago').toBe(422)
  const off = await post(`${own}/turn-off`, as, { password, code: replaced[0] })
  expect(off.statusCode).toBe(204)
  expect(await countOf('recovery_codes')).toBe(0)
  expect((await login()).statusCode).toBe(200)
  const none = await post(`${own}/turn-off`, as, { password, code: replaced[1] })
  expect(none.json()).toMatchObject({ status: 409, code: 'second-factor-off' })
})

test('an administrator removes a lost second factor, which ends the sessions', async () => {
  const { as } = await turnOn()
  const boss = await prizm.builders.user({ role: 'admin' })
  const admin = await prizm.builders.session(boss)
  const remove = (by: string, id: number) =>
    prizm.call('DELETE', `/api/users/${id}/second-factor`, { as: by })
  expect((await remove(as, bo.id)).statusCode).toBe(403)
  expect((await remove(admin, boss.id)).json()).toMatchObject({ code: 'own-second-factor' })
  expect((await remove(admin, 2_000_000)).statusCode).toBe(404)
  expect((await remove(admin, bo.id)).statusCode).toBe(204)
  expect((await prizm.call('GET', '/api/user', { as })).statusCode).toBe(401)
  expect((await login()).statusCode).toBe(200)
  expect((await remove(admin, bo.id)).json()).toMatchObject({ code: 'second-factor-off' })
  const acts = await prizm.rows(
    `select action, actor_id from audit_log where action = 'remove-second-factor'`,
  )
  expect(acts).toEqual([{ action: 'remove-second-factor', actor_id: boss.id }])
})

test('a user of a role that requires a second factor gets nothing else before', async () => {
  const admin = await prizm.signIn('admin')
  const as = cookieOf(await login())
  const read = (url: string) => prizm.call('GET', url, { as })
  expect((await read('/api/customers')).statusCode).toBe(200)
  const rule = { secondFactorSales: true }
  expect((await prizm.call('PUT', '/api/settings', { as: admin, body: rule })).statusCode).toBe(200)
  wait(1)
  const refused = await read('/api/customers')
  expect(refused.json()).toMatchObject({ status: 403, code: 'second-factor-missing' })
  // What an open stream of changes asks.
  const goesOn = () => isAliveSession(prizm.database.db, hashOf(as.replace('sid=', '')))
  expect(await goesOn()).toBe(false)
  const write = await post('/api/customers', as, {})
  expect(write.json()).toMatchObject({ code: 'second-factor-missing' })
  expect((await read('/api/user')).json()).toEqual({ ...bo, mustEnroll: true })
  expect((await read(own)).json()).toMatchObject({ isOn: false, isRequired: true })
  expect((await prizm.call('GET', '/api/customers', { as: admin })).statusCode).toBe(200)
  const { secret } = (await post(own, as, { password })).json<{ secret: string }>()
  await post(`${own}/confirm`, as, { code: codeAt(secret, prizm.clock.now) })
  expect((await read('/api/customers')).statusCode).toBe(200)
  expect((await read('/api/user')).json()).toEqual(bo)
  expect(await goesOn()).toBe(true)
  expect((await prizm.call('POST', '/api/logout', { as })).statusCode).toBe(204)
})

test('a second factor that is turned on during a sign-in is asked for', async () => {
  const as = await prizm.builders.session(bo)
  const { secret } = (await post(own, as, { password })).json<{ secret: string }>()
  const code = codeAt(secret, prizm.clock.now)
  const [confirmed, ...signedIn] = await Promise.all([
    post(`${own}/confirm`, as, { code }),
    ...Array.from({ length: 5 }, () => login()),
  ])
  expect(confirmed.statusCode).toBe(200)
  for (const answer of signedIn.filter(({ statusCode }) => statusCode === 200)) {
    // Its session began before the second factor, so it was ended with the others.
    const session = `sid=${answer.cookies.find(({ name }) => name === 'sid')?.value}`
    // oxlint-disable-next-line no-await-in-loop
    expect((await prizm.call('GET', '/api/user', { as: session })).statusCode).toBe(401)
  }
  expect(await countOf(`sessions where user_id = ${bo.id}`)).toBe(1)
})
