import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Mail } from '#platform/server/mail/mailer.ts'
import type { User } from '../../contract.ts'
import { countsOf, testPassword } from '../testing.ts'
import { codeAt } from '../second-factor/totp.ts'
import { linkBaseOf } from './queue-account-emails.ts'
import { sendAccountEmails } from './send-account-emails.ts'

let prizm: TestApp
let bo: User
let admin: string

beforeEach(async () => {
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  admin = await prizm.signIn('admin')
  bo = await prizm.builders.user({ username: 'bo', email: 'bo@example.com', role: 'sales' })
  await setRules({ mailSender: 'office@example.com' })
})

const setRules = (body: object) => prizm.call('PUT', '/api/settings', { as: admin, body })
const post = (url: string, body?: object, as?: string, from = '127.0.0.1') =>
  prizm.call('POST', url, { ...(as && { as }), ...(body && { body }), from })
const request = (email: string, from?: string) =>
  post('/api/password-reset', { email }, undefined, from)
const complete = (token: string, password = 'six green lanterns') =>
  post('/api/password-reset/complete', { token, password })
const login = (username: string, password: string) => post('/api/login', { username, password })
const linkBase = 'https://orders.example.com'

/** What the worker runs each second: returns the emails that it hands to the mail server. */
async function sendEmails(failure?: Error): Promise<Mail[]> {
  const sent: Mail[] = []
  const { db } = prizm.database
  const ctx: Context = {
    db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'w',
    channel: 'worker',
  }
  const deliver = async (mail: Mail) => {
    if (failure) throw failure
    sent.push(mail)
    return []
  }
  await sendAccountEmails(ctx, { deliver, linkBase })
  return sent
}

const tokenIn = (mail: Mail | undefined) => /#\w+=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
const elapse = (time: string, table: string, column = 'created_at') =>
  prizm.rows(`update ${table} set ${column} = ${column} - interval '${time}' returning 1`)

async function resetToken(): Promise<string> {
  expect((await request('bo@example.com')).statusCode).toBe(204)
  const [mail] = await sendEmails()
  return tokenIn(mail)
}

test('a link in an email sets a new password, once, and does not sign in', async () => {
  const session = await prizm.builders.session(bo)
  expect((await request('BO@Example.com')).statusCode).toBe(204)
  const [mail, ...more] = await sendEmails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: ['bo@example.com'], subject: 'Reset your password for Prizm' })
  expect(mail?.text).toContain(`${linkBase}/auth#reset=`)
  const token = tokenIn(mail)
  const weak = await complete(token, 'password123')
  expect([weak.statusCode, weak.json().errors[0].path]).toEqual([422, 'password'])
  const done = await complete(token)
  expect(done.statusCode).toBe(204)
  expect(done.headers['set-cookie']).toBeUndefined()
  expect((await prizm.call('GET', '/api/user', { as: session })).statusCode).toBe(401)
  expect((await login('bo', testPassword)).statusCode).toBe(401)
  expect((await login('bo', 'six green lanterns')).statusCode).toBe(200)
  const again = await complete(token, 'nine blue kettles')
  expect(again.json()).toMatchObject({ status: 409, code: 'link-over' })
  const acts = await prizm.rows(
    `select action, actor_id from audit_log where action = 'reset-password'`,
  )
  expect(acts).toEqual([{ action: 'reset-password', actor_id: bo.id }])
})

test('an unknown address gets the same answer and the same work, and no email', async () => {
  const stored = (email: string) =>
    prizm.rows(`select kind, attempts from account_emails where email_folded = '${email}'`)
  const known = await request('bo@example.com')
  const unknown = await request('nobody@example.com')
  const inactive = await prizm.builders.user({ username: 'off', isActive: false })
  const deactivated = await request(inactive.email)
  for (const answer of [unknown, deactivated]) {
    expect([answer.statusCode, answer.body]).toEqual([known.statusCode, known.body])
  }
  expect(await stored('nobody@example.com')).toEqual(await stored('bo@example.com'))
  const sent = await sendEmails()
  expect(sent.map(({ to }) => to)).toEqual([['bo@example.com']])
  expect(await prizm.rows('select 1 from account_emails')).toEqual([])
})

test('a link is valid for 30 minutes, and only its hash is stored', async () => {
  const token = await resetToken()
  const [link] = await prizm.rows<{ text: string }>('select l::text as text from account_links l')
  const queue = await prizm.rows<{ text: string }>('select e::text as text from account_emails e')
  expect(JSON.stringify([link, queue])).not.toContain(token)
  await elapse('30 minutes', 'account_links')
  expect((await complete(token)).json()).toMatchObject({ status: 409, code: 'link-over' })
  expect((await complete('a'.repeat(43))).json()).toMatchObject({ code: 'link-over' })
  expect((await login('bo', testPassword)).statusCode).toBe(200)
})

test('of two concurrent uses of a link one succeeds', async () => {
  const token = await resetToken()
  const answers = await Promise.all([
    complete(token, 'six green lanterns'),
    complete(token, 'nine blue kettles'),
  ])
  expect(countsOf(answers)).toEqual({ 204: 1, 409: 1 })
  const [one, other] = [
    await login('bo', 'six green lanterns'),
    await login('bo', 'nine blue kettles'),
  ]
  expect([one.statusCode, other.statusCode].toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a used link, a new password and a deactivation end the other links', async () => {
  const [first, second] = [await resetToken(), await resetToken()]
  expect((await complete(first)).statusCode).toBe(204)
  expect((await complete(second)).json()).toMatchObject({ code: 'link-over' })
  const third = await resetToken()
  const change = (body: object) => prizm.call('PUT', `/api/users/${bo.id}`, { as: admin, body })
  expect((await change({ password: 'nine blue kettles' })).statusCode).toBe(200)
  expect((await complete(third)).json()).toMatchObject({ code: 'link-over' })
  await elapse('15 minutes', 'sign_in_attempts', 'at')
  const fourth = await resetToken()
  expect((await change({ isActive: false })).statusCode).toBe(200)
  expect((await complete(fourth)).json()).toMatchObject({ code: 'link-over' })
})

test('the second factor stays, and is asked for after the reset', async () => {
  const as = await prizm.builders.session(bo)
  const own = '/api/user/second-factor'
  const { secret } = (await post(own, { password: testPassword }, as)).json<{ secret: string }>()
  await post(`${own}/confirm`, { code: codeAt(secret, prizm.clock.now) }, as)
  expect((await complete(await resetToken())).statusCode).toBe(204)
  const half = await login('bo', 'six green lanterns')
  expect(half.json()).toMatchObject({ status: 401, code: 'second-factor-required' })
})

test('a reset clears wrong passwords, but no wrong codes of the second factor', async () => {
  const as = await prizm.builders.session(bo)
  const own = '/api/user/second-factor'
  const { secret } = (await post(own, { password: testPassword }, as)).json<{ secret: string }>()
  await post(`${own}/confirm`, { code: codeAt(secret, prizm.clock.now) }, as)
  const wrong = { password: testPassword, code: '000000' }
  await Promise.all(Array.from({ length: 10 }, () => post(`${own}/turn-off`, wrong, as)))
  await Promise.all(Array.from({ length: 10 }, () => login('bo', 'wrong password')))
  expect((await login('bo', testPassword)).statusCode).toBe(429)
  expect((await complete(await resetToken())).statusCode).toBe(204)
  const half = await login('bo', 'six green lanterns')
  expect(half.json()).toMatchObject({ code: 'second-factor-required' })
  const challenge = half.cookies.find(({ name }) => name === 'challenge')
  const tryCode = () =>
    post('/api/login/second-factor', { code: '000000' }, `challenge=${challenge?.value}`)
  expect((await tryCode()).statusCode).toBe(429)
  expect((await post(`/api/users/${bo.id}/unlock`, undefined, admin)).statusCode).toBe(204)
  expect((await tryCode()).json()).toMatchObject({ status: 401, code: 'wrong-code' })
})

test('three requests for an address and thirty from one place are allowed', async () => {
  const same = await Promise.all([1, 2, 3, 4].map((n) => request('bo@example.com', `192.0.2.${n}`)))
  expect(countsOf(same)).toEqual({ 204: 3, 429: 1 })
  const names = Array.from({ length: 32 }, (_, index) => `n${index}@example.com`)
  const others = await Promise.all(names.map((email) => request(email, '198.51.100.1')))
  expect(countsOf(others)).toEqual({ 204: 30, 429: 2 })
  const token = 'b'.repeat(43)
  const guesses = await Promise.all(Array.from({ length: 32 }, () => complete(token)))
  expect(countsOf(guesses)).toEqual({ 409: 30, 429: 2 })
})

test('an email that cannot be delivered is tried again, until the server rejects it', async () => {
  await request('bo@example.com')
  expect(await sendEmails(new Error('connect ECONNREFUSED'))).toEqual([])
  expect(await sendEmails(), 'it waits').toEqual([])
  await prizm.rows('update account_emails set next_attempt_at = now() returning 1')
  const [mail] = await sendEmails()
  expect((await complete(tokenIn(mail))).statusCode).toBe(204)
  await request('bo@example.com')
  await sendEmails(Object.assign(new Error('no such user'), { responseCode: 550 }))
  expect(await prizm.rows('select 1 from account_emails')).toEqual([])
})

test('an email that waited for half an hour is not sent', async () => {
  await request('bo@example.com')
  await elapse('30 minutes', 'account_emails')
  expect(await sendEmails()).toEqual([])
  expect(await prizm.rows('select 1 from account_emails')).toEqual([])
})

test('an administrator sends a reset link, and gets no password to know', async () => {
  const answer = await post(`/api/users/${bo.id}/reset-link`, undefined, admin)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  const [mail] = await sendEmails()
  expect((await complete(tokenIn(mail))).statusCode).toBe(204)
  const off = await prizm.builders.user({ isActive: false })
  const refused = await post(`/api/users/${off.id}/reset-link`, undefined, admin)
  expect(refused.json()).toMatchObject({ status: 409, code: 'inactive-account' })
  expect((await post('/api/users/999999/reset-link', undefined, admin)).statusCode).toBe(404)
})

const ada = { username: 'ada', email: 'ada@example.com', role: 'finance' }
const accept = (token: string, username = 'ada.l', password = 'nine blue kettles') =>
  post('/api/invitation/accept', { token, username, password })

test('an invited person chooses the username and the password by the link', async () => {
  const invited = await post('/api/users/invitations', ada, admin)
  expect(invited.statusCode).toBe(201)
  expect(invited.json()).toMatchObject({ username: 'ada', role: 'finance', isActive: false })
  const [mail] = await sendEmails()
  expect(mail).toMatchObject({ to: ['ada@example.com'], subject: 'Your invitation to Prizm' })
  const taken = await accept(tokenIn(mail), 'BO')
  expect(taken.json()).toMatchObject({ status: 409, code: 'duplicate-user' })
  expect((await complete(tokenIn(mail))).json()).toMatchObject({ code: 'link-over' })
  const accepted = await accept(tokenIn(mail))
  expect(accepted.statusCode).toBe(204)
  expect(accepted.headers['set-cookie']).toBeUndefined()
  const signedIn = await login('ada.l', 'nine blue kettles')
  expect(signedIn.json()).toMatchObject({ username: 'ada.l', role: 'finance', isActive: true })
  expect((await accept(tokenIn(mail))).json()).toMatchObject({ code: 'link-over' })
  const acts = await prizm.rows(
    `select action, changes from audit_log
     where entity = 'user' and entity_id = ${invited.json().id} order by id`,
  )
  expect(acts).toEqual([
    { action: 'invite', changes: { role: { from: null, to: 'finance' } } },
    {
      action: 'accept-invitation',
      changes: { username: { from: 'ada', to: 'ada.l' }, isActive: { from: false, to: true } },
    },
    { action: 'sign-in', changes: { address: { from: null, to: '127.0.0.1' } } },
  ])
})

test('an invitation is sent again or withdrawn, and no reset link opens it', async () => {
  const { id } = (await post('/api/users/invitations', ada, admin)).json<{ id: number }>()
  await sendEmails()
  await elapse('30 minutes', 'account_links')
  expect((await post(`/api/users/${id}/invitation`, undefined, admin)).statusCode).toBe(204)
  const [mail] = await sendEmails()
  await request('ada@example.com')
  expect(await sendEmails()).toEqual([])
  const change = (body: object) => prizm.call('PUT', `/api/users/${id}`, { as: admin, body })
  expect((await change({ isActive: true })).json()).toMatchObject({ code: 'invitation-open' })
  expect((await change({ isActive: false, role: 'sales' })).statusCode).toBe(200)
  const decline = () => post(`/api/users/${id}/decline`, undefined, admin)
  expect((await decline()).statusCode).toBe(204)
  expect((await decline()).json()).toMatchObject({ status: 409, code: 'nothing-pending' })
  expect((await accept(tokenIn(mail))).json()).toMatchObject({ code: 'link-over' })
  const again = await post(`/api/users/${id}/invitation`, undefined, admin)
  expect(again.json()).toMatchObject({ status: 409, code: 'not-invited' })
  const ofBo = await post(`/api/users/${bo.id}/invitation`, undefined, admin)
  expect(ofBo.json()).toMatchObject({ code: 'not-invited' })
})

test('without a From address nothing is queued, and the screens say so', async () => {
  const facts = async () => (await prizm.call('GET', '/api/sign-in')).json().passwordReset
  expect(await facts()).toBe(true)
  await setRules({ mailSender: '' })
  expect(await facts()).toBe(false)
  const answers = await Promise.all([
    request('bo@example.com'),
    post('/api/users/invitations', ada, admin),
    post(`/api/users/${bo.id}/reset-link`, undefined, admin),
  ])
  for (const answer of answers) {
    expect(answer.json()).toMatchObject({ status: 409, code: 'mail-off' })
  }
  expect(await prizm.rows('select 1 from account_emails')).toEqual([])
})

test.each([
  [{ SMTP_URL: 'smtp://mail' }, 'http://localhost:3000'],
  [{ SMTP_URL: 'smtp://mail', PORT: 8080 }, 'http://localhost:8080'],
  [{ PUBLIC_URL: 'https://a.example' }, undefined],
  [{ SMTP_URL: 'smtp://mail', HOST: '0.0.0.0' }, undefined],
  [
    { SMTP_URL: 'smtp://mail', HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example, https://b.test' },
    'https://a.example',
  ],
])('with %o links begin with %s, whatever host a request names', (config, base) => {
  expect(linkBaseOf(config)).toBe(base)
})
