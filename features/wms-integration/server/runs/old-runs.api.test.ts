import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { deleteOldRuns } from './old-runs.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows

/** A run that ended so many days ago, with one step. */
const run = async (days: number, isSuccess: boolean, startedFrom = 'person') => {
  const ended = `now() - interval '${days} days'`
  await query(`with run as (
      insert into wms_runs (job, started_from, state, started_at, ended_at)
      values ('full', '${startedFrom}', 'done', ${ended}, ${ended}) returning id)
    insert into wms_run_steps (run_id, data_type, is_success, processed, started_at, ended_at)
    select id, 'orders', ${isSuccess}, 1, ${ended}, ${ended} from run`)
}
const remainingRuns = async () => {
  const { db } = prizm.database
  const now = prizm.clock.now
  await deleteOldRuns({ db, user: undefined, now, requestId: 'r', channel: 'test' })
  const runs = await query('select id from wms_runs order by id')
  const steps = await query('select run_id as id from wms_run_steps order by run_id')
  expect(steps).toEqual(runs)
  return runs.map(({ id }: { id: number }) => id)
}

test('runs are deleted with their steps 30 days after they ended', async () => {
  await run(40, true)
  await run(31, false)
  await run(29, true)
  expect(await remainingRuns()).toEqual([3])
})

test('the last success of a type remains, and everything since', async () => {
  await run(60, true)
  await run(50, true)
  await run(40, false)
  expect(await remainingRuns()).toEqual([2, 3])
})

test('the last scheduled run without errors remains', async () => {
  await run(60, true, 'schedule')
  await run(50, false, 'schedule')
  await run(40, true)
  await run(1, true)
  expect(await remainingRuns()).toEqual([1, 2, 4])
})

test('a run of messages that are still there remains', async () => {
  await run(40, true)
  await run(1, true)
  await query(`insert into wms_messages (run_id, direction, channel, kind, status, sha256, body)
    values (1, 'in', 'api', 'events', 'accepted', '', '')`)
  expect(await remainingRuns()).toEqual([1, 2])
})
