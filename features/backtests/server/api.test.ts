import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { deleteOldBacktests } from './service.ts'
import { backtestFixture } from './testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let fixture: ReturnType<typeof decisionFixture>
let manager: string
let backtests: ReturnType<typeof backtestFixture>

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  manager = await prizm.signIn('manager')
  fixture = decisionFixture(prizm, manager)
  backtests = backtestFixture(prizm, manager)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const place = async (customerId: number, skuId: number, quantity: number) => {
  const body = { customerId, items: [{ skuId, quantity }] }
  return (await fixture.post('orders/create', body)).order
}

/** The rows that business records have, to compare before and after. */
const business = () =>
  prizm.rows(`select (select count(*)::int from sales_orders) as orders,
    (select count(*)::int from decision_receipts) as receipts,
    (select count(*)::int from audit_log) as history,
    (select count(*)::int from outbox) as messages,
    (select array_agg(array[credit_limit, open_order_amount] order by id) from customers) as credit,
    (select array_agg(array[price, reserved] order by id) from skus) as skus`)

const approved = { verdict: 'approved', holdReason: null }
const refused = { verdict: 'refused', holdReason: null }

describe('a draft of a credit limit', () => {
  test('tells which orders would have been refused, and writes nothing else', async () => {
    const customerId = await builders.buyer({ creditLimit: '1000.00' })
    const skuId = await builders.item()
    await place(customerId, skuId, 2)
    const large = await place(customerId, skuId, 50)
    const before = await business()
    const customers = [{ customerId, creditLimit: '100.00' }]
    const { result, ...run } = await backtests.tried({ creditLimits: { customers } })
    expect(run).toMatchObject({ state: 'done', total: 2, done: 2, failure: null })
    expect(result).toEqual({
      compared: 2,
      changed: 1,
      notComparable: 0,
      withoutReceipt: 0,
      hidesCredit: false,
      hidesCost: false,
      hidesRefused: false,
      before: {
        orders: 2,
        subtotal: '520.00',
        taxAmount: '41.60',
        shippingAmount: '15.00',
        total: '576.60',
      },
      after: {
        orders: 1,
        subtotal: '20.00',
        taxAmount: '1.60',
        shippingAmount: '15.00',
        total: '36.60',
      },
      moves: [
        {
          from: approved,
          to: refused,
          orders: 1,
          totalBefore: '540.00',
          totalAfter: '540.00',
          examples: [
            {
              decisionId: expect.any(Number),
              salesOrderId: large.id,
              orderNumber: large.orderNumber,
              customerId,
              customerCode: large.customerCode,
              customerName: large.customerName,
              date: large.orderDate,
              totalBefore: '540.00',
              totalAfter: '540.00',
              says:
                'Credit limit exceeded by $476.60 (limit $100.00, balance $0.00, open orders ' +
                '$36.60). Order is $476.60 over the available $63.40',
            },
          ],
        },
      ],
    })
    expect(await business()).toEqual(before)
  })

  test('lets through orders that were refused, for users who may read those', async () => {
    const customerId = await builders.buyer({ creditLimit: '10.00' })
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    await fixture.refused('orders/create', { customerId, items })
    const customers = [{ customerId, creditLimit: '50.00' }]
    const { result } = await backtests.tried({ creditLimits: { customers } })
    expect(result?.moves).toMatchObject([
      {
        from: refused,
        to: approved,
        orders: 1,
        examples: [{ salesOrderId: null, orderNumber: null, totalAfter: '36.60' }],
      },
    ])
    const user = await prizm.signIn('user')
    const seen = await backtests.tried({ creditLimits: { customers } }, user)
    const nothing = { compared: 0, moves: [], hidesRefused: true }
    expect(seen).toMatchObject({ total: 0, result: nothing })
  })

  test('compares the orders of the last 90 days', async () => {
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const customerId = await builders.buyer({ creditLimit: '10.00' })
    await fixture.refused('orders/create', { customerId, items })
    const copy = (days: number) =>
      prizm.rows(`insert into decision_receipts (kind, channel, decided_at, canonical, sha256)
        select kind, channel, now() - make_interval(days => ${days}), canonical, sha256
        from decision_receipts where kind = 'create' order by id limit 1`)
    await copy(89)
    await copy(91)
    const { result } = await backtests.tried({ creditLimits: { percent: '5' } })
    expect(result).toMatchObject({ compared: 2, changed: 0, moves: [] })
  })
})

describe('a draft of prices or tax', () => {
  const totalsAfter = async (draft: object, as: string) => {
    const { result } = await backtests.tried(draft, as)
    return result?.moves.map(({ from, to, totalBefore, totalAfter }) => {
      return [from.verdict, to.verdict, totalBefore, totalAfter]
    })
  }

  test('changes amounts, and leaves credit as it was for roles that do not see it', async () => {
    const customerId = await builders.buyer({ creditLimit: '37.00' })
    const skuId = await builders.item()
    await place(customerId, skuId, 2)
    const purchasing = await prizm.signIn('purchasing')
    const draft = { prices: { percent: '10' } }
    expect(await totalsAfter(draft, purchasing)).toEqual([
      ['approved', 'approved', '36.60', '38.76'],
    ])
    expect(await totalsAfter(draft, manager)).toEqual([['approved', 'refused', '36.60', '38.76']])
  })

  test('takes the prices that are planned for a day', async () => {
    const skuId = await builders.item()
    await place(await builders.buyer(), skuId, 2)
    const tiers = { tier1Price: null, tier2Price: null, tier3Price: null }
    const prices = [{ id: skuId, version: 1, price: '20.00', ...tiers }]
    const plan = await fixture.post('planned-prices', { effectiveDate: '2030-01-01', prices })
    expect(plan).toMatchObject({ done: [{ id: skuId }], kept: [] })
    const draft = (day: string) => ({ prices: { plannedFor: day } })
    expect(await totalsAfter(draft('2029-12-31'), manager)).toEqual([])
    expect(await totalsAfter(draft('2030-01-01'), manager)).toEqual([
      ['approved', 'approved', '36.60', '58.20'],
    ])
  })

  test('takes another rate for a place, and another default rate elsewhere', async () => {
    const admin = await prizm.signIn('admin')
    const skuId = await builders.item()
    await place(await builders.buyer({ country: 'US', state: 'FL' }), skuId, 2)
    const florida = { rates: [{ country: 'USA', state: 'Florida', rate: '0.0600' }] }
    expect(await totalsAfter({ tax: florida }, admin)).toEqual([
      ['approved', 'approved', '36.60', '36.20'],
    ])
    const elsewhere = { defaultRate: '0.0700', rates: [{ ...florida.rates[0], rate: '0.0800' }] }
    expect(await totalsAfter({ tax: elsewhere }, admin)).toEqual([])
    expect(await totalsAfter({ tax: { defaultRate: '0.0700' } }, admin)).toEqual([
      ['approved', 'approved', '36.60', '36.40'],
    ])
  })
})

describe('a backtest is refused', () => {
  test.each([
    ['purchasing', { tax: { defaultRate: '0.0700' } }, 'sales tax'],
    ['manager', { creditRules: { creditOver: 'hold' } }, 'credit rules'],
    ['finance', { prices: { percent: '5' } }, 'list prices'],
    ['purchasing', { creditLimits: { percent: '5' } }, 'credit limits'],
  ])('to %s, who may not change it', async (role, draft, part) => {
    const answer = await backtests.queue(draft, await prizm.signIn(role as 'finance'))
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain(`Your role cannot test ${part} on past orders`)
  })

  test('to the sign-up role, if it may not change credit limits', async () => {
    const admin = await prizm.signIn('admin')
    const body = { userMayEditTerms: false }
    expect((await prizm.call('PUT', '/api/settings', { as: admin, body })).statusCode).toBe(200)
    const user = await prizm.signIn('user')
    const answer = await backtests.queue({ creditLimits: { percent: '5' } }, user)
    expect(answer.statusCode).toBe(403)
  })

  test('without a change, and with a percentage that is none', async () => {
    expect((await backtests.queue({})).statusCode).toBe(422)
    expect((await backtests.queue({ prices: { percent: 'five' } })).statusCode).toBe(422)
    expect((await backtests.queue({ prices: { percent: '-100' } })).statusCode).toBe(422)
  })

  test('while another one of the user is not over', async () => {
    const draft = { prices: { percent: '5' } }
    const answers = await Promise.all([backtests.queue(draft), backtests.queue(draft)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409,
    ])
    const [second] = answers.filter(({ statusCode }) => statusCode === 409)
    expect(second?.json()).toMatchObject({ code: 'backtest-running' })
    expect((await backtests.queue(draft, await prizm.signIn('purchasing'))).statusCode).toBe(201)
    await backtests.work()
    expect((await backtests.queue(draft)).statusCode).toBe(201)
  })

  test('to be read once its user sees less than it shows', async () => {
    const purchasing = await prizm.signIn('purchasing')
    const { id, result } = await backtests.tried({ prices: { percent: '5' } }, purchasing)
    expect(result).toMatchObject({ hidesCredit: true, hidesCost: false, hidesRefused: true })
    await prizm.rows(`update backtest_runs set result = result || '{"hidesCredit": false}'`)
    const answer = await prizm.call('GET', `/api/backtests/${id}`, { as: purchasing })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({
      detail: 'Your role sees less than when this backtest ran. Run it again',
    })
    const last = await prizm.call('GET', '/api/backtests/last', { as: purchasing })
    expect(last.json()).toEqual({ backtest: null })
  })

  test('to be read by another user', async () => {
    const { id } = await backtests.tried({ prices: { percent: '5' } })
    const admin = await prizm.signIn('admin')
    const answer = await prizm.call('GET', `/api/backtests/${id}`, { as: admin })
    expect(answer.statusCode).toBe(404)
    const last = await prizm.call('GET', '/api/backtests/last', { as: manager })
    expect(last.json()).toMatchObject({ backtest: { id, state: 'done' } })
    const none = await prizm.call('GET', '/api/backtests/last', { as: admin })
    expect(none.json()).toEqual({ backtest: null })
  })
})

test('a backtest is deleted seven days after its end', async () => {
  const { id } = await backtests.tried({ prices: { percent: '5' } })
  const age = (days: string) =>
    prizm.rows(`update backtest_runs set finished_at = now() - interval '${days}'`)
  await age('6 days 23 hours')
  await deleteOldBacktests(fixture.context())
  expect(await backtests.read(id)).toMatchObject({ state: 'done' })
  await age('7 days 1 hour')
  await deleteOldBacktests(fixture.context())
  const answer = await prizm.call('GET', `/api/backtests/${id}`, { as: manager })
  expect(answer.statusCode).toBe(404)
})
