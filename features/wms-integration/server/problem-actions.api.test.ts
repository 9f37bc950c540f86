import { afterEach, beforeEach, expect, test } from 'vitest'
import { raiseProblem, reportMalformed } from './problems.ts'
import { type WarehouseFixture, warehouseFixture } from './testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const retry = async (which: string, as = fixture.manager) => {
  const { statusCode, json } = await fixture.post(`/api/wms/problems/${which}`, {}, as)
  return [statusCode, json<object>()]
}
const attempts = () => fixture.query('select record, attempts from wms_problems order by record')
const waitingRuns = () => fixture.query(`select job from wms_runs where state = 'waiting'`)

/** An exported customer and a problem with its document, which has this state. */
async function documentProblem(state: string): Promise<void> {
  await fixture.builders.buyer()
  await fixture.run('customers')
  const [sent] = await fixture.query<{ id: number }>(
    `update wms_exports set state = '${state}' returning id`,
  )
  const about = { dataType: 'customers', direction: 'export', record: 'C-1' } as const
  const words = { title: 'Customer C-1 was rejected', reason: 'No postal code' }
  const exportId = sent?.id ?? 0
  const key = `export:${exportId}`
  await raiseProblem(fixture.context(), { kind: 'export', ...about, ...words, key, exportId })
}

const senseless = () => reportMalformed(fixture.context(), { id: 'M-1', reason: 'It is empty' })

test('retry-all retries the problems that a retry can solve, and counts them', async () => {
  const { problems, status, query } = fixture
  await documentProblem('failed')
  await senseless()
  expect((await problems()).map(({ record, canRetry }) => [record, canRetry])).toEqual([
    ['C-1', true],
    ['Message M-1', false],
  ])
  expect(await status()).toMatchObject({ openProblems: 2, retryableProblems: 1 })
  expect(await retry('retry-all')).toEqual([200, { retried: 1 }])
  expect(await attempts()).toEqual([
    { record: 'C-1', attempts: 2 },
    { record: 'Message M-1', attempts: 1 },
  ])
  expect(await query('select state from wms_exports')).toEqual([{ state: 'waiting' }])
  expect(await waitingRuns()).toEqual([])
  await fixture.settle()
  expect(await status()).toMatchObject({ openProblems: 1, retryableProblems: 0 })
  expect(await retry('retry-all')).toEqual([200, { retried: 0 }])
})

test('a problem that a retry cannot solve is refused, and no run is queued', async () => {
  await senseless()
  const [problem] = await fixture.problems()
  expect(await retry(`${problem?.id}/retry`)).toMatchObject([
    409,
    { detail: 'This cannot be retried. Dismiss it once it is resolved' },
  ])
  expect(await attempts()).toEqual([{ record: 'Message M-1', attempts: 1 }])
  expect(await waitingRuns()).toEqual([])
  expect((await retry(`${problem?.id}/retry`, fixture.clerk))[0]).toBe(403)
})

test('a document that was too late is not sent again by a retry', async () => {
  await documentProblem('sent')
  expect((await fixture.problems())[0]?.canRetry).toBe(false)
  expect(await retry('retry-all')).toEqual([200, { retried: 0 }])
  expect(await attempts()).toEqual([{ record: 'C-1', attempts: 1 }])
})

test('retrying a count problem queues a count', async () => {
  const { builders, run, warehouse, status } = fixture
  await builders.item({ currentStock: 5 })
  await run()
  warehouse.faults.deadLocations = ['B']
  await run('inventory')
  expect(await status()).toMatchObject({ openProblems: 1, retryableProblems: 1 })
  expect(await retry('retry-all')).toEqual([200, { retried: 1 }])
  expect(await waitingRuns()).toEqual([{ job: 'inventory' }])
})
