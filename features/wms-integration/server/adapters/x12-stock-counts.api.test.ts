import { beforeEach, describe, expect, test } from 'vitest'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import {
  fileWarehouseFixture,
  pollAndRun,
  stockBySku,
} from '../testing/testing-file-warehouse-fixture.ts'

// Counts that a warehouse delivers as files (docs/wms-x12.md).

let fixture: WarehouseFixture
let warehouse: FileWarehouse
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse } = set)
})

const byAndBy = () => pollAndRun(fixture)
const stock = () => stockBySku(fixture)
const runs = async () => (await fixture.query('select from wms_runs')).length
const statesOf846 = async () => {
  const read = `select state from edi_documents where set_id = '846' order by id`
  return (await fixture.query<{ state: string }>(read)).map(({ state }) => state)
}

describe('a count that would empty many SKUs', () => {
  beforeEach(async () => {
    const nothing = Object.fromEntries(['A', 'B', 'C', 'D'].map((sku) => [sku, 5]))
    for (const sku of Object.keys(nothing)) await fixture.builders.item({ sku, currentStock: 0 })
    warehouse.count('FIRST', '20260302 0900', nothing)
    await byAndBy()
    warehouse.count('EMPTY', '20260302 1000', { A: 0, B: 0 })
    await byAndBy()
  })

  test("waits for a user's decision, and is not processed again meanwhile", async () => {
    expect(await stock()).toEqual({ A: 5, B: 5, C: 5, D: 5 })
    expect(await fixture.problems()).toMatchObject([{ kind: 'count', record: 'Count EMPTY' }])
    const before = await runs()
    await byAndBy()
    expect(await runs()).toBe(before)
    expect(await statesOf846()).toEqual(['noted', 'waiting'])
  })

  test('is applied once a user confirms it', async () => {
    const [problem] = await fixture.problems()
    const confirmed = await fixture.post(`/api/wms/problems/${problem?.id}/confirm`)
    expect(confirmed.statusCode).toBe(200)
    await byAndBy()
    expect(await stock()).toEqual({ A: 0, B: 0, C: 5, D: 5 })
    expect(await fixture.problems()).toEqual([])
    expect(await statesOf846()).toEqual(['noted', 'noted'])
    expect(await fixture.broken()).toEqual([])
  })

  test('is discarded once a user dismisses it', async () => {
    const [problem] = await fixture.problems()
    await fixture.post(`/api/wms/problems/${problem?.id}/dismiss`, { note: 'A mistake' })
    await byAndBy()
    expect(await stock()).toEqual({ A: 5, B: 5, C: 5, D: 5 })
    expect(await fixture.problems()).toEqual([])
    expect(await statesOf846()).toEqual(['noted', 'noted'])
  })

  test('is discarded after a later one that empties fewer SKUs is applied', async () => {
    warehouse.count('LATER', '20260302 1030', { A: 4, B: 4 })
    await byAndBy()
    expect(await stock()).toEqual({ A: 4, B: 4, C: 5, D: 5 })
    expect(await fixture.problems()).toEqual([])
    expect(await statesOf846()).toEqual(['noted', 'noted', 'noted'])
  })
})

test('a count dated in the future is reported, and the next one is applied', async () => {
  await fixture.builders.item({ sku: 'COUNTED', currentStock: 0 })
  warehouse.count('TOMORROW', '20990302 1000', { COUNTED: 3 })
  warehouse.count('NOW', '20260302 1000', { COUNTED: 7 })
  await byAndBy()
  expect(await stock()).toEqual({ COUNTED: 7 })
  expect(await fixture.problems()).toMatchObject([
    {
      title: 'A message from the warehouse is not valid',
      reason: expect.stringContaining('The count is dated 2099-03-02T'),
    },
  ])
  expect(await statesOf846()).toEqual(['noted', 'noted'])
})

/** Writes an 846 with one SKU and these QTY segments. */
const countWith = (id: string, sku: string, ...quantities: string[][]) =>
  warehouse.writeSet('IB', '846', [
    ['BIA', '00', 'SI', id, '20260302', '1000'],
    ['LIN', '1', 'VN', sku],
    ...quantities.map((each) => ['QTY', ...each]),
    ['CTT', '1'],
  ])

test('several quantities of one kind, such as one for each lot, are reported', async () => {
  await fixture.builders.item({ sku: 'COUNTED', currentStock: 150 })
  countWith('LOTS', 'COUNTED', ['17', '100', 'EA'], ['17', '50', 'EA'])
  await byAndBy()
  expect(await stock()).toEqual({ COUNTED: 150 })
  expect(await fixture.problems()).toMatchObject([
    {
      title: 'The count of COUNTED is not valid',
      reason: 'The warehouse sent no valid quantity at onHand',
    },
  ])
  expect(await fixture.broken()).toEqual([])
})

test('quantities in different units are not added', async () => {
  await fixture.builders.item({ sku: 'COUNTED', currentStock: 42 })
  countWith('UNITS', 'COUNTED', ['33', '30', 'EA'], ['27', '1', 'CA'])
  await byAndBy()
  expect(await stock()).toEqual({ COUNTED: 42 })
  expect(await fixture.problems()).toMatchObject([
    { title: 'The warehouse counts COUNTED in EA and CA' },
  ])
  expect(await fixture.broken()).toEqual([])
})

test('an old count after a newer one changes nothing', async () => {
  await fixture.builders.item({ sku: 'COUNTED', currentStock: 0 })
  warehouse.count('NEW', '20260302 1130', { COUNTED: 7 })
  await fixture.run('inventory')
  warehouse.count('OLD', '20260302 1000', { COUNTED: 3 })
  await fixture.run('inventory')
  expect(await fixture.query('select current_stock as units from skus')).toEqual([{ units: 7 }])
  expect(await fixture.broken()).toEqual([])
})

test('the first count of SKUs without stock posts opening equity, later ones do not', async () => {
  await fixture.builders.item({ sku: 'A', currentStock: 0 })
  await fixture.query(`update skus set cost = 4`)
  warehouse.count('FIRST', '20260302 0900', { A: 5 })
  await byAndBy()
  warehouse.count('NEXT', '20260302 1000', { A: 7 })
  await byAndBy()
  expect(await stock()).toEqual({ A: 7 })
  const read = `select account, sum(debit - credit)::text as balance from journal_lines
                group by account order by account`
  expect(await fixture.query(read)).toEqual([
    { account: '1200', balance: '28.00' },
    { account: '3000', balance: '-20.00' },
    { account: '5200', balance: '-8.00' },
  ])
  expect(await fixture.broken()).toEqual([])
})
