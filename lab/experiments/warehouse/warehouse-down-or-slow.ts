import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku, idOf } from '../../staff/create-customers-and-skus.ts'
import { quantile } from '../../nodes/response-statistics.ts'
import { orderOf } from '../../staff/place-orders.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import {
  type WarehousePeer,
  startFilePeer,
  startSimulatedPeer,
} from '../../nodes/unreliable-warehouse.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

/**
 * P16: an unavailable warehouse delays work but loses nothing, and the screens show the true state.
 */
export const warehouseDown: Experiment = {
  row: 'P16',
  promise: 'warehouse down',
  needsPostgres: true,
  run: (lab, findings) => runWithWarehouse('P16', { lab, findings }, startSimulatedPeer, down),
}

/** P16 with a warehouse that exchanges files over SFTP. */
export const filesDown: Experiment = {
  row: 'P16',
  promise: 'file server down',
  needsPostgres: true,
  run: (lab, findings) => runWithWarehouse('P16', { lab, findings }, startFilePeer, down),
}

/** P17: a slow warehouse does not slow order entry. */
export const warehouseSlow: Experiment = {
  row: 'P17',
  promise: 'warehouse slow',
  needsPostgres: true,
  run: (lab, findings) => runWithWarehouse('P17', { lab, findings }, startSimulatedPeer, slow),
}

/** P17 with an SFTP server that accepts data and never responds. */
export const filesSlow: Experiment = {
  row: 'P17',
  promise: 'file server slow',
  needsPostgres: true,
  run: (lab, findings) => runWithWarehouse('P17', { lab, findings }, startFilePeer, slow),
}

type Scenario = {
  lab: Lab
  world: TestSystem
  findings: Findings
  peer: WarehousePeer
  customerId: number
  skuId: number
}

async function runWithWarehouse(
  row: string,
  { lab, findings }: Pick<Scenario, 'lab' | 'findings'>,
  ...[start, work]: [() => Promise<WarehousePeer>, (place: Scenario) => Promise<void>]
): Promise<void> {
  const peer = await start()
  try {
    await withTestSystem(lab, findings, { row, env: peer.env }, async (world) => {
      const pause = { method: 'PUT', path: '/api/wms/connection', body: { isPaused: true } }
      await world.must(pause)
      await peer.introduce(world)
      const place = { lab, world, findings, peer }
      await work({
        ...place,
        customerId: await createCustomer(world),
        skuId: await createSku(world),
      })
    })
  } finally {
    await peer.close()
  }
}

type Orders = { numbers: string[]; ms: number[] }

/** Enters and releases the given number of orders, and measures how long each entry took. */
async function release(place: Scenario, many: number): Promise<Orders> {
  const { world, customerId, skuId } = place
  const made = await mapConcurrently(Array.from({ length: many }), 4, async () => {
    const body = { customerId, items: [{ skuId, quantity: 1 }] }
    const answer = await world.call({ method: 'POST', path: '/api/orders/create', body })
    const order = orderOf(answer)
    if (!order) throw new Error(answer.text.slice(0, 200))
    await world.must({ method: 'POST', path: `/api/sales-orders/${order.id}/process` })
    return { number: order.orderNumber, ms: answer.ms }
  })
  return { numbers: made.map(({ number }) => number), ms: made.map(({ ms }) => ms) }
}

const waiting = `select count(*) from wms_exports where kind = 'order' and state = 'waiting'`

type Status = {
  types: { dataType: string; lastSync: string | null }[]
  connection: { unreachableSince: string | null; isLeftAlone: boolean; lastFailure: string | null }
}

async function statusOf({ world }: Scenario): Promise<Status> {
  return (await world.must({ method: 'GET', path: '/api/wms/status' })) as unknown as Status
}

async function down(place: Scenario): Promise<void> {
  const { lab, world, findings, peer } = place
  const run = await world.must({ method: 'POST', path: '/api/wms/runs', body: { job: 'full' } })
  const isDone = async () =>
    (await count(world, `select count(*) from wms_runs where id = $1 and state = 'done'`, [
      idOf(run),
    ])) === 1
  findings.expect(await until(isDone, 20_000), 'the first sync did not end')
  const before = await statusOf(place)
  await peer.goAway()
  const many = lab.isNightly ? 200 : 60
  const { numbers } = await release(place, many)
  const isBreakerOpen = async () => (await statusOf(place)).connection.isLeftAlone
  findings.expect(await until(isBreakerOpen, 45_000), 'the breaker did not open')
  // The worker queues warehouse messages after their commit.
  await until(async () => (await count(world, waiting)) === many, 20_000)
  const during = await statusOf(place)
  findings.equal('documents that wait', await count(world, waiting), many)
  findings.expect(during.connection.unreachableSince !== null, 'nobody is told that it is away')
  const moved = during.types.filter(
    ({ dataType, lastSync }) =>
      lastSync !== before.types.find((each) => each.dataType === dataType)?.lastSync,
  )
  findings.none(
    'last syncs that moved',
    moved.map(({ dataType }) => dataType),
  )
  await peer.comeBack()
  const start = performance.now()
  const isEmpty = async () => (await count(world, waiting)) === 0
  findings.expect(await until(isEmpty, 90_000), 'not everything left after it was back')
  const seconds = Math.round((performance.now() - start) / 1000)
  const arrived = numbers.filter((number) => peer.has(number)).length
  findings.note(`${many} orders released while it was away, ${arrived} there ${seconds} s after`)
  findings.equal('orders that arrived', arrived, many)
  const documents = await count(
    world,
    `select count(*) from wms_exports where kind = 'order' and state = 'sent'`,
  )
  findings.equal('documents sent, once each', documents, many)
  const after = await statusOf(place)
  findings.equal('unreachable since, afterwards', after.connection.unreachableSince, null)
}

async function slow(place: Scenario): Promise<void> {
  const { lab, world, findings, peer } = place
  const many = lab.isNightly ? 300 : 80
  await release(place, 20)
  const usual = await release(place, many)
  await peer.becomeSlow()
  await release(place, 5)
  await sleep(2500)
  const [late, held] = await Promise.all([release(place, many), longHeld(world)])
  const [before, during] = [quantile(usual.ms, 0.95), quantile(late.ms, 0.95)]
  findings.note(`order entry p95 ${before.toFixed(0)} ms, beside it ${during.toFixed(0)} ms`)
  findings.expect(during <= before * 1.5 + 25, 'order entry became slow with the warehouse')
  findings.equal('connections held in a transaction for a second', held, 0)
  const hasTimedOut = async () =>
    (await statusOf(place)).connection.lastFailure?.includes('within 10 s') === true
  findings.expect(await until(hasTimedOut, 30_000), 'a slow call is not given up after 10 s')
  await peer.comeBack()
  const isEmpty = async () => (await count(world, waiting)) === 0
  findings.expect(await until(isEmpty, 90_000), 'not everything left after it was quick again')
  const there = [...usual.numbers, ...late.numbers].filter((n) => peer.has(n))
  findings.equal('orders that arrived', there.length, many * 2)
}

/**
 * The maximum number of connections idle in a transaction for over a second, sampled for three
 * seconds.
 */
async function longHeld(world: TestSystem): Promise<number> {
  let most = 0
  for (let look = 0; look < 12; look++) {
    const held = await count(
      world,
      `select count(*) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'
         and state_change < now() - interval '1 second'`,
    )
    most = Math.max(most, held)
    await sleep(250)
  }
  return most
}
