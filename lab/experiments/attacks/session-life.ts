import { createHash } from 'node:crypto'
import type { Experiment, Findings } from '../../experiment.ts'
import { cookieOf } from '../../nodes/http.ts'
import { withTestSystem, password, type Person, type TestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const withinMs = 1000
const newPassword = 'quiet meadow 58 lantern'

/**
 * P35: sign-in creates a new session, its end is effective on every node, and only a hash is
 * stored.
 */
export const sessionLife: Experiment = {
  row: 'P35',
  promise: 'session fixation and life',
  needsPostgres: true,
  run: (lab, findings) => {
    const env = { TRUSTED_PROXY: 'loopback' }
    return withTestSystem(lab, findings, { row: 'P35', env }, async (world) => {
      await planted(world, findings)
      await ends(world, findings)
      await keyEnds(world, findings)
      await ages(world, findings)
      await cookieAndStore(world, findings)
    })
  },
}

function login(world: TestSystem, username: string, headers: Record<string, string> = {}) {
  const body = { username, password }
  return world.turn().call({ method: 'POST', path: '/api/login', body, headers })
}

async function planted(world: TestSystem, findings: Findings): Promise<void> {
  const { username } = await world.signUp('p35-planted')
  const cookie = `sid=${'A'.repeat(43)}`
  const answer = await login(world, username, { cookie })
  const issuedCookie = cookieOf(answer)
  findings.expect(
    issuedCookie !== undefined && issuedCookie !== cookie,
    'the planted session was taken over',
  )
  findings.equal('planted', (await whoAmI(world, cookie))[0], 401)
  const again = await login(world, username, { cookie: String(issuedCookie) })
  findings.expect(cookieOf(again) !== issuedCookie, 'a second sign-in kept the session')
  findings.equal('the session before', (await whoAmI(world, String(issuedCookie)))[0], 401)
}

/** The status that each node returns for a session. */
async function whoAmI(world: TestSystem, cookie: string): Promise<number[]> {
  const ask = { method: 'GET', path: '/api/user', as: cookie }
  const answers = await Promise.all(world.nodes.map((node) => node.call(ask)))
  return answers.map((answer) => answer.status)
}

type End = { what: string; act(person: Person): Promise<unknown> }

/** Each way to end sessions, used on one node, takes effect on every node within a second. */
async function ends(world: TestSystem, findings: Findings): Promise<void> {
  const put = (id: number, body: object) =>
    world.must({ method: 'PUT', path: `/api/users/${id}`, body })
  const change = { currentPassword: password, newPassword }
  const ways: End[] = [
    { what: 'logout', act: ({ cookie: as }) => post(world, '/api/logout', { as }) },
    {
      what: 'password change',
      act: ({ cookie: as }) => post(world, '/api/user/password', { as, body: change }),
    },
    { what: 'deactivation', act: ({ id }) => put(id, { isActive: false }) },
    { what: 'role change', act: ({ id }) => put(id, { role: 'viewer' }) },
  ]
  const durations = []
  for (const { what, act } of ways) {
    const person = await world.signUp(`p35-${what.replace(' ', '-')}`)
    const second = cookieOf(await login(world, person.username)) ?? ''
    const cookies = what === 'logout' ? [person.cookie] : [person.cookie, second]
    const before = await Promise.all(cookies.map((cookie) => whoAmI(world, cookie)))
    findings.expect(
      before.flat().every((status) => status === 200),
      `${what}: not signed in`,
    )
    await act(person)
    const done = performance.now()
    const isDead = async () => {
      const now = await Promise.all(cookies.map((cookie) => whoAmI(world, cookie)))
      return now.flat().every((status) => status === 401)
    }
    const isDeadInTime = await until(isDead, withinMs)
    findings.expect(isDeadInTime, `${what}: a session lives after a second`)
    durations.push(`${what} ${Math.round(performance.now() - done)} ms`)
  }
  findings.note(`dead on both nodes: ${durations.join(', ')}`)
}

/** A key deleted on one node is rejected by every node from the next call on, without delay. */
async function keyEnds(world: TestSystem, findings: Findings): Promise<void> {
  const form = { name: 'p35-shop', scopes: ['read'] }
  const { id, key } = await world.must({ method: 'POST', path: '/api/api-keys', body: form })
  const headers = { authorization: `Bearer ${String(key)}` }
  const ask = async () => {
    const call = { method: 'GET', path: '/api/customers?limit=1', headers }
    const answers = await Promise.all(world.nodes.map((node) => node.call(call)))
    return answers.map((answer) => answer.status).join(' ')
  }
  findings.equal('a key', await ask(), world.nodes.map(() => 200).join(' '))
  await world.must({ method: 'DELETE', path: `/api/api-keys/${String(id)}` })
  findings.equal('a deleted key', await ask(), world.nodes.map(() => 401).join(' '))
}

async function post(world: TestSystem, path: string, more: object): Promise<void> {
  const answer = await world.turn().call({ method: 'POST', path, ...more })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
}

/**
 * Sessions that are idle for 30 minutes or 12 hours old; database timestamps are moved instead of
 * waiting.
 */
async function ages(world: TestSystem, findings: Findings): Promise<void> {
  const cases = [
    ['last_seen_at', '29 minutes', 200],
    ['last_seen_at', '31 minutes', 401],
    ['created_at', '11 hours 59 minutes', 200],
    ['created_at', '12 hours 1 minute', 401],
  ] as const
  for (const [index, [column, age, want]] of cases.entries()) {
    const person = await world.signUp(`p35-age-${index}`)
    await world.database.query(
      `update sessions set ${column} = now() - $1::interval where token_sha256 = $2`,
      [age, hashOf(person.cookie)],
    )
    const statuses = await whoAmI(world, person.cookie)
    findings.equal(
      `${column} ${age} ago`,
      statuses.join(' '),
      world.nodes.map(() => want).join(' '),
    )
  }
  findings.note('idle 29 min lives, 31 min not; 11:59 h lives, 12:01 h not')
}

function hashOf(cookie: string): Buffer {
  return createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest()
}

async function cookieAndStore(world: TestSystem, findings: Findings): Promise<void> {
  const { username } = await world.signUp('p35-cookie')
  const answer = await login(world, username, { 'x-forwarded-proto': 'https' })
  const cookie = (answer.headers['set-cookie'] ?? []).find((each) => each.includes('sid=')) ?? ''
  const [pair = '', ...attributes] = cookie.split('; ')
  const token = pair.slice(pair.indexOf('=') + 1)
  findings.expect(pair.startsWith('__Host-sid='), `behind TLS the cookie is ${pair.slice(0, 12)}`)
  const expectedAttributes = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']
  findings.equal('its attributes', [...attributes].sort().join('; '), expectedAttributes.join('; '))
  findings.expect(Buffer.from(token, 'base64url').length >= 16, 'the token has fewer than 128 bits')
  const stored = 'select count(*) from sessions where token_sha256 = $1'
  findings.equal('stored as its hash', await count(world, stored, [hashOf(pair)]), 1)
  const plain = 'select count(*) from sessions s where position($1 in s::text) > 0'
  findings.equal('stored as it is', await count(world, plain, [token]), 0)
  const bits = Buffer.from(token, 'base64url').length * 8
  findings.note(
    `__Host-sid; ${expectedAttributes.join('; ')}; ${bits} bits; only its SHA-256 is stored`,
  )
}
