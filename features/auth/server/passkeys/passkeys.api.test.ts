// One file: adding, using and removing passkeys, with one device
import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { CreationOptions, RequestOptions, SignedCredential, User } from '../../contract.ts'
import { countsOf, testPassword } from '../testing.ts'
import { hasAnyFactor } from '../second-factor/second-factor.ts'
import { codeAt } from '../second-factor/totp.ts'
import { addPasskey } from './passkeys.ts'
import { type Authenticator, createAuthenticator } from './testing.ts'

let prizm: TestApp
let bo: User
let device: Authenticator

const origin = 'http://localhost'
const own = '/api/user/passkeys'

beforeEach(async () => {
  prizm = await startTestApp()
  bo = await prizm.builders.user({ username: 'bo', role: 'sales' })
  device = createAuthenticator(origin)
})

const post = (url: string, body?: object, as?: string) =>
  prizm.call('POST', url, { ...(body && { body }), ...(as && { as }) })
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const sessionOf = (answer: { cookies: { name: string; value: string }[] }) => {
  const cookie = answer.cookies.find(({ name }) => name === 'sid')
  return `sid=${cookie?.value}`
}
const elapse = (time: string) =>
  prizm.rows(
    `update passkey_challenges set created_at = created_at - interval '${time}' returning 1`,
  )

/** What the browser needs to make a passkey. */
async function begin(as: string, proof: object = { password: testPassword }) {
  const begun = await post(`${own}/options`, proof, as)
  expect(begun.statusCode, begun.body).toBe(200)
  return begun.json<CreationOptions>()
}

/** Adds a passkey of the device to the account of a session. */
async function add(as: string, name = 'Laptop') {
  const credential = device.create(await begin(as))
  const added = await post(own, { name, credential }, as)
  expect(added.statusCode, added.body).toBe(201)
  return added.json<{ id: number }>()
}

async function challenge() {
  const begun = await post('/api/login/passkey/options')
  expect(begun.statusCode, begun.body).toBe(200)
  return begun.json<RequestOptions>()
}

const login = (credential: SignedCredential) => post('/api/login/passkey', { credential })

test('a passkey is added with the password, listed, and signs in without a username', async () => {
  const as = await prizm.builders.session(bo)
  const options = await begin(as)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Prizm' },
    user: { name: 'bo' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const credential = device.create(options)
  const added = await post(own, { name: ' Laptop ', credential }, as)
  expect(added.statusCode, added.body).toBe(201)
  const before = (await prizm.call('GET', own, { as })).json()
  expect(before.passkeys).toMatchObject([{ name: 'Laptop', isSynced: false, lastUsedAt: null }])
  const done = await login(device.sign(await challenge()))
  expect(done.statusCode, done.body).toBe(200)
  expect(done.json<User>()).toMatchObject({ id: bo.id, username: 'bo' })
  const me = await prizm.call('GET', '/api/user', { as: sessionOf(done) })
  expect(me.json<User>().id).toBe(bo.id)
  const acts = await prizm.rows(
    `select action, reason from audit_log where entity = 'user' and entity_id = ${bo.id}
     order by id`,
  )
  expect(acts).toEqual([
    { action: 'add-passkey', reason: null },
    { action: 'sign-in', reason: 'Passkey' },
  ])
})

test('a passkey needs the password anew, or a code where there is a second factor', async () => {
  const as = await prizm.builders.session(bo)
  const none = await post(`${own}/options`, {}, as)
  expect([none.statusCode, none.json().errors[0].path]).toEqual([422, 'password'])
  const wrong = await post(`${own}/options`, { password: 'wrong password' }, as)
  expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([422, 'password'])
  const enrolled = await post('/api/user/second-factor', { password: testPassword }, as)
  const { secret } = enrolled.json<{ secret: string }>()
  const first = codeAt(secret, prizm.clock.now)
  await post('/api/user/second-factor/confirm', { code: first }, as)
  const password = await post(`${own}/options`, { password: testPassword }, as)
  expect([password.statusCode, password.json().errors[0].path]).toEqual([422, 'code'])
  const used = await post(`${own}/options`, { code: first }, as)
  expect([used.statusCode, used.json().errors[0].path], 'a used code').toEqual([422, 'code'])
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 30_000)
  await begin(as, { code: codeAt(secret, prizm.clock.now) })
})

test('a challenge counts once, for five minutes, for one user and one purpose', async () => {
  const as = await prizm.builders.session(bo)
  const options = await begin(as)
  const first = await post(own, { name: 'A', credential: device.create(options) }, as)
  expect(first.statusCode).toBe(201)
  const replayed = await post(own, { name: 'B', credential: device.create(options) }, as)
  expect(codeOf(replayed)).toEqual([409, 'passkey-challenge-over'])
  const late = await begin(as)
  await elapse('5 minutes')
  const tooLate = await post(own, { name: 'C', credential: device.create(late) }, as)
  expect(codeOf(tooLate)).toEqual([409, 'passkey-challenge-over'])
  const ann = await prizm.builders.session(await prizm.builders.user())
  const ofBo = await begin(as)
  const stolen = await post(own, { name: 'D', credential: device.create(ofBo) }, ann)
  expect(codeOf(stolen)).toEqual([409, 'passkey-challenge-over'])
  const { challenge: text } = await begin(as)
  const request = { ...(await challenge()), challenge: text }
  expect(codeOf(await login(device.sign(request)))).toEqual([401, 'passkey-challenge-over'])
})

test('a passkey whose session ends while it is added is not added', async () => {
  const as = await prizm.builders.session(bo)
  const credential = device.create(await begin(as))
  const { db } = prizm.database
  const user = { id: bo.id, username: 'bo', role: 'sales' }
  const ctx = { db, user, now: prizm.clock.now, requestId: 'test', channel: 'test' }
  const caller = { address: '127.0.0.1', token: 'of a session that has ended' }
  const added = addPasskey(ctx, { name: 'A', credential }, { origin, caller })
  await expect(added).rejects.toMatchObject({ code: 'passkey-challenge-over' })
  expect(await prizm.rows('select id from passkeys')).toEqual([])
})

test('a signature that was used is refused, also at the same time', async () => {
  await add(await prizm.builders.session(bo))
  const signed = device.sign(await challenge())
  const answers = await Promise.all([login(signed), login(signed)])
  expect(countsOf(answers)).toEqual({ 200: 1, 401: 1 })
  expect(codeOf(await login(signed))).toEqual([401, 'passkey-challenge-over'])
})

test.each([
  ['another origin', { origin: 'https://prizm.example' }],
  ['another port', { origin: 'http://localhost:8080' }],
  ['a device that did not verify its user', { flags: 0x01 }],
])('a passkey of %s neither signs in nor is added', async (_, given) => {
  const as = await prizm.builders.session(bo)
  const made = device.create(await begin(as), given)
  expect(codeOf(await post(own, { name: 'A', credential: made }, as))).toEqual([
    409,
    'wrong-passkey',
  ])
  await add(as)
  const signed = device.sign(await challenge(), given)
  expect(codeOf(await login(signed))).toEqual([401, 'wrong-passkey'])
  expect((await login(device.sign(await challenge()))).statusCode).toBe(200)
})

test('a passkey of another host name, user or key is refused', async () => {
  await add(await prizm.builders.session(bo))
  const otherHost = device.sign({ ...(await challenge()), rpId: 'prizm.example' })
  expect(codeOf(await login(otherHost))).toEqual([401, 'wrong-passkey'])
  const signed = device.sign(await challenge())
  const userHandle = Buffer.from('1000').toString('base64url')
  const otherUser = { ...signed, response: { ...signed.response, userHandle } }
  expect(codeOf(await login(otherUser))).toEqual([401, 'wrong-passkey'])
  const another = createAuthenticator(origin)
  another.create(await begin(await prizm.builders.session(bo)))
  const unknown = another.sign(await challenge())
  expect(codeOf(await login(unknown))).toEqual([401, 'wrong-passkey'])
  const { id, rawId } = signed
  const swapped = { ...another.sign(await challenge()), id, rawId }
  expect(codeOf(await login(swapped))).toEqual([401, 'wrong-passkey'])
})

test('a counter that goes back is refused, recorded and told to administrators', async () => {
  await prizm.signIn('admin')
  const { id } = await add(await prizm.builders.session(bo), 'Key')
  expect((await login(device.sign(await challenge(), { counter: 7 }))).statusCode).toBe(200)
  const copied = await login(device.sign(await challenge(), { counter: 7 }))
  expect(codeOf(copied)).toEqual([401, 'passkey-copied'])
  const lower = await login(device.sign(await challenge(), { counter: 3 }))
  expect(codeOf(lower)).toEqual([401, 'passkey-copied'])
  const entries = await prizm.rows(
    `select reason, changes -> 'counter' as counter from audit_log
     where action = 'refuse-passkey' order by id`,
  )
  expect(entries).toEqual([
    { reason: 'The counter of the passkey “Key” went back', counter: { from: 7, to: 7 } },
    { reason: 'The counter of the passkey “Key” went back', counter: { from: 7, to: 3 } },
  ])
  const told = await prizm.rows(`select title, key from notifications where kind = 'system'`)
  expect(told).toEqual([
    { title: 'A passkey of bo may have been copied', key: `passkey-${id}-counter-7` },
  ])
  expect((await login(device.sign(await challenge(), { counter: 8 }))).statusCode).toBe(200)
})

test('a device that does not count is accepted', async () => {
  await add(await prizm.builders.session(bo))
  for (const _ of [1, 2]) {
    // One after the other, as a person signs in.
    // oxlint-disable-next-line no-await-in-loop
    const done = await login(device.sign(await challenge(), { counter: 0 }))
    expect(done.statusCode).toBe(200)
  }
})

test('a passkey is renamed and removed by its user alone', async () => {
  const as = await prizm.builders.session(bo)
  const { id } = await add(as)
  const ann = await prizm.builders.session(await prizm.builders.user())
  const body = { name: 'Phone' }
  expect((await prizm.call('PUT', `${own}/${id}`, { as: ann, body })).statusCode).toBe(404)
  const proof = { password: testPassword }
  expect((await post(`${own}/${id}/remove`, proof, ann)).statusCode).toBe(404)
  const renamed = await prizm.call('PUT', `${own}/${id}`, { as, body })
  expect(renamed.json()).toMatchObject({ id, name: 'Phone' })
  expect((await post(`${own}/${id}/remove`, proof, as)).statusCode).toBe(204)
  expect((await prizm.call('GET', own, { as })).json()).toEqual({ passkeys: [] })
  expect(codeOf(await login(device.sign(await challenge())))).toEqual([401, 'wrong-passkey'])
})

test('a passkey is removed with the password or a code, not by an open session alone', async () => {
  const as = await prizm.builders.session(bo)
  const { id } = await add(as)
  const remove = (proof: object) => post(`${own}/${id}/remove`, proof, as)
  const none = await remove({})
  expect([none.statusCode, none.json().errors[0].path]).toEqual([422, 'password'])
  const wrong = await remove({ password: 'wrong password' })
  expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([422, 'password'])
  const enrolled = await post('/api/user/second-factor', { password: testPassword }, as)
  const { secret } = enrolled.json<{ secret: string }>()
  await post('/api/user/second-factor/confirm', { code: codeAt(secret, prizm.clock.now) }, as)
  const byPassword = await remove({ password: testPassword })
  expect([byPassword.statusCode, byPassword.json().errors[0].path]).toEqual([422, 'code'])
  expect(await prizm.rows('select id from passkeys')).toEqual([{ id }])
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 30_000)
  expect((await remove({ code: codeAt(secret, prizm.clock.now) })).statusCode).toBe(204)
  expect(await prizm.rows('select id from passkeys')).toEqual([])
  const acts = await prizm.rows(`select changes from audit_log where action = 'remove-passkey'`)
  expect(acts).toEqual([{ changes: { passkey: { from: 'Laptop', to: null } } }])
})

test('an inactive account does not sign in with its passkey', async () => {
  await add(await prizm.builders.session(bo))
  const admin = await prizm.signIn('admin')
  await prizm.call('PUT', `/api/users/${bo.id}`, { as: admin, body: { isActive: false } })
  expect(codeOf(await login(device.sign(await challenge())))).toEqual([403, 'approval-needed'])
})

test('a passkey is the second factor that a role requires', async () => {
  const admin = await prizm.signIn('admin')
  await prizm.call('PUT', '/api/settings', { as: admin, body: { secondFactorSales: true } })
  const as = await prizm.builders.session(bo)
  const read = (cookie: string) => prizm.call('GET', '/api/customers', { as: cookie })
  expect(codeOf(await read(as))).toEqual([403, 'second-factor-missing'])
  const { id } = await add(as)
  expect((await read(as)).statusCode, 'the session in which it was added').toBe(200)
  const body = { username: 'bo', password: testPassword }
  const byPassword = await post('/api/login', body)
  expect(codeOf(byPassword)).toEqual([401, 'passkey-required'])
  expect(byPassword.cookies).toEqual([])
  const byPasskey = sessionOf(await login(device.sign(await challenge())))
  expect((await read(byPasskey)).statusCode).toBe(200)
  await post(`${own}/${id}/remove`, { password: testPassword }, byPasskey)
  expect(codeOf(await read(byPasskey))).toEqual([403, 'second-factor-missing'])
})

test('an administrator removes lost passkeys like a lost second factor', async () => {
  await add(await prizm.builders.session(bo))
  const hasAny = () => hasAnyFactor(prizm.database.db, bo.id)
  expect(await hasAny(), 'also for the command of an operator').toBe(true)
  const admin = await prizm.signIn('admin')
  const listed = await prizm.call('GET', '/api/users?q=bo', { as: admin })
  expect(listed.json()).toMatchObject([{ username: 'bo', hasSecondFactor: true }])
  const url = `/api/users/${bo.id}/second-factor`
  expect((await prizm.call('DELETE', url, { as: admin })).statusCode).toBe(204)
  expect(await hasAny()).toBe(false)
  expect(codeOf(await login(device.sign(await challenge())))).toEqual([401, 'wrong-passkey'])
})

test('the passkeys of a person are exported, and deleted with the erasure', async () => {
  await add(await prizm.builders.session(bo), 'Phone of Bo')
  const admin = await prizm.signIn('admin')
  const url = `/api/users/${bo.id}/personal-data`
  const file = (await prizm.call('GET', url, { as: admin })).json()
  expect(file.passkeys).toMatchObject([{ name: 'Phone of Bo' }])
  await prizm.call('PUT', `/api/users/${bo.id}`, { as: admin, body: { isActive: false } })
  const body = { reason: 'Left the company' }
  const erased = await prizm.call('POST', `${url}/erase`, { as: admin, body })
  expect(erased.statusCode, erased.body).toBe(200)
  expect(await prizm.rows('select name from passkeys')).toEqual([])
})

test('behind a proxy that ends TLS, the origin is that of PUBLIC_URL', async () => {
  prizm = await startTestApp({ HOST: '0.0.0.0', PUBLIC_URL: 'https://prizm.example' })
  bo = await prizm.builders.user({ username: 'bo' })
  const as = await prizm.builders.session(bo)
  const headers = { host: 'prizm.example' }
  const call = (url: string, body: object) => prizm.call('POST', url, { as, body, headers })
  const begun = await call(`${own}/options`, { password: testPassword })
  const options = begun.json<CreationOptions>()
  expect(options.rp.id).toBe('prizm.example')
  const credential = createAuthenticator('https://prizm.example').create(options)
  expect((await call(own, { name: 'A', credential })).statusCode).toBe(201)
})

test('an address without a name has no passkeys', async () => {
  const headers = { host: '127.0.0.1:3000' }
  const begun = await prizm.call('POST', '/api/login/passkey/options', { headers })
  expect(codeOf(begun)).toEqual([409, 'passkey-host'])
})
