// One file: every way to attack or use a sign-in at the provider, with one provider
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { SignOnReturn, User } from '../../contract.ts'
import { chosenPermissions } from '../../role-rules.ts'
import { hashOf } from '../sessions.ts'
import { cookieOf, countsOf, testPassword } from '../testing.ts'
import {
  claimsOf,
  clientId,
  clientSecret,
  followProvider,
  signedToken,
  startProvider,
  type TestProvider,
} from './testing.ts'

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
  provider.people.clear()
  provider.people.set('bo', {
    email: 'bo@example.com',
    email_verified: true,
    preferred_username: 'bo',
    groups: ['erp-sales'],
  })
  provider.person = 'bo'
  provider.tamper = undefined
})

const address = '/api/single-sign-on'

const form = {
  issuer: '',
  clientId,
  clientSecret,
  groupClaim: 'groups',
  groupRoles: [
    { group: 'erp-managers', role: 'manager' },
    { group: 'erp-sales', role: 'sales' },
  ],
  createsAccounts: true,
  defaultRole: null,
  buttonText: 'Company account',
  isOnly: false,
  breakGlassId: null,
}

async function setUp(change: object = {}) {
  const body = { ...form, issuer: provider.issuer, ...change }
  const saved = await prizm.call('PUT', address, { as: admin, body })
  expect(saved.statusCode, saved.body).toBe(200)
  return saved.json<{ version: number }>()
}

/** Begins a sign-in: the address of the provider, and the cookie of the browser. */
async function begin() {
  const begun = await prizm.call('POST', '/api/login/single-sign-on')
  expect(begun.statusCode, begun.body).toBe(200)
  const { address: url } = begun.json<{ address: string }>()
  return { url, cookie: cookieOf(begun) }
}

/** What the browser comes back with. */
function formOf(returned: URL): SignOnReturn {
  return Object.fromEntries(returned.searchParams) as SignOnReturn
}

const complete = (form: object, cookie: string) =>
  prizm.call('POST', '/api/login/single-sign-on/complete', { as: cookie, body: form })

async function signOn() {
  const { url, cookie } = await begin()
  return complete(formOf(await followProvider(url)), cookie)
}

const sessionOf = (answer: { cookies: { name: string; value: string }[] }) => {
  const cookie = answer.cookies.find(({ name }) => name === 'sid')
  return `sid=${cookie?.value}`
}
const codeOf = (answer: { json(): { code: string }; statusCode: number }) => [
  answer.statusCode,
  answer.json().code,
]
const countOf = async (table: string) =>
  (await prizm.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n
const actsOf = (userId: number) =>
  prizm.rows(`select action, reason from audit_log
    where entity = 'user' and entity_id = ${userId} order by id`)

test('a person of the provider gets an account, the role of the group and a session', async () => {
  await setUp()
  const { url, cookie } = await begin()
  const asked = new URL(url).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('redirect_uri')).toBe('http://localhost/auth')
  const returned = await followProvider(url)
  expect(returned.origin + returned.pathname).toBe('http://localhost/auth')
  const done = await complete(formOf(returned), cookie)
  expect(done.statusCode, done.body).toBe(200)
  const user = done.json<User>()
  expect(user).toMatchObject({ username: 'bo', email: 'bo@example.com', role: 'sales' })
  const me = await prizm.call('GET', '/api/user', { as: sessionOf(done) })
  expect(me.json<User>().id).toBe(user.id)
  expect(await actsOf(user.id)).toEqual([
    { action: 'create', reason: 'First sign-in at the provider' },
    { action: 'link-single-sign-on', reason: null },
    { action: 'sign-in', reason: 'Single sign-on' },
  ])
  expect((await signOn()).json<User>().id, 'the second time it is the same account').toBe(user.id)
  expect(await countOf('users')).toBe(2)
})

test('the database has hashes of the state and the token of a browser, and no more', async () => {
  await setUp()
  const { url, cookie } = await begin()
  const stored = await prizm.rows(
    `select encode(state_sha256, 'hex') as state, encode(browser_sha256, 'hex') as browser, issuer,
       to_jsonb(a) - array['state_sha256', 'browser_sha256', 'issuer', 'created_at'] as others
     from single_sign_on_attempts a`,
  )
  const hexOf = (secret: string | null | undefined) => hashOf(secret ?? '').toString('hex')
  const state = hexOf(new URL(url).searchParams.get('state'))
  const browser = hexOf(cookie.split('=')[1])
  expect(stored).toEqual([{ state, browser, issuer: provider.issuer, others: {} }])
})

test('a return starts a new session and ends the one that the browser had', async () => {
  await setUp()
  const ann = await prizm.builders.session(await prizm.builders.user({ username: 'ann' }))
  const { url, cookie } = await begin()
  const done = await complete(formOf(await followProvider(url)), `${cookie}; ${ann}`)
  expect(done.json<User>().username).toBe('bo')
  expect(sessionOf(done)).not.toBe(ann)
  expect((await prizm.call('GET', '/api/user', { as: ann })).statusCode).toBe(401)
  const me = await prizm.call('GET', '/api/user', { as: sessionOf(done) })
  expect(me.json<User>().username).toBe('bo')
})

test('a return of a provider that was replaced meanwhile is refused', async () => {
  await setUp()
  const { url, cookie } = await begin()
  const form = formOf(await followProvider(url))
  const other = await startProvider()
  await setUp({ issuer: other.issuer })
  expect(codeOf(await complete(form, cookie))).toEqual([401, 'sign-on-over'])
  expect(other.calls).not.toContain('/token')
  await other.close()
})

test('a return counts once, also for concurrent requests', async () => {
  await setUp()
  const { url, cookie } = await begin()
  const form = formOf(await followProvider(url))
  const answers = await Promise.all([complete(form, cookie), complete(form, cookie)])
  expect(countsOf(answers)).toEqual({ 200: 1, 401: 1 })
  expect(codeOf(await complete(form, cookie))).toEqual([401, 'sign-on-over'])
  expect(await countOf('single_sign_on_attempts')).toBe(0)
})

test('a return that is late, of another browser or with another state is refused', async () => {
  await setUp()
  const late = await begin()
  const form = formOf(await followProvider(late.url))
  await prizm.rows(
    `update single_sign_on_attempts set created_at = created_at - interval '10 minutes'
     returning 1`,
  )
  expect(codeOf(await complete(form, late.cookie))).toEqual([401, 'sign-on-over'])
  const [mine, other] = [await begin(), await begin()]
  const mineReturned = formOf(await followProvider(mine.url))
  expect(codeOf(await complete(mineReturned, other.cookie))).toEqual([401, 'sign-on-over'])
  expect(codeOf(await complete(mineReturned, ''))).toEqual([401, 'sign-on-over'])
  const forged = { ...mineReturned, state: new URL(other.url).searchParams.get('state') ?? '' }
  expect(codeOf(await complete(forged, mine.cookie))).toEqual([401, 'sign-on-over'])
  expect((await complete(mineReturned, mine.cookie)).statusCode).toBe(200)
})

test.each([
  ['state', 'a\u0000b'],
  ['state', 'a\ud800b'],
  ['code', 'a\u0000b'],
  ['error_description', 'a\ud800b'],
])('a return whose %s cannot be stored is refused before anything is read', async (field, text) => {
  await setUp()
  const { url, cookie } = await begin()
  const form = formOf(await followProvider(url))
  const answer = await complete({ ...form, [field]: text }, cookie)
  expect(answer.statusCode).toBe(422)
  const message = 'This text has characters that cannot be stored'
  expect(answer.json().errors).toMatchObject([{ path: field, message }])
  expect((await complete(form, cookie)).statusCode).toBe(200)
})

test('the code of another sign-in is refused, because its PKCE verifier is another', async () => {
  await setUp()
  provider.people.set('eve', { email: 'eve@example.com', email_verified: true, groups: [] })
  const victim = await begin()
  provider.person = 'eve'
  const attacker = await begin()
  const stolen = formOf(await followProvider(attacker.url))
  const state = new URL(victim.url).searchParams.get('state') ?? ''
  const injected = await complete({ ...stolen, state }, victim.cookie)
  expect(codeOf(injected)).toEqual([401, 'sign-on-invalid'])
  expect(await countOf('sessions')).toBe(1)
})

test('a code that was used is refused by the provider, also in a new sign-in', async () => {
  await setUp()
  const first = await begin()
  const used = formOf(await followProvider(first.url))
  expect((await complete(used, first.cookie)).statusCode).toBe(200)
  const second = await begin()
  const state = new URL(second.url).searchParams.get('state') ?? ''
  const replayed = await complete({ ...used, state }, second.cookie)
  expect(codeOf(replayed)).toEqual([401, 'sign-on-invalid'])
})

test('another nonce in the request to the provider is noticed in the ID token', async () => {
  await setUp()
  const { url, cookie } = await begin()
  const changed = new URL(url)
  changed.searchParams.set('nonce', 'a nonce of somebody else')
  const answer = await complete(formOf(await followProvider(changed.href)), cookie)
  expect(codeOf(answer)).toEqual([401, 'sign-on-invalid'])
})

test.each([
  ['for another program', { aud: 'other' }],
  ['of another issuer', { iss: 'https://id.example.com' }],
  ['that has expired', { exp: 1_700_000_000, iat: 1_600_000_000 }],
  ['without a nonce', { nonce: undefined }],
])('an ID token %s is refused', async (_, change) => {
  await setUp()
  provider.tamper = (answer) => {
    return { ...answer, id_token: signedToken({ ...claimsOf(answer.id_token), ...change }) }
  }
  expect(codeOf(await signOn())).toEqual([401, 'sign-on-invalid'])
  expect(await countOf('sessions')).toBe(1)
})

test('an ID token with a wrong signature is refused', async () => {
  await setUp()
  provider.tamper = (answer) => {
    const [head, , signature] = answer.id_token.split('.')
    const body = Buffer.from(JSON.stringify({ ...claimsOf(answer.id_token), groups: ['x'] }))
    return { ...answer, id_token: `${head}.${body.toString('base64url')}.${signature}` }
  }
  expect(codeOf(await signOn())).toEqual([401, 'sign-on-invalid'])
})

test('the return of another provider is refused (RFC 9207)', async () => {
  await setUp()
  const { url, cookie } = await begin()
  const form = { ...formOf(await followProvider(url)), iss: 'https://id.example.com' }
  expect(codeOf(await complete(form, cookie))).toEqual([401, 'sign-on-invalid'])
})

test('a person who cancels at the provider is told so', async () => {
  await setUp()
  provider.person = undefined
  const answer = await signOn()
  expect(codeOf(answer)).toEqual([401, 'sign-on-denied'])
  expect(answer.json().detail).toBe(
    'The provider did not let you in. Choose another account there, or ask an administrator',
  )
})

test('no group that is not mapped gives a role, unless there is a default', async () => {
  await setUp()
  provider.people.set('bo', {
    email: 'bo@example.com',
    email_verified: true,
    groups: ['admin', 'ERP-SALES'],
  })
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-no-role'])
  expect(await countOf('users')).toBe(1)
  await setUp({ defaultRole: 'viewer' })
  expect((await signOn()).json<User>().role).toBe('viewer')
})

test('the role follows the groups at each sign-in; a change ends the other sessions', async () => {
  await setUp()
  const first = await signOn()
  const { id } = first.json<User>()
  provider.people.set('bo', { groups: ['erp-managers'] })
  const second = await signOn()
  expect(second.json<User>()).toMatchObject({ id, role: 'manager' })
  const earlier = await prizm.call('GET', '/api/user', { as: sessionOf(first) })
  expect(earlier.statusCode).toBe(401)
  const changes = await prizm.rows(
    `select changes -> 'role' as role from audit_log where action = 'update' and entity_id = ${id}`,
  )
  expect(changes).toEqual([{ role: { from: 'sales', to: 'manager' } }])
  provider.people.set('bo', { groups: [] })
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-no-role'])
})

test('groups give roles of the company itself, under their current names', async () => {
  const permissions = ['vendors.read'] as const
  const roleId = await prizm.builders.ownRole({ name: 'Buyer', permissions })
  await setUp({ groupRoles: [{ group: 'erp-sales', role: 'Buyer' }] })
  const user = (await signOn()).json<User>()
  expect(user).toMatchObject({ role: 'Buyer' })
  const body = { name: 'Purchaser' }
  await prizm.call('PUT', `/api/roles/${roleId}`, { as: admin, body })
  const settings = await prizm.call('GET', address, { as: admin })
  expect(settings.json()).toMatchObject({ groupRoles: [{ group: 'erp-sales', role: 'Purchaser' }] })
  expect((await signOn()).json()).toMatchObject({ id: user.id, role: 'Purchaser' })
  await setUp()
  expect((await signOn()).json()).toMatchObject({ id: user.id, role: 'sales' })
  const stored = `select role, own_role_id as "ownRoleId" from users where id = ${user.id}`
  expect(await prizm.rows(stored)).toEqual([{ role: 'sales', ownRoleId: null }])
})

test.each([
  ['a group', { groupRoles: [{ group: 'erp-sales', role: 'Buyer' }] }],
  ['people without a group', { defaultRole: 'Buyer' }],
])('a role that single sign-on gives to %s is not deleted, and must exist', async (_, change) => {
  const body = { ...form, ...change }
  const unknown = await prizm.call('PUT', address, { as: admin, body })
  expect(codeOf(unknown)).toEqual([422, 'invalid'])
  const permissions = ['vendors.read'] as const
  const roleId = await prizm.builders.ownRole({ name: 'Buyer', permissions })
  await setUp(change)
  const remove = () => prizm.call('DELETE', `/api/roles/${roleId}`, { as: admin })
  expect(codeOf(await remove())).toEqual([409, 'role-in-use'])
  await setUp()
  expect((await remove()).statusCode).toBe(204)
})

test('only an administrator chooses the provider, whatever an own role may do', async () => {
  await prizm.builders.ownRole({ name: 'Everything', permissions: chosenPermissions })
  const as = await prizm.signIn('Everything')
  expect((await prizm.call('GET', address, { as })).statusCode).toBe(200)
  const groupRoles = [{ group: 'x', role: 'admin' }]
  const change = await prizm.call('PUT', address, { as, body: { ...form, groupRoles } })
  expect(codeOf(change)).toEqual([403, 'beyond-own-rights'])
  expect(change.json().detail).toBe('Only an administrator changes single sign-on')
  expect(await prizm.rows('select role from single_sign_on_groups')).toEqual([])
})

test('an account is linked by a verified email, and never by another one', async () => {
  await setUp({ groupRoles: [] })
  const ann = await prizm.builders.user({
    username: 'ann',
    email: 'Bo@Example.com',
    role: 'finance',
  })
  provider.people.set('bo', { email: 'bo@example.com', email_verified: false, groups: [] })
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-email-unverified'])
  provider.people.set('bo', { email: 'bo@example.com', groups: [] })
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-email-unverified'])
  provider.people.set('bo', { preferred_username: 'ann', groups: [] })
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-email-unverified'])
  expect(await countOf('single_sign_on_identities')).toBe(0)
  provider.people.set('bo', { email: 'bo@example.com', email_verified: true, groups: [] })
  expect((await signOn()).json<User>()).toMatchObject({ id: ann.id, role: 'finance' })
  provider.people.set('bo', { email: 'new@example.com', email_verified: false, groups: [] })
  expect((await signOn()).json<User>().id, 'the subject is linked now').toBe(ann.id)
})

test('an account that belongs to one person of the provider is not given to another', async () => {
  await setUp()
  await signOn()
  provider.people.set('eve', {
    email: 'bo@example.com',
    email_verified: true,
    groups: ['erp-sales'],
  })
  provider.person = 'eve'
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-other-person'])
})

test('a person who is another one at the provider now is linked anew after an unlink', async () => {
  await setUp()
  const first = await signOn()
  const { id } = first.json<User>()
  const claims = { email: 'bo@example.com', email_verified: true, groups: ['erp-sales'] }
  provider.people.set('bo-anew', claims)
  provider.person = 'bo-anew'
  const refused = await signOn()
  expect(codeOf(refused)).toEqual([403, 'sign-on-other-person'])
  expect(refused.json().detail).toBe(
    'Your email address is linked to another person at the provider. ' +
      'Ask an administrator to unlink it',
  )
  const linked = async () =>
    (await prizm.call('GET', '/api/users?sort=id', { as: admin })).json<{ isLinked: boolean }[]>()
  expect((await linked()).map(({ isLinked }) => isLinked)).toEqual([false, true])
  const unlink = (userId: number) =>
    prizm.call('DELETE', `/api/users/${userId}/single-sign-on`, { as: admin })
  expect((await unlink(id)).statusCode).toBe(204)
  expect((await linked()).map(({ isLinked }) => isLinked)).toEqual([false, false])
  expect(codeOf(await unlink(id))).toEqual([404, 'not-found'])
  const earlier = await prizm.call('GET', '/api/user', { as: sessionOf(first) })
  expect(earlier.statusCode).toBe(401)
  const [last] = await prizm.rows(
    `select changes from audit_log where action = 'unlink-single-sign-on'`,
  )
  expect(last).toEqual({ changes: { issuer: { from: provider.issuer, to: null } } })
  expect((await signOn()).json<User>().id).toBe(id)
  expect(await prizm.rows('select subject from single_sign_on_identities')).toEqual([
    { subject: 'bo-anew' },
  ])
})

test('a sign-in and an unlink at the same time leave no session without a link', async () => {
  await setUp()
  const { id } = (await signOn()).json<User>()
  const { url, cookie } = await begin()
  const form = formOf(await followProvider(url))
  const [done, unlinked] = await Promise.all([
    complete(form, cookie),
    prizm.call('DELETE', `/api/users/${id}/single-sign-on`, { as: admin }),
  ])
  expect(unlinked.statusCode).toBe(204)
  const me = await prizm.call('GET', '/api/user', { as: sessionOf(done) })
  expect([
    [200, 1],
    [401, 0],
  ]).toContainEqual([me.statusCode, await countOf('single_sign_on_identities')])
})

test('an email that is only taken as equal to that of an account is not linked to it', async () => {
  await setUp()
  await prizm.builders.user({ username: 'sid', email: 'sid@example.com' })
  // The letter ı without a dot is i where usernames and emails must not be confused.
  const claims = { email: 's\u0131d@example.com', email_verified: true, groups: ['erp-sales'] }
  provider.people.set('bo', claims)
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-no-account'])
  expect(await countOf('single_sign_on_identities')).toBe(0)
  provider.people.set('bo', { ...claims, email: 'SID@example.com' })
  expect((await signOn()).json<User>().username).toBe('sid')
})

test('an invited person who comes by the provider is sent to the invitation', async () => {
  await setUp()
  const { id } = await prizm.builders.user({ email: 'bo@example.com', isActive: false })
  await prizm.rows(`update users set pending = 'invitation' where id = ${id} returning 1`)
  const refused = await signOn()
  expect(codeOf(refused)).toEqual([403, 'approval-needed'])
  expect(refused.json().detail).toBe('Open the link in your invitation first')
})

test('who registered with the address of another person has no access after the link', async () => {
  await setUp()
  const body = { username: 'mallory', email: 'bo@example.com', password: testPassword }
  const registered = await prizm.call('POST', '/api/register', { body })
  const { id } = registered.json<User>()
  await prizm.rows(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_synced)
     values (${id}, 'of-mallory', '\\x00', 0, '{}', 'Hers', false) returning 1`,
  )
  await prizm.rows(`insert into second_factors (user_id, secret, confirmed_at)
                    values (${id}, 'AAAA', now()) returning 1`)
  expect((await signOn()).json<User>()).toMatchObject({ id, role: 'sales' })
  expect(codeOf(await login('mallory'))).toEqual([401, 'wrong-credentials'])
  const earlier = await prizm.call('GET', '/api/user', { as: sessionOf(registered) })
  expect(earlier.statusCode).toBe(401)
  expect([await countOf('passkeys'), await countOf('second_factors')]).toEqual([0, 0])
  const reason = 'The account had registered itself: its password was replaced'
  expect(await actsOf(id)).toContainEqual({ action: 'link-single-sign-on', reason })
})

test('an account that an administrator created keeps its password after the link', async () => {
  await setUp()
  const body = {
    username: 'ann',
    email: 'bo@example.com',
    password: testPassword,
    role: 'sales',
  }
  const created = await prizm.call('POST', '/api/users', { as: admin, body })
  const { id } = created.json<User>()
  expect((await signOn()).json<User>().id).toBe(id)
  expect(await actsOf(id)).toContainEqual({ action: 'link-single-sign-on', reason: null })
  expect((await login('ann')).statusCode).toBe(200)
})

test('without accounts on demand, a person without an account is refused', async () => {
  await setUp({ createsAccounts: false })
  expect(codeOf(await signOn())).toEqual([403, 'sign-on-no-account'])
})

test('an inactive account stays outside, and a taken username gets a number', async () => {
  await setUp()
  await prizm.builders.user({ username: 'BO', email: 'else@example.com' })
  const done = await signOn()
  expect(done.json<User>().username).toBe('bo-2')
  const { id } = done.json<User>()
  await prizm.call('PUT', `/api/users/${id}`, { as: admin, body: { isActive: false } })
  expect(codeOf(await signOn())).toEqual([403, 'approval-needed'])
})

const login = (username: string) =>
  prizm.call('POST', '/api/login', { body: { username, password: testPassword } })

test('single sign-on only: passwords sign in the break-glass administrator alone', async () => {
  const boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  await prizm.builders.user({ username: 'ann', role: 'sales' })
  const nobody = await prizm.call('PUT', address, {
    as: admin,
    body: { ...(await formNow()), isOnly: true, breakGlassId: null },
  })
  expect([nobody.statusCode, nobody.json().errors[0].path]).toEqual([422, 'breakGlassId'])
  await setUp({ isOnly: true, breakGlassId: boss.id })
  const refused = await login('ann')
  expect(codeOf(refused)).toEqual([401, 'sign-on-only'])
  expect(refused.json().detail).toBe(
    'Your company signs in with “Company account”. Use that button',
  )
  const body = { username: 'ann', password: 'wrong password' }
  const wrong = await prizm.call('POST', '/api/login', { body })
  expect(codeOf(wrong), 'a wrong password learns nothing').toEqual([401, 'wrong-credentials'])
  expect((await login('boss')).statusCode).toBe(200)
  const [last] = (await actsOf(boss.id)).slice(-1)
  expect(last).toEqual({ action: 'sign-in', reason: 'Break-glass administrator' })
  const facts = (await prizm.call('GET', '/api/sign-in')).json()
  expect(facts).toMatchObject({
    signUp: 'closed',
    singleSignOn: { buttonText: 'Company account', isOnly: true },
  })
  const account = { username: 'new', email: 'new@example.com', password: testPassword }
  const signUp = await prizm.call('POST', '/api/register', { body: account })
  expect(codeOf(signUp)).toEqual([403, 'sign-up-closed'])
  expect((await signOn()).statusCode).toBe(200)
})

test('the break-glass administrator has a password that somebody knows', async () => {
  const groupRoles = [{ group: 'erp-sales', role: 'admin' }]
  await setUp({ groupRoles })
  const { id } = (await signOn()).json<User>()
  const body = { ...(await formNow()), isOnly: true, breakGlassId: id }
  const put = () => prizm.call('PUT', address, { as: admin, body })
  const refused = await put()
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([
    {
      path: 'breakGlassId',
      message: 'This administrator has no password yet. Set one under Users first',
    },
  ])
  const password = 'seven green lanterns'
  await prizm.call('PUT', `/api/users/${id}`, { as: admin, body: { password } })
  expect((await put()).statusCode).toBe(200)
})

test('the break-glass administrator keeps the password, also of an own registration', async () => {
  const boss = await prizm.builders.user({
    username: 'boss',
    email: 'bo@example.com',
    role: 'admin',
  })
  await prizm.rows(`insert into audit_log (entity, entity_id, action)
                    values ('user', ${boss.id}, 'sign-up') returning 1`)
  await setUp({ isOnly: true, breakGlassId: boss.id })
  expect((await signOn()).json<User>().id).toBe(boss.id)
  expect((await login('boss')).statusCode).toBe(200)
})

test('an administrator who is linked and named break-glass at once can sign in', async () => {
  await setUp()
  const boss = await prizm.builders.user({
    username: 'boss',
    email: 'bo@example.com',
    role: 'admin',
  })
  await prizm.rows(`insert into audit_log (entity, entity_id, action)
                    values ('user', ${boss.id}, 'sign-up') returning 1`)
  const { url, cookie } = await begin()
  const returned = formOf(await followProvider(url))
  const body = { ...(await formNow()), isOnly: true, breakGlassId: boss.id }
  const [named] = await Promise.all([
    prizm.call('PUT', address, { as: admin, body }),
    complete(returned, cookie),
  ])
  expect([200, 422]).toContain(named.statusCode)
  const status = (await login('boss')).statusCode
  expect(status, 'the password is replaced unless the settings name it').toBe(
    named.statusCode === 200 ? 200 : 401,
  )
})

test('nobody but an active administrator is the break-glass administrator', async () => {
  const { id } = await prizm.builders.user({ role: 'sales' })
  const { id: gone } = await prizm.builders.user({ role: 'admin', isActive: false })
  const named = async (breakGlassId: number) => {
    const body = { ...form, issuer: provider.issuer, breakGlassId }
    return (await prizm.call('PUT', address, { as: admin, body })).json()
  }
  const errors = [{ path: 'breakGlassId', message: 'Choose an active administrator' }]
  expect(await named(id)).toMatchObject({ errors })
  expect(await named(gone)).toMatchObject({ errors })
})

test('while the provider is down, single sign-on only is turned off', async () => {
  const boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  const other = await startProvider()
  const on = { issuer: other.issuer, isOnly: true, breakGlassId: boss.id }
  await setUp(on)
  await other.close()
  expect(await setUp({ ...on, isOnly: false })).toMatchObject({ isOnly: false })
  const moved = { ...form, ...on, issuer: `${other.issuer}/other` }
  const refused = await prizm.call('PUT', address, { as: admin, body: moved })
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'issuer'])
})

async function formNow() {
  const read = await prizm.call('GET', address, { as: admin })
  const { hasClientSecret: _, returnAddress: __, version: ___, ...form } = read.json()
  return { ...form, issuer: provider.issuer, clientId, clientSecret }
}

test('the break-glass administrator keeps the role, and cannot be deactivated', async () => {
  const boss = await prizm.builders.user({
    username: 'boss',
    email: 'bo@example.com',
    role: 'admin',
  })
  await setUp({ isOnly: true, breakGlassId: boss.id })
  const url = `/api/users/${boss.id}`
  const off = await prizm.call('PUT', url, { as: admin, body: { isActive: false } })
  expect(codeOf(off)).toEqual([409, 'break-glass-administrator'])
  expect((await signOn()).json<User>()).toMatchObject({ id: boss.id, role: 'admin' })
})

test('the settings never answer the secret, and the history has only that it changed', async () => {
  await setUp()
  const read = await prizm.call('GET', address, { as: admin })
  expect(read.json()).toMatchObject({
    hasClientSecret: true,
    returnAddress: 'http://localhost/auth',
    groupRoles: [
      { group: 'erp-managers', role: 'manager' },
      { group: 'erp-sales', role: 'sales' },
    ],
  })
  expect(read.body).not.toContain(clientSecret)
  const { clientSecret: _, ...kept } = await formNow()
  const stale = await prizm.call('PUT', address, {
    as: admin,
    body: { ...kept, buttonText: 'Other' },
    headers: { 'if-match': '"1"' },
  })
  expect(stale.statusCode).toBe(412)
  expect(stale.body).not.toContain(clientSecret)
  const saved = await prizm.call('PUT', address, { as: admin, body: { ...kept, buttonText: 'Us' } })
  expect(saved.json()).toMatchObject({ hasClientSecret: true, buttonText: 'Us' })
  const entries = await prizm.rows<{ changes: object }>(
    `select changes from audit_log where action = 'change-single-sign-on' order by id`,
  )
  expect(entries[0]?.changes).toMatchObject({ clientSecret: { from: 'none', to: 'new' } })
  expect(JSON.stringify(entries)).not.toContain(clientSecret)
  expect((await signOn()).statusCode, 'the kept secret still works').toBe(200)
})

test.each([
  ['not an address', 'id.example.com', 'This is not an address such as https://id.example.com'],
  ['metadata', 'https://id.example.com/.well-known/x', 'Enter the issuer, without /.well-known'],
  [
    'a private address',
    'https://10.0.0.7',
    '10.0.0.7 is in a private network, which is not allowed',
  ],
  ['plain http', 'http://93.184.215.14', 'The address must begin with https://'],
])('an issuer that is %s is refused', async (_, issuer, message) => {
  const body = { ...(await formNow()), issuer }
  const answer = await prizm.call('PUT', address, { as: admin, body })
  expect(answer.statusCode, answer.body).toBe(422)
  expect(answer.json().errors).toMatchObject([{ path: 'issuer', message }])
})

test('without the setting for tests, a provider on loopback is not called', async () => {
  const { issuer } = provider
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
  const { calls } = provider
  calls.length = 0
  const body = { ...(await formNow()), issuer }
  const answer = await prizm.call('PUT', address, { as: admin, body })
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'issuer'])
  expect(calls).toEqual([])
})

test('signing out leads to the provider, with its session named', async () => {
  await setUp()
  const as = sessionOf(await signOn())
  const answer = await prizm.call('GET', '/api/sign-out-address', { as })
  const asked = new URL(answer.json<{ address: string }>().address)
  expect(asked.origin + asked.pathname).toBe(`${provider.issuer}/session/end`)
  expect(asked.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost/auth')
  expect(claimsOf(asked.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: 'bo' })
  expect((await fetch(asked)).status).toBe(200)
  const other = await prizm.call('GET', '/api/sign-out-address', { as: admin })
  expect(other.json()).toEqual({ address: null })
})

test('a role that requires a second factor leaves it to the provider', async () => {
  await setUp()
  await prizm.call('PUT', '/api/settings', { as: admin, body: { secondFactorSales: true } })
  const as = sessionOf(await signOn())
  expect((await prizm.call('GET', '/api/customers', { as })).statusCode).toBe(200)
})

test('while single sign-on is off, nothing begins', async () => {
  const answer = await prizm.call('POST', '/api/login/single-sign-on')
  expect(codeOf(answer)).toEqual([409, 'sign-on-off'])
})
