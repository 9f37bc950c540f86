import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tellTroubles } from '#features/notifications/troubles.ts'
import { sendDue, wmsSubscribers } from './jobs.ts'
import { besideWarehouse } from './testing.ts'

// A warehouse that is there and answers nothing of use, in front of the simulated one.

let beside: Awaited<ReturnType<typeof besideWarehouse>>
let gate: Server
let bad: { status: number; body: string } | undefined
let orders: string[]

beforeEach(async () => {
  bad = undefined
  orders = []
  beside = await besideWarehouse()
  gate = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    const answerIt = async () => {
      if (bad) return response.writeHead(bad.status).end(bad.body)
      const body = Buffer.concat(parts).toString()
      if (request.url?.endsWith('/orders')) {
        const { documents } = JSON.parse(body) as { documents: { code: string }[] }
        orders.push(...documents.map(({ code }) => code))
      }
      const headers = { 'content-type': 'application/json', authorization: 'Bearer T' }
      const init = { method: request.method ?? 'GET', headers, ...(body && { body }) }
      const answer = await fetch(`${beside.config.WMS_URL}${request.url}`, init)
      return response.writeHead(answer.status).end(await answer.text())
    }
    request.on('end', () => void answerIt())
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const port = (gate.address() as AddressInfo).port
  config = { WMS_URL: `http://127.0.0.1:${port}`, WMS_TOKEN: 'T' }
})
afterEach(async () => {
  await beside.prizm.close()
  await beside.warehouse.close()
  gate.close()
})
let config: { WMS_URL: string; WMS_TOKEN: string }

/** What the worker does now, when so many seconds have passed since it last did. */
async function turn(seconds: number): Promise<void> {
  const pass = `interval '${seconds} seconds'`
  await beside.query(`update wms_connection set last_failure_at = last_failure_at - ${pass}`)
  await beside.query(
    `update outside_troubles set last_at = last_at - ${pass}, began_at = began_at - ${pass}`,
  )
  await beside.query(
    `update wms_exports set next_attempt_at = next_attempt_at - ${pass}, sent_at = sent_at - ${pass}
     where state in ('waiting', 'sent')`,
  )
  await sendDue(beside.context(), config)
}

test.each([
  ['500', 500, 'Internal Server Error', 'The warehouse answered with status 500'],
  ['HTML', 200, '<html><body>Under repair</body></html>', 'makes no sense at the answer'],
  ['JSON that is cut off', 200, '{"results": [{"id"', 'makes no sense at the answer'],
  ['{}', 200, '{}', 'makes no sense at results'],
])(
  'orders to a warehouse that answers %s wait together, are told and leave at once',
  async (...[, status, body, says]) => {
    await beside.run()
    await turn(3600)
    bad = { status, body }
    const wanted: string[] = []
    for (let count = 0; count < 4; count++) {
      wanted.push((await beside.released()).orderNumber)
      await planned()
      await turn(40)
    }
    for (let minute = 0; minute < 10; minute++) await turn(60)
    const waiting = await beside.query<{ state: string; isDue: boolean }>(
      `select state, next_attempt_at <= now() as "isDue" from wms_exports
     where kind = 'order' and state <> 'sent'`,
    )
    expect(waiting).toEqual(wanted.map(() => ({ state: 'waiting', isDue: true })))
    expect((await beside.status()).connection).toMatchObject({ isLeftAlone: true })
    await tellTroubles(beside.context())
    const told = await beside.query<{ title: string; text: string }>(
      `select distinct title, text from notifications where key like 'trouble-%'`,
    )
    expect(told).toHaveLength(1)
    expect(told[0]?.title).toBe('The warehouse takes no documents')
    expect(told[0]?.text).toContain(says)
    expect(told[0]?.text).toContain(`It answered “${body}”`)
    bad = undefined
    await turn(31)
    expect(orders).toEqual(wanted)
    expect(await beside.query('select part from outside_troubles')).toEqual([])
    expect((await beside.status()).connection).toMatchObject({ isLeftAlone: false, waiting: 0 })
  },
)

test('while others are taken, one without a useful answer is to blame itself', async () => {
  await beside.run()
  await beside.released()
  await planned()
  await sendDue(beside.context(), config)
  const { orderNumber } = await beside.released()
  await planned()
  bad = { status: 500, body: 'No' }
  await sendDue(beside.context(), config)
  const [order] = await beside.query<{ attempts: number }>(
    `select attempts from wms_exports where code = '${orderNumber}'`,
  )
  expect(order?.attempts).toBe(1)
  expect(await beside.query('select part from outside_troubles')).toEqual([])
})

/** Puts what acts have left into the queue, without sending it. */
async function planned(): Promise<void> {
  const found = await beside.query<{ topic: string; aggregateId: number }>(
    `update outbox set sent_at = now() where sent_at is null
     returning topic, aggregate_id as "aggregateId"`,
  )
  const subscribers = wmsSubscribers(beside.context)
  for (const message of found) await subscribers[message.topic]?.(message as never)
}
