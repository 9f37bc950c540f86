import type { Experiment, Findings } from '../../experiment.ts'
import {
  withFileWarehouse,
  type FileScenario,
  type PlacedOrder,
  createReleasedOrders,
  runJob,
} from '../../nodes/file-warehouse-scenario.ts'
import type { TestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const perOrder = 3
const broken = ['', 'ISA*00*', 'no interchange at all', '\u0000\u0001']

/**
 * P18 with a warehouse that exchanges X12 files in a folder that both nodes poll: a repeated file,
 * or a shipment repeated in a new file, is recorded once; an unreadable file records nothing and is
 * reported.
 */
export const warehouseFiles: Experiment = {
  row: 'P18',
  promise: 'files that come again',
  needsPostgres: true,
  run: (lab, findings) => withFileWarehouse(lab, findings, { row: 'P18', play }),
}

async function play({ lab, world, findings, warehouse }: FileScenario): Promise<void> {
  const many = lab.isNightly ? 60 : 15
  const orders = await createReleasedOrders(world, { many, perOrder })
  await runJob(world, 'orders')
  const hasAllOrders = () => Promise.resolve(warehouse.orders().length >= many)
  findings.expect(await until(hasAllOrders, 30_000), 'not every order became a 940')
  findings.equal(
    'orders in files',
    new Set(warehouse.orders().map(([, number]) => number)).size,
    many,
  )
  findings.equal('files of orders', warehouse.orders().length, many)
  sendThreeTimes(warehouse, orders)
  await Promise.all([runJob(world, 'shipments'), runJob(world, 'shipments')])
  const shipped = `select count(*) from sales_orders where status = 'shipped'`
  const areShipped = async () => (await count(world, shipped)) === many
  findings.expect(await until(areShipped, 60_000), 'not every shipment was recorded')
  await runJob(world, 'shipments')
  const areRead = () => Promise.resolve(warehouse.filesIn('in').length === 0)
  findings.expect(await until(areRead, 30_000), 'a file was left lying')
  await evaluate(world, findings, many)
}

/** Reports each shipment in two files and one copy, and adds unreadable files. */
function sendThreeTimes(there: FileScenario['warehouse'], orders: readonly PlacedOrder[]): void {
  for (const [n, { number, sku }] of orders.entries()) {
    const lines = [{ sku, ordered: perOrder, shipped: perOrder }]
    const text = there.ship(number, `SHP-${n}`, lines)
    there.ship(number, `SHP-${n}`, lines)
    there.writeFile(`again-${n}.edi`, text)
  }
  for (const [n, text] of broken.entries()) there.writeFile(`broken-${n}.edi`, text)
}

async function evaluate(world: TestSystem, findings: Findings, many: number): Promise<void> {
  findings.equal('shipments', await count(world, 'select count(*) from shipments'), many)
  findings.equal('invoices', await count(world, 'select count(*) from invoices'), many)
  const shippedUnits = await count(
    world,
    `select -coalesce(sum(on_hand_delta), 0) from stock_moves where kind = 'ship'`,
  )
  findings.equal('units that left', shippedUnits, many * perOrder)
  const steps = await count(
    world,
    `select count(*) from audit_log where entity = 'sales_order' and to_status = 'shipped'`,
  )
  findings.equal('steps to shipped', steps, many)
  findings.note(`${many} orders by 940; each 945 came three times, ${broken.length} unreadable`)
}
