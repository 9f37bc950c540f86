import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import type { Backtest } from '../contract.ts'
import { compareInThread } from './comparison-thread.ts'
import { createBacktestRunner } from './run-backtests.ts'
import { backtestFixture } from './testing.ts'

const draft = { prices: { percent: '5' } }

let prizm: TestApp
let as: string
let backtests: ReturnType<typeof backtestFixture>

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  backtests = backtestFixture(prizm, as)
  const builders = orderBuilders(prizm.database.db)
  const items = [{ skuId: await builders.item(), quantity: 2 }]
  const order = { customerId: await builders.buyer(), items }
  await decisionFixture(prizm, as).post('orders/create', order)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

function gateOf() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), passed }
}

/** A backtest whose first batch waits until it may go on. */
async function slowBacktest(options: { renewEveryMs?: number } = {}) {
  const queued = await backtests.queue(draft)
  const [begun, gate] = [gateOf(), gateOf()]
  const compare: typeof compareInThread = async (task) => {
    begun.open()
    await gate.passed
    return compareInThread(task)
  }
  const runner = createBacktestRunner({ ...options, compare })
  await runner.start(backtests.context())
  await begun.passed
  return { id: queued.json<Backtest>().id, runner, goOn: gate.open }
}

test('a running backtest shows its progress, and is cancelled by its user', async () => {
  const { id, runner, goOn } = await slowBacktest()
  expect(await backtests.read(id)).toMatchObject({ state: 'running', total: 1, done: 0 })
  const admin = await prizm.signIn('admin')
  expect((await backtests.cancel(id, admin)).statusCode).toBe(404)
  const cancelled = await backtests.cancel(id)
  expect(cancelled.json()).toMatchObject({ state: 'cancelled', result: null })
  goOn()
  await runner.idle()
  expect(await backtests.read(id)).toMatchObject({ state: 'cancelled', result: null })
  const again = await backtests.cancel(id)
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({ code: 'backtest-over' })
})

test('a waiting backtest is cancelled, and the next one begins', async () => {
  const { id } = (await backtests.queue(draft)).json<Backtest>()
  expect((await backtests.cancel(id)).statusCode).toBe(200)
  expect(await backtests.tried(draft)).toMatchObject({ state: 'done', total: 1, done: 1 })
  expect(await backtests.read(id)).toMatchObject({ state: 'cancelled' })
})

test('a backtest has stopped when its server ends, and the next one waits', async () => {
  const { id } = (await backtests.queue(draft)).json<Backtest>()
  const runner = createBacktestRunner()
  await runner.start(backtests.context())
  await runner.finish()
  expect(await backtests.read(id)).toMatchObject({ state: 'stopped', result: null })
  const next = (await backtests.queue(draft)).json<Backtest>()
  await runner.start(backtests.context())
  expect(await backtests.read(next.id)).toMatchObject({ state: 'waiting' })
})

test('a backtest whose server was killed has stopped, and does not begin again', async () => {
  const { id, runner, goOn } = await slowBacktest({ renewEveryMs: 600_000 })
  await backtests.work()
  expect(await backtests.read(id)).toMatchObject({ state: 'running' })
  await prizm.rows(`update backtest_runs set leased_until = now() - interval '1 second'`)
  await backtests.work()
  expect(await backtests.read(id)).toMatchObject({ state: 'stopped', result: null })
  goOn()
  await runner.idle()
  expect(await backtests.read(id)).toMatchObject({ state: 'stopped', result: null })
  expect((await backtests.queue(draft)).statusCode).toBe(201)
})

test('a batch that takes longer than the lease does not end its backtest', async () => {
  const { id, runner, goOn } = await slowBacktest({ renewEveryMs: 50 })
  await prizm.rows(`update backtest_runs set leased_until = now() - interval '1 second'`)
  const leases = () => prizm.rows('select leased_until > now() as "isLeased" from backtest_runs')
  await expect.poll(leases).toEqual([{ isLeased: true }])
  await backtests.work()
  expect(await backtests.read(id)).toMatchObject({ state: 'running' })
  goOn()
  await runner.idle()
  expect(await backtests.read(id)).toMatchObject({ state: 'done', total: 1, done: 1 })
})

test('a backtest that was cancelled gets no lease any more', async () => {
  const { id, runner, goOn } = await slowBacktest({ renewEveryMs: 50 })
  expect((await backtests.cancel(id)).statusCode).toBe(200)
  goOn()
  await runner.idle()
  expect(await prizm.rows('select state, leased_until as lease from backtest_runs')).toEqual([
    { state: 'cancelled', lease: null },
  ])
})

test('large receipts are compared in smaller batches', async () => {
  const large = `canonical || repeat(' ', 3000000)`
  await prizm.rows(`insert into decision_receipts (kind, channel, decided_at, canonical, sha256)
    select kind, channel, now() - make_interval(mins => n), ${large},
           sha256(convert_to(${large}, 'UTF8'))
    from decision_receipts, generate_series(1, 3) n where kind = 'create'`)
  const sizes: number[] = []
  const compare: typeof compareInThread = (task) => {
    sizes.push(task.receipts.length)
    return compareInThread(task)
  }
  const runner = createBacktestRunner({ compare })
  const { id } = (await backtests.queue(draft)).json<Backtest>()
  await runner.start(backtests.context())
  await runner.idle()
  const result = { compared: 4, changed: 4, notComparable: 0 }
  expect(await backtests.read(id)).toMatchObject({ state: 'done', total: 4, done: 4, result })
  expect(sizes).toEqual([2, 2])
})

test('a node runs one backtest at a time', async () => {
  const { id, runner, goOn } = await slowBacktest()
  const purchasing = await prizm.signIn('purchasing')
  const other = (await backtests.queue(draft, purchasing)).json<Backtest>()
  await runner.start(backtests.context())
  expect(await backtests.read(other.id, purchasing)).toMatchObject({ state: 'waiting' })
  goOn()
  await runner.idle()
  expect(await backtests.read(id)).toMatchObject({ state: 'done' })
  await runner.start(backtests.context())
  await runner.idle()
  expect(await backtests.read(other.id, purchasing)).toMatchObject({ state: 'done' })
})

test('a backtest fails with the reason if its user may no longer try its draft', async () => {
  await backtests.queue(draft)
  await prizm.rows(`update users set role = 'viewer' where role = 'manager'`)
  await backtests.work()
  expect(await prizm.rows('select state, failure from backtest_runs')).toEqual([
    { state: 'failed', failure: 'Your role cannot test list prices on past orders' },
  ])
})
