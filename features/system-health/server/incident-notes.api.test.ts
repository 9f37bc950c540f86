import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Incident } from '../contract.ts'
import { deleteOldSamples } from './service.ts'

let prizm: TestApp
let admin: string
let from: string

const ago = (minutes: number) =>
  new Date(prizm.clock.now.getTime() - minutes * 60_000).toISOString()
const query = async (text: string, values: unknown[] = []) =>
  (await prizm.database.pool.query(text, values)).rows
const sampled = (status: string, minutes: number) =>
  query(
    `insert into health_samples (part, status, response_ms, error, at)
     values ('database', $1, 9, null, $2)`,
    [status, ago(minutes)],
  )

beforeEach(async () => {
  prizm = await startTestApp()
  const root = await prizm.builders.user({ role: 'admin', username: 'root' })
  admin = await prizm.builders.session(root)
  from = ago(10)
  await sampled('unhealthy', 10)
  await sampled('healthy', 9)
})

const note = (text: unknown, more: { as?: string; ifMatch?: number; from?: string } = {}) =>
  prizm.call('POST', '/api/health/incidents/note', {
    as: more.as ?? admin,
    body: { part: 'database', from: more.from ?? from, text },
    headers: more.ifMatch === undefined ? {} : { 'if-match': `"${more.ifMatch}"` },
  })
const incidents = async (as = admin, hours = 24) => {
  const url = `/api/health/incidents?hours=${hours}`
  return (await prizm.call('GET', url, { as })).json<Incident[]>()
}

test('every user reads the note that an administrator creates and updates', async () => {
  expect((await incidents())[0]?.note).toBe(null)
  expect((await note('A disk was full', { ifMatch: 0 })).statusCode).toBe(204)
  expect((await note('A disk was full; mended', { ifMatch: 1 })).statusCode).toBe(204)
  const viewer = await prizm.signIn('viewer')
  expect(await incidents(viewer)).toMatchObject([
    {
      part: 'database',
      from,
      cause: 'Slow: up to 9 ms',
      note: { text: 'A disk was full; mended', author: 'root', version: 2 },
    },
  ])
  expect(await query('select entity, action, changes from audit_log order by id')).toEqual([
    {
      entity: 'incident',
      action: 'create',
      changes: {
        part: { from: null, to: 'database' },
        note: { from: null, to: 'A disk was full' },
      },
    },
    {
      entity: 'incident',
      action: 'update',
      changes: {
        part: { from: 'database', to: 'database' },
        note: { from: 'A disk was full', to: 'A disk was full; mended' },
      },
    },
  ])
})

test('other roles cannot write a note', async () => {
  for (const role of ['manager', 'finance', 'viewer', 'user'] as const) {
    const as = await prizm.signIn(role)
    expect([role, (await note('Mine', { as })).statusCode]).toEqual([role, 403])
  }
  expect(await query('select id from incident_notes')).toEqual([])
})

test('a note requires an existing incident', async () => {
  expect((await note('?', { from: ago(9) })).statusCode).toBe(404)
  expect((await note('?', { from: ago(500) })).statusCode).toBe(404)
  expect((await note('?', { from: 'yesterday' })).statusCode).toBe(422)
  for (const text of ['', ' ', 'x'.repeat(1001), null]) {
    expect((await note(text)).statusCode).toBe(422)
  }
})

test('a note that changed in the meantime is not overwritten', async () => {
  await note('First', { ifMatch: 0 })
  expect((await note('Also first', { ifMatch: 0 })).statusCode).toBe(412)
  await note('Second', { ifMatch: 1 })
  expect((await note('Also second', { ifMatch: 1 })).statusCode).toBe(412)
  expect(await query('select note, version from incident_notes')).toEqual([
    { note: 'Second', version: 2 },
  ])
})

test('an incident that began before the displayed range keeps its note', async () => {
  await query('delete from health_samples')
  for (const minutes of [62, 61, 60, 59]) await sampled('degraded', minutes)
  await sampled('healthy', 58)
  await sampled('degraded', 20)
  await note('It began here', { from: ago(62) })
  const incidentNotes = (await incidents(admin, 1)).map((each) => [each.from, each.note?.text])
  expect(incidentNotes).toEqual([
    [ago(20), undefined],
    [ago(60), 'It began here'],
  ])
})

test('a note is deleted with its incident, after a week', async () => {
  const context = { db: prizm.database.db, user: undefined, requestId: 'r', channel: 'test' }
  await note('Old')
  await deleteOldSamples({ ...context, now: prizm.clock.now })
  expect(await query('select note from incident_notes')).toEqual([{ note: 'Old' }])
  const later = new Date(prizm.clock.now.getTime() + 7 * 86_400_000)
  await deleteOldSamples({ ...context, now: later })
  expect(await query('select note from incident_notes')).toEqual([])
})
