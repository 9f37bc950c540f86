import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBackgroundReports } from '#features/reports/server/background-reports.ts'
import { retryImport } from '#features/wms-integration/server/inbound/import-events.ts'
import { sendWaiting } from '#features/wms-integration/server/outbound/send-exports.ts'
import { itemData, readDocument } from '#features/wms-integration/document-payloads.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// This version reads JSON that another version stored in the database.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

const query = async <T>(text: string) => (await prizm.database.pool.query(text)).rows as T[]
const get = async (path: string) => {
  const answer = await prizm.call('GET', path, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<unknown[]>()
}
const context = () => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'worker' } as const
}

test('an unreadable setting remains stored, and System Health lists it', async () => {
  await query(`insert into settings (name, value) values
    ('paperSize', '"a5"'), ('companyName', '"Prizm Supplies"'), ('noSuchRule', '1')`)
  expect(await get('/api/settings')).toMatchObject({
    paperSize: 'letter',
    companyName: 'Prizm Supplies',
  })
  expect(await get('/api/health/unreadable-fields')).toEqual([
    {
      entity: 'setting',
      id: 0,
      code: 'paperSize',
      field: 'value',
      value: '"a5"',
      usedInstead: '"letter"',
    },
  ])
  expect(await query(`select value from settings where name = 'paperSize'`)).toEqual([
    { value: 'a5' },
  ])
})

test('unreadable preferences do not block sign-in, and remain stored', async () => {
  const storedPreferences = JSON.stringify({
    theme: 'sepia',
    density: 'compact',
    lists: { skus: 5 },
  })
  await query(`update users set preferences = '${storedPreferences}'`)
  expect(await get('/api/user')).toMatchObject({ preferences: { density: 'compact', lists: {} } })
  const body = { sidebar: 'rail' }
  const changed = await prizm.call('PUT', '/api/user/preferences', { as, body })
  expect(changed.json()).toEqual({ density: 'compact', lists: {}, sidebar: 'rail' })
  expect(await query('select preferences from users')).toEqual([
    { preferences: { ...JSON.parse(storedPreferences), sidebar: 'rail' } },
  ])
  const mine = { entity: 'preference', id: 1, code: 'admin-1', usedInstead: 'the default' }
  expect(await get('/api/health/unreadable-fields')).toEqual([
    { ...mine, field: 'theme', value: '"sepia"' },
    { ...mine, field: 'lists skus', value: '5' },
  ])
  const viewer = await prizm.signIn('viewer')
  const viewerResponse = await prizm.call('GET', '/api/health/unreadable-fields', { as: viewer })
  expect(viewerResponse.json()).toEqual([])
})

test('unreadable views remain stored and are listed with the reason for their owner', async () => {
  const stored = [
    { list: 'horoscopes', name: 'Mine', search: {} },
    { list: 'skus', name: 'Bolts', search: { q: 'bolt' } },
    { list: 'skus', name: 'Later', search: { q: 'nut', $form: 2 } },
    { list: 'skus', name: 'Nuts', search: { q: 'nut', size: 10 } },
  ]
  for (const { list, name, search } of stored) {
    await query(`insert into saved_views (owner_id, list, name, search)
      values (1, '${list}', '${name}', '${JSON.stringify(search)}')`)
  }
  const later = 'A later version of the program saved it.'
  const size = 'Its field “size” cannot be read by this version of the program.'
  const listed = await get('/api/views')
  expect(listed).toMatchObject([
    { name: 'Bolts', search: { q: 'bolt' } },
    { name: 'Later', search: {}, whyNot: later },
    { name: 'Nuts', search: {}, whyNot: size },
  ])
  expect(listed[0]).not.toHaveProperty('whyNot')
  const view = { entity: 'view', usedInstead: 'the whole list', field: 'search' }
  expect(await get('/api/health/unreadable-fields')).toEqual([
    { ...view, id: 3, code: 'Later', value: '{"q":"nut","$form":2}', reason: later },
    {
      ...view,
      id: 1,
      code: 'Mine',
      field: 'list',
      value: 'horoscopes',
      usedInstead: 'no view',
      reason: 'This version of the program has no such list.',
    },
    { ...view, id: 4, code: 'Nuts', value: '{"q":"nut","size":10}', reason: size },
  ])
  const renamed = await prizm.call('PUT', '/api/views/4', { as, body: { name: 'Old nuts' } })
  expect(renamed.json()).toMatchObject({ name: 'Old nuts', whyNot: size })
  expect(await query('select list, name, search from saved_views order by id')).toEqual([
    ...stored.slice(0, 3),
    { ...stored[3], name: 'Old nuts' },
  ])
})

test('the last choice of a removed report remains stored and is reported', async () => {
  await query(`insert into report_choices (user_id, choice, updated_at)
    values (1, '{"report": "horoscope"}', now())`)
  const whyNot = 'Its field “report” cannot be read by this version of the program.'
  expect(await get('/api/reports/choice')).toEqual({ choice: null, whyNot })
  expect(await query('select choice from report_choices')).toEqual([
    { choice: { report: 'horoscope' } },
  ])
})

test('a report unknown to this version is reported and blocks no other', async () => {
  const ours = JSON.stringify({ report: 'sales-by-customer', by: '' })
  const days = '{"from": "2026-03-01", "to": "2026-03-02", "asOf": "2026-03-02"}'
  const reportQuery = '{"from": "2026-03-01", "to": "2026-03-02"}'
  await query(`insert into left_reports (user_id, choice, days, query, created_at) values
    (1, '{"report": "horoscope"}', '${days}', '{}', now()),
    (1, '${ours}', '${days}', '${reportQuery}', now()),
    (1, '${ours}', '${days}', '{"from": "2026-03-01", "$form": 2}', now())`)
  await createBackgroundReports(context(), rooms({ SIGN_UP: 'open' }))
  expect(await query('select state, failure from left_reports order by id')).toEqual([
    { state: 'failed', failure: 'This version of the program does not have this report' },
    { state: 'made', failure: null },
    {
      state: 'failed',
      failure: 'This version of the program cannot read the report’s settings',
    },
  ])
  expect(await query(`select title from notifications where kind = 'reports' order by id`)).toEqual(
    [
      { title: 'A report failed' },
      { title: 'Sales by customer is ready' },
      { title: 'Sales by customer failed' },
    ],
  )
  expect(await get('/api/reports/left/2')).toMatchObject({ choice: { format: 'screen' } })
  const unknownReport = await prizm.call('GET', '/api/reports/left/1', { as })
  expect(unknownReport.json()).toMatchObject({
    detail: 'Another version of the program ran this report. Run it again',
  })
})

test('an unreadable queued event remains stored and becomes a problem', async () => {
  await query(`insert into wms_imports (kind, external_id, data, state)
    values ('shipment.created', 'shp-1 so-1',
      '{"shipmentId": "SHP-1", "orderNumber": "SO-1"}', 'parked')`)
  const sentence =
    'This version of the program cannot read the field “shippedAt” of the stored message'
  expect(await retryImport(context(), 1)).toEqual({ status: 'failed', reason: sentence })
  expect(await query("select state, data->>'shipmentId' as id from wms_imports")).toEqual([
    { state: 'failed', id: 'SHP-1' },
  ])
  expect(await query('select record, reason from wms_problems')).toEqual([
    { record: 'SO-1', reason: sentence },
  ])
})

test.each([
  {
    what: 'a field is missing that names its order',
    kind: 'shipment.created',
    data: { shipmentId: 'SHP-1' },
    record: 'shp-1 so-1',
    reason:
      'This version of the program cannot read the field “orderNumber” of the stored ' + 'message',
  },
  {
    what: 'a later version stored it',
    kind: 'shipment.created',
    data: { shipmentId: 'SHP-1', orderNumber: 'SO-1', $form: 2 },
    record: 'SO-1',
    reason: 'A later version of the program saved it.',
  },
  {
    what: 'its kind is gone',
    kind: 'parcel.weighed',
    data: { orderNumber: 'SO-1' },
    record: 'shp-1 so-1',
    reason: 'This version of the program does not support this event',
  },
])('a waiting event stays and becomes a problem if $what', async (event) => {
  const { kind, data, record, reason } = event
  await prizm.database.pool.query(
    `insert into wms_imports (kind, external_id, data, state)
     values ($1, 'shp-1 so-1', $2, 'parked')`,
    [kind, JSON.stringify(data)],
  )
  expect(await retryImport(context(), 1)).toEqual({ status: 'failed', reason })
  expect(await query('select state, data, reason from wms_imports')).toEqual([
    { state: 'failed', data, reason },
  ])
  expect(await query('select record, reason from wms_problems')).toEqual([{ record, reason }])
})

test('an unreadable document is reported, and the next one is sent', async () => {
  const validItem = { sku: 'A', name: 'Bolt', unitOfMeasure: 'ea', isActive: true }
  const { sku: _, ...noCode } = validItem
  for (const [record, payload] of [noCode, validItem].entries()) {
    await prizm.database.pool.query(
      `insert into wms_exports (kind, record_id, code, version, action, payload)
       values ('item', $1, 'A', 1, 'upsert', $2)`,
      [record + 1, JSON.stringify(payload)],
    )
  }
  const sent: string[] = []
  const warehouse = {
    send: async (_kind: string, all: readonly { messageId: string; payload: unknown }[]) => {
      for (const each of all) {
        sent.push((readDocument(itemData, each) as { sku: string }).sku)
      }
      const value = all.map(({ messageId }) => ({ id: messageId, status: 'accepted' as const }))
      return { value, exchanged: { kind: 'item', sent: '', answer: '', tookMs: 0 } }
    },
  }
  const done = await sendWaiting(context(), 'item', { warehouse: warehouse as never })
  expect([done, sent]).toEqual([{ sent: 1, failed: 1 }, ['A']])
  expect(await query('select state, last_error from wms_exports order by id')).toMatchObject([
    { state: 'failed', last_error: expect.stringContaining('Its field “sku” cannot be read') },
    { state: 'sent', last_error: null },
  ])
  expect(await query('select title from wms_problems')).toEqual([{ title: 'SKU A was rejected' }])
})
