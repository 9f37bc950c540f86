import type { Chance } from '../../seeded-random.ts'
import type { Experiment } from '../../experiment.ts'
import {
  withFileWarehouse,
  type FileScenario,
  type PlacedOrder,
  createReleasedOrders,
  runJob,
  waitForImport,
} from '../../nodes/file-warehouse-scenario.ts'
import { createSku, idOf } from '../../staff/create-customers-and-skus.ts'
import type { TestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const opening = 100
const perOrder = 3
const ordersEach = 3
const bought = 20
const minuteMs = 60_000

/**
 * P19 with a warehouse that exchanges X12 files: however its 945, 944 and 846 files are shuffled
 * and repeated, final stock equals the warehouse's.
 */
export const warehouseFilesOrder: Experiment = {
  row: 'P19',
  promise: 'files out of order',
  needsPostgres: true,
  run: (lab, findings) => withFileWarehouse(lab, findings, { row: 'P19', play }),
}

/** One SKU with the sales orders and the purchase order that the warehouse handles. */
type Goods = { sku: string; skuId: number; orders: PlacedOrder[]; purchase: string }
/** A warehouse event at a given minute, and the function that writes its file. */
type TimedMessage = { minute: number; send: () => string }

async function play(stage: FileScenario): Promise<void> {
  const { lab, world, warehouse, findings, setClock } = stage
  const begin = Date.now() - 90 * minuteMs
  const at = (minute: number) => setClock(new Date(begin + minute * minuteMs))
  const many = lab.isNightly ? 150 : 12
  const skus = await opened(stage, many, () => at(0))
  const goods: Goods[] = []
  for (const openedSku of skus) goods.push(await goodsOf(world, openedSku))
  await runJob(world, 'orders')
  const truths = new Map<string, number>()
  const happened = goods.flatMap((each, index) => {
    const { events, truth } = historyOf(stage, each, lab.chance.fork(index))
    truths.set(each.sku, truth)
    return events
  })
  const sentFiles: string[] = []
  const parts = [0, 1, 2]
  const shuffled = lab.chance.some(happened, happened.length)
  for (const part of parts) {
    for (const { minute, send: sendEvent } of shuffled.filter(
      (_, n) => n % parts.length === part,
    )) {
      at(minute)
      const text = sendEvent()
      // Repeated in a file with a new control number, or as an exact copy.
      if (lab.chance.share() < 0.15) sendEvent()
      if (lab.chance.share() < 0.15) warehouse.writeFile(`again-${sentFiles.length}.edi`, text)
      sentFiles.push(text)
    }
    findings.expect(await waitForImport(stage, 120_000), `part ${part} was not taken`)
  }
  const faults: string[] = []
  for (const [sku, truth] of truths) {
    const have = await count(world, 'select current_stock from skus where sku = $1', [sku])
    if (have !== truth) faults.push(`${sku}: ${have}, not ${truth}`)
  }
  findings.none('stock that is not the warehouse’s', faults)
  findings.equal('shipments', await shipments(world), many * ordersEach)
  findings.equal('receipts', await count(world, 'select count(*) from receipts'), many)
  findings.note(`${many} histories in ${sentFiles.length} files shuffled, 30 % told again`)
  await early(stage)
}

const shipments = (world: TestSystem) => count(world, 'select count(*) from shipments')

/** SKUs whose opening stock the first count reported. */
async function opened(stage: FileScenario, many: number, setClock: () => void) {
  const { world, warehouse, findings } = stage
  const skus: { sku: string; skuId: number }[] = []
  for (let n = 0; n < many; n++) {
    const skuId = await createSku(world, { currentStock: 0 })
    const { sku } = await world.must({ method: 'GET', path: `/api/skus/${skuId}` })
    skus.push({ sku: String(sku), skuId })
  }
  setClock()
  const levels = Object.fromEntries(skus.map(({ sku }) => [sku, opening]))
  warehouse.count('OPENING', sortableMoment(warehouse.now()), levels)
  findings.expect(await waitForImport(stage, 60_000), 'the first count was not taken')
  return skus
}

const sortableMoment = ({ date, time }: { date: string; time: string }) => `${date} ${time}`

async function goodsOf(
  world: TestSystem,
  { sku, skuId }: { sku: string; skuId: number },
): Promise<Goods> {
  const orders = await createReleasedOrders(world, { many: ordersEach, perOrder, skuId })
  const vendor = { vendorCode: `V-${sku}`, name: `Vendor of ${sku}`, email: 'v@example.com' }
  const vendorId = idOf(await world.must({ method: 'POST', path: '/api/vendors', body: vendor }))
  const purchase = `PO-${sku}`
  const items = [{ skuId, quantity: bought, unitPrice: '5.00' }]
  const body = { orderNumber: purchase, vendorId, items, status: 'approved' }
  await world.must({ method: 'POST', path: '/api/purchase-orders', body })
  return { sku, skuId, orders, purchase }
}

/** The events of one SKU minute by minute, and its final quantity. */
function historyOf(
  { warehouse }: FileScenario,
  { sku, orders, purchase }: Goods,
  chance: Chance,
): { events: TimedMessage[]; truth: number } {
  const events: TimedMessage[] = []
  let [truth, minute] = [opening, 1]
  const turns = chance.some(['ship', 'ship', 'ship', 'count', 'count', 'receive', 'count'], 7)
  for (const turn of turns) {
    minute += chance.between(1, 10)
    const now = minute
    const units = turn === 'ship' ? -perOrder : turn === 'receive' ? bought : 0
    truth += units
    const level = truth
    const order = turn === 'ship' ? orders.pop() : undefined
    const sendEvent = () => {
      if (order) {
        const lines = [{ sku, ordered: perOrder, shipped: perOrder }]
        return warehouse.ship(order.number, `S-${order.number}`, lines)
      }
      if (turn === 'receive')
        return warehouse.receive(purchase, `R-${sku}`, { sku, quantity: bought })
      return warehouse.count(`C-${sku}-${now}`, sortableMoment(warehouse.now()), { [sku]: level })
    }
    events.push({ minute: now, send: sendEvent })
  }
  return { events, truth }
}

/** Shipments reported before their orders are released wait for the release. */
async function early(stage: FileScenario): Promise<void> {
  const { lab, world, warehouse, findings, setClock } = stage
  const many = lab.isNightly ? 30 : 5
  setClock(new Date())
  const before = await shipments(world)
  const placed = await createReleasedOrders(world, { many, perOrder, isHeld: true })
  for (const { number, sku } of placed) {
    warehouse.ship(number, `EARLY-${number}`, [{ sku, ordered: perOrder, shipped: perOrder }])
  }
  findings.expect(await waitForImport(stage, 60_000), 'what came early was not taken')
  findings.equal('shipments before their release', await shipments(world), before)
  const parked = await count(world, `select count(*) from wms_imports where state = 'parked'`)
  findings.equal('shipments that wait', parked, many)
  for (const { id } of placed) {
    await world.must({ method: 'POST', path: `/api/sales-orders/${id}/process` })
  }
  const areOut = async () => (await shipments(world)) === before + many
  findings.expect(await until(areOut, 60_000), 'a parked shipment was not taken up')
  findings.note(`${many} shipments before their release: parked, then taken up`)
}
