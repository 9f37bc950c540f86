import type { Chance } from '../../seeded-random.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import type { Answer } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { orderOf } from '../../staff/place-orders.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { eventOf, publishEvent, webhookSecret } from '../../nodes/simulated-warehouse.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const env = { WMS_WEBHOOK_SECRET: webhookSecret }

/** P18: an event delivered three times, under one id or several, takes effect once. */
export const warehouseDuplicates: Experiment = {
  row: 'P18',
  promise: 'warehouse duplicates',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P18', env }, (world) => duplicates(lab, world, findings)),
}

/** P19: however events are shuffled and repeated, final stock equals the warehouse's. */
export const warehouseOrder: Experiment = {
  row: 'P19',
  promise: 'warehouse out of order',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P19', env }, async (world) => {
      await histories(lab, world, findings)
      await early(lab, world, findings)
    }),
}

type PlacedOrder = { id: number; number: string; sku: string }

async function placeOrder(
  world: TestSystem,
  customerId: number,
  skuId: number,
): Promise<PlacedOrder> {
  const body = { customerId, items: [{ skuId, quantity: 3 }] }
  const answer = await world.call({ method: 'POST', path: '/api/orders/create', body })
  const order = orderOf(answer)
  if (!order) throw new Error(answer.text.slice(0, 200))
  const { sku } = await world.must({ method: 'GET', path: `/api/skus/${skuId}` })
  return { id: order.id, number: order.orderNumber, sku: String(sku) }
}

function shipmentEvent({ number, sku }: PlacedOrder, shipmentId: string): string {
  const lines = [{ sku, quantity: 3, lineNo: 1 }]
  const shippedAt = new Date().toISOString()
  return eventOf('shipment.created', { shipmentId, orderNumber: number, shippedAt, lines })
}

/**
 * Delivers each event three times at once over both nodes: twice as the same message, once under a
 * new id.
 */
async function duplicates(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const [customerId, skuId] = [await createCustomer(world), await createSku(world)]
  const many = lab.isNightly ? 100 : 30
  const answers: Answer[] = []
  for (let n = 0; n < many; n++) {
    const order = await placeOrder(world, customerId, skuId)
    await world.must({ method: 'POST', path: `/api/sales-orders/${order.id}/process` })
    const body = shipmentEvent(order, `SHP-${n}`)
    const ids = [`evt-${n}`, `evt-${n}`, `evt-${n}-again`]
    answers.push(...(await Promise.all(ids.map((id) => publishEvent(world.turn(), id, body)))))
  }
  findings.note(`${many} shipments told 3 times each: ${tally(answers)}`)
  findings.none(
    'answers',
    answers.filter(({ status }) => status !== 200).map(({ text }) => text.slice(0, 120)),
  )
  findings.equal('shipments', await count(world, 'select count(*) from shipments'), many)
  findings.equal('invoices', await count(world, 'select count(*) from invoices'), many)
  const shippedUnits = await count(
    world,
    `select -coalesce(sum(on_hand_delta), 0) from stock_moves where kind = 'ship'`,
  )
  findings.equal('units that left', shippedUnits, many * 3)
  const steps = await count(
    world,
    `select count(*) from audit_log where entity = 'sales_order' and to_status = 'shipped'`,
  )
  findings.equal('steps to shipped', steps, many)
}

type SentEvent = { id: string; body: string }

/** Movements and counts of one SKU in order, and its final quantity. */
function historyOf(sku: string, chance: Chance): { events: SentEvent[]; truth: number } {
  const begin = Date.now() - 3_600_000
  const events: SentEvent[] = []
  let [truth, at] = [0, begin]
  for (let n = 0; n < 12; n++) {
    at += chance.between(1000, 60_000)
    const moment = new Date(at).toISOString()
    const id = `${sku}-${n}`
    if (n > 0 && chance.between(1, 4) === 1) {
      const lines = [{ sku, onHand: truth }]
      const data = { snapshotId: id, asOf: moment, lines }
      events.push({ id, body: eventOf('inventory.snapshot', data) })
      continue
    }
    const delta = n === 0 ? 100 : chance.between(-5, 5)
    truth += delta
    const data = { movementId: id, sku, delta, occurredAt: moment }
    events.push({ id, body: eventOf('stock.moved', data) })
  }
  return { events, truth }
}

async function histories(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const many = lab.isNightly ? 1000 : 80
  const faults: string[] = []
  const answers: Answer[] = []
  await mapConcurrently(Array.from({ length: many }), 6, async (_, index) => {
    const chance = lab.chance.fork(index)
    const skuId = await createSku(world, { currentStock: 0 })
    const { sku } = await world.must({ method: 'GET', path: `/api/skus/${skuId}` })
    const { events, truth } = historyOf(String(sku), chance)
    const again = events.filter(() => chance.share() < 0.3)
    const sent = chance.some([...events, ...again], events.length + again.length)
    for (const { id, body } of sent) answers.push(await publishEvent(world.turn(), id, body))
    const there = await count(world, 'select current_stock from skus where id = $1', [skuId])
    if (there !== truth) faults.push(`${String(sku)}: ${there}, not ${truth}`)
  })
  findings.note(`${many} histories shuffled, 30 % told again: ${tally(answers)}`)
  findings.none('stock that is not the warehouse’s', faults)
}

/** Shipment events that arrive before their orders are released wait for the release. */
async function early(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const [customerId, skuId] = [await createCustomer(world), await createSku(world)]
  const many = lab.isNightly ? 50 : 10
  const answers: Answer[] = []
  for (let n = 0; n < many; n++) {
    const order = await placeOrder(world, customerId, skuId)
    answers.push(await publishEvent(world.turn(), `early-${n}`, shipmentEvent(order, `EARLY-${n}`)))
    const status = await count(
      world,
      `select count(*) from sales_orders where id = $1 and status = 'pending'`,
      [order.id],
    )
    if (status !== 1) findings.expect(false, `${order.number} left before its release`)
    await world.must({ method: 'POST', path: `/api/sales-orders/${order.id}/process` })
  }
  findings.none(
    'early shipments not parked',
    answers.filter(({ body }) => body['status'] !== 'parked').map(({ text }) => text.slice(0, 120)),
  )
  const areOut = async () =>
    (await count(
      world,
      `select count(*) from sales_orders where status = 'shipped' and customer_id = $1`,
      [customerId],
    )) === many
  findings.expect(await until(areOut, 30_000), 'a parked shipment was not taken up')
  findings.note(`${many} shipments before their release: parked, then taken up`)
}
