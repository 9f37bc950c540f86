import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { pollWarehouseFiles } from '../runs/background-jobs.ts'
import { hashOf } from '../runs/message-log.ts'
import { executeNextRun } from '../runs/execute-run.ts'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import { fileWarehouseFixture } from '../testing/testing-file-warehouse-fixture.ts'

// Counts that a warehouse delivers as files, and unreadable files (docs/wms-x12.md).

let fixture: WarehouseFixture
let warehouse: FileWarehouse
let root: string
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse, root } = set)
})

/** The periodic work: polls for files and runs the jobs they trigger. */
async function byAndBy() {
  await pollWarehouseFiles(fixture.context(), fixture.config)
  while (await executeNextRun(fixture.context(), fixture.config));
}

const stock = async () => {
  const read = 'select sku, current_stock as units from skus order by sku'
  const found = await fixture.query<{ sku: string; units: number }>(read)
  return Object.fromEntries(found.map(({ sku, units }) => [sku, units]))
}
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

describe('a file that cannot be imported', () => {
  test('is stored with its hash and reported with the reason', async () => {
    const text = 'Dear Prizm, the count follows tomorrow'
    warehouse.writeFile('notes.txt', text)
    await byAndBy()
    expect(warehouse.filesIn('failed')).toEqual(['notes.txt'])
    expect(await fixture.problems()).toMatchObject([
      {
        record: 'Message notes.txt',
        reason:
          'This is not an X12 file: it does not start with a complete ISA segment ' +
          `(SHA-256 ${hashOf(text)})`,
      },
    ])
    expect(
      await fixture.query(`select kind, status, sha256, body from wms_messages
                          where kind = 'file'`),
    ).toEqual([{ kind: 'file', status: 'rejected', sha256: hashOf(text), body: text }])
  })

  test('because of an invalid set is reported with the position of the error', async () => {
    warehouse.writeSet('IB', '846', [
      ['BIA', '00', 'SI', 'S-1', 'TODAY', '1100'],
      ['CTT', '0'],
    ])
    await byAndBy()
    expect(warehouse.found('997')).toHaveLength(1)
    expect(await fixture.problems()).toMatchObject([
      { reason: expect.stringContaining('846 S-1: AK5 5, BIA 2, element 4: 4, LIN 3: 3') },
    ])
  })

  test('because of a forbidden character is reported, and the next file is imported', async () => {
    await fixture.builders.item({ sku: 'COUNTED', currentStock: 0 })
    const nul = String.fromCharCode(0)
    warehouse.writeSet('IB', '846', [
      ['BIA', '00', 'SI', `S-${nul}1`, '20260302', '1000'],
      ['LIN', `A${nul}B`, 'VN', 'COUNTED'],
      ['QTY', '17', '3', 'EA'],
      ['CTT', '1'],
    ])
    const [name = ''] = warehouse.filesIn('in')
    // Our writer removes forbidden characters, so this restores them as a faulty sender would.
    const text = readFileSync(join(root, 'in', name), 'utf8')
    warehouse.writeFile(name, text.replace('S- 1', `S-${nul}1`).replace('A B', `A${nul}B`))
    warehouse.count('NEXT', '20260302 1000', { COUNTED: 7 })
    await byAndBy()
    expect(await stock()).toEqual({ COUNTED: 7 })
    expect(warehouse.found('997')).toHaveLength(2)
    expect(await fixture.problems()).toMatchObject([
      { reason: expect.stringContaining('AK5 5, BIA 2, element 3: 6, LIN 3, element 1: 6') },
    ])
  })

  test('because of its size is moved aside and reported', async () => {
    warehouse.writeFile('large.edi', 'ISA*'.padEnd(10 * 1024 * 1024 + 1, 'x'))
    await byAndBy()
    expect(warehouse.filesIn('in')).toEqual([])
    expect(warehouse.filesIn('failed')).toEqual(['large.edi'])
    expect(await fixture.problems()).toMatchObject([
      { record: 'Message large.edi', reason: 'The file is larger than 10 MB and was not read' },
    ])
  })
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
