import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pollWarehouseFiles } from '../runs/background-jobs.ts'
import { hashOf } from '../runs/message-log.ts'
import { executeNextRun } from '../runs/execute-run.ts'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import {
  fileWarehouseFixture,
  orderLines,
  pollAndRun,
  stockBySku,
} from '../testing/testing-file-warehouse-fixture.ts'

// Files of a warehouse: moved aside, acknowledged, delivered twice or unreadable (docs/wms-x12.md).

let fixture: WarehouseFixture
let warehouse: FileWarehouse
let root: string
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse, root } = set)
})

const byAndBy = () => pollAndRun(fixture)
const lines = () => orderLines(fixture)
const stock = () => stockBySku(fixture)

describe('files', () => {
  test('every file is answered and moved aside, one that is not X12 to failed', async () => {
    warehouse.count('SNAP-1', '20260302 1100', { NOBODYS: 1 })
    warehouse.writeFile('notes.txt', 'Dear Prizm, the count follows tomorrow')
    warehouse.writeFile('half.edi.tmp', 'ISA*')
    await fixture.run('inventory')
    expect(warehouse.filesIn('in')).toEqual(['half.edi.tmp'])
    expect(warehouse.filesIn('done')).toEqual(['701.edi'])
    expect(warehouse.filesIn('failed')).toEqual(['notes.txt'])
    expect(warehouse.found('997')).toHaveLength(1)
  })

  test('an inbound file is acknowledged without a sync and queues a run', async () => {
    const order = await fixture.released(5)
    await fixture.run('orders')
    const sku = order.items[0]?.sku ?? ''
    warehouse.ship(order.orderNumber, 'SHP-1', [{ sku, ordered: 5, shipped: 5 }])
    await pollWarehouseFiles(fixture.context(), fixture.config)
    expect(warehouse.found('997')).toHaveLength(1)
    expect(await fixture.query(`select job from wms_runs where state = 'waiting'`)).toEqual([
      { job: 'shipments' },
    ])
    await executeNextRun(fixture.context(), fixture.config)
    expect(await lines()).toMatchObject([{ status: 'shipped', shipped: 5 }])
  })

  test('a duplicate file is moved aside and gets the same answers', async () => {
    const order = await fixture.released(5)
    await fixture.run('orders')
    const sku = order.items[0]?.sku ?? ''
    const text = warehouse.ship(order.orderNumber, 'SHP-1', [{ sku, ordered: 5, shipped: 5 }])
    await fixture.run('shipments')
    const answered = warehouse.found('997').length
    warehouse.writeFile('again.edi', text)
    await fixture.run('shipments')
    expect(warehouse.filesIn('in')).toEqual([])
    expect(warehouse.found('997')).toHaveLength(answered)
    expect(await lines()).toMatchObject([{ status: 'shipped', shipped: 5 }])
    expect(await fixture.query('select count(*)::int as n from shipments')).toEqual([{ n: 1 }])
  })

  test('after a crash before sending, a file is sent again under the same name', async () => {
    await fixture.released(5)
    await fixture.run('orders')
    const [first] = warehouse.outbox()
    // The state after a crash between writing the file and recording it.
    await fixture.query(`update edi_interchanges set state = 'ready', sent_at = null
                        where direction = 'out'`)
    await fixture.query(`update wms_exports set state = 'waiting', sent_at = null
                        where kind = 'order'`)
    await fixture.run('orders')
    expect(warehouse.outbox().map(({ name }) => name)).toEqual([first?.name])
    expect(warehouse.found('940')).toHaveLength(1)
  })
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
