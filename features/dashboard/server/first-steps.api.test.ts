import { beforeEach, describe, expect, test } from 'vitest'
import { demoLoader } from '#app/program.ts'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { loadDemo } from '#db/demo.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { FirstSteps } from '../contract.ts'
import { loadQueuedDemoData } from './load-demo-data.ts'

const slowMs = 900_000
const path = '/api/first-steps'
const nothing: FirstSteps = {
  isHidden: false,
  beginning: 'open',
  failure: null,
  step: 0,
  steps: 5,
  hasCompany: false,
  hasTaxAndShipping: false,
  hasCustomers: false,
  hasVendors: false,
  hasSkus: false,
  hasWarehouse: false,
  hasUsers: false,
}

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

async function steps(): Promise<FirstSteps> {
  const answer = await prizm.call('GET', path, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<FirstSteps>()
}

const begin = (choice: 'demo' | 'empty', who = as) =>
  prizm.call('POST', `${path}/beginning`, { as: who, body: { with: choice } })

/** Two browsers submit their choice concurrently; both saw the state `open`. */
async function chooseAtOnce(one: 'demo' | 'empty', other: 'demo' | 'empty') {
  const colleague = await prizm.signIn('admin')
  const choose = (choice: string, who: string) =>
    prizm.call('POST', `${path}/beginning`, { as: who, body: { with: choice, seen: 'open' } })
  return Promise.all([choose(one, as), choose(other, colleague)])
}

const change = (body: object) => prizm.call('PUT', '/api/settings', { as, body })

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
  while (!isDone) observed.push((await steps()).step)
  return observed
}

async function count(what: string): Promise<number> {
  const found = await prizm.database.pool.query<{ n: number }>(`select count(*) as n from ${what}`)
  return Number(found.rows[0]?.n)
}

async function refusal(choice: 'demo' | 'empty', who = as): Promise<string> {
  const answer = await begin(choice, who)
  expect(answer.statusCode, answer.body).toBe(409)
  return answer.json<{ detail: string }>().detail
}

describe('the first steps', () => {
  test('are checked by existing records', async () => {
    expect(await steps()).toEqual(nothing)
    await change({ companyName: 'Northwind Parts', companyAddress: '1 Main Street' })
    expect(await steps()).toEqual(nothing)
    await change({ companyPhone: '555-0100', checksPayableTo: 'Northwind Parts' })
    expect(await steps()).toEqual({ ...nothing, hasCompany: true })
    await change({ companyName: '', shippingFlat: '9.00' })
    await prizm.builders.customer()
    await prizm.builders.user({ role: 'sales' })
    const set = { hasTaxAndShipping: true, hasCustomers: true, hasUsers: true }
    expect(await steps()).toEqual({ ...nothing, ...set })
    await prizm.builders.vendor()
    await prizm.builders.sku()
    expect(await steps()).toEqual({ ...nothing, ...set, hasVendors: true, hasSkus: true })
  })

  test('check off the warehouse while its connection is reachable', async () => {
    const connect = `insert into wms_connection (id, url) values (1, 'http://wms.example')`
    await prizm.database.pool.query(connect)
    expect(await steps()).toEqual({ ...nothing, hasWarehouse: true })
    await prizm.database.pool.query('update wms_connection set unreachable_since = now()')
    expect(await steps()).toEqual(nothing)
  })

  test('are hidden for one administrator only, and can be shown again', async () => {
    const other = await prizm.signIn('admin')
    const hide = (isHidden: boolean) =>
      prizm.call('PUT', `${path}/hidden`, { as, body: { isHidden } })
    expect((await hide(true)).json<FirstSteps>().isHidden).toBe(true)
    expect((await hide(true)).json<FirstSteps>().isHidden).toBe(true)
    expect((await steps()).isHidden).toBe(true)
    const otherResponse = await prizm.call('GET', path, { as: other })
    expect(otherResponse.json<FirstSteps>().isHidden).toBe(false)
    expect((await hide(false)).json<FirstSteps>().isHidden).toBe(false)
  })

  test('start empty, and can load the demo data afterwards', async () => {
    expect((await begin('empty')).json<FirstSteps>().beginning).toBe('empty')
    expect((await begin('demo')).json<FirstSteps>().beginning).toBe('wanted')
  })

  test('accept one of two conflicting concurrent choices and reject the other', async () => {
    const answers = await chooseAtOnce('empty', 'demo')
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json<FirstSteps>()
    const lost = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(lost).toMatchObject(
      won?.beginning === 'empty'
        ? {
            code: 'begun-meanwhile',
            detail:
              'Someone else just started with an empty database. ' +
              'Choose again if you still want this',
          }
        : { code: 'demo-loading', detail: 'The demo data is being loaded' },
    )
    expect(await count('beginnings')).toBe(1)
    expect((await steps()).beginning).toBe(won?.beginning)
  })

  test('accept two concurrent empty starts, and record one', async () => {
    const answers = await chooseAtOnce('empty', 'empty')
    expect(answers.map((answer) => answer.json<FirstSteps>().beginning)).toEqual(['empty', 'empty'])
    expect(await count('beginnings')).toBe(1)
  })

  test('reject starting empty once the demo data is loaded', async () => {
    await prizm.database.pool.query(
      `insert into beginnings (state, user_id) select 'loaded', min(id) from users`,
    )
    expect(await refusal('empty')).toBe('The demo data has already been loaded')
  })

  test.each(['manager', 'sales', 'finance', 'viewer', 'user'] as const)(
    'are not available to %s',
    async (role) => {
      const who = await prizm.signIn(role)
      expect((await begin('demo', who)).statusCode).toBe(403)
      expect((await prizm.call('GET', path, { as: who })).statusCode).toBe(403)
      expect(await count('beginnings')).toBe(0)
    },
  )
})

describe('the demo data', () => {
  test('is loaded once, however many requests there are', { timeout: slowMs }, async () => {
    const both = await Promise.all([begin('demo'), begin('demo')])
    const codes = both.map(({ statusCode }) => statusCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await refusal('demo')).toBe('The demo data is being loaded')
    expect(await refusal('empty')).toBe('The demo data is being loaded')
    const done = Promise.all([work(), work()])
    const observedSteps = await observeSteps(done)
    await done
    const isWatched = prizm.database.kind === 'postgres'
    if (isWatched) expect(Math.max(...observedSteps)).toBeGreaterThan(1)
    expect(await count('beginnings')).toBe(1)
    // Rules that were read while the data was loading are cached for a second.
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 1000)
    expect(await steps()).toEqual({
      ...nothing,
      beginning: 'loaded',
      hasCompany: true,
      hasCustomers: true,
      hasVendors: true,
      hasSkus: true,
    })
    expect(await count('customers')).toBe(40)
    expect(await count('users where is_demo and not is_active')).toBe(7)
    expect(await count(`audit_log where action = 'load-demo-data' and actor_id is not null`)).toBe(
      1,
    )
    expect(await brokenInvariants()).toEqual([])
    expect(await refusal('demo')).toBe('The demo data has already been loaded')
    await work()
    expect(await count('customers')).toBe(40)
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
    expect(await refusal('demo')).toContain(sentence)
    expect(await count('beginnings')).toBe(0)
  })

  test('writes nothing if a record is created before the load starts', async () => {
    await begin('demo')
    await prizm.builders.customer()
    await work()
    expect(await steps()).toMatchObject({
      beginning: 'failed',
      failure: expect.stringContaining(own),
      hasVendors: false,
    })
    expect(await count('customers')).toBe(1)
    expect(await count('users where is_demo')).toBe(0)
  })

  test('is loaded after an interrupted load', { timeout: slowMs }, async () => {
    await begin('demo')
    await prizm.database.pool.query('update beginnings set attempts = 1')
    await work()
    expect((await steps()).beginning).toBe('loaded')
  })

  test('is abandoned after three interrupted loads, and can be requested again', async () => {
    await begin('demo')
    await prizm.database.pool.query('update beginnings set attempts = 3')
    await work()
    const failure = 'The load was interrupted 3 times. Nothing was changed'
    expect(await steps()).toEqual({ ...nothing, beginning: 'failed', failure })
    expect((await begin('demo')).json<FirstSteps>().beginning).toBe('wanted')
  })

  test('rolls back a failed load, and can be loaded afterwards', { timeout: slowMs }, async () => {
    await begin('demo')
    const failing = loadQueuedDemoData(worker(), async (inner, reach) => {
      await loadDemo(inner, { seed: 'small', reach })
      throw new Error('Power cut')
    })
    await expect(failing).rejects.toThrow('Power cut')
    const failure = 'The demo data could not be loaded. Nothing was changed'
    expect(await steps()).toEqual({ ...nothing, beginning: 'failed', failure })
    expect(await count('users where is_demo')).toBe(0)
    expect((await begin('demo')).statusCode).toBe(200)
    await work()
    expect((await steps()).beginning).toBe('loaded')
    expect(await count('customers')).toBe(40)
  })
})
