import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { projectVersion } from '#platform/server/runtime/config.ts'

let prizm: TestApp

beforeEach(async () => {
  // A program of its own: the database is read at most once in five seconds.
  prizm = await startTestApp({}, { isOwn: true })
})
afterEach(() => prizm.close())

/** The program's own values, except of the connection pool, which other tests share. */
async function metrics(): Promise<string[]> {
  const answer = await prizm.call('GET', '/metrics')
  expect(answer.statusCode).toBe(200)
  const values = answer.body.split('\n').filter((line) => line.startsWith('prizm_'))
  return values.filter((line) => !line.startsWith('prizm_pool_'))
}
const targets = {
  validation_success: 0.995,
  validation_speed: 0.99,
  creation_success: 0.995,
  creation_speed: 0.99,
  warehouse_success: 0.99,
  warehouse_speed: 0.95,
  message_age: 0.99,
  drift_age: 0.95,
}

/** The lines of the service levels; of the creation of orders with these values. */
function levelLines(creation = { good: 1, left: 1, hour: 0, sixHours: 0 }): string[] {
  const none = { good: 1, left: 1, hour: 0, sixHours: 0 }
  const levels = Object.entries(targets).map(([level, target]) => {
    return { level, target, ...(level === 'creation_success' ? creation : none) }
  })
  const prefix = 'prizm_service_level'
  return [
    ...levels.map(({ level, target }) => `${prefix}_target_ratio{level="${level}"} ${target}`),
    ...levels.map(({ level, good }) => `${prefix}_good_ratio{level="${level}"} ${good}`),
    ...levels.map(({ level, left }) => `${prefix}_budget_left_ratio{level="${level}"} ${left}`),
    ...levels.flatMap(({ level, hour, sixHours }) => [
      `${prefix}_burn_rate{level="${level}",window="1h"} ${hour}`,
      `${prefix}_burn_rate{level="${level}",window="6h"} ${sixHours}`,
    ]),
  ]
}

const ago = (seconds: number) =>
  `'${new Date(prizm.clock.now.getTime() - 1000 * seconds).toISOString()}'::timestamptz`
const query = (text: string) => prizm.database.pool.query(text)

test('metrics of a new system are zero', async () => {
  expect(await metrics()).toEqual([
    'prizm_sign_in_failures_total{code="wrong-credentials"} 0',
    'prizm_sign_in_failures_total{code="too-many-requests"} 0',
    `prizm_info{version="${projectVersion}",role="all"} 1`,
    'prizm_database_up 1',
    'prizm_outbox_waiting 0',
    'prizm_outbox_oldest_seconds 0',
    'prizm_outbox_dead 0',
    'prizm_mail_queued 0',
    'prizm_mail_oldest_seconds 0',
    'prizm_mail_failed 0',
    'prizm_warehouse_unreachable 0',
    'prizm_warehouse_drift_oldest_seconds 0',
    'prizm_open_problems{kind="warehouse"} 0',
    'prizm_open_problems{kind="outside_service"} 0',
    'prizm_open_problems{kind="data_check"} 0',
    'prizm_open_problems{kind="audit_history"} 0',
    'prizm_canary{state="passed"} 0',
    'prizm_canary{state="failed"} 0',
    'prizm_canary{state="not_run"} 1',
    'prizm_canary_last_run_timestamp_seconds 0',
    ...levelLines(),
  ])
})

test('metrics count what waits, what failed and what is open', async () => {
  await plantMessages()
  await plantMail()
  await plantWarehouse()
  await plantProblems()
  await plantLevels()
  await prizm.builders.user({ username: 'bo' })
  for (const username of ['bo', 'nobody']) {
    const body = { username, password: 'wrong password' }
    // oxlint-disable-next-line no-await-in-loop
    expect((await prizm.call('POST', '/api/login', { body })).statusCode).toBe(401)
  }
  const syncedAt = prizm.clock.now.getTime() / 1000 - 600
  expect(await metrics()).toEqual([
    'prizm_sign_in_failures_total{code="wrong-credentials"} 2',
    'prizm_sign_in_failures_total{code="too-many-requests"} 0',
    `prizm_info{version="${projectVersion}",role="all"} 1`,
    'prizm_database_up 1',
    'prizm_outbox_waiting 2',
    'prizm_outbox_oldest_seconds 90',
    'prizm_outbox_dead 1',
    'prizm_mail_queued 1',
    'prizm_mail_oldest_seconds 40',
    'prizm_mail_failed 2',
    `prizm_warehouse_last_sync_timestamp_seconds{data_type="orders"} ${syncedAt}`,
    'prizm_warehouse_unreachable 1',
    'prizm_warehouse_drift_oldest_seconds 1800',
    'prizm_open_problems{kind="warehouse"} 2',
    'prizm_open_problems{kind="outside_service"} 1',
    'prizm_open_problems{kind="data_check"} 3',
    'prizm_open_problems{kind="audit_history"} 4',
    'prizm_canary{state="passed"} 0',
    'prizm_canary{state="failed"} 1',
    'prizm_canary{state="not_run"} 0',
    `prizm_canary_last_run_timestamp_seconds ${Date.parse('2026-03-02T14:59:00Z') / 1000}`,
    ...levelLines({ good: 0.975, left: -4, hour: 20, sixHours: 2 }),
  ])
})

test('a database that does not answer is a value, not an error', async () => {
  const client = await prizm.database.pool.connect()
  await client.query('begin')
  await client.query('lock table outbox in access exclusive mode')
  const values = await metrics()
  await client.query('rollback')
  client.release()
  expect(values).toContain('prizm_database_up 0')
  expect(values.filter((line) => line.startsWith('prizm_outbox'))).toEqual([])
})

/** One dead message, two that wait, one delivered. */
async function plantMessages(): Promise<void> {
  await query(
    `insert into outbox
       (topic, aggregate, aggregate_id, aggregate_version, payload, created_at, sent_at, dead_at)
     values ('t', 'thing', 1, 1, '{}', ${ago(500)}, null, ${ago(100)}),
            ('t', 'thing', 2, 1, '{}', ${ago(90)}, null, null),
            ('t', 'thing', 3, 1, '{}', ${ago(30)}, null, null),
            ('t', 'thing', 4, 1, '{}', ${ago(900)}, ${ago(800)}, null)`,
  )
}

/** One e-mail that waits, two that failed, one sent. */
async function plantMail(): Promise<void> {
  const { id } = await prizm.builders.user({ username: 'sender' })
  const mail = (status: string, seconds: number, sentAt = 'null') =>
    `('invoice', 1, '${status}', 'to@example.com', 'Subject', 'Text', 'invoice.pdf', '{}', '{}',
      ${id}, ${ago(seconds)}, ${sentAt})`
  await query(
    `insert into document_sendings
       (name, record_id, status, to_addresses, subject, message, file_name, paper, company,
        queued_by, queued_at, sent_at)
     values ${mail('queued', 40)}, ${mail('failed', 300)}, ${mail('failed', 400)},
            ${mail('sent', 500, ago(490))}`,
  )
}

/** A warehouse that cannot be reached: its orders were exchanged ten minutes ago, stock never. */
async function plantWarehouse(): Promise<void> {
  await query(`insert into wms_connection (id, unreachable_since) values (1, ${ago(60)})`)
  await query(`insert into wms_runs (job, started_from, state) values ('full', 'schedule', 'done')`)
  const step = (type: string, isSuccess: boolean, seconds: number) =>
    `((select max(id) from wms_runs), '${type}', ${isSuccess}, 1, ${ago(seconds)}, ${ago(seconds)})`
  await query(
    `insert into wms_run_steps (run_id, data_type, is_success, processed, started_at, ended_at)
     values ${step('orders', true, 900)}, ${step('orders', true, 600)},
            ${step('orders', false, 300)}, ${step('inventory', false, 300)}`,
  )
}

/** Two open and one solved problem of the warehouse, and one or more of each other kind. */
async function plantProblems(): Promise<void> {
  const problem = (key: string, state: string) =>
    `('export', 'orders', 'export', '${key}', 'Order', 'Title', 'Reason', '${state}')`
  await query(
    `insert into wms_problems (kind, data_type, direction, key, record, title, reason, state)
     values ${problem('a', 'open')}, ${problem('b', 'open')}, ${problem('c', 'solved')}`,
  )
  await query(
    `update wms_problems set kind = 'drift', first_seen_at = ${ago(1800)} where key = 'a'`,
  )
  await query(
    `insert into outside_troubles (part, title, link, sentence)
     values ('e-mail', 'E-mail cannot be sent', '/settings', 'No answer')`,
  )
  await query(
    `insert into data_checks (took_ms, rule_count, broken)
     values (1, 9, '[{}]'), (1, 9, '[{}, {}, {}]')`,
  )
  await query(
    `insert into audit_checks (seal_count, row_count, fault_count, first_fault)
     values (1, 1, 4, 'Row 1 was changed')`,
  )
}

/** A canary order that failed, and a level of which 25 of 1,000 minutes were bad. */
async function plantLevels(): Promise<void> {
  await query(
    `insert into canary_turns (id, claimed_minute, minute, state, reason)
     values (1, '2026-03-02T14:59:00Z', '2026-03-02T14:59:00Z', 'failed', 'creation')`,
  )
  await query(
    `insert into service_level_counts (level, span, measured, bad)
     values ('creation_success', '1 hour', 60, 6), ('creation_success', '6 hours', 300, 3),
            ('creation_success', '28 days', 1000, 25)`,
  )
}
