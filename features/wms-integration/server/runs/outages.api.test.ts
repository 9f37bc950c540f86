import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { healthWithWarnings } from '#features/system-health/server/testing.ts'
import { notifyOfOutages } from '#features/notifications/server/outage-notifications.ts'
import { sendDue, wmsSubscribers } from './background-jobs.ts'
import { executeNextRun } from './execute-run.ts'
import { warehouseFixture } from '../testing.ts'
import { watchWarehouse } from './watch-warehouse.ts'

// A reachable warehouse with unusable answers: a proxy in front of the simulator.

let fixture: Awaited<ReturnType<typeof warehouseFixture>>
let gate: Server
/** The bad answer, for calls whose path or body contains `where`, or for all calls. */
let bad: { status: number; body: string; where?: string } | undefined
let orders: string[]

beforeEach(async () => {
  bad = undefined
  orders = []
  fixture = await warehouseFixture()
  gate = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    const answerIt = async () => {
      const body = Buffer.concat(parts).toString()
      if (bad && `${request.url} ${body}`.includes(bad.where ?? '')) {
        return response.writeHead(bad.status).end(bad.body)
      }
      if (request.url?.endsWith('/orders')) {
        const { documents } = JSON.parse(body) as { documents: { code: string }[] }
        orders.push(...documents.map(({ code }) => code))
      }
      const headers = { 'content-type': 'application/json', authorization: 'Bearer T' }
      const init = { method: request.method ?? 'GET', headers, ...(body && { body }) }
      const answer = await fetch(`${fixture.config.WMS_URL}${request.url}`, init)
      return response.writeHead(answer.status).end(await answer.text())
    }
    request.on('end', () => void answerIt())
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const port = (gate.address() as AddressInfo).port
  config = { WMS_URL: `http://127.0.0.1:${port}`, WMS_TOKEN: 'T' }
})
afterEach(async () => {
  await fixture.prizm.close()
  await fixture.warehouse.close()
  gate.close()
})
let config: { WMS_URL: string; WMS_TOKEN: string }

/** Moves the stored timestamps back by this many seconds. */
async function pass(seconds: number): Promise<void> {
  const span = `interval '${seconds} seconds'`
  await fixture.query(`update wms_connection set last_failure_at = last_failure_at - ${span}`)
  await fixture.query(
    `update outside_troubles set last_at = last_at - ${span}, began_at = began_at - ${span}`,
  )
  await fixture.query(
    `update wms_exports set next_attempt_at = next_attempt_at - ${span}, sent_at = sent_at - ${span}
     where state in ('waiting', 'sent')`,
  )
}

/** Runs the worker after this many seconds have passed. */
async function turn(seconds: number): Promise<void> {
  await pass(seconds)
  await sendDue(fixture.context(), config)
}

/** Runs the watch job and the queued runs after this many seconds have passed. */
async function watch(seconds: number): Promise<void> {
  await pass(seconds)
  await watchWarehouse(fixture.context(), config)
  while (await executeNextRun(fixture.context(), config));
}

/** The notifications and health warnings that users see. */
async function readWarnings() {
  await notifyOfOutages(fixture.context())
  const notes = await fixture.query<{ title: string; text: string }>(
    `select distinct title, text from notifications where key like 'trouble-%' order by title`,
  )
  const { prizm, manager } = fixture
  return { notes, ...(await healthWithWarnings(prizm, manager)) }
}

const troubles = () => fixture.query('select part from outside_troubles order by part')
const states = (kind: string) =>
  fixture.query(
    `select code, state, attempts, next_attempt_at <= now() as "isDue"
     from wms_exports where kind = '${kind}' and state <> 'sent' order by id`,
  )

/** An order whose document waits to be sent. */
async function waiting(...wanted: Parameters<typeof fixture.released>): Promise<string> {
  const { orderNumber } = await fixture.released(...wanted)
  await planned()
  return orderNumber
}

test.each([
  ['500', 500, 'Internal Server Error', 'The warehouse answered with status 500'],
  ['HTML', 200, '<html><body>Under repair</body></html>', 'is not valid at the answer'],
  ['JSON that is cut off', 200, '{"results": [{"id"', 'is not valid at the answer'],
  ['{}', 200, '{}', 'is not valid at results'],
])(
  'orders to a warehouse that answers %s wait, are reported, and are sent when it recovers',
  async (...[, status, body, says]) => {
    await fixture.run()
    await waiting()
    await turn(1)
    expect(orders).toHaveLength(1)
    bad = { status, body }
    const args: string[] = []
    for (let count = 0; count < 4; count++) {
      args.push(await waiting())
      await turn(5)
    }
    for (let minute = 0; minute < 3; minute++) await turn(60)
    const asIs = { state: 'waiting', attempts: 0, isDue: true }
    expect(await states('order')).toEqual(args.map((code) => ({ code, ...asIs })))
    expect((await fixture.status()).connection).toMatchObject({ isLeftAlone: true })
    const { notes } = await readWarnings()
    expect(notes.map(({ title }) => title)).toEqual([
      'The warehouse is not accepting SKUs',
      'The warehouse is not accepting customers',
      'The warehouse is not accepting sales orders',
    ])
    expect(notes[2]?.text).toContain(says)
    expect(notes[2]?.text).toContain(`It answered “${body}”`)
    bad = undefined
    await turn(31)
    expect(orders.slice(1)).toEqual(args)
    expect(await troubles()).toEqual([])
    expect((await fixture.status()).connection).toMatchObject({ isLeftAlone: false, waiting: 0 })
  },
)

test('an outage for orders alone is reported, while customers and SKUs are sent', async () => {
  await fixture.run()
  await waiting()
  await turn(1)
  bad = { status: 500, body: 'No', where: '/v1/orders' }
  const orderNumbers: string[] = []
  for (let minute = 0; minute < 8; minute++) {
    orderNumbers.push(await waiting())
    await turn(31)
  }
  expect(await states('customer')).toEqual([])
  expect(await states('item')).toEqual([])
  expect(await states('order')).toMatchObject(orderNumbers.map((code) => ({ code, attempts: 0 })))
  expect(await troubles()).toEqual([{ part: 'warehouse-order' }])
  const sentence = 'The warehouse answered with status 500. It answered “No”'
  expect(await readWarnings()).toEqual({
    notes: [{ title: 'The warehouse is not accepting sales orders', text: sentence }],
    overall: 'degraded',
    warnings: [`The warehouse is not accepting sales orders: ${sentence}`],
  })
  expect((await fixture.status()).connection).toMatchObject({
    isLeftAlone: true,
    lastFailure: `The warehouse is not accepting sales orders: ${sentence}`,
    unreachableSince: expect.any(String),
  })
  bad = undefined
  await turn(31)
  expect(orders.slice(1)).toEqual(orderNumbers)
  expect(await troubles()).toEqual([])
  expect((await fixture.status()).connection).toMatchObject({ unreachableSince: null, waiting: 0 })
})

test.each([
  ['the oldest', 0],
  ['the newest', 2],
])('one document without a useful answer, %s, becomes a separate problem', async (_, place) => {
  await fixture.run()
  const codes = [await waiting(), await waiting(), await waiting()]
  const code = codes[place] ?? ''
  bad = { status: 500, body: 'No', where: code }
  await turn(1)
  codes.push(await waiting())
  await turn(31)
  const otherCodes = codes.filter((each) => each !== code)
  expect(orders).toEqual(otherCodes)
  await turn(6)
  expect(await states('order')).toEqual([{ code, state: 'waiting', attempts: 2, isDue: false }])
  expect(await troubles()).toEqual([])
  const [problem] = await fixture.problems()
  expect(problem).toMatchObject({ record: code, canRetry: true, attempts: 2 })
  bad = undefined
  await fixture.post(`/api/wms/problems/${problem?.id}/retry`)
  await turn(0)
  expect(orders).toEqual([...otherCodes, code])
  expect(await fixture.problems()).toEqual([])
})

test('dismissing a problem also dismisses a document that is still being retried', async () => {
  await fixture.run()
  const code = await waiting()
  bad = { status: 400, body: 'No', where: code }
  await turn(1)
  await turn(6)
  const [problem] = await fixture.problems()
  await fixture.post(`/api/wms/problems/${problem?.id}/dismiss`)
  expect(await states('order')).toMatchObject([{ code, state: 'dismissed', attempts: 2 }])
})

test('three rejected documents at the head do not block those behind them', async () => {
  await fixture.run()
  const heads = [await waiting(3), await waiting(3), await waiting(3)]
  const behind = [await waiting(), await waiting(), await waiting()]
  bad = { status: 500, body: 'No', where: '"quantity":3' }
  await turn(1)
  expect(orders.toSorted()).toEqual(behind.toSorted())
  expect(await states('order')).toMatchObject(heads.map((code) => ({ code, attempts: 1 })))
  expect(await troubles()).toEqual([])
})

test.each([
  ['events', '/v1/events', 'shipments', 'The events of the warehouse cannot be read'],
  ['inventory', '/v1/inventory', 'inventory', 'The warehouse’s stock count cannot be read'],
])('a warehouse with unreadable %s is reported within minutes', async (...of) => {
  const [kind, where, job, title] = of
  await fixture.run()
  bad = { status: 200, body: '{', where }
  await fixture.post('/api/wms/runs', { job: 'full' })
  for (let minute = 0; minute < 4; minute++) await watch(60)
  const text = 'The answer of the warehouse is not valid at the answer. It answered “{”'
  const warnings = [`${title}: ${text}`]
  expect(await readWarnings()).toEqual({ notes: [{ title, text }], overall: 'degraded', warnings })
  expect(await troubles()).toEqual([{ part: `warehouse-${kind}` }])
  bad = undefined
  await watch(60)
  expect(await troubles()).toEqual([])
  const latest = 'select job, state from wms_runs order by id desc limit 1'
  expect(await fixture.query(latest)).toEqual([{ job, state: 'done' }])
})

test('an unusable answer to one part of a sync does not stop the other parts', async () => {
  await fixture.run()
  await waiting()
  bad = { status: 500, body: 'No', where: '/v1/customers' }
  await fixture.post('/api/wms/runs', { job: 'full' })
  await executeNextRun(fixture.context(), config)
  const steps = await fixture.query<{ step: string }>(
    `select concat(data_type, ' ', is_success) as step from wms_run_steps
     where run_id = (select max(id) from wms_runs) order by id`,
  )
  const of = ['customers f', 'orders f', 'inventory t', 'purchase_orders t']
  expect(steps.map(({ step }) => step)).toEqual(of)
})

test('an unreachable warehouse is reported within minutes, even without exports', async () => {
  await fixture.run()
  await watch(60)
  expect(await troubles()).toEqual([])
  const messages = await fixture.query('select id from wms_messages')
  gate.closeAllConnections()
  await new Promise((resolve) => gate.close(resolve))
  for (let minute = 0; minute < 4; minute++) await watch(60)
  const [title, text] = ['The warehouse does not answer', 'The warehouse refuses connections']
  const warnings = [`${title}: ${text}`]
  expect(await readWarnings()).toEqual({ notes: [{ title, text }], overall: 'degraded', warnings })
  expect(await fixture.query('select id from wms_messages')).toEqual(messages)
})

test('an outage ends with the last document of its kind, and with a new address', async () => {
  await fixture.run()
  const code = await waiting()
  bad = { status: 500, body: 'No', where: '/v1/orders' }
  await turn(1)
  expect(await troubles()).toEqual([{ part: 'warehouse-order' }])
  await fixture.query(`update wms_exports set state = 'dismissed' where code = '${code}'`)
  await watch(60)
  expect(await troubles()).toEqual([])
  bad = { status: 500, body: 'No', where: '/v1/status' }
  await watch(60)
  expect(await troubles()).toEqual([{ part: 'warehouse-status' }])
  const as = await fixture.prizm.signIn('admin')
  const moved = { as, body: { url: 'https://1.1.1.1/', token: 'A' } }
  expect((await fixture.prizm.call('PUT', '/api/wms/connection', moved)).statusCode).toBe(200)
  expect(await troubles()).toEqual([])
})

/** Queues the exports of committed changes without sending them. */
async function planned(): Promise<void> {
  const found = await fixture.query<{ topic: string; aggregateId: number }>(
    `update outbox set sent_at = now() where sent_at is null
     returning topic, aggregate_id as "aggregateId"`,
  )
  const subscribers = wmsSubscribers(fixture.context)
  for (const message of found) await subscribers[message.topic]?.(message as never)
}
