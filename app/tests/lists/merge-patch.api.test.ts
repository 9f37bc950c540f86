import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

const mergePatch = 'application/merge-patch+json'
const patch = (url: string, body: object, headers: Record<string, string> = {}) => {
  const sent = { 'content-type': mergePatch, ...headers }
  return prizm.call('PATCH', url, { as, body: JSON.stringify(body), headers: sent })
}
const contact = { name: 'Acme', email: 'office@acme.example', website: 'acme.example' }

const records = [
  ['/api/customers', { customerCode: 'A-1', ...contact }, { website: null }],
  ['/api/vendors', { vendorCode: 'A-1', ...contact }, { website: null }],
  [
    '/api/skus',
    { sku: 'A-1', name: 'Acme', cost: '4.00', price: '9.00', tier1Price: '8.00' },
    { tier1Price: null },
  ],
] as const

test.each(records)(
  'PATCH %s/:id changes the fields that are sent alone',
  async (url, form, cleared) => {
    const made = (await prizm.call('POST', url, { as, body: form })).json()
    const named = await patch(`${url}/${made.id}`, { name: 'Another' })
    expect(named.statusCode, named.body).toBe(200)
    const ofChange = { updatedAt: expect.any(String), version: made.version + 1 }
    expect(named.json()).toEqual({ ...made, ...ofChange, name: 'Another' })
    expect(named.headers['etag']).toBe(`"${made.version + 1}"`)
    const emptied = (await patch(`${url}/${made.id}`, cleared)).json()
    expect(emptied).toMatchObject({ name: 'Another', ...cleared })
  },
)

test.each(records)(
  'PATCH %s/:id without a change leaves the record as it is',
  async (url, form) => {
    const made = (await prizm.call('POST', url, { as, body: form })).json()
    for (const body of [{ name: 'Acme' }, {}, made]) {
      const same = await patch(`${url}/${made.id}`, body)
      expect(same.statusCode, same.body).toBe(200)
      expect(same.json()).toEqual(made)
    }
    const whole = await prizm.call('PUT', `${url}/${made.id}`, { as, body: made })
    expect(whole.json()).toEqual(made)
    expect(whole.headers['etag']).toBe(`"${made.version}"`)
  },
)

test.each(records)('PATCH %s/:id keeps what a record needs', async (url, form) => {
  const made = (await prizm.call('POST', url, { as, body: form })).json()
  for (const body of [{ name: null }, { name: '' }, { noSuchField: 1 }]) {
    expect((await patch(`${url}/${made.id}`, body)).statusCode).toBe(422)
  }
  const [whole] = [await patch(`${url}/${made.id}`, { ...made, name: 'Another' })]
  expect(whole.json()).toMatchObject({ id: made.id, name: 'Another' })
  const stale = await patch(`${url}/${made.id}`, { name: 'Late' }, { 'if-match': '"1"' })
  expect(stale.statusCode).toBe(412)
  expect(stale.json().current).toMatchObject({ name: 'Another' })
})

test('a credit limit cannot be removed, and terms need their permission', async () => {
  const { id } = await prizm.builders.customer({ creditLimit: '100.00' })
  expect((await patch(`/api/customers/${id}`, { creditLimit: null })).statusCode).toBe(422)
  const changed = (await patch(`/api/customers/${id}`, { creditLimit: '150.5' })).json()
  expect(changed.creditLimit).toBe('150.50')
  as = await prizm.signIn('sales')
  expect((await patch(`/api/customers/${id}`, { creditLimit: '900.00' })).statusCode).toBe(403)
  expect((await patch(`/api/customers/${id}`, { phone: '555-0100' })).statusCode).toBe(200)
})

test('rules are changed one by one', async () => {
  const before = (await prizm.call('GET', '/api/settings', { as })).json()
  const answer = await patch('/api/settings', { returnWindowDays: 45 })
  expect(answer.json()).toEqual({ ...before, returnWindowDays: 45 })
})

test.each([
  [mergePatch, 200],
  ['application/json; charset=utf-8', 200],
  ['text/csv', 415],
])('a patch may come as %s: %i', async (type, status) => {
  const { id } = await prizm.builders.customer()
  const answer = await patch(`/api/customers/${id}`, { name: 'Another' }, { 'content-type': type })
  expect(answer.statusCode).toBe(status)
})

test('another call takes no merge patch', async () => {
  const { id } = await prizm.builders.customer()
  const headers = { 'content-type': mergePatch }
  const body = JSON.stringify({ reason: 'x' })
  const answer = await prizm.call('PUT', `/api/customers/${id}`, { as, body, headers })
  expect(answer.statusCode).toBe(415)
})
