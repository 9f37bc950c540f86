import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDue } from './runs/background-jobs.ts'
import { wmsChangeProbe } from './change-probe.ts'
import { executeNextRun } from './runs/execute-run.ts'
import { type WarehouseFixture, warehouseFixture } from './testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const probeState = async () =>
  (await wmsChangeProbe.readStates(fixture.context(), [1])).get(1)?.state

test('the probe state changes only when something is exchanged or a sync starts', async () => {
  const before = await probeState()
  expect(await probeState()).toBe(before)
  await fixture.post('/api/wms/runs', { job: 'customers' }, fixture.manager)
  const afterRequest = await probeState()
  expect(afterRequest).not.toBe(before)
  await executeNextRun(fixture.context(), fixture.config)
  expect(await probeState()).not.toBe(afterRequest)
})

test("a worker's check for due syncs does not change the probe state", async () => {
  await startDue(fixture.context(), fixture.config)
  const before = await probeState()
  await startDue(fixture.context(), fixture.config)
  expect(await probeState()).toBe(before)
})
