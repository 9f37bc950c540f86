import type { LightMyRequestResponse } from 'fastify'
import { brokenInvariants, startTestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { Context } from '#platform/server/database/db.ts'
import { startSimulator } from '#wms-simulator/simulator.ts'
import type { WmsConfig } from './connection.ts'
import type { WmsProblem, WmsRun, WmsStatus } from '../contract.ts'
import { sendDue, wmsSubscribers } from './runs/background-jobs.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'
import { executeNextRun } from './runs/execute-run.ts'

const secret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='

/** Starts the app and the simulated warehouse, connected as under `npm start`. */
export async function warehouseFixture(instead?: WmsConfig) {
  const warehouse = await startSimulator({ port: 0, token: 'T', secret })
  const url = `http://127.0.0.1:${warehouse.port}`
  const simulated = { WMS_URL: url, WMS_TOKEN: 'T', WMS_WEBHOOK_SECRET: secret }
  const config: WmsConfig = instead ?? simulated
  // Its own: a port may come again, and a shared app would remember the health of that test.
  const prizm = await startTestApp(simulated, { isOwn: true })
  const builders = orderBuilders(prizm.database.db)
  const [manager, clerk] = [await prizm.signIn('manager'), await prizm.signIn('user')]
  const context = (): Context => {
    const { db } = prizm.database
    return { db, user: undefined, now: prizm.clock.now, requestId: 'test', channel: 'wms' }
  }
  const get = async <T>(path: string): Promise<T> =>
    (await prizm.call('GET', path, { as: manager })).json<T>()
  const post = (path: string, body: object = {}, as = manager) =>
    prizm.call('POST', path, { as, body })
  /** Starts a job and executes it. */
  const run = async (job = 'full'): Promise<WmsRun> => {
    const { id } = (await post('/api/wms/runs', { job })).json<{ id: number }>()
    await executeNextRun(context(), config)
    return get(`/api/wms/runs/${id}`)
  }
  /** Runs the worker: delivers the outbox messages, then sends what is due. */
  const settle = async (): Promise<void> => {
    const subscribers = wmsSubscribers(context)
    const found = await prizm.database.pool.query(
      `update outbox set sent_at = now() where sent_at is null
       returning topic, aggregate_id as "aggregateId"`,
    )
    for (const message of found.rows as { topic: string; aggregateId: number }[]) {
      await subscribers[message.topic]?.(message as never)
    }
    await sendDue(context(), config)
  }
  const released = (...line: LineInput) => release({ builders, post }, line)
  const command = (path: string, body: object = {}) =>
    fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
  /** Sends an event as the warehouse would, with a valid signature. */
  const webhook = (type: string, data: object, { id = '', body = '' } = {}) => {
    const text = body || JSON.stringify({ type, timestamp: new Date().toISOString(), data })
    const named = id || `msg_${Math.random().toString(36).slice(2)}`
    const signed = sign(secret, { id: named, body: text }, prizm.clock.now)
    return prizm.app.inject({
      method: 'POST',
      url: '/api/wms/webhook',
      headers: { 'content-type': 'application/json', ...signed },
      payload: text,
    })
  }
  const query = prizm.rows
  const status = () => get<WmsStatus>('/api/wms/status')
  const problems = () => get<WmsProblem[]>('/api/wms/problems?state=open&sort=id')
  const broken = brokenInvariants
  const close = () => prizm.close().then(warehouse.close)
  const calls = { get, post, run, settle, released, command, webhook, status, problems }
  return {
    prizm,
    warehouse,
    config,
    context,
    builders,
    manager,
    clerk,
    ...calls,
    query,
    broken,
    close,
  }
}

type WarehouseKit = {
  builders: ReturnType<typeof orderBuilders>
  post(path: string, body?: object): Promise<LightMyRequestResponse>
}

type LineInput = [quantity?: number, skuId?: number, fields?: object]

/** Creates and releases an order of this quantity of a SKU. */
async function release(
  { builders, post }: WarehouseKit,
  [quantity = 5, skuId, fields]: LineInput,
): Promise<SalesOrderDetails> {
  const items = [{ skuId: skuId ?? (await builders.item()), quantity }]
  const body = { customerId: await builders.buyer(), items, ...fields }
  const placed = await post('/api/orders/create', body)
  if (placed.statusCode !== 201) throw new Error(placed.body)
  const { order } = placed.json<{ order: SalesOrderDetails }>()
  return (await post(`/api/sales-orders/${order.id}/process`)).json()
}

export type WarehouseFixture = Awaited<ReturnType<typeof warehouseFixture>>
