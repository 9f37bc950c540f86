import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import type { EventEntity } from '../audited-entities.ts'
import type { DomainEvent } from '../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows

const add = (aggregate: EventEntity, aggregateId: number, payload: object = {}) => {
  const { db } = prizm.database
  const ctx = { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'test' }
  const topic = `${aggregate}.changed`
  return enqueue(ctx, [{ topic, aggregate, aggregateId, aggregateVersion: 1, payload }])
}

const list = async (parameters = '', caller = as) => {
  const answer = await prizm.call('GET', `/api/events${parameters}`, { as: caller })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<DomainEvent[]>()
}

/** Waits until nothing on this server holds back the events that were written. */
const settled = async () => {
  const text = `select f.final_position > coalesce(max(o.feed_position), 0) as done
    from open_change_feed() f left join outbox o on true group by f.final_position`
  await expect.poll(async () => (await query(text))[0]).toEqual({ done: true })
}
const about = (events: DomainEvent[]) => events.map(({ entity, entityId }) => [entity, entityId])

test('events are listed oldest first, after the last one known', async () => {
  await add('sales_order', 1, { action: 'ship', totalAmount: '10.00' })
  await add('customer_payment', 2)
  await add('refund', 3)
  await settled()
  const [first, ...others] = await list()
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    topic: 'sales_order.changed',
    action: 'ship',
    at: expect.stringMatching(/Z$/),
    entity: 'sales_order',
    entityId: 1,
    version: 1,
  })
  expect(about(others)).toEqual([
    ['customer_payment', 2],
    ['refund', 3],
  ])
  expect(await list(`?after=${first?.id}`)).toEqual(others)
  expect(await list(`?after=${first?.id}&limit=1`)).toEqual(others.slice(0, 1))
  expect(await list(`?after=${others[1]?.id}`)).toEqual([])
})

test('a caller gets the events of records that they may read', async () => {
  await add('sales_order', 1)
  await add('invoice', 2)
  await add('refund', 3)
  await add('vendor_bill', 4)
  await add('manual_entry', 5)
  await settled()
  const readableIds = async (role: 'warehouse' | 'sales' | 'purchasing' | 'finance') =>
    (await list('', await prizm.signIn(role))).map(({ entityId }) => entityId)
  expect(await readableIds('warehouse')).toEqual([1])
  expect(await readableIds('sales')).toEqual([1, 2, 3])
  expect(await readableIds('purchasing')).toEqual([1, 4])
  expect(await readableIds('finance')).toEqual([1, 2, 3, 4, 5])
  expect((await prizm.call('GET', '/api/events')).statusCode).toBe(401)
})

test('a page of events leads to the next one, and has no total', async () => {
  await add('sales_order', 1)
  await add('customer_payment', 2)
  await add('refund', 3)
  await settled()
  const second = (await list())[1]
  const first = await prizm.call('GET', '/api/events?limit=2', { as })
  expect(about(first.json())).toEqual([
    ['sales_order', 1],
    ['customer_payment', 2],
  ])
  expect(first.headers['x-total-count']).toBeUndefined()
  const next = `/api/events?limit=2&after=${second?.id}`
  expect(first.headers['link']).toBe(`<${next}>; rel="next"`)
  const rest = await prizm.call('GET', next, { as })
  expect(about(rest.json())).toEqual([['refund', 3]])
  expect(rest.headers['link']).toBeUndefined()
})

test.each(['q=ship', 'sort=-at', 'offset=1', 'cursor=last', 'count=exact'])(
  'events with %s are refused: it would apply to one page only',
  async (parameter) => {
    const answer = await prizm.call('GET', `/api/events?${parameter}`, { as })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0].path).toBe(parameter.split('=')[0])
  },
)

test('an event that is not there is refused: read everything again', async () => {
  const after = '7b0c9a52-6a1f-4f0e-9f57-3f1f7a9e2b11'
  const answer = await prizm.call('GET', `/api/events?after=${after}`, { as })
  expect([answer.statusCode, answer.json().code, answer.json().detail]).toEqual([
    410,
    'cursor-expired',
    'The event was not found, or is older than 30 days. Read everything again from the start',
  ])
})

const onPostgres = test.runIf(process.env['TEST_DATABASE'] === 'postgres')

onPostgres('an event whose transaction commits late is not missed', async () => {
  await add('sales_order', 1)
  await settled()
  const [first] = await list()
  const late = await prizm.database.pool.connect()
  try {
    await late.query('begin')
    await late.query(`insert into outbox
      (topic, aggregate, aggregate_id, aggregate_version, payload)
      values ('sales_order.changed', 'sales_order', 2, 1, '{}')`)
    await add('sales_order', 3)
    expect(await list(`?after=${first?.id}`)).toEqual([])
    await late.query('commit')
    await settled()
    const events = await list(`?after=${first?.id}`)
    expect(about(events)).toEqual([
      ['sales_order', 2],
      ['sales_order', 3],
    ])
  } finally {
    late.release()
  }
})
