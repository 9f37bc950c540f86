import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rooms } from '#app/rooms.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Notification } from '#features/notifications/contract.ts'
import type { User } from '#features/auth/contract.ts'
import { roles, may, type Permission } from '#features/auth/rules.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { BackgroundReport } from '../contract.ts'
import { deleteOldReports, createBackgroundReports } from './background-reports.ts'
import { reportCalls, reportIds } from '../rules.ts'

const routes = rooms({ SIGN_UP: 'open' })

let prizm: TestApp
let user: User
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  user = await prizm.builders.user({ role: 'finance' })
  as = await prizm.builders.session(user)
})
afterEach(() => prizm.close())

const choice = {
  report: 'sales-by-customer',
  by: 'state',
  format: 'xlsx',
  period: 'custom',
  custom: { from: '2026-01-01', to: '2026-01-31' },
}
const days = { from: '2026-01-01', to: '2026-01-31', asOf: '2026-03-02' }
const query = { from: '2026-01-01', to: '2026-01-31' }
const form = { choice, days, query }

describe('the last report settings', () => {
  const read = async (by = as) =>
    (await prizm.call('GET', '/api/reports/choice', { as: by })).json()
  const keep = (body: object, by = as) =>
    prizm.call('POST', '/api/reports/choice', { as: by, body })

  test('are stored per user and available on every device', async () => {
    expect(await read()).toEqual({ choice: null })
    expect((await keep(choice)).json()).toEqual({ choice })
    expect(await read(await prizm.builders.session(user))).toEqual({ choice })
    expect(await read(await prizm.signIn('finance'))).toEqual({ choice: null })
    const next = { ...choice, report: 'vendor-aging', period: 'lastMonth', custom: null, by: '' }
    expect((await keep(next)).json()).toEqual({ choice: next })
    expect(await read()).toEqual({ choice: next })
    expect(await prizm.rows('select user_id, choice from report_choices')).toEqual([
      { user_id: user.id, choice: next },
    ])
  })

  test.each([
    ['a report that is not there', { report: 'secrets' }],
    ['a form that is not there', { format: 'pdf' }],
    ['a period that is not there', { period: 'everAfter', custom: null }],
    ['a custom period without days', { custom: null }],
    ['a named period with days', { period: 'last30' }],
    ['days in the wrong order', { custom: { from: '2026-02-01', to: '2026-01-31' } }],
    ['a group that is no name', { by: '1; drop' }],
  ])('is refused with %s', async (_, fields) => {
    expect((await keep({ ...choice, ...fields })).statusCode).toBe(422)
    expect(await prizm.rows('select user_id from report_choices')).toEqual([])
  })

  test('are null with a reason if the report no longer exists', async () => {
    await keep(choice)
    await prizm.rows(`update report_choices set choice = choice || '{"report": "gone"}'`)
    expect(await read()).toEqual({
      choice: null,
      whyNot: 'Its field “report” cannot be read by this version of the program.',
    })
  })
})

test('every report has its endpoint, and every role has a report it may run', () => {
  const permissionOf = (path: string) =>
    routes.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path)?.endpoint
      .permission as Permission
  const needed = reportIds.map((id) => permissionOf(reportCalls[id].path))
  expect(new Set(needed)).toEqual(
    new Set(['reports.payables', 'reports.receivables', 'skus.cost', 'audit.read']),
  )
  for (const role of roles) {
    expect(
      needed.some((permission) => may({ role }, permission)),
      role,
    ).toBe(true)
  }
})

function worker(): Context {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'worker' }
}
const work = (on: readonly Route[] = routes) => createBackgroundReports(worker(), on)
const queueReport = (body: object = form, by = as) =>
  prizm.call('POST', '/api/reports/left', { as: by, body })
const readReport = async (id: number, by = as) =>
  (await prizm.call('GET', `/api/reports/left/${id}`, { as: by })).json<BackgroundReport>()
const notifications = async (by = as) =>
  (await prizm.call('GET', '/api/notifications?kind=reports', { as: by }))
    .json<Notification[]>()
    .map(({ title, text, link }) => ({ title, text, link }))

/** Inserts an order of a new customer in Oregon. */
async function insertOrder() {
  const customer = await prizm.builders.customer({ name: 'Alpha', state: 'OR' })
  await prizm.rows(
    `insert into sales_orders (order_number, customer_id, status, order_date, total_amount,
                               subtotal, header_only, created_by)
     values ('SO-1', ${customer.id}, 'pending', '2026-01-15', 12.5, 12.5, true, ${user.id})`,
  )
  return customer
}

/** The routes with the handler of one endpoint replaced. */
function withCall(path: string, handle: () => Promise<never>): Route[] {
  return routes.map((each) => (each.endpoint.path === path ? { ...each, handle } : each))
}
const pageInMemory = withCall('/api/reports/sales-by-customer', async () => {
  throw new Error('Power cut')
})

describe('a background report', () => {
  test('is run by the worker, stores the response and notifies its user', async () => {
    const { id: customerId, customerCode } = await insertOrder()
    const answer = await queueReport()
    expect(answer.statusCode).toBe(201)
    const begun = { id: 1, choice, days, state: 'waiting', failure: null, doneAt: null }
    expect(answer.json()).toEqual({ ...begun, answer: null })
    expect(await notifications()).toEqual([])
    await work()
    expect(await readReport(1)).toEqual({
      ...begun,
      state: 'made',
      doneAt: prizm.clock.now.toISOString(),
      answer: [
        {
          id: customerId,
          customerCode,
          customerName: 'Alpha',
          priceLevel: 'standard',
          state: 'OR',
          orders: 1,
          subtotal: '12.50',
          taxAmount: '0.00',
          shippingAmount: '0.00',
          totalAmount: '12.50',
        },
      ],
    })
    expect(await notifications()).toEqual([
      {
        title: 'Sales by customer is ready',
        text: 'Open it to read, print or download it. It is kept for 7 days',
        link: '/?report=sales-by-customer&left=1',
      },
    ])
    const savedChoice = await prizm.call('GET', '/api/reports/choice', { as })
    expect(savedChoice.json()).toEqual({ choice })
  })

  test('may return a list or a single record', async () => {
    const request = { days, query: { asOf: '2026-03-02' } }
    await queueReport({ ...request, choice: { ...choice, report: 'vendor-payment-schedule' } })
    await queueReport({ ...request, choice: { ...choice, report: 'customer-aging' } })
    await work()
    expect(await readReport(1)).toMatchObject({ state: 'made', answer: [] })
    expect(await readReport(2)).toMatchObject({ state: 'made', answer: { agingByCustomer: [] } })
  })

  test('is private to its user', async () => {
    await queueReport()
    const other = await prizm.signIn('finance')
    expect((await prizm.call('GET', '/api/reports/left/1', { as: other })).statusCode).toBe(404)
    await work()
    expect((await prizm.call('GET', '/api/reports/left/1', { as: other })).statusCode).toBe(404)
    expect(await notifications(other)).toEqual([])
  })

  test('runs once, even with several workers and repeated requests', async () => {
    const both = await Promise.all([queueReport(), queueReport()])
    expect(both.map((answer) => answer.json<BackgroundReport>().id)).toEqual([1, 1])
    await Promise.all([work(), work(), work()])
    await work()
    expect(await notifications()).toHaveLength(1)
    expect(await prizm.rows('select state from left_reports')).toEqual([{ state: 'made' }])
    expect((await queueReport()).json<BackgroundReport>()).toMatchObject({
      id: 2,
      state: 'waiting',
    })
  })

  test('is refused without the permission or with an invalid date range', async () => {
    const warehouse = await prizm.signIn('warehouse')
    const refused = await queueReport(form, warehouse)
    expect(refused.statusCode).toBe(403)
    expect(refused.json().detail).toBe('Your role cannot run this report')
    expect((await queueReport({ ...form, query: { from: '2026-01-01' } })).statusCode).toBe(422)
    const turned = { ...days, from: '2026-02-01' }
    expect((await queueReport({ ...form, days: turned })).statusCode).toBe(422)
    expect(await prizm.rows('select id from left_reports')).toEqual([])
  })

  test('is refused if five are pending', async () => {
    for (let month = 1; month <= 5; month++) {
      await queueReport({ ...form, query: { ...query, from: `2025-0${month}-01` } })
    }
    const refused = await queueReport()
    expect(refused.json()).toMatchObject({ status: 409, code: 'too-many-reports' })
    expect((await queueReport(form, await prizm.signIn('finance'))).statusCode).toBe(201)
    await work()
    expect((await queueReport()).statusCode).toBe(201)
  })

  test('notifies a user who had turned these notifications off', async () => {
    await prizm.call('PUT', '/api/notifications/wanted', { as, body: { reports: false } })
    await queueReport()
    await work()
    expect(await notifications()).toHaveLength(1)
  })

  test('is deleted after seven days', async () => {
    await queueReport()
    await work()
    const at = (hours: number) => new Date(prizm.clock.now.getTime() + hours * 3_600_000)
    await deleteOldReports({ ...worker(), now: at(7 * 24 - 1) })
    expect((await readReport(1)).state).toBe('made')
    await deleteOldReports({ ...worker(), now: at(7 * 24 + 1) })
    expect((await prizm.call('GET', '/api/reports/left/1', { as })).statusCode).toBe(404)
  })
})

describe('a failing background report', () => {
  const failed = async (failure: string) => {
    expect(await notifications()).toEqual([
      {
        title: 'Sales by customer failed',
        text: failure,
        link: '/?report=sales-by-customer&left=1',
      },
    ])
    expect(await prizm.rows('select state, failure, answer from left_reports')).toEqual([
      { state: 'failed', failure, answer: null },
    ])
  }

  test('notifies its user with the reason and is not retried', async () => {
    await queueReport()
    await expect(work(pageInMemory)).rejects.toThrow('Power cut')
    await failed('The report failed. Run it again')
    await work()
    await failed('The report failed. Run it again')
    expect(await readReport(1)).toMatchObject({
      state: 'failed',
      failure: 'The report failed. Run it again',
    })
  })

  test('is refused if the role may no longer run it, finished or not', async () => {
    await queueReport()
    await work()
    await queueReport({ ...form, query: { ...query, from: '2025-01-01' } })
    await prizm.rows(`update users set role = 'warehouse' where id = ${user.id}`)
    await work()
    const [last] = await notifications()
    expect(last?.text).toBe('Your role cannot run this report')
    const again = await prizm.builders.session(user)
    expect((await prizm.call('GET', '/api/reports/left/1', { as: again })).statusCode).toBe(403)
  })

  test('fails after three interrupted attempts, but not before', async () => {
    await queueReport()
    await prizm.rows('update left_reports set attempts = 3')
    await work()
    await failed('It was interrupted 3 times')
    await queueReport()
    await prizm.rows(`update left_reports set attempts = 2 where id = 2`)
    await work()
    expect(await readReport(2)).toMatchObject({ state: 'made', failure: null })
  })
})
