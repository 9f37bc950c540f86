import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditedEntities } from '#features/audit/audited-entities.ts'
import { may, type Role, roles } from '#features/auth/rules.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import type { BackgroundReport } from '#features/reports/contract.ts'
import { reportIds } from '#features/reports/rules.ts'
import { createBackgroundReports } from '#features/reports/server/background-reports.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// Other places that could reveal a cost: the order of a sorted list, the history of any record, and
// background reports. Three vendor returns have 3, 1 and 2 units at 1,379.53.

const cost = '1379.53'
const canaries = [1, 2, 3].flatMap((units) => {
  const cents = 137_953 * units
  const text = (cents / 100).toFixed(2)
  return [String(cents), text, `${text[0]},${text.slice(1)}`]
})
const blind = roles.filter((role) => !may({ role }, 'skus.cost'))

let prizm: TestApp
const sessions = new Map<Role, string>()

beforeAll(async () => {
  prizm = await startTestApp()
  const fixture = await purchasingFixture(prizm)
  const admin = await prizm.signIn('admin')
  sessions.set('admin', admin)
  for (const role of blind) sessions.set(role, await prizm.signIn(role))
  const post = async (path: string, body: object = {}) => {
    const answer = await prizm.call('POST', `/api/${path}`, { as: admin, body })
    expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300)
    return answer.json()
  }
  const sku = (await post('skus', { sku: 'CANARY', name: 'Canary', price: '5000.00', cost })).id
  for (const quantity of [3, 1, 2]) {
    const items = [{ skuId: sku, quantity, unitPrice: cost }]
    const order = { vendorId: fixture.vendorId, items, orderNumber: `PO-7700${quantity}` }
    const received = await post('purchase-orders', { ...order, status: 'received' })
    const line = received.items[0].id
    const back = { type: 'rtv', originalOrderId: received.id, reason: 'Broken' }
    await post('returns', { ...back, items: [{ originalItemId: line, quantity }] })
    await post('requisitions', { reason: 'Canaries', items: [{ skuId: sku, quantity }] })
    await post('vendor-bills', {
      billNumber: `CANARY-${quantity}`,
      vendorId: fixture.vendorId,
      docDate: '2026-03-01',
      lines: [{ purchaseOrderItemId: line, quantity, unitPrice: cost }],
    })
  }
  const changed = { sku: 'CANARY', name: 'Canary', price: '5000.00', cost: '2759.06' }
  const body = { ...changed, minimumStock: 0, currentStock: 6 }
  const saved = await prizm.call('PUT', `/api/skus/${sku}`, { as: admin, body })
  expect(saved.statusCode, saved.body).toBe(200)
})
afterAll(() => prizm.close())

const get = (role: Role, url: string) => prizm.call('GET', url, { as: sessions.get(role) ?? '' })
const visibleCanaries = (text: string) => canaries.filter((canary) => text.includes(canary))

test('vendor returns cannot be sorted by cost without permission', async () => {
  const idsOf = async (role: Role, sort: string) => {
    const found = await get(role, `/api/returns?type=rtv&sort=${sort}`)
    return found.json<GoodsReturn[]>().map(({ id }) => id)
  }
  expect(await idsOf('admin', 'totalAmount')).toEqual([2, 3, 1])
  expect(await idsOf('admin', '-totalAmount')).toEqual([1, 3, 2])
  for (const role of blind) {
    const orders = [await idsOf(role, 'totalAmount'), await idsOf(role, '-totalAmount')]
    // Sorted by id, because they have no amount.
    const byId = [
      [1, 2, 3],
      [3, 2, 1],
    ]
    expect(byId).toContainEqual(orders[0])
    expect(byId).toContainEqual(orders[1])
  }
})

test.each(['totalAmount', 'estimatedTotal', 'cost', 'unitPrice'])(
  'requisitions cannot be sorted by %s',
  async (sort) => {
    for (const role of [...blind, 'admin' as const]) {
      expect((await get(role, `/api/requisitions?sort=${sort}`)).statusCode).toBe(422)
    }
  },
)

test('the history of any record hides costs without permission', async () => {
  const leaks: string[] = []
  const ofAdmin = new Set<string>()
  for (const entity of auditedEntities) {
    for (const id of [1, 2, 3, 4]) {
      const url = `/api/activity/${id}?entity=${entity}`
      if (visibleCanaries((await get('admin', url)).body).length > 0) ofAdmin.add(entity)
      for (const role of blind) {
        const answer = await get(role, url)
        expect([200, 403, 404], answer.body).toContain(answer.statusCode)
        leaks.push(...visibleCanaries(answer.body).map((canary) => `${role} ${url}: ${canary}`))
      }
    }
  }
  expect(leaks).toEqual([])
  // The SKU's history contains the cost change, for roles that may read costs.
  expect([...ofAdmin]).toContain('sku')
})

test('background reports hide costs without permission', async () => {
  const routes = rooms({ SIGN_UP: 'open' })
  const { db } = prizm.database
  const worker = { db, user: undefined, requestId: 'w', channel: 'worker' } as const
  const today = '2026-03-02'
  const span = { from: '2026-01-01', to: today }
  const days = { ...span, asOf: today }
  const states: Record<string, string[]> = {}
  const leaks: string[] = []
  let ofAdmin = 0
  for (const role of [...blind, 'admin' as const]) {
    for (const report of reportIds) {
      const choice = { report, by: '', format: 'csv', period: 'custom', custom: span }
      const as = sessions.get(role) ?? ''
      const requestReport = (query: object) =>
        prizm.call('POST', '/api/reports/left', { as, body: { choice, days, query } })
      // Some reports have a date range, the others an as-of date.
      const ofDays = await requestReport(span)
      const response = ofDays.statusCode === 422 ? await requestReport({ asOf: today }) : ofDays
      if (response.statusCode !== 201) {
        ;(states[role] ??= []).push(`${report} ${response.statusCode}`)
        continue
      }
      await createBackgroundReports({ ...worker, now: prizm.clock.now }, routes)
      const made = await get(role, `/api/reports/left/${response.json<BackgroundReport>().id}`)
      if (role === 'admin') ofAdmin += visibleCanaries(made.body).length
      else leaks.push(...visibleCanaries(made.body).map((canary) => `${role} ${report}: ${canary}`))
      ;(states[role] ??= []).push(`${report} ${made.json<BackgroundReport>().state}`)
    }
  }
  expect(leaks).toEqual([])
  const outcomes = Object.values(states).flat()
  expect(outcomes.filter((state) => !/ (made|403)$/.test(state))).toEqual([])
  expect(ofAdmin, outcomes.join(', ')).toBeGreaterThan(0)
})

test.each(blind)('no notification shows a cost to the role %s', async (role) => {
  const answer = await get(role, '/api/notifications?limit=100')
  expect(answer.statusCode).toBe(200)
  expect(visibleCanaries(answer.body)).toEqual([])
})
