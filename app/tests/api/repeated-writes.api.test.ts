import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, allCalls, type Call } from '#lab/all-api-calls.ts'
import { ediOrder, ediType } from '#lab/staff/edi-order.ts'
import type { HttpRequest } from '#lab/nodes/http.ts'
import type { CallSetup } from '#lab/samples/call-setup.ts'
import { specimenOf } from '#lab/samples/sample-bodies.ts'
import { fingerprintTables, differingTables } from '#db/testing.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'
import { sampleCallsFixture } from './sample-calls-testing.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// If a node is killed between commit and response, the client repeats the write with its
// Idempotency-Key: the first response is returned and nothing at all is written. Every write call
// is tested, on a record for which it succeeds.

/** Why a call stores no response by key, and what a repetition returns. */
type Keyless = { reason: string; again: number; writes?: readonly string[] }

const keyless: Record<string, Keyless> = {
  'POST /api/login': {
    reason: 'nobody is signed in: another session is begun',
    again: 200,
    writes: ['sessions', 'audit_log'],
  },
  'POST /api/login/second-factor': {
    reason: 'nobody is signed in: the first step was used up',
    again: 401,
  },
  'POST /api/login/passkey/options': {
    reason: 'nobody is signed in: another challenge is made, and the try is counted',
    again: 200,
    writes: ['passkey_challenges', 'sign_in_attempts'],
  },
  'POST /api/login/passkey': {
    reason: 'nobody is signed in: the challenge was used up, and the try is counted',
    again: 401,
    writes: ['sign_in_attempts'],
  },
  'POST /api/login/single-sign-on': {
    reason: 'nobody is signed in: another sign-in begins, and the try is counted',
    again: 200,
    writes: ['single_sign_on_attempts', 'sign_in_attempts'],
  },
  'POST /api/login/single-sign-on/complete': {
    reason: 'nobody is signed in: the return was used up, and the try is counted',
    again: 401,
    writes: ['sign_in_attempts'],
  },
  'POST /api/register': {
    reason: 'nobody is signed in: the name is taken by then, and the try is counted',
    again: 409,
    writes: ['sign_in_attempts'],
  },
  'POST /api/password-reset': {
    reason: 'nobody is signed in: another email is queued, and the try is counted',
    again: 204,
    writes: ['account_emails', 'sign_in_attempts'],
  },
  'POST /api/password-reset/complete': {
    reason: 'nobody is signed in: the link was used up, and the try is counted',
    again: 409,
    writes: ['sign_in_attempts'],
  },
  'POST /api/invitation/accept': {
    reason: 'nobody is signed in: the link was used up, and the try is counted',
    again: 409,
    writes: ['sign_in_attempts'],
  },
  'POST /api/logout': { reason: 'nobody is signed in: there is no session by then', again: 204 },
  'POST /api/user/password': {
    reason: 'nothing of a password is kept: the session has ended, the new one signs in',
    again: 401,
  },
  'POST /api/user/second-factor': {
    reason: 'a secret is not kept: the key that was not confirmed is replaced',
    again: 200,
    writes: ['second_factors'],
  },
  'POST /api/user/second-factor/confirm': {
    reason: 'a secret is not kept: it is on by then, and the try is counted',
    again: 409,
    writes: ['sign_in_attempts'],
  },
  'POST /api/user/second-factor/recovery-codes': {
    reason: 'a secret is not kept: the code was used, and the try is counted',
    again: 422,
    writes: ['sign_in_attempts'],
  },
  'POST /api/user/second-factor/turn-off': {
    reason: 'nothing of a password is kept: it is off by then',
    again: 409,
  },
  'POST /api/user/passkeys/options': {
    reason: 'nothing of a password is kept: another challenge is made',
    again: 200,
    writes: ['passkey_challenges'],
  },
  'POST /api/user/passkeys': {
    reason: 'a signature is not kept: its challenge was used up',
    again: 409,
  },
  'POST /api/user/passkeys/:id/remove': {
    reason: 'nothing of a password is kept: it is gone by then',
    again: 404,
  },
  'PUT /api/single-sign-on': {
    reason: 'a secret is not kept, and its host is called before: it is so by then',
    again: 200,
  },
  'POST /api/users': { reason: 'nothing of a password is kept: the name is taken', again: 409 },
  'PUT /api/users/:id': { reason: 'nothing of a password is kept: it is so by then', again: 200 },
  'POST /api/api-keys': {
    reason: 'a secret is not kept: the first key is revoked and a new one is made',
    again: 201,
    writes: ['api_keys', 'audit_log'],
  },
  'POST /api/api-keys/:id/rotate': {
    reason: 'a secret is not kept: the secret of the first attempt is replaced',
    again: 201,
    writes: ['api_keys', 'audit_log'],
  },
  'POST /api/webhooks': {
    reason: 'a secret is not kept by key: the webhook has it, and answers it again',
    again: 201,
  },
  'POST /api/webhooks/:id/secret': {
    reason: 'a secret is not kept by key: the webhook has it, and answers it again',
    again: 201,
  },
  'PUT /api/webhooks/:id': {
    reason: 'its host is resolved before its transaction: it is so by then',
    again: 200,
  },
  'POST /api/orders/import': {
    reason:
      'each order has a key of its own; the list of imports and the inbox note the file again',
    again: 200,
    writes: ['imports', 'intake_messages', 'audit_log'],
  },
  'POST /api/intake-messages/:id/run': {
    reason: 'it creates each order once, in transactions of its own, and is noted each time',
    again: 200,
    writes: ['intake_messages', 'audit_log'],
  },
  'POST /api/intake-messages/run': {
    reason: 'it creates each order once, in transactions of its own, and is noted each time',
    again: 200,
    writes: ['intake_messages', 'audit_log'],
  },
  'POST /api/edi/interchanges': {
    reason: 'its control number tells that it has come, and it is noted to have come again',
    again: 200,
    writes: ['edi_interchanges'],
  },
  'POST /api/wms/webhook': {
    reason: 'the warehouse numbers its events: only that it was heard of is noted',
    again: 200,
    writes: ['wms_connection'],
  },
  'PUT /api/wms/connection': { reason: 'a secret is not kept: it is so by then', again: 200 },
  'POST /api/wms/connection/test': {
    reason: 'it asks the warehouse anew, and notes the answer',
    again: 200,
    writes: ['wms_connection', 'wms_messages', 'wms_problems', 'outside_troubles'],
  },
  'POST /api/health/data-checks': {
    reason: 'in one transaction all others would wait: the check is made anew',
    again: 201,
    writes: ['data_checks'],
  },
}

const writes = allCalls().filter(({ method }) => method !== 'GET')
const tried = writes.filter(({ name }) => !(name in keyless))

/** Unreachable external services: messages stay queued for the worker, which does not run. */
const outside = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  WMS_URL: 'http://127.0.0.1:9',
  WMS_TOKEN: 'specimen of a token',
  SIGN_ON_LOOPBACK: 'on',
}

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof sampleCallsFixture>>
let made = 0

beforeAll(async () => {
  prizm = await startTestApp(outside, { isOwn: true })
  fixture = await sampleCallsFixture(prizm)
})
afterAll(() => prizm.close())

function fileOf({ csv, edi }: CallSetup): { body: string; type: string } | undefined {
  if (edi) return { body: ediOrder(edi), type: ediType }
  if (!csv) return undefined
  const lines = [Object.keys(csv), Object.values(csv)].map((line) => line.join(','))
  return { body: lines.join('\n'), type: 'text/csv' }
}

/** A call that succeeds, with its own key. */
async function valid(call: Call): Promise<HttpRequest> {
  made += 1
  // Codes of a second factor follow the clock.
  prizm.clock.now = new Date()
  const stage = await fixture.stageOf(call.name)
  const file = fileOf(stage)
  const body = file?.body ?? stage.body ?? specimenOf(call.name, fixture.given, made)
  const aim =
    stage.id === undefined ? fixture.targets : { [call.path.split('/')[2] ?? '']: stage.id }
  const headers = { ...stage.headers, ...(file && { 'content-type': file.type }) }
  const path = addressOf(call, aim)
  // A password change ends the session that sends it, so it gets its own account.
  const own = call.name === 'POST /api/user/password' && (await fixture.world.signUp(`own-${made}`))
  const cookie = stage.cookie ?? (own ? own.cookie : undefined)
  const as = cookie === undefined ? {} : { as: cookie }
  return { method: call.method, path, body, headers, ...as, key: `again-${made}` }
}

/** A call without a stored response, as it succeeds. */
async function validWithout(name: string): Promise<HttpRequest> {
  const call = writes.find((each) => each.name === name)
  if (!call) throw new Error(`There is no ${name}`)
  if (name === 'POST /api/wms/webhook') return signedEvent()
  const request = await valid(call)
  if (call.permission !== 'open') return request
  const leaving = name === 'POST /api/logout' && (await fixture.world.signUp('leaving'))
  return { ...request, as: leaving ? leaving.cookie : request.as }
}

/** A warehouse event, whose bytes are signed. */
async function signedEvent(): Promise<HttpRequest> {
  const secret = 'specimen of a secret that is long'
  const connection = { method: 'PUT', path: '/api/wms/connection' }
  await fixture.world.must({ ...connection, body: { webhookSecret: secret } })
  const path = `/api/skus/${fixture.given.skuId}`
  const { sku } = await fixture.world.must({ method: 'GET', path })
  const timestamp = prizm.clock.now.toISOString()
  const data = { movementId: 'Specimen', sku, delta: 1, occurredAt: timestamp }
  const body = JSON.stringify({ type: 'stock.moved', timestamp, data })
  const headers = sign(secret, { id: 'event', body }, prizm.clock.now)
  return { method: 'POST', path: '/api/wms/webhook', body, headers }
}

const roomOf = ({ path }: Call) => path.split('/')[2] ?? ''
const names = [...new Set(tried.map(roomOf))]
const byRoom = names.map((name) => [name, tried.filter((call) => roomOf(call) === name)] as const)

test('the calls without a key are exactly those marked as such', () => {
  const known = rooms({ SIGN_UP: 'open' })
    .filter(({ endpoint, ignoresKey }) => ignoresKey === true || endpoint.permission === 'open')
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(known.toSorted()).toEqual(Object.keys(keyless).toSorted())
  expect(tried.length).toBeGreaterThan(170)
})

test.each(Object.entries(keyless))(
  '%s stores no response and has no second effect',
  async (name, to) => {
    const request = await validWithout(name)
    const first = await fixture.world.call(request)
    expect(first.status, first.text).toBeLessThan(300)
    const before = await fingerprintTables(prizm.database.pool)
    const again = await fixture.world.call(request)
    expect(again.status, again.text).toBe(to.again)
    const after = await fingerprintTables(prizm.database.pool)
    const otherTables = differingTables(before, after).filter(
      (table) => !(to.writes ?? []).includes(table),
    )
    expect(otherTables, to.reason).toEqual([])
  },
)

describe.each(byRoom)('a call about %s whose response was lost', (_, calls) => {
  test.each(calls.map((call) => [call.name, call] as const))(
    '%s runs once and gets the same response again',
    async (_name, call) => {
      const request = await valid(call)
      const first = await fixture.world.call(request)
      expect(first.status, `${request.path}: ${first.text}`).toBeLessThan(300)
      const before = await fingerprintTables(prizm.database.pool)
      const again = await fixture.world.call(request)
      expect([again.status, again.text]).toEqual([first.status, first.text])
      const after = await fingerprintTables(prizm.database.pool)
      expect(differingTables(before, after)).toEqual([])
    },
  )
})
