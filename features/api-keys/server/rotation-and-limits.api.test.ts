import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { isAllowedFrom } from './allowed-ip-addresses.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

type Made = { id: number; key: string; version: number }

async function make(more: object = {}, by = prizm, who = as): Promise<Made> {
  const body = { name: 'web shop', scopes: ['read'], ...more }
  const made = await by.call('POST', '/api/api-keys', { as: who, body })
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}

const get = (key: string, from?: string) =>
  prizm.call('GET', '/api/customers?limit=1', {
    headers: { authorization: `Bearer ${key}` },
    ...(from && { from }),
  })
const statusOf = async (key: string, from?: string) => (await get(key, from)).statusCode

const rotate = (id: number, overlapHours: number, headers: Record<string, string> = {}) =>
  prizm.call('POST', `/api/api-keys/${id}/rotate`, { as, body: { overlapHours }, headers })

const put = (id: number, body: object, headers: Record<string, string> = {}) =>
  prizm.call('PUT', `/api/api-keys/${id}`, { as, body, headers })

test('after a rotation both secrets work until the old one ends', async () => {
  const { id, key: old } = await make()
  const rotated = await rotate(id, 24)
  expect(rotated.statusCode, rotated.body).toBe(201)
  const { key, startsWith, previousUntil, notice } = rotated.json()
  expect(key).not.toBe(old)
  expect(startsWith).toBe(key.slice(0, 12))
  expect(previousUntil).not.toBeNull()
  expect(notice).toBeNull()
  expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200])
  await prizm.rows(`update api_keys set previous_until = now() - interval '1 second'`)
  expect([await statusOf(old), await statusOf(key)]).toEqual([401, 200])
  const acts = await prizm.rows(
    `select action, changes from audit_log where entity = 'api_key' order by id`,
  )
  expect(acts).toMatchObject([
    { action: 'create', changes: { scopes: { from: null, to: 'read' } } },
    {
      action: 'rotate',
      changes: {
        startsWith: { from: old.slice(0, 12), to: startsWith },
        previousUntil: { from: null, to: previousUntil },
      },
    },
  ])
  for (const secret of [old, key]) expect(JSON.stringify(acts)).not.toContain(secret)
})

test('a rotation without an overlap ends the old secret at once', async () => {
  const { id, key: old } = await make()
  const { key, previousUntil } = (await rotate(id, 0)).json()
  expect(previousUntil).toBeNull()
  expect([await statusOf(old), await statusOf(key)]).toEqual([401, 200])
})

test('the overlap is at most seven days', async () => {
  const { id } = await make()
  const refused = await rotate(id, 169)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path: 'overlapHours' }])
  expect((await rotate(id, 168)).statusCode).toBe(201)
})

test('a retry of a rotation replaces the lost secret, and the old one still works', async () => {
  const { id, key: old } = await make()
  const headers = { 'idempotency-key': 'lost' }
  const { key: lost } = (await rotate(id, 24, headers)).json()
  const again = (await rotate(id, 24, headers)).json()
  expect(again.notice).toBe('The secret of the first attempt, which was never shown, ended')
  const statuses = [await statusOf(old), await statusOf(lost), await statusOf(again.key)]
  expect(statuses).toEqual([200, 401, 200])
})

test('a later rotation with the same Idempotency-Key lets the secret in use work on', async () => {
  const { id } = await make()
  const headers = { 'idempotency-key': 'monthly' }
  const { key: used } = (await rotate(id, 24, headers)).json()
  await prizm.rows(`update api_keys set previous_until = now() - interval '1 second'`)
  const later = (await rotate(id, 24, headers)).json()
  expect(later.notice).toBeNull()
  expect([await statusOf(used), await statusOf(later.key)]).toEqual([200, 200])
})

test('a retry of a rotation that would end the old secret earlier is refused', async () => {
  const { id, key: old } = await make()
  const headers = { 'idempotency-key': 'leaked' }
  const { key } = (await rotate(id, 24, headers)).json()
  const shorter = await rotate(id, 0, headers)
  expect([shorter.statusCode, shorter.json().code]).toEqual([422, 'idempotency-key-reused'])
  expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200])
})

test('a second rotation ends the secret before the first one', async () => {
  const { id, key: first } = await make()
  const { key: second } = (await rotate(id, 24)).json()
  const { key: third } = (await rotate(id, 24)).json()
  const statuses = [await statusOf(first), await statusOf(second), await statusOf(third)]
  expect(statuses).toEqual([401, 200, 200])
})

test('a revoked key has no secret that works, and cannot be rotated or changed', async () => {
  const { id, key: old } = await make()
  const { key } = (await rotate(id, 24)).json()
  await prizm.call('DELETE', `/api/api-keys/${id}`, { as })
  expect([await statusOf(old), await statusOf(key)]).toEqual([401, 401])
  expect((await rotate(id, 24)).statusCode).toBe(404)
  expect((await put(id, { name: 'shop' })).statusCode).toBe(404)
})

test('a key works only from its addresses', async () => {
  const addresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']
  const { key } = await make({ addresses })
  const froms = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '198.51.100.7']
  for (const from of froms) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await statusOf(key, from), from).toBe(200)
  }
  for (const from of ['203.0.114.1', '198.51.100.8', '2001:db9::1', '127.0.0.1']) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await get(key, from)
    expect([refused.statusCode, refused.json().code], from).toEqual([403, 'address-not-allowed'])
  }
})

test('a text that is no address is in no list, and an address is without its zone', () => {
  expect(isAllowedFrom('unknown', ['0.0.0.0/0', '::/0'])).toBe(false)
  expect(isAllowedFrom('203.0.113.9:443', ['0.0.0.0/0'])).toBe(false)
  expect(isAllowedFrom('fe80::1%eth0', ['fe80::/10'])).toBe(true)
  expect(isAllowedFrom('unknown', [])).toBe(true)
})

test('a change that names no addresses, rate or last day leaves them', async () => {
  const limits = { addresses: ['127.0.0.0/8'], ratePerMinute: 600, expiresOn: '2999-12-31' }
  const { id } = await make(limits)
  expect((await put(id, { name: 'shop' })).json()).toMatchObject({ name: 'shop', ...limits })
  const none = { addresses: [], ratePerMinute: null, expiresOn: null }
  expect((await put(id, { name: 'shop', ...none })).json()).toMatchObject(none)
})

test('behind the trusted proxy the address of the client counts, and only behind it', async () => {
  const proxied = await startTestApp({ TRUSTED_PROXY: '192.0.2.1' })
  const who = await proxied.signIn('admin')
  const { key } = await make({ addresses: ['203.0.113.9'] }, proxied, who)
  const statusBehind = async (from: string) => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    const headers = { authorization: `Bearer ${key}`, ...forwarded }
    const answer = await proxied.call('GET', '/api/customers?limit=1', { headers, from })
    return answer.statusCode
  }
  expect(await statusBehind('192.0.2.1')).toBe(200)
  expect(await statusBehind('192.0.2.2')).toBe(403)
})

test.each(['10.0.0.0/33', 'example.com', '10.0.0.0/', 'fe80::1%eth0', '::1/129', '1.2.3'])(
  'refuses %s as an address',
  async (address) => {
    const body = { name: 'web shop', scopes: ['read'], addresses: [address] }
    const refused = await prizm.call('POST', '/api/api-keys', { as, body })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path: 'addresses' }])
    expect(await prizm.rows('select id from api_keys')).toEqual([])
  },
)

test('a key has a rate of its own, which both its secrets share', async () => {
  const { id, key: old } = await make({ ratePerMinute: 2 })
  const { key } = (await rotate(id, 24)).json()
  const first = await get(old)
  expect(first.headers['ratelimit-policy']).toBe('"minute";q=2;w=60')
  expect([await statusOf(key), await statusOf(old), await statusOf(key)]).toEqual([200, 429, 429])
  const other = await make({ name: 'other' })
  expect([await statusOf(other.key), await statusOf(other.key)]).toEqual([200, 200])
})

test('a change of a key takes effect at once, and a stale one is refused', async () => {
  const { id, key, version } = await make()
  const body = { name: 'shop', addresses: ['203.0.113.9'], ratePerMinute: 600 }
  const changed = await put(id, body, { 'if-match': `"${version}"` })
  expect(changed.json()).toMatchObject({ ...body, expiresOn: null, version: version + 1 })
  expect([await statusOf(key), await statusOf(key, '203.0.113.9')]).toEqual([403, 200])
  expect((await put(id, body, { 'if-match': `"${version}"` })).statusCode).toBe(412)
  const past = await put(id, { ...body, expiresOn: '2020-01-01' })
  expect(past.json().errors).toMatchObject([{ path: 'expiresOn' }])
  const [entry] = (await prizm.rows(
    `select changes from audit_log where entity = 'api_key' and action = 'update'`,
  )) as [{ changes: Record<string, unknown> }]
  expect(Object.keys(entry.changes).toSorted()).toEqual(['addresses', 'name', 'ratePerMinute'])
})
