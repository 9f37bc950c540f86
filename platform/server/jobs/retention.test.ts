import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import type { Database } from '../database/db.ts'
import { countDueRows } from './retention-rules.ts'
import { deleteOldRows, technicalRetention } from './retention.ts'

let database: Database

beforeEach(async () => {
  database = await testDatabase()
  await emptyDatabase(database)
})

const query = async (text: string) => (await database.pool.query(text)).rows

test('delivered and dead messages are deleted after 30 days, waiting ones never', async () => {
  const day = (days: number) => `now() - interval '${days} days'`
  await query(`insert into outbox
      (topic, aggregate, aggregate_id, aggregate_version, payload, created_at, sent_at, dead_at)
    values ('t', 'thing', 1, 1, '{}', ${day(31)}, ${day(31)}, null),
           ('t', 'thing', 2, 1, '{}', ${day(29)}, ${day(29)}, null),
           ('t', 'thing', 3, 1, '{}', ${day(31)}, null, ${day(31)}),
           ('t', 'thing', 4, 1, '{}', ${day(31)}, null, null)`)
  await deleteOldRows(database.db)
  expect(await query('select aggregate_id as id from outbox order by id')).toEqual([
    { id: 2 },
    { id: 4 },
  ])
})

test('more rows than one batch are deleted', async () => {
  await query(`insert into outbox
      (topic, aggregate, aggregate_id, aggregate_version, payload, created_at, sent_at)
    select 't', 'thing', n, 1, '{}', now() - interval '31 days', now()
    from generate_series(1, 12001) n`)
  await deleteOldRows(database.db)
  expect(await query('select count(*)::int as n from outbox')).toEqual([{ n: 0 }])
})

test('answers of keys are deleted after 7 days, and nodes after 30', async () => {
  await query(`insert into idempotency_keys (user_id, key, method, path, body_sha256, created_at)
    values (1, 'old', 'POST', '/', '', now() - interval '8 days'),
           (1, 'new', 'POST', '/', '', now() - interval '6 days')`)
  await query(`delete from program_nodes`)
  await query(`insert into program_nodes (node, version, seen_at)
    values ('7b0c9a52-6a1f-4f0e-9f57-3f1f7a9e2b11', '1.0.0', now() - interval '31 days'),
           ('7b0c9a52-6a1f-4f0e-9f57-3f1f7a9e2b12', '1.0.0', now() - interval '29 days')`)
  await deleteOldRows(database.db)
  expect(await query('select key from idempotency_keys')).toEqual([{ key: 'new' }])
  expect(await query('select right(node::text, 2) as node from program_nodes')).toEqual([
    { node: '12' },
  ])
})

test('the key of a created record is never deleted; after 7 days its answer is', async () => {
  await query(`insert into idempotency_keys
      (user_id, key, method, path, body_sha256, state, response_status, response_body, record_id,
       created_at)
    values (1, 'old', 'POST', '/', '', 'done', 201, '{}', 5, now() - interval '8 days'),
           (1, 'new', 'POST', '/', '', 'done', 201, '{}', 6, now() - interval '6 days')`)
  await deleteOldRows(database.db)
  await deleteOldRows(database.db)
  expect(
    await query(`select key, response_body as body, record_id as id from idempotency_keys
      order by record_id`),
  ).toEqual([
    { key: 'old', body: null, id: 5 },
    { key: 'new', body: '{}', id: 6 },
  ])
})

test('of the changes of a record, the last remains', async () => {
  await query(`insert into record_changes (kind, record_id, feed_position)
    values ('thing', 1, 5), ('thing', 1, 7), ('thing', 2, 6), ('other', 1, 4)`)
  await deleteOldRows(database.db)
  expect(
    await query(`select kind, record_id as id, feed_position as position from record_changes
      order by feed_position`),
  ).toEqual([
    { kind: 'other', id: 1, position: 4 },
    { kind: 'thing', id: 2, position: 6 },
    { kind: 'thing', id: 1, position: 7 },
  ])
})

const previewDeletions = () => {
  const { db } = database
  const ctx = { db, user: undefined, now: new Date(0), requestId: 'r', channel: 'test' }
  return countDueRows(ctx, [technicalRetention])
}

test('the preview counts what the next cleanup deletes, and deletes nothing', async () => {
  await query(`delete from program_nodes`)
  await query(`insert into outbox
      (topic, aggregate, aggregate_id, aggregate_version, payload, created_at, sent_at)
    values ('t', 'thing', 1, 1, '{}', '2020-01-01T00:00:00Z', now()),
           ('t', 'thing', 2, 1, '{}', '2020-01-02T00:00:00Z', now()),
           ('t', 'thing', 3, 1, '{}', '2020-01-01T00:00:00Z', null),
           ('t', 'thing', 4, 1, '{}', now(), now())`)
  await query(`insert into record_changes (kind, record_id, feed_position)
    values ('thing', 1, 5), ('thing', 1, 7)`)
  const preview = await previewDeletions()
  expect(preview).toEqual([
    { table: 'outbox', keptDays: 30, count: 2, oldest: '2020-01-01T00:00:00.000Z' },
    { table: 'record_changes', keptDays: null, count: 1, oldest: expect.any(String) },
    { table: 'idempotency_keys', keptDays: 7, count: 0, oldest: null },
    { table: 'program_nodes', keptDays: 30, count: 0, oldest: null },
  ])
  expect(await query('select count(*)::int as n from outbox')).toEqual([{ n: 4 }])
  await deleteOldRows(database.db)
  expect(await query('select count(*)::int as n from outbox')).toEqual([{ n: 2 }])
  expect((await previewDeletions()).map(({ count }) => count)).toEqual([0, 0, 0, 0])
})
