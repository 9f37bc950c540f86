import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadDemo } from '#db/demo.ts'
import type { WmsRun } from '../../contract.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const failedParts = ({ steps }: WmsRun) =>
  steps.flatMap(({ dataType, isSuccess, failed, error }) =>
    isSuccess && failed === 0 ? [] : [{ dataType, isSuccess, failed, error }],
  )

test('a full sync that could not count a location ends with errors', async () => {
  const { builders, run, warehouse, get, status } = fixture
  await builders.item({ currentStock: 5 })
  warehouse.faults.deadLocations = ['B']
  const ended = await run()
  expect(ended).toMatchObject({ state: 'partial', error: null })
  expect(failedParts(ended)).toEqual([
    { dataType: 'inventory', isSuccess: false, failed: 1, error: 'Not counted: location B' },
  ])
  expect((await status()).types.map(({ success }) => success)).toEqual([true, true, false, true])
  const idsOf = async (state: string) =>
    (await get<WmsRun[]>(`/api/wms/runs?state=${state}`)).map(({ id }) => id)
  expect([await idsOf('partial'), await idsOf('done')]).toEqual([[ended.id], []])
})

test('a document that the warehouse rejects counts as failed', async () => {
  const { builders, released, run, warehouse } = fixture
  await builders.item()
  const first = await released()
  await run()
  const sku = first.items[0]?.sku ?? ''
  await released(2, first.items[0]?.skuId)
  warehouse.stock.items.delete(sku)
  const ended = await run()
  expect(ended.state).toBe('partial')
  expect(failedParts(ended)).toMatchObject([
    { dataType: 'orders', isSuccess: true, failed: 1, error: null },
  ])
  expect(await run('orders')).toMatchObject({ state: 'done' })
})

test('an event that our rules refuse counts as failed in the run that reads it', async () => {
  const { run, warehouse } = fixture
  await run()
  const data = { movementId: 'MOV-1', sku: 'NO-SUCH', delta: 1 }
  const occurredAt = new Date().toISOString()
  const event = { id: 'evt-1', type: 'stock.moved', timestamp: occurredAt }
  warehouse.stock.events.push({ ...event, data: { ...data, occurredAt } })
  const ended = await run('shipments')
  expect(ended).toMatchObject({ state: 'partial', steps: [{ isSuccess: true, failed: 1 }] })
  expect((await run('shipments')).state).toBe('done')
})

test('a full sync of the demo data succeeds and solves its two problems', async () => {
  const { context, run, problems } = fixture
  await loadDemo(context(), { seed: 'small', reach: async () => {} })
  expect((await problems()).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Stock level mismatch for /),
    'Connection timeout for location B',
  ])
  const ended = await run()
  expect(failedParts(ended)).toEqual([])
  expect(ended).toMatchObject({ state: 'done', error: null })
  expect(ended.steps.map(({ processed }) => processed)).toEqual([40, 19, 140, 20])
  expect(await problems()).toEqual([])
}, 180_000)
