import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { signInLimits, sprayLimit } from '../attempt-limits.ts'
import { countAttempt } from './attempt-counter.ts'
import { countsOf, testPassword } from './testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
  await prizm.builders.user({ username: 'bo' })
})
afterEach(() => prizm.close())

const login = (username: string, password: string, from = '127.0.0.1') =>
  prizm.call('POST', '/api/login', { body: { username, password }, from })
const wrong = (username: string, from?: string) => login(username, 'wrong password', from)
const right = (username: string, from?: string) => login(username, testPassword, from)
const elapse = (time: string) =>
  prizm.database.pool.query(`update sign_in_attempts set at = at - interval '${time}'`)

const waitOf = (answer?: { headers: Record<string, unknown> }) =>
  Number(answer?.headers['retry-after'])

const times = <R>(count: number, work: (index: number) => Promise<R>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

test.each(['bo', 'nobody'])(
  'of 40 concurrent wrong passwords for %s, ten are verified',
  async (who) => {
    const answers = await times(40, () => wrong(who))
    expect(countsOf(answers)).toEqual({ 401: 10, 429: 30 })
    const refused = answers.find((answer) => answer.statusCode === 429)
    expect(refused?.json()).toMatchObject({ code: 'too-many-requests' })
    const wait = Number(refused?.headers['retry-after'])
    expect(wait).toBeGreaterThan(890)
    expect(wait).toBeLessThanOrEqual(900)
  },
)

test('after ten wrong passwords even the right one must wait, from this address only', async () => {
  await times(10, () => wrong('BO'))
  expect((await right('bo')).statusCode).toBe(429)
  expect((await right('bo', '192.0.2.7')).statusCode).toBe(200)
  await elapse('14 minutes')
  expect((await right('bo')).statusCode).toBe(429)
  await elapse('1 minute')
  expect((await right('bo')).statusCode).toBe(200)
})

test('a forged forwarded address is no new address', async () => {
  const body = { username: 'bo', password: 'wrong password' }
  const answers = await times(12, (index) => {
    const address = `192.0.2.${index}`
    const forged = { 'x-real-ip': address, forwarded: `for=${address}` }
    const headers = { 'x-forwarded-for': address, ...forged }
    return prizm.call('POST', '/api/login', { body, headers })
  })
  expect(countsOf(answers)).toEqual({ 401: 10, 429: 2 })
})

test('behind the trusted proxy the address of the client counts, and only behind it', async () => {
  const proxied = await startTestApp({ TRUSTED_PROXY: '192.0.2.1' })
  await proxied.builders.user({ username: 'bo' })
  const body = { username: 'bo', password: 'wrong password' }
  const fail = (from: string, index: number) => {
    const forwarded = { 'x-forwarded-for': `203.0.113.${index}` }
    const headers = { ...forwarded, 'x-forwarded-proto': 'https' }
    return proxied.call('POST', '/api/login', { body, headers, from })
  }
  expect(countsOf(await times(12, (index) => fail('192.0.2.1', index)))).toEqual({ 401: 12 })
  expect(countsOf(await times(12, (index) => fail('192.0.2.2', index)))).toEqual({
    401: 10,
    429: 2,
  })
})

test('at most ten passwords are verified in any fifteen minutes', async () => {
  await times(9, () => wrong('bo'))
  await elapse('14 minutes')
  expect(countsOf(await times(3, () => wrong('bo')))).toEqual({ 401: 1, 429: 2 })
  await elapse('2 minutes')
  expect(countsOf(await times(12, () => wrong('bo')))).toEqual({ 401: 9, 429: 3 })
})

test('the right password resets the count of wrong ones', async () => {
  await times(9, () => wrong('bo'))
  expect((await right('bo')).statusCode).toBe(200)
  expect(countsOf(await times(12, () => wrong('bo')))).toEqual({ 401: 10, 429: 2 })
})

test('thirty concurrent right passwords all sign in', async () => {
  expect(countsOf(await times(30, () => right('bo')))).toEqual({ 200: 30 })
  const remainingAttempts = await prizm.database.pool.query('select 1 from sign_in_attempts')
  expect(remainingAttempts.rows).toEqual([])
})

test('a hundred attempts from many addresses slow an account down, but never lock it', async () => {
  expect((await right('bo', '198.51.100.9')).statusCode).toBe(200)
  const addressOf = (index: number) => `192.0.2.${index % 200}`
  const first = await times(100, (index) => wrong('bo', addressOf(index)))
  expect(countsOf(first)).toEqual({ 401: 100 })
  await prizm.database.pool.query('update sign_in_attempts set at = clock_timestamp()')
  const more = await times(10, (index) => right('bo', addressOf(index)))
  expect(countsOf(more)).toEqual({ 429: 10 })
  expect(waitOf(more[0])).toBeLessThanOrEqual(5)
  expect((await right('bo', '198.51.100.9')).statusCode, 'where bo signs in').toBe(200)
  await elapse('5 seconds')
  expect((await wrong('bo', '203.0.113.1')).statusCode).toBe(401)
  expect(waitOf(await wrong('bo', '203.0.113.2'))).toBeGreaterThan(5)
  await elapse('10 seconds')
  expect((await right('bo', '203.0.113.3')).statusCode).toBe(200)
})

test('wrong current passwords count when changing the password', async () => {
  const as = await prizm.signIn('sales')
  const body = { currentPassword: 'wrong password', newPassword: 'six green lanterns' }
  const headers = { 'idempotency-key': 'one-key' }
  const answers = await times(12, () =>
    prizm.call('POST', '/api/user/password', { as, body, headers }),
  )
  expect(countsOf(answers)).toEqual({ 422: 10, 429: 2 })
})

test('a session and an Idempotency-Key do not bypass the limit', async () => {
  const as = await prizm.signIn('sales')
  const body = { username: 'bo', password: 'wrong password' }
  const answers = await times(12, (index) =>
    prizm.call('POST', '/api/login', { as, body, headers: { 'idempotency-key': `k${index}` } }),
  )
  expect(countsOf(answers)).toEqual({ 401: 10, 429: 2 })
})

test('concurrent attempts never exceed the limit', async () => {
  const ctx = { ...prizm.database, user: undefined, now: prizm.clock.now }
  const limits = [{ subject: 'a race', max: 10, seconds: 900 }]
  const tries = Array.from({ length: 30 }, () =>
    countAttempt({ ...ctx, requestId: '', channel: 'api' }, limits),
  )
  const settled = await Promise.allSettled(tries)
  expect(settled.filter((each) => each.status === 'fulfilled')).toHaveLength(10)
})

test('one address can create at most three hundred accounts in a quarter hour', async () => {
  const body = (username: string) => ({
    username,
    email: `${username}@example.com`,
    password: 'six green lanterns',
  })
  const register = (name: string, from?: string) =>
    prizm.call('POST', '/api/register', { body: body(name), ...(from && { from }) })
  expect((await register('one')).statusCode).toBe(201)
  await prizm.database.pool.query(
    `insert into sign_in_attempts (subject)
     select subject from sign_in_attempts, generate_series(1, 299)`,
  )
  expect((await register('two')).statusCode).toBe(429)
  expect((await register('two', '192.0.2.7')).statusCode).toBe(201)
})

test('stores no attempted usernames in plain text', async () => {
  await wrong('my own password by mistake')
  const storedAttempts = await prizm.database.pool.query('select subject from sign_in_attempts')
  expect(JSON.stringify(storedAttempts.rows)).not.toContain('password')
})

test('A5 no attempted username can be guessed from what is stored of it', async () => {
  const [typed, address] = ['my own password by mistake', '127.0.0.1']
  await wrong(typed)
  const storedAttempts = await prizm.rows<{ subject: string }>(
    'select subject from sign_in_attempts',
  )
  const spray = sprayLimit(address).subject
  const subjects = signInLimits(typed, address).map(({ subject }) => subject)
  const texts = [typed, spray, `${spray} ${typed}`, ...subjects]
  const guesses = texts.map((text) => createHash('sha256').update(text).digest('base64url'))
  expect(storedAttempts).toHaveLength(5)
  expect(storedAttempts.filter(({ subject }) => guesses.includes(subject))).toEqual([])
})

const deviceIn = (answer: { cookies: { name: string; value: string }[] }) =>
  `did=${answer.cookies.find(({ name }) => name === 'did')?.value}`
const loginFrom = (device: string, password: string, username = 'bo') =>
  prizm.call('POST', '/api/login', { as: device, body: { username, password } })

test('a thousand attempts from other browsers do not lock out a known browser', async () => {
  const device = deviceIn(await right('bo'))
  await times(10, () => wrong('bo'))
  await prizm.database.pool.query(
    `insert into sign_in_attempts (subject)
     select subject from (select distinct subject from sign_in_attempts) s,
       generate_series(1, 1000)`,
  )
  expect((await right('bo')).statusCode, 'a stranger waits').toBe(429)
  expect((await loginFrom(device, testPassword)).statusCode).toBe(200)
  expect((await right('bo')).statusCode, 'and waits still').toBe(429)
})

test('a known browser signs in with the right password after twelve wrong ones', async () => {
  const device = deviceIn(await right('bo'))
  const answers = await times(12, () => loginFrom(device, 'wrong password'))
  expect(countsOf(answers)).toEqual({ 401: 10, 429: 2 })
  expect(waitOf(answers.find(({ statusCode }) => statusCode === 429))).toBeLessThanOrEqual(5)
  const storedAttempts = await prizm.database.pool.query(
    'select count(*)::int as tries from sign_in_attempts',
  )
  expect(storedAttempts.rows).toEqual([{ tries: 10 }])
  expect((await loginFrom(device, 'wrong password')).statusCode, 'a wrong one waits').toBe(429)
  expect((await loginFrom(device, testPassword)).statusCode, 'the right one does not').toBe(200)
  const remainingAttempts = await prizm.database.pool.query('select 1 from sign_in_attempts')
  expect(remainingAttempts.rows).toEqual([])
})

test('wrong passwords in a known browser slow down no other browser at that address', async () => {
  const device = deviceIn(await right('bo'))
  await times(12, () => loginFrom(device, 'wrong password'))
  expect((await right('bo')).statusCode).toBe(200)
})

test("one user's wrong passwords do not lock out others behind the same address", async () => {
  const people = ['al', 'cy', 'di']
  for (const username of people) await prizm.builders.user({ username })
  const devices = await Promise.all(people.map(async (who) => deviceIn(await right(who))))
  await times(12, () => wrong('al'))
  await times(60, (index) => wrong(`name-${index}`))
  await prizm.database.pool.query(
    `insert into sign_in_attempts (subject)
     select subject from (select distinct subject from sign_in_attempts) s,
       generate_series(1, 1000)`,
  )
  const strangers = await Promise.all(['bo', ...people].map((who) => right(who)))
  expect(countsOf(strangers), 'from browsers that are not known').toEqual({ 429: 4 })
  const known = await Promise.all(
    people.map((who, index) => loginFrom(devices[index] ?? '', testPassword, who)),
  )
  expect(countsOf(known), 'from their own browsers').toEqual({ 200: 3 })
})

test('a device token is valid for one user only and cannot be forged', async () => {
  await prizm.builders.user({ username: 'al' })
  const device = deviceIn(await right('bo'))
  await times(10, () => wrong('al'))
  expect((await loginFrom(device, testPassword, 'al')).statusCode, 'of bo').toBe(429)
  await times(10, () => wrong('bo'))
  const forged = `${device.slice(0, -4)}${device.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  expect((await loginFrom(forged, testPassword)).statusCode, 'forged').toBe(429)
  expect((await loginFrom('did=x.y', testPassword)).statusCode).toBe(429)
})

test('sixty failed usernames from one address block unknown browsers only', async () => {
  const device = deviceIn(await right('bo'))
  const answers = await times(60, (index) => wrong(`name-${index}`))
  expect(countsOf(answers)).toEqual({ 401: 60 })
  expect((await wrong('another')).statusCode).toBe(429)
  expect((await right('bo')).statusCode).toBe(429)
  expect((await right('bo', '192.0.2.7')).statusCode, 'another address').toBe(200)
  expect((await loginFrom(device, testPassword)).statusCode).toBe(200)
  await elapse('61 minutes')
  expect((await right('bo')).statusCode).toBe(200)
})

test('repeated attempts at one username count as one name', async () => {
  await times(9, () => wrong('bo'))
  const found = await prizm.database.pool.query(
    'select subject from sign_in_attempts group by subject having count(*) = 1',
  )
  expect(found.rows).toHaveLength(2)
})
