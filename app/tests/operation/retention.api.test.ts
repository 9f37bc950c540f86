import { beforeEach, expect, test } from 'vitest'
import type { Context } from '#platform/server/database/db.ts'
import { technicalRetention } from '#platform/server/jobs/retention.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import { retentionRules } from '../../jobs/retention-rules.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

const rules: readonly RetentionRule[] = [technicalRetention, ...retentionRules]
const oldest = '2020-01-01T00:00:00.000Z'
const old = `'${oldest}'::timestamptz`

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

/** In each table that a cleanup touches, what is due, and one row more that stays. */
async function createOldRows(): Promise<void> {
  const { id: userId } = await prizm.builders.user({ role: 'admin' })
  const { id: customerId } = await prizm.builders.customer()
  const { id: skuId } = await prizm.builders.sku()
  const hash = `decode(repeat('00', 32), 'hex')`
  const statements = [
    `insert into health_samples (part, status, response_ms, at)
     select 'database', 'healthy', 1, t from unnest(array[${old}, now()]) t`,
    `insert into incident_notes (part, began_at, note, author_id)
     select 'database', t, 'Disk', ${userId} from unnest(array[${old}, now()]) t`,
    `insert into data_checks (checked_at, took_ms, rule_count, broken)
     select t, 1, 1, '[]' from unnest(array[${old}, now()]) t`,
    `insert into service_minutes (minute)
     select date_trunc('minute', t) from unnest(array[${old}, now()]) t`,
    `insert into notifications (user_id, kind, key, title, text, read_at, created_at)
     select ${userId}, 'system', t::text, '', '', t, t from unnest(array[${old}, now()]) t`,
    `insert into notification_emails (user_id, key, created_at)
     select ${userId}, t::text, t from unnest(array[${old}, now()]) t`,
    `insert into automatic_emails (name, record_id, document_version, state, ended_at)
     select 'invoice', 1, t::text, 'skipped', t from unnest(array[${old}, now()]) t`,
    `insert into wms_messages (direction, channel, kind, status, sha256, body, created_at)
     select 'in', 'api', 'events', 'accepted', '', '', t from unnest(array[${old}, now()]) t`,
    `insert into wms_drift (snapshot_id, as_of, sku_id, class, expected, reported,
       committed_expected, on_order_expected, created_at)
     select t::text, t, ${skuId}, 'drift', 1, 2, 0, 0, t from unnest(array[${old}, now()]) t`,
    `insert into wms_runs (job, started_from, state, ended_at)
     select 'orders', 'person', 'done', t from unnest(array[${old}, now()]) t`,
    `insert into wms_run_steps (run_id, data_type, is_success, processed, started_at, ended_at)
     select id, 'orders', true, 1, ended_at, ended_at from wms_runs`,
    `insert into left_reports (user_id, choice, days, query, state, answer, done_at, created_at)
     select ${userId}, '{}', '{}', '{}', 'made', '[]', t, t from unnest(array[${old}, now()]) t`,
    `insert into backtest_runs (user_id, draft, state, failure, finished_at)
     select ${userId}, '{}', 'failed', 'Stopped', t from unnest(array[${old}, now()]) t`,
    `insert into webhooks (url, description, topics, secret)
     values ('https://93.184.215.14/', 'Shop', array['invoice.posted'], 'whsec_AQID')`,
    `insert into webhook_deliveries (webhook_id, topic, state, created_at)
     select w.id, 'ping', 'delivered', t from webhooks w, unnest(array[${old}, now()]) t`,
    `insert into webhook_attempts (delivery_id, at, url, headers, took_ms)
     select id, created_at, '', '{}', 1 from webhook_deliveries`,
    `insert into decision_receipts (kind, channel, decided_at, canonical, sha256)
     select 'validate', 'api', t, '{}', ${hash} from unnest(array[${old}, now()]) t`,
    `insert into intake_messages (channel, raw, sha256, size, state, reason, received_at)
     select 'text', ${hash}, ${hash}, 1, 'rejected', 'Spam', t
     from unnest(array[${old}, now()]) t`,
    `insert into order_approvals (user_id, customer_id, state, amount, units, request_sha256,
       approved, decision_id, approved_at, expires_at, ended_at)
     select ${userId}, ${customerId}, 'released', 1, '{}', ${hash}, '{}', 1, t,
       t + interval '1 hour', t
     from unnest(array[${old}, now()]) t`,
    `insert into imports (table_name, made_at, skipped)
     select 'skus', t, '[{"id": 1}]' from unnest(array[${old}, now()]) t`,
    `insert into import_rows (import_id, record_id, version) select id, 1, 1 from imports`,
    `insert into outbox
       (topic, aggregate, aggregate_id, aggregate_version, payload, created_at, sent_at)
     select 't', 'thing', row_number() over (order by t), 1, '{}', t, t
     from unnest(array[${old}, now()]) t`,
    // Of two that are due, one is deleted and the other loses its answer alone.
    `insert into idempotency_keys (user_id, key, method, path, body_sha256, state,
       response_status, response_body, record_id, created_at)
     values (1, 'old', 'POST', '/', '', 'done', 200, '{}', null, ${old}),
            (1, 'of an order', 'POST', '/', '', 'done', 201, '{}', 5, ${old}),
            (1, 'new', 'POST', '/', '', 'done', 200, '{}', null, now())`,
    'delete from program_nodes',
    `insert into program_nodes (node, version, seen_at)
     values ('7b0c9a52-6a1f-4f0e-9f57-3f1f7a9e2b11', '1.0.0', ${old}),
            ('7b0c9a52-6a1f-4f0e-9f57-3f1f7a9e2b12', '1.0.0', now())`,
    'delete from record_changes',
    `insert into record_changes (kind, record_id, feed_position)
     values ('thing', 1, 5), ('thing', 1, 7)`,
  ]
  for (const statement of statements) {
    // oxlint-disable-next-line no-await-in-loop
    await prizm.database.pool.query(statement)
  }
}

async function countRows(): Promise<Map<string, number>> {
  const names = await prizm.rows<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const each = names.map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`)
  const counts = await prizm.rows<{ name: string; n: number }>(each.join(' union all '))
  return new Map(counts.map(({ name, n }) => [name, n]))
}

async function cleanUp(): Promise<void> {
  const { db } = prizm.database
  const { now } = prizm.clock
  const ctx: Context = { db, user: undefined, now, requestId: 'r', channel: 'test' }
  for (const { deleteDue } of rules) {
    // oxlint-disable-next-line no-await-in-loop
    await deleteDue(ctx)
  }
}

const preview = async () => {
  const answer = await prizm.call('GET', '/api/health/retention', { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ tables: object[] }>().tables
}

const due = (table: string, keptDays: number | null, more: object = {}) => {
  return { table, keptDays, count: 1, oldest, ...more }
}
/** The tables that a cleanup touches, with what is due in the rows above. */
const allDue = [
  due('outbox', 30),
  due('record_changes', null, { oldest: expect.any(String) }),
  due('idempotency_keys', 7, { count: 2 }),
  due('program_nodes', 30),
  due('import_rows', 30),
  due('imports', 30),
  due('health_samples', 7),
  due('incident_notes', 7),
  due('data_checks', 365),
  due('service_minutes', 29),
  due('notifications', 90),
  due('notification_emails', 90),
  due('automatic_emails', 400),
  due('wms_messages', 30),
  due('wms_drift', 365),
  due('wms_runs', 30),
  due('wms_run_steps', 30),
  due('left_reports', 7),
  due('backtest_runs', 7),
  due('webhook_deliveries', 30),
  due('webhook_attempts', 30),
  due('decision_receipts', 30),
  due('intake_messages', 365),
  due('order_approvals', 30),
]
/** Their rows stay, and lose a column. */
const emptied = ['imports', 'intake_messages']

test('the dry run counts what is due in every table, and deletes nothing', async () => {
  await createOldRows()
  const before = await countRows()
  expect(await preview()).toEqual(allDue)
  const after = await countRows()
  for (const { table } of allDue) expect(after.get(table), table).toBe(before.get(table))
})

test('the cleanup deletes from the tables of the dry run, and from no other', async () => {
  await createOldRows()
  const before = await countRows()
  await cleanUp()
  const after = await countRows()
  const changed = [...before.keys()].filter((name) => after.get(name) !== before.get(name))
  const tables = allDue.map(({ table }) => table).filter((table) => !emptied.includes(table))
  expect(changed.toSorted()).toEqual(tables.toSorted())
  for (const table of tables) {
    const count = table === 'idempotency_keys' ? 2 : 1
    expect(after.get(table), table).toBe(count)
  }
  expect(await prizm.rows('select skipped from imports order by id')).toEqual([
    { skipped: [] },
    { skipped: [{ id: 1 }] },
  ])
  expect(
    await prizm.rows('select raw is null as "isEmpty" from intake_messages order by id'),
  ).toEqual([{ isEmpty: true }, { isEmpty: false }])
})

test('after the cleanup nothing is due', async () => {
  await createOldRows()
  await cleanUp()
  const nothing = allDue.map(({ table, keptDays }) =>
    due(table, keptDays, { count: 0, oldest: null }),
  )
  expect(await preview()).toEqual(nothing)
})

test('the days of a table follow the settings', async () => {
  const body = { decisionDays: 90, intakeRawDays: 14 }
  const saved = await prizm.call('PUT', '/api/settings', { as, body })
  expect(saved.statusCode, saved.body).toBe(200)
  // Settings are read anew after a second.
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const tables = await preview()
  expect(tables).toContainEqual({
    table: 'decision_receipts',
    keptDays: 90,
    count: 0,
    oldest: null,
  })
  expect(tables).toContainEqual({ table: 'intake_messages', keptDays: 14, count: 0, oldest: null })
})

test('each dry run reads the table that it is about, and no table has two', () => {
  const tables = rules.flatMap((rule) => rule.tables)
  for (const { table, countDue } of tables) {
    expect(countDue.text, table).toMatch(/^select count\(\*\) as count, min\(/)
    expect(countDue.text.split(/\s+/), table).toContain(table)
  }
  const names = tables.map(({ table }) => table)
  expect(names).toEqual([...new Set(names)])
})

test('a cleanup is not declared without the dry run of a table', () => {
  const deleteDue = async () => undefined
  // @ts-expect-error a cleanup of no table
  const ofNothing: RetentionRule = { deleteDue, tables: [] }
  // @ts-expect-error a cleanup without its tables
  const withoutTables: RetentionRule = { deleteDue }
  // @ts-expect-error a table without a dry run
  const uncounted: RetentionRule = { deleteDue, tables: [{ table: 'outbox', keptDays: 1 }] }
  expect([ofNothing, withoutTables, uncounted]).toHaveLength(3)
})
