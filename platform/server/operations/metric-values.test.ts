import { expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import { addJobRecord, type JobRecords } from '../jobs/job-outcomes.ts'
import { jobMeasures, nodeMeasures, poolMeasures, textOfMeasures } from './metric-values.ts'
import { projectVersion } from '../runtime/config.ts'

const start = Date.parse('2026-03-02T15:00:00Z')
const after = (seconds: number) => new Date(start + 1000 * seconds)

test('measures are formatted for Prometheus, with gauges and counters', async () => {
  const text = await textOfMeasures([
    { name: 'prizm_things', help: 'Things', labels: { kind: 'small' }, value: 2 },
    { name: 'prizm_things', help: 'Things', labels: { kind: 'large' }, value: 0 },
    { name: 'prizm_acts_total', help: 'Acts', value: 3, isCount: true },
  ])
  expect(text.trim().split('\n').filter(Boolean)).toEqual([
    '# HELP prizm_things Things',
    '# TYPE prizm_things gauge',
    'prizm_things{kind="small"} 2',
    'prizm_things{kind="large"} 0',
    '# HELP prizm_acts_total Acts',
    '# TYPE prizm_acts_total counter',
    'prizm_acts_total 3',
  ])
})

test('the node tells its version and role', () => {
  const labels = { version: projectVersion, role: 'web' }
  expect(nodeMeasures('web')).toMatchObject([{ name: 'prizm_info', labels, value: 1 }])
})

test('the pool shows its connections in use, and who waits for one', async () => {
  const { pool } = await testDatabase()
  const values = () => poolMeasures({ pool }).map(({ name, value }) => [name, value])
  const size = pool.options.max
  const clients = await Promise.all(Array.from({ length: size }, () => pool.connect()))
  const waiting = pool.connect()
  expect(values()).toEqual([
    ['prizm_pool_size', size],
    ['prizm_pool_in_use', size],
    ['prizm_pool_waiting', 1],
  ])
  for (const client of clients) client.release()
  ;(await waiting).release()
  expect(values()).toEqual([
    ['prizm_pool_size', size],
    ['prizm_pool_in_use', 0],
    ['prizm_pool_waiting', 0],
  ])
})

test('a job shows its last success, its failures, and whether it is late', () => {
  const records: JobRecords = new Map()
  const mail = addJobRecord(records, { name: 'e-mail', everyMs: 1000 }, after(0))
  const checks = addJobRecord(records, { name: 'data checks', everyMs: 600_000 }, after(0))
  mail.succeededAt = after(100)
  checks.failures = 2
  const values = (now: Date) =>
    jobMeasures(records, now).map(({ name, labels, value }) => [name, labels?.['job'], value])
  expect(values(after(402))).toEqual([
    ['prizm_job_last_success_timestamp_seconds', 'e-mail', start / 1000 + 100],
    ['prizm_job_late', 'e-mail', 0],
    ['prizm_job_late', 'data checks', 0],
    ['prizm_job_failures_total', 'e-mail', 0],
    ['prizm_job_failures_total', 'data checks', 2],
  ])
  const isLate = (name: string, now: Date) =>
    values(now).find(([measure, job]) => measure === 'prizm_job_late' && job === name)?.[2]
  expect(isLate('e-mail', after(403))).toBe(1)
  expect(isLate('data checks', after(1500))).toBe(0)
  expect(isLate('data checks', after(1501))).toBe(1)
})
