import { hostname } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WmsRun } from '../../contract.ts'
import { startDue } from './background-jobs.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { executeNextRun } from './execute-run.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const tried = async (as?: string) => {
  const { post, manager } = fixture
  const result = await post('/api/wms/connection/test', { part: 'schedule' }, as ?? manager)
  return [result.statusCode, result.json<object>()]
}
const look = () => startDue(fixture.context(), fixture.config)
const answer = (isOk: boolean, sentence: unknown) => [200, { isOk, sentence, tookMs: null }]
const here = () => hostname()

test('a schedule without a worker is reported', async () => {
  expect(await tried()).toEqual(answer(false, 'No worker has checked the schedule yet'))
  const { connection } = await fixture.status()
  expect(connection).toMatchObject({
    lastScheduleAt: null,
    scheduleLookedAt: null,
    isScheduleAlive: false,
  })
})

test("the schedule test names the worker's host while it checks for due syncs", async () => {
  await look()
  const next = 'the next sync is due in 15 min, then every 15 minutes'
  const sentence = expect.stringMatching(
    new RegExp(`^The worker on ${here()} checked the schedule \\d s ago; ${next}$`),
  )
  expect(await tried()).toEqual(answer(true, sentence))
  expect((await fixture.status()).connection).toMatchObject({
    scheduleLookedAt: expect.any(String),
    isScheduleAlive: true,
    lastScheduleAt: null,
  })
  expect(await fixture.query('select from wms_messages')).toEqual([])
})

test('a worker that no longer checks for due syncs is reported as stopped', async () => {
  await look()
  await fixture.query(`update wms_connection set schedule_looked_by = 'node-2',
                        schedule_looked_at = now() - interval '10 minutes'`)
  const sentence = 'No worker is running. The last one, on node-2, checked the schedule 10 min ago'
  expect(await tried()).toEqual(answer(false, sentence))
  expect((await fixture.status()).connection.isScheduleAlive).toBe(false)
})

test('a paused schedule, or one with an overdue sync, does not work', async () => {
  await look()
  await fixture.query(`update wms_connection set next_run_at = now() - interval '3 hours'`)
  const due = expect.stringMatching(/ago, but the sync due 3 h ago did not start$/)
  expect(await tried()).toEqual(answer(false, due))
  await fixture.query('update wms_connection set is_paused = true')
  const paused = expect.stringMatching(/ago, but the schedule is paused$/)
  expect(await tried()).toEqual(answer(false, paused))
})

test('the last schedule success is the last good full sync that the schedule started', async () => {
  const { context, config, run, query, status } = fixture
  await look()
  await run()
  expect((await status()).connection.lastScheduleAt).toBeNull()
  await query(`update wms_connection set next_run_at = now() - interval '1 second'`)
  await look()
  await executeNextRun(context(), config)
  const [ended] = await query<{ at: Date }>(
    `select ended_at as at from wms_runs where started_from = 'schedule' and state = 'done'`,
  )
  const { lastScheduleAt } = (await status()).connection
  expect(new Date(String(lastScheduleAt))).toEqual(new Date(String(ended?.at)))
  expect(ended?.at).toBeTruthy()
})

test('a full sync with errors is not a schedule success', async () => {
  const { context, config, builders, query, status, warehouse, get } = fixture
  await builders.item({ currentStock: 5 })
  const onSchedule = async () => {
    await look()
    await query(`update wms_connection set next_run_at = now() - interval '1 second'`)
    await look()
    await executeNextRun(context(), config)
    return (await status()).connection.lastScheduleAt
  }
  const good = await onSchedule()
  expect(good).not.toBeNull()
  warehouse.faults.deadLocations = ['B']
  expect(await onSchedule()).toBe(good)
  const [run] = await get<WmsRun[]>('/api/wms/runs')
  expect(run).toMatchObject({ job: 'full', startedFrom: 'schedule', state: 'partial', error: null })
  warehouse.faults.deadLocations = []
  expect(Date.parse(String(await onSchedule()))).toBeGreaterThan(Date.parse(String(good)))
})

test('a viewer cannot test the schedule', async () => {
  expect((await tried(await fixture.prizm.signIn('viewer')))[0]).toBe(403)
})
