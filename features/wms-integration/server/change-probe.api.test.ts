import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDue } from './runs/jobs.ts'
import { wmsChangeProbe } from './change-probe.ts'
import { workOnce } from './runs/sync.ts'
import { type WarehouseFixture, besideWarehouse } from './testing.ts'

let beside: WarehouseFixture

beforeEach(async () => {
  beside = await besideWarehouse()
})
afterEach(() => beside.close())

const standing = async () => (await wmsChangeProbe.readStates(beside.context(), [1])).get(1)?.state

test('the probe state changes only when something is exchanged or a sync starts', async () => {
  const before = await standing()
  expect(await standing()).toBe(before)
  await beside.post('/api/wms/runs', { job: 'customers' }, beside.manager)
  const asked = await standing()
  expect(asked).not.toBe(before)
  await workOnce(beside.context(), beside.config)
  expect(await standing()).not.toBe(asked)
})

test("a worker's check for due syncs does not change the probe state", async () => {
  await startDue(beside.context(), beside.config)
  const before = await standing()
  await startDue(beside.context(), beside.config)
  expect(await standing()).toBe(before)
})
