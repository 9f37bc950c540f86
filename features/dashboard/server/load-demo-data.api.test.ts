import { beforeEach, describe, expect, test } from 'vitest'
import { demoLoader } from '#app/program.ts'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { loadDemo } from '#db/demo.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { FirstSteps } from '../contract.ts'
import { loadQueuedDemoData } from './load-demo-data.ts'
import { firstStepsFixture, noStepsDone } from './testing.ts'

const slowMs = 900_000

let prizm: TestApp
let as: string
let fixture: ReturnType<typeof firstStepsFixture>

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  fixture = firstStepsFixture(prizm, as)
})

function worker(): Context {
  const { db } = prizm.database
  const now = prizm.clock.now
  return { db, user: undefined, now, requestId: 'worker', channel: 'worker' }
}

/** Runs the worker once. */
const work = () => demoLoader({ SEED: 'small' })(worker())

/**
 * The steps other sessions see while `done` runs. The embedded database has one connection and
 * answers only afterwards, so the list is empty there.
 */
async function observeSteps(done: Promise<unknown>): Promise<number[]> {
  const observed: number[] = []
  let isDone = prizm.database.kind === 'embedded'
  void done.finally(() => {
    isDone = true
  })
  // oxlint-disable-next-line no-await-in-loop
  while (!isDone) observed.push((await fixture.steps()).step)
  return observed
}

describe('the demo data', () => {
  test('is loaded once, however many requests there are', { timeout: slowMs }, async () => {
    const both = await Promise.all([fixture.begin('demo'), fixture.begin('demo')])
    const codes = both.map(({ statusCode }) => statusCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await fixture.refusal('demo')).toBe('The demo data is being loaded')
    expect(await fixture.refusal('empty')).toBe('The demo data is being loaded')
    const done = Promise.all([work(), work()])
    const observedSteps = await observeSteps(done)
    await done
    const isWatched = prizm.database.kind === 'postgres'
    if (isWatched) expect(Math.max(...observedSteps)).toBeGreaterThan(1)
    expect(await fixture.count('beginnings')).toBe(1)
    // Rules that were read while the data was loading are cached for a second.
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 1000)
    expect(await fixture.steps()).toEqual({
      ...noStepsDone,
      beginning: 'loaded',
      hasCompany: true,
      hasCustomers: true,
      hasVendors: true,
      hasSkus: true,
    })
    expect(await fixture.count('customers')).toBe(40)
    expect(await fixture.count('users where is_demo and not is_active')).toBe(7)
    expect(
      await fixture.count(`audit_log where action = 'load-demo-data' and actor_id is not null`),
    ).toBe(1)
    expect(await brokenInvariants()).toEqual([])
    expect(await fixture.refusal('demo')).toBe('The demo data has already been loaded')
    await work()
    expect(await fixture.count('customers')).toBe(40)
    const facts = await prizm.call('GET', '/api/sign-in')
    expect(facts.json()).toMatchObject({ demoAccounts: false })
  })

  const own = 'This business already has records, or had some that were deleted'
  const refused = [
    ['a customer', own, () => prizm.builders.customer()],
    ['a vendor', own, () => prizm.builders.vendor()],
    ['a SKU', own, () => prizm.builders.sku()],
    ['a closed month', 'The journal has entries or closed months', () => closeMonth()],
    ['a warehouse', 'A warehouse is connected and would receive orders', () => connect()],
    ['a name that is taken', 'An account has a name or email', () => takeName()],
  ] as const
  const closeMonth = () =>
    prizm.database.pool.query(
      `insert into accounting_periods (id, status) values (202601, 'closed')`,
    )
  const connect = () =>
    prizm.database.pool.query(`insert into wms_connection (id, url) values (1, 'http://w.example')`)
  const takeName = () =>
    prizm.call('POST', '/api/users', {
      as,
      body: {
        username: 'Demo-Sales',
        email: 'sales@own.example',
        password: 'a long enough password',
        role: 'sales',
      },
    })

  test.each(refused)('is refused for a business with %s', async (_, sentence, make) => {
    await make()
    expect(await fixture.refusal('demo')).toContain(sentence)
    expect(await fixture.count('beginnings')).toBe(0)
  })

  test('writes nothing if a record is created before the load starts', async () => {
    await fixture.begin('demo')
    await prizm.builders.customer()
    await work()
    expect(await fixture.steps()).toMatchObject({
      beginning: 'failed',
      failure: expect.stringContaining(own),
      hasVendors: false,
    })
    expect(await fixture.count('customers')).toBe(1)
    expect(await fixture.count('users where is_demo')).toBe(0)
  })

  test('is loaded after an interrupted load', { timeout: slowMs }, async () => {
    await fixture.begin('demo')
    await prizm.database.pool.query('update beginnings set attempts = 1')
    await work()
    expect((await fixture.steps()).beginning).toBe('loaded')
  })

  test('is abandoned after three interrupted loads, and can be requested again', async () => {
    await fixture.begin('demo')
    await prizm.database.pool.query('update beginnings set attempts = 3')
    await work()
    const failure = 'The load was interrupted 3 times. Nothing was changed'
    expect(await fixture.steps()).toEqual({ ...noStepsDone, beginning: 'failed', failure })
    expect((await fixture.begin('demo')).json<FirstSteps>().beginning).toBe('wanted')
  })

  test('rolls back a failed load, and can be loaded afterwards', { timeout: slowMs }, async () => {
    await fixture.begin('demo')
    const failing = loadQueuedDemoData(worker(), async (inner, reach) => {
      await loadDemo(inner, { seed: 'small', reach })
      throw new Error('Power cut')
    })
    await expect(failing).rejects.toThrow('Power cut')
    const failure = 'The demo data could not be loaded. Nothing was changed'
    expect(await fixture.steps()).toEqual({ ...noStepsDone, beginning: 'failed', failure })
    expect(await fixture.count('users where is_demo')).toBe(0)
    expect((await fixture.begin('demo')).statusCode).toBe(200)
    await work()
    expect((await fixture.steps()).beginning).toBe('loaded')
    expect(await fixture.count('customers')).toBe(40)
  })
})
