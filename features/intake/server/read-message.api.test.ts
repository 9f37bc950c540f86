import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { rows } from '#platform/server/database/db.ts'
import { recordMessage } from './service.ts'
import * as store from './store.ts'
import { intakeFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof intakeFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await intakeFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/** Records a file that waits, with these bytes. */
const record = (raw: Buffer, problems = [{ path: '', message: 'Row 2: wrong' }]) =>
  recordMessage(fixture.context(), {
    channel: 'csv',
    sender: 'jane',
    subject: 'large.csv',
    mediaType: 'text/csv',
    raw,
    state: 'needs attention',
    problems,
  })

test('of a large file only the bytes of the shown text are read', async () => {
  // The bytes that are read end in the middle of a character.
  const text = `a${'é'.repeat(600_000)}`
  const id = await record(Buffer.from(text, 'utf8'))
  type Row = { raw: Buffer }
  const [read] = await rows<Row>(fixture.context().db, store.readContent, [id])
  expect(read?.raw.length).toBe(786_432)
  const details = await fixture.read(id)
  expect([details.text, details.size]).toEqual([text.slice(0, 262_144), 1_200_001])
  const file = await prizm.call('GET', `/api/intake-messages/${id}/file`, { as: fixture.as })
  expect(file.rawPayload.length).toBe(1_200_001)
})

test('a text is not cut in the middle of a character of two units', async () => {
  const id = await record(Buffer.from(`a${'😀'.repeat(140_000)}`, 'utf8'))
  expect((await fixture.read(id)).text).toBe(`a${'😀'.repeat(131_071)}`)
})

test('bytes that are no text are not shown', async () => {
  const id = await record(Buffer.from([0xff, 0xfe, 0x41]))
  expect(await fixture.read(id)).toMatchObject({ text: null, isRawStored: true })
})

test('of many problems 500 are stored and returned, also after the next step', async () => {
  const problems = Array.from({ length: 50_000 }, (_, row) => {
    return { path: `row ${row + 2} sku`, message: `Row ${row + 2}: SKU X does not exist` }
  })
  const id = await record(Buffer.from('a', 'utf8'), problems)
  const expected = [
    ...problems.slice(0, 500),
    { path: '', message: '49,500 more problems are not listed' },
  ]
  expect((await fixture.read(id)).problems).toEqual(expected)
  const body = { action: 'assign', ids: [id] }
  await prizm.call('POST', '/api/intake-messages/change', { as: fixture.as, body })
  const [stored] = await prizm.rows(
    `select problems, owner_id is not null as "isAssigned" from intake_messages`,
  )
  expect(stored).toEqual({ problems: expected, isAssigned: true })
})
