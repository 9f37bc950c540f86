import { afterEach, beforeEach, expect, test } from 'vitest'
import { rooms } from '#app/rooms.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Route } from '#platform/server/http/route.ts'
import { createBackgroundReports } from './background-reports.ts'

const routes = rooms({ SIGN_UP: 'open' })

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('finance')
  const choice = { report: 'sales-by-customer', by: '', format: 'screen', period: 'thisMonth' }
  const query = { from: '2026-03-01', to: '2026-03-02' }
  const days = { ...query, asOf: '2026-03-02' }
  const body = { choice: { ...choice, custom: null }, days, query }
  const answer = await prizm.call('POST', '/api/reports/left', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
})
afterEach(() => prizm.close())

/** One worker run; each call acts as another node. */
function work(on: readonly Route[] = routes): Promise<void> {
  const { db } = prizm.database
  const ctx = { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'worker' }
  return createBackgroundReports(ctx, on)
}

const readStates = () => prizm.rows('select state, attempts, answer from left_reports')
const notifications = () => prizm.rows(`select title from notifications where kind = 'reports'`)
const ready = [{ title: 'Sales by customer is ready' }]
const leaseEnds = (when: string) =>
  prizm.rows(`update left_reports set leased_until = now() ${when} interval '1 second'`)

function gate<Value>() {
  let open: (value: Value) => void = () => {}
  const passed = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

/** A node that starts a report and finishes it only after `finish` is called. */
function slowNode(answer: unknown[]) {
  const begun = gate<Context>()
  const may = gate<true>()
  const handle = async (ctx: Context) => {
    begun.open(ctx)
    await may.passed
    return answer
  }
  const slow = routes.map((each) =>
    each.endpoint.path === '/api/reports/sales-by-customer' ? { ...each, handle } : each,
  )
  const done = work(slow as Route[])
  return { begun: begun.passed, finish: () => may.open(true), done }
}

test('a background report runs again on another node once its lease has expired', async () => {
  await prizm.rows('update left_reports set attempts = 1')
  await leaseEnds('+ 60 *')
  await work()
  expect(await readStates()).toEqual([{ state: 'waiting', attempts: 1, answer: null }])
  await leaseEnds('-')
  await work()
  expect(await readStates()).toEqual([{ state: 'made', attempts: 2, answer: '[]' }])
  expect(await notifications()).toEqual(ready)
})

test('a background report fails after three workers died, and its user is notified', async () => {
  await prizm.rows('update left_reports set attempts = 3')
  await leaseEnds('-')
  await work()
  expect(await prizm.rows('select state, failure from left_reports')).toEqual([
    { state: 'failed', failure: 'It was interrupted 3 times' },
  ])
})

test('a background report runs on one node at a time, outside of a transaction', async () => {
  const node = slowNode([{ id: 1 }])
  const { sent } = await node.begun
  expect(sent).toBeUndefined()
  await work()
  expect(await readStates()).toEqual([{ state: 'waiting', attempts: 1, answer: null }])
  node.finish()
  await node.done
  expect(await readStates()).toEqual([{ state: 'made', attempts: 1, answer: '[{"id":1}]' }])
  expect(await notifications()).toEqual(ready)
})

test('a background report claimed by another node is not stored twice', async () => {
  const node = slowNode([{ id: 1 }])
  await node.begun
  await leaseEnds('-')
  await work()
  node.finish()
  await node.done
  expect(await readStates()).toEqual([{ state: 'made', attempts: 2, answer: '[]' }])
  expect(await notifications()).toEqual(ready)
})
