import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import { type Program, startProgram } from '#app/program.ts'
import { projectRoot, readConfig } from '#platform/server/runtime/config.ts'

// The dashboard and the alert rules name metrics that `/metrics` has, and there is a rule for each
// metric that docs/operations.md calls worth an alert.

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const rules = read('deploy/prometheus-alerts.yaml')
const dashboard = read('deploy/grafana-dashboard.json')

let program: Program
let served: Set<string>

beforeAll(async () => {
  const database = await testDatabase()
  await emptyDatabase(database)
  await database.pool.query(
    `insert into wms_runs (job, started_from, state) values ('full', 'schedule', 'done')`,
  )
  await database.pool.query(
    `insert into wms_run_steps (run_id, data_type, is_success, processed, started_at, ended_at)
     values ((select max(id) from wms_runs), 'orders', true, 1, now(), now())`,
  )
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO_DATA: 'none', SHUTDOWN_DELAY: '0' })
  program = await startProgram({
    config,
    database: { ...database, close: async () => {} },
    hasWorker: true,
  })
  // A request that is measured, and a job that succeeds.
  await program.app.inject('/readyz')
  await vi.waitFor(
    async () => {
      served = new Set(await metricNames())
      expect([...served]).toContain('prizm_job_last_success_timestamp_seconds')
    },
    { timeout: 240_000 },
  )
})
afterAll(() => program.close())

/** The names of the values that a scrape gets. */
async function metricNames(): Promise<string[]> {
  const { body } = await program.app.inject('/metrics')
  return [...body.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name ?? '')
}

const named = (text: string) => [
  ...new Set(text.match(/\b(?:prizm|http|process|nodejs)_[a-z_0-9]+/g)),
]
const ruleQueries = [...rules.matchAll(/^ +expr: '(.*)'$/gm)].map(([, query]) => query ?? '')

type Panel = { title: string; targets?: { expr: string }[] }
const { panels } = JSON.parse(dashboard) as { panels: Panel[] }

test.each([
  ['an alert rule', () => ruleQueries],
  ['the dashboard', () => panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))],
])('%s names no metric that the program does not have', (_, queries) => {
  const names = queries().flatMap(named)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !served.has(name))).toEqual([])
})

test('the dashboard draws every metric of the table in docs/operations.md', () => {
  const missing = documented().filter(({ name }) => !dashboard.includes(name))
  expect(missing).toEqual([])
})

test('each metric that is worth an alert has a rule, and its rule is documented', () => {
  const worth = documented().filter(({ alert }) => alert !== '–')
  expect(worth.length).toBeGreaterThan(10)
  const missing = worth.filter(({ name }) => !ruleQueries.some((query) => query.includes(name)))
  expect(missing).toEqual([])
  const known = documented().map(({ name }) => name)
  const others = ruleQueries
    .flatMap(named)
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !known.includes(name))
  expect(others).toEqual([])
})

test('every rule has a duration, a severity and a summary, and its name is unique', () => {
  const parts = rules.split(/^ {6}- alert: /m).slice(1)
  expect(parts).toHaveLength(ruleQueries.length)
  for (const part of parts) {
    expect(part).toMatch(/^Prizm\w+\n/)
    expect(part).toMatch(/^ {8}for: \d+[mh]$/m)
    expect(part).toMatch(/^ {10}severity: (warning|critical)$/m)
    expect(part).toMatch(/^ {10}summary: '[^']+'$/m)
  }
  const names = parts.map((part) => part.split('\n')[0])
  expect(new Set(names).size).toBe(names.length)
})

/** The rows of the table of metrics: each name, and when to alert. */
function documented(): { name: string; alert: string }[] {
  const table = read('docs/operations.md').split('| Name | Meaning | Alert if |\n')[1] ?? ''
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(1)
  return rows.flatMap((row) => {
    const [, names = '', , alert = ''] = row.split('|').map((cell) => cell.trim())
    return named(names).map((name) => ({ name, alert }))
  })
}
