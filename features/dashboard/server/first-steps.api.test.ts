import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { FirstSteps } from '../contract.ts'
import { firstStepsFixture, noStepsDone } from './testing.ts'

const path = '/api/first-steps'

let prizm: TestApp
let as: string
let fixture: ReturnType<typeof firstStepsFixture>

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  fixture = firstStepsFixture(prizm, as)
})

/** Two browsers submit their choice concurrently; both saw the state `open`. */
async function chooseAtOnce(one: 'demo' | 'empty', other: 'demo' | 'empty') {
  const colleague = await prizm.signIn('admin')
  const choose = (choice: string, who: string) =>
    prizm.call('POST', `${path}/beginning`, { as: who, body: { with: choice, seen: 'open' } })
  return Promise.all([choose(one, as), choose(other, colleague)])
}

const change = (body: object) => prizm.call('PUT', '/api/settings', { as, body })

describe('the first steps', () => {
  test('are checked by existing records', async () => {
    expect(await fixture.steps()).toEqual(noStepsDone)
    await change({ companyName: 'Northwind Parts', companyAddress: '1 Main Street' })
    expect(await fixture.steps()).toEqual(noStepsDone)
    await change({ companyPhone: '555-0100', checksPayableTo: 'Northwind Parts' })
    expect(await fixture.steps()).toEqual({ ...noStepsDone, hasCompany: true })
    await change({ companyName: '', shippingFlat: '9.00' })
    await prizm.builders.customer()
    await prizm.builders.user({ role: 'sales' })
    const set = { hasTaxAndShipping: true, hasCustomers: true, hasUsers: true }
    expect(await fixture.steps()).toEqual({ ...noStepsDone, ...set })
    await prizm.builders.vendor()
    await prizm.builders.sku()
    expect(await fixture.steps()).toEqual({
      ...noStepsDone,
      ...set,
      hasVendors: true,
      hasSkus: true,
    })
  })

  test('check off the warehouse while its connection is reachable', async () => {
    const connect = `insert into wms_connection (id, url) values (1, 'http://wms.example')`
    await prizm.database.pool.query(connect)
    expect(await fixture.steps()).toEqual({ ...noStepsDone, hasWarehouse: true })
    await prizm.database.pool.query('update wms_connection set unreachable_since = now()')
    expect(await fixture.steps()).toEqual(noStepsDone)
  })

  test('are hidden for one administrator only, and can be shown again', async () => {
    const other = await prizm.signIn('admin')
    const hide = (isHidden: boolean) =>
      prizm.call('PUT', `${path}/hidden`, { as, body: { isHidden } })
    expect((await hide(true)).json<FirstSteps>().isHidden).toBe(true)
    expect((await hide(true)).json<FirstSteps>().isHidden).toBe(true)
    expect((await fixture.steps()).isHidden).toBe(true)
    const otherResponse = await prizm.call('GET', path, { as: other })
    expect(otherResponse.json<FirstSteps>().isHidden).toBe(false)
    expect((await hide(false)).json<FirstSteps>().isHidden).toBe(false)
  })

  test('start empty, and can load the demo data afterwards', async () => {
    expect((await fixture.begin('empty')).json<FirstSteps>().beginning).toBe('empty')
    expect((await fixture.begin('demo')).json<FirstSteps>().beginning).toBe('wanted')
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
    expect(await fixture.count('beginnings')).toBe(1)
    expect((await fixture.steps()).beginning).toBe(won?.beginning)
  })

  test('accept two concurrent empty starts, and record one', async () => {
    const answers = await chooseAtOnce('empty', 'empty')
    expect(answers.map((answer) => answer.json<FirstSteps>().beginning)).toEqual(['empty', 'empty'])
    expect(await fixture.count('beginnings')).toBe(1)
  })

  test('reject starting empty once the demo data is loaded', async () => {
    await prizm.database.pool.query(
      `insert into beginnings (state, user_id) select 'loaded', min(id) from users`,
    )
    expect(await fixture.refusal('empty')).toBe('The demo data has already been loaded')
  })

  test.each(['manager', 'sales', 'finance', 'viewer', 'user'] as const)(
    'are not available to %s',
    async (role) => {
      const who = await prizm.signIn(role)
      expect((await fixture.begin('demo', who)).statusCode).toBe(403)
      expect((await prizm.call('GET', path, { as: who })).statusCode).toBe(403)
      expect(await fixture.count('beginnings')).toBe(0)
    },
  )
})
