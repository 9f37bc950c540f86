import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileWarehouse, fileWarehouse } from '#features/wms-integration/testing-files.ts'
import { removeAtEnd } from '../endings.ts'
import type { Experiment, Findings, Lab } from '../experiment.ts'
import { givenCustomer, givenSku } from '../given.ts'
import { count, orderOf } from '../orders.ts'
import { until } from '../ports.ts'
import { inWorld, type World } from '../world.ts'

const perOrder = 3
const broken = ['', 'ISA*00*', 'no interchange at all', '\u0000\u0001']

/**
 * P18 once more, with a warehouse that speaks by files of X12 in one folder that both nodes watch:
 * a file that comes again, and a shipment that is told again in a new file, happen once; a file
 * that cannot be read books nothing and is told.
 */
export const warehouseFiles: Experiment = {
  row: 'P18',
  promise: 'files that come again',
  needsPostgres: true,
  run: async (lab, findings) => {
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-x12-')))
    const there = fileWarehouse(join(folder, 'edi', 'warehouse'))
    const env = { DATA_DIR: folder, WMS_URL: 'folder:warehouse' }
    await inWorld(lab, findings, { row: 'P18', env }, (world) =>
      play({ lab, world, findings, there }),
    )
  },
}

type Stage = { lab: Lab; world: World; findings: Findings; there: FileWarehouse }
type Placed = { number: string; sku: string }

async function play({ lab, world, findings, there }: Stage): Promise<void> {
  const many = lab.isNightly ? 60 : 15
  const orders = await released(world, many)
  await run(world, 'orders')
  const areTold = () => Promise.resolve(there.orders().length >= many)
  findings.expect(await until(areTold, 30_000), 'not every order became a 940')
  findings.equal('orders in files', new Set(there.orders().map(([, number]) => number)).size, many)
  findings.equal('files of orders', there.orders().length, many)
  tellThrice(there, orders)
  await Promise.all([run(world, 'shipments'), run(world, 'shipments')])
  const shipped = `select count(*) from sales_orders where status = 'shipped'`
  const areShipped = async () => (await count(world, shipped)) === many
  findings.expect(await until(areShipped, 60_000), 'not every shipment was booked')
  await run(world, 'shipments')
  const areRead = () => Promise.resolve(there.lying('in').length === 0)
  findings.expect(await until(areRead, 30_000), 'a file was left lying')
  await judge(world, findings, many)
}

async function released(world: World, many: number): Promise<Placed[]> {
  const [customerId, skuId] = [await givenCustomer(world), await givenSku(world)]
  const { sku } = await world.must({ method: 'GET', path: `/api/skus/${skuId}` })
  const body = { customerId, items: [{ skuId, quantity: perOrder }] }
  const made: Placed[] = []
  for (let n = 0; n < many; n++) {
    const answer = await world.call({ method: 'POST', path: '/api/orders/create', body })
    const order = orderOf(answer)
    if (!order) throw new Error(answer.text.slice(0, 200))
    await world.must({ method: 'POST', path: `/api/sales-orders/${order.id}/process` })
    made.push({ number: order.orderNumber, sku: String(sku) })
  }
  return made
}

/** A run that is under way already does the same work. */
async function run(world: World, job: 'orders' | 'shipments'): Promise<void> {
  await world.call({ method: 'POST', path: '/api/wms/runs', body: { job } })
}

/** Each shipment in two files of their own and one that is a copy; and what nobody can read. */
function tellThrice(there: FileWarehouse, orders: readonly Placed[]): void {
  for (const [n, { number, sku }] of orders.entries()) {
    const lines = [{ sku, ordered: perOrder, shipped: perOrder }]
    const text = there.ship(number, `SHP-${n}`, lines)
    there.ship(number, `SHP-${n}`, lines)
    there.leaveText(`again-${n}.edi`, text)
  }
  for (const [n, text] of broken.entries()) there.leaveText(`broken-${n}.edi`, text)
}

async function judge(world: World, findings: Findings, many: number): Promise<void> {
  findings.equal('shipments', await count(world, 'select count(*) from shipments'), many)
  findings.equal('invoices', await count(world, 'select count(*) from invoices'), many)
  const left = await count(
    world,
    `select -coalesce(sum(on_hand_delta), 0) from stock_moves where kind = 'ship'`,
  )
  findings.equal('units that left', left, many * perOrder)
  const steps = await count(
    world,
    `select count(*) from audit_log where entity = 'sales_order' and to_status = 'shipped'`,
  )
  findings.equal('steps to shipped', steps, many)
  findings.note(`${many} orders by 940; each 945 came three times, ${broken.length} unreadable`)
}
