import { afterEach, beforeEach, expect, test } from 'vitest'
import { sign } from '#platform/server/outbound/webhook-signature.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

// The secret of the warehouse is replaced while its webhooks go on.

const old = 'whsec_b2YtdGhlLXdhcmVob3VzZS11bnRpbC1ub3c='
const next = 'whsec_dGhlLW5ldy1vbmUtb2YtdGhlLXdhcmVob3VzZQ=='
const unknown = 'a secret that nobody entered'
const body = JSON.stringify({ type: 'ping', data: {} })

let fixture: WarehouseFixture
let admin: string

beforeEach(async () => {
  fixture = await warehouseFixture()
  admin = await fixture.prizm.signIn('admin')
})
afterEach(() => fixture.close())

const change = (webhookSecret: string) =>
  fixture.prizm.call('PUT', '/api/wms/connection', { as: admin, body: { webhookSecret } })

let sent = 0

/** The status of a webhook that is signed with these secrets. */
async function statusOf(...secrets: string[]): Promise<number> {
  const signed = sign(secrets, { id: `msg_${++sent}`, body }, fixture.prizm.clock.now)
  const headers = { 'content-type': 'application/json', ...signed }
  const request = { method: 'POST', url: '/api/wms/webhook', headers, payload: body } as const
  return (await fixture.prizm.app.inject(request)).statusCode
}

test('a new and an old secret both sign, until the new one is set alone', async () => {
  expect((await change(old)).statusCode).toBe(200)
  expect([await statusOf(old), await statusOf(next)]).toEqual([200, 401])
  expect((await change(`${next},${old}`)).statusCode).toBe(200)
  expect([await statusOf(old), await statusOf(next)]).toEqual([200, 200])
  expect(await statusOf(unknown)).toBe(401)
  expect(await statusOf(unknown, old)).toBe(200)
  expect((await change(next)).statusCode).toBe(200)
  expect([await statusOf(old), await statusOf(next)]).toEqual([401, 200])
})

test('a secret with a comma in it is one secret', async () => {
  const withComma = 'one secret, with a comma in it'
  expect((await change(withComma)).statusCode).toBe(200)
  expect(await statusOf(withComma)).toBe(200)
  expect(await statusOf('one secret')).toBe(401)
  expect(await statusOf('with a comma in it')).toBe(401)
})

test('a weak one of two is refused, and the secret of before goes on', async () => {
  await change(old)
  for (const pair of [`${next},c2hvcnQ=`, `whsec_c2hvcnQ=,${old}`, `${next},${old},${unknown}`]) {
    const refused = await change(pair)
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'webhookSecret'])
  }
  expect(await statusOf(old)).toBe(200)
})
