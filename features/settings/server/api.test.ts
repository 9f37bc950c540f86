import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { readSettings } from './service.ts'

let program: TestApp

beforeEach(async () => {
  program = await startTestApp()
})
afterEach(() => program.close())

test.each([
  ['taxDefaultRate', '0.0700'],
  ['shippingFlat', '0.00'],
  ['businessTimeZone', 'Asia/Tokyo'],
  ['creditZeroMeans', 'unlimited'],
  ['userMayEditTerms', false],
  ['sodMode', 'enforce'],
  ['purchaseApprovalLimit', '1000.00'],
  ['returnWindowDays', 0],
  ['returnApprovalLimit', '50.00'],
])('%s is returned as it was saved', async (name, value) => {
  const as = await program.signIn('admin')
  const set = await program.call('PUT', '/api/settings', { as, body: { [name]: value } })
  expect(set.json()).toMatchObject({ [name]: value })
  const read = await program.call('GET', '/api/settings', { as })
  expect(read.json()).toMatchObject({ [name]: value })
})

test.each(['Mars/Olympus', '', "' or 1=1--"])('%j is not a time zone', async (businessTimeZone) => {
  const as = await program.signIn('admin')
  const set = await program.call('PUT', '/api/settings', { as, body: { businessTimeZone } })
  expect(set.statusCode).toBe(422)
  expect(set.json().errors).toEqual([
    {
      path: 'businessTimeZone',
      code: 'invalid',
      message: 'Must be a time zone such as America/New_York',
    },
  ])
  const read = await program.call('GET', '/api/settings', { as })
  expect(read.json()).toMatchObject({ businessTimeZone: 'America/New_York' })
})

test('concurrent reads of the rules share one database read', async () => {
  const { db, pool } = program.database
  const statements = vi.spyOn(pool, 'query')
  const ctx = { db, now: new Date('2026-03-02T16:00:00Z') }
  await Promise.all(Array.from({ length: 50 }, () => readSettings(ctx)))
  expect(statements.mock.calls.length).toBeLessThanOrEqual(2)
})

test('a change is visible immediately, also with an Idempotency-Key', async () => {
  const as = await program.signIn('admin')
  const body = { maintenanceNotice: 'Tonight' }
  await program.call('GET', '/api/settings', { as })
  const headers = { 'idempotency-key': 'a-change-of-settings' }
  expect((await program.call('PUT', '/api/settings', { as, body, headers })).statusCode).toBe(200)
  expect((await program.call('GET', '/api/settings', { as })).json()).toMatchObject(body)
})

test('requireIfMatch makes If-Match mandatory, and can be turned off without it', async () => {
  const as = await program.signIn('admin')
  const put = (path: string, body: object, version?: string) => {
    return program.call('PUT', path, {
      as,
      body,
      ...(version && { headers: { 'if-match': version } }),
    })
  }
  const { id, customerCode, name, email } = await program.builders.customer()
  const form = { customerCode, name, email }
  expect((await put('/api/settings', { requireIfMatch: true })).statusCode).toBe(200)
  const refused = await put(`/api/customers/${id}`, form)
  expect([refused.statusCode, refused.json().code]).toEqual([428, 'precondition-required'])
  expect((await put(`/api/customers/${id}`, form, '"1"')).statusCode).toBe(200)
  expect((await put('/api/settings', { requireIfMatch: false })).statusCode).toBe(200)
  expect((await put(`/api/customers/${id}`, form)).statusCode).toBe(200)
})

test('the history shows which rule changed, from what to what', async () => {
  const as = await program.signIn('admin')
  const body = { shippingFlat: '12.00', sodMode: 'record' }
  await program.call('PUT', '/api/settings', { as, body })
  await program.call('PUT', '/api/settings', { as, body })
  const read = await program.call('GET', '/api/activity/1?entity=setting', { as })
  expect(read.json()).toMatchObject([
    { action: 'update', changes: { shippingFlat: { from: '15.00', to: '12.00' } } },
  ])
})

test('only administrators read the number of active accounts', async () => {
  const as = await program.signIn('admin')
  for (const role of ['sales', 'finance'] as const) await program.builders.user({ role })
  await program.builders.user({ role: 'manager', isActive: false })
  const url = '/api/settings/active-accounts'
  expect((await program.call('GET', url, { as })).json()).toEqual({ activeAccounts: 3 })
  const manager = await program.signIn('manager')
  expect((await program.call('GET', url, { as })).json()).toEqual({ activeAccounts: 4 })
  expect((await program.call('GET', url, { as: manager })).statusCode).toBe(403)
})
