import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { User } from '#features/auth/contract.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { hashOf } from './service.ts'

let prizm: TestApp
let boss: User
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  as = await prizm.builders.session(boss)
})
afterEach(() => prizm.close())

const make = (body: object, by = as) => prizm.call('POST', '/api/api-keys', { as: by, body })

async function key(body: object): Promise<{ id: number; key: string }> {
  const made = await make({ name: 'web shop', ...body })
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}

const withKey = (text: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${text}`, ...more },
})

async function rowsOf(query: string, values: unknown[] = []): Promise<unknown[]> {
  return (await prizm.database.pool.query(query, values)).rows
}

test('returns a key once and stores only its hash, prefix and scopes', async () => {
  const made = await make({ name: 'web shop', scopes: ['read', 'orders', 'read'] })
  expect(made.statusCode).toBe(201)
  const { key: text, notice, revokedKeyId, ...told } = made.json()
  expect([notice, revokedKeyId]).toEqual([null, null])
  expect(text).toMatch(/^prizm_[\w-]{43}$/)
  expect(told).toMatchObject({
    name: 'web shop',
    userId: boss.id,
    username: 'boss',
    startsWith: text.slice(0, 12),
    scopes: ['read', 'orders'],
    expiresOn: null,
    lastUsedAt: null,
  })
  const storedKeys = await rowsOf('select token_sha256, created_by from api_keys')
  expect(storedKeys).toEqual([{ token_sha256: hashOf(text), created_by: boss.id }])
  const listed = await prizm.call('GET', '/api/api-keys', { as })
  expect(listed.body).not.toContain(text)
  expect(listed.json()).toEqual([told])
  const audited = await rowsOf(`select action, actor_id from audit_log where entity = 'api_key'`)
  expect(audited).toEqual([{ action: 'create', actor_id: boss.id }])
})

test('a repeated Idempotency-Key revokes the first key and creates a new one', async () => {
  const body = { name: 'web shop', scopes: ['read'] }
  const send = (headers = { 'idempotency-key': 'lost' }) =>
    prizm.call('POST', '/api/api-keys', { as, body, headers })
  const first = (await send()).json()
  expect([first.notice, first.revokedKeyId]).toEqual([null, null])
  const second = await send()
  expect(second.statusCode).toBe(201)
  expect(second.json()).toMatchObject({
    revokedKeyId: first.id,
    notice:
      `The first attempt created key ${first.startsWith}…, which was never shown. ` +
      'It was revoked',
  })
  expect(second.json().key).not.toBe(first.key)
  const after = await rowsOf('select id, revoked_at is null as alive from api_keys order by id')
  expect(after).toEqual([
    { id: first.id, alive: false },
    { id: second.json().id, alive: true },
  ])
  const acts = await rowsOf(`select action from audit_log where entity = 'api_key' order by id`)
  expect(acts).toEqual([{ action: 'create' }, { action: 'revoke' }, { action: 'create' }])
  expect((await send({ 'idempotency-key': 'another' })).json().revokedKeyId).toBeNull()
})

test('concurrent attempts with one Idempotency-Key result in one valid key', async () => {
  const body = { name: 'web shop', scopes: ['read'] }
  const headers = { 'idempotency-key': 'twins' }
  const answers = await Promise.all(
    [1, 2, 3].map(() => prizm.call('POST', '/api/api-keys', { as, body, headers })),
  )
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201])
  expect(await rowsOf('select count(*) from api_keys where revoked_at is null')).toEqual([
    { count: 1 },
  ])
})

test('a late second attempt does not revoke a key already in use', async () => {
  const headers = { 'idempotency-key': 'late' }
  const send = (body: object) => prizm.call('POST', '/api/api-keys', { as, body, headers })
  const made = (await send({ name: 'web shop', scopes: ['read'] })).json()
  await prizm.call('GET', '/api/customers', withKey(made.key))
  const again = await send({ name: 'web shop', scopes: ['read'] })
  expect([again.statusCode, again.json().code]).toEqual([409, 'api-key-in-use'])
  const other = await send({ name: 'web shop', scopes: ['orders'] })
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency-key-reused'])
  expect(await rowsOf('select id from api_keys where revoked_at is null')).toEqual([
    { id: made.id },
  ])
})

test('a key reads what its user may read, and its last use is recorded', async () => {
  const { key: text, id } = await key({ scopes: ['read'] })
  await prizm.builders.customer({ customerCode: 'C1' })
  const read = await prizm.call('GET', '/api/customers', withKey(text))
  expect(read.json()).toMatchObject([{ customerCode: 'C1' }])
  const used = await rowsOf('select last_used_at is not null as used from api_keys where id = $1', [
    id,
  ])
  expect(used).toEqual([{ used: true }])
})

test('a key is limited to its scopes, even if its user may do more', async () => {
  const { key: text } = await key({ scopes: ['read'] })
  const body = { customerCode: 'C1', name: 'North', email: 'n@example.com' }
  const refused = await prizm.call('POST', '/api/customers', { ...withKey(text), body })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().detail).toBe('The scopes of this API key do not allow this')
  expect(await rowsOf('select id from customers')).toEqual([])
})

test('a key is limited to the role of its user, even if its scopes allow more', async () => {
  const viewer = await prizm.builders.user({ role: 'viewer' })
  const { key: text } = await key({ scopes: ['read', 'masterData'], userId: viewer.id })
  const body = { customerCode: 'C1', name: 'North', email: 'n@example.com' }
  const refused = await prizm.call('POST', '/api/customers', { ...withKey(text), body })
  expect(refused.statusCode).toBe(403)
  expect((await prizm.call('GET', '/api/customers', withKey(text))).statusCode).toBe(200)
})

test('no key can change accounts, keys or settings', async () => {
  const { key: text } = await key({
    scopes: ['read', 'orders', 'masterData', 'purchasing', 'finance', 'warehouse', 'metrics'],
  })
  for (const [method, path] of [
    ['GET', '/api/users'],
    ['GET', '/api/api-keys'],
    ['POST', '/api/api-keys'],
    ['PUT', '/api/settings'],
    ['POST', '/api/user/password'],
  ] as const) {
    const refused = await prizm.call(method, path, { ...withKey(text), body: {} })
    expect(refused.statusCode, `${method} ${path}`).toBe(403)
  }
})

test.each([
  ['a sales order as delivered', '/api/sales-orders', 'orders', 'delivered'],
  ['a purchase order as approved', '/api/purchase-orders', 'purchasing', 'approved'],
])('a key cannot create a %s without the scope of each step', async (_, url, scope, status) => {
  const { key: text } = await key({ scopes: ['read', scope] })
  const customer = await prizm.builders.customer({ creditLimit: '1000.00' })
  const vendor = await prizm.builders.vendor({})
  const sku = await prizm.builders.sku({ price: '10.00', currentStock: 5 })
  const party = scope === 'orders' ? { customerId: customer.id } : { vendorId: vendor.id }
  const items = [{ skuId: sku.id, quantity: 2 }]
  const totals = { totalAmount: '20.00', orderDate: '2026-03-02' }
  const body = { orderNumber: 'K-1', ...party, ...totals, items, status }
  const refused = await prizm.call('POST', url, { ...withKey(text), body })
  expect(refused.statusCode, refused.body).toBe(403)
  expect(refused.json().detail).toBe('The scopes of this API key do not allow this')
  expect(await rowsOf('select id from sales_orders union select id from purchase_orders')).toEqual(
    [],
  )
})

test('overriding a price requires a key with that scope', async () => {
  const body = async (price: string) => {
    const customer = await prizm.builders.customer({ creditLimit: '1000.00' })
    const sku = await prizm.builders.sku({ price: '10.00', cost: '1.00', currentStock: 5 })
    const items = [{ skuId: sku.id, quantity: 1, manualPrice: price }]
    return { customerId: customer.id, items }
  }
  const { key: plain } = await key({ scopes: ['orders'] })
  const { key: deciding } = await key({ scopes: ['orders', 'override'] })
  const place = async (text: string) =>
    prizm.call('POST', '/api/orders/create', { ...withKey(text), body: await body('9.00') })
  expect((await place(plain)).statusCode).not.toBe(201)
  expect((await place(deciding)).statusCode).toBe(201)
})

test('an order by key has the source API and its user as author', async () => {
  const sales = await prizm.builders.user({ role: 'sales' })
  const { key: text } = await key({ scopes: ['orders'], userId: sales.id })
  const customer = await prizm.builders.customer({ creditLimit: '1000.00' })
  const sku = await prizm.builders.sku({ price: '10.00', currentStock: 5 })
  const body = { customerId: customer.id, items: [{ skuId: sku.id, quantity: 2 }] }
  const sent = withKey(text, { 'idempotency-key': 'shop-1' })
  const made = await prizm.call('POST', '/api/orders/create', { ...sent, body })
  expect(made.statusCode, made.body).toBe(201)
  expect(await rowsOf('select order_source, created_by from sales_orders')).toEqual([
    { order_source: 'api', created_by: sales.id },
  ])
  const again = await prizm.call('POST', '/api/orders/create', { ...sent, body })
  expect(again.headers['idempotency-replayed']).toBe('true')
  const auditRows = await rowsOf(`select channel from audit_log where entity = 'sales_order'`)
  expect(auditRows).toEqual([{ channel: 'api' }])
})

test('changes made in a browser are recorded with the channel web', async () => {
  const body = { customerCode: 'C1', name: 'North', email: 'n@example.com' }
  const headers = { 'sec-fetch-site': 'same-origin' }
  await prizm.call('POST', '/api/customers', { as, body, headers })
  const auditRows = await rowsOf(`select channel from audit_log where entity = 'customer'`)
  expect(auditRows).toEqual([{ channel: 'web' }])
})

test.each([
  ['nonsense', 'Bearer nonsense'],
  ['another scheme', 'Basic cHJpem06cHJpem0='],
  ['a key nobody has', `Bearer prizm_${'x'.repeat(43)}`],
  ['nothing', ''],
])('%s instead of a key is not signed in, even with a session', async (_, authorization) => {
  const headers = { authorization }
  const refused = await prizm.call('GET', '/api/customers', { as, headers })
  expect(refused.statusCode).toBe(401)
})

test('a key revoked on one node is invalid immediately on another', async () => {
  const { key: text, id } = await key({ scopes: ['read'] })
  const other = await startProgram({
    config: readConfig({ LOG_LEVEL: 'silent', DEMO_DATA: 'none' }),
    database: prizm.database,
    clock: () => prizm.clock.now,
  })
  const ask = async () => {
    const answer = await other.app.inject({ url: '/api/customers', ...withKey(text) })
    return answer.statusCode
  }
  expect(await ask()).toBe(200)
  expect((await prizm.call('DELETE', `/api/api-keys/${id}`, { as })).statusCode).toBe(204)
  expect(await ask()).toBe(401)
  await other.app.close()
})

test('a revoked key is invalid immediately, and its row remains', async () => {
  const { key: text, id } = await key({ scopes: ['read'] })
  expect((await prizm.call('GET', '/api/customers', withKey(text))).statusCode).toBe(200)
  expect((await prizm.call('DELETE', `/api/api-keys/${id}`, { as })).statusCode).toBe(204)
  expect((await prizm.call('GET', '/api/customers', withKey(text))).statusCode).toBe(401)
  expect((await prizm.call('GET', '/api/api-keys', { as })).json()).toEqual([])
  expect(await rowsOf('select revoked_at is not null as ended from api_keys')).toEqual([
    { ended: true },
  ])
  expect((await prizm.call('DELETE', `/api/api-keys/${id}`, { as })).statusCode).toBe(404)
})

test('a key expires with its date and with its user', async () => {
  const clerk = await prizm.builders.user({ role: 'sales' })
  const { key: text } = await key({ scopes: ['read'], userId: clerk.id })
  await rowsOf(`update api_keys set expires_on = '2020-01-01'`)
  expect((await prizm.call('GET', '/api/customers', withKey(text))).statusCode).toBe(401)
  await rowsOf('update api_keys set expires_on = null')
  expect((await prizm.call('GET', '/api/customers', withKey(text))).statusCode).toBe(200)
  await prizm.call('PUT', `/api/users/${clerk.id}`, { as, body: { isActive: false } })
  expect((await prizm.call('GET', '/api/customers', withKey(text))).statusCode).toBe(401)
})

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
  ['a user who is not there', { scopes: ['read'], userId: 99 }, 'userId'],
  ['a day that is over', { scopes: ['read'], expiresOn: '2020-01-01' }, 'expiresOn'],
])('a key with %s is refused at that field', async (_, wrong, path) => {
  const refused = await make({ name: 'web shop', ...wrong })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path }])
  expect(await rowsOf('select id from api_keys')).toEqual([])
})

test('only administrators create keys', async () => {
  const manager = await prizm.builders.session(await prizm.builders.user({ role: 'manager' }))
  expect((await make({ name: 'mine', scopes: ['read'] }, manager)).statusCode).toBe(403)
})
