import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Permission, type Role, roles } from '#features/auth/rules.ts'
import { purchaseDesk } from '#features/purchase-orders/testing.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { rooms } from './rooms.ts'
import { startTestApp, type TestApp } from './testing.ts'

// A cost that occurs nowhere else, and what three units of it come to: 1,379.53 and 4,138.59.

const cost = '1379.53'
const canaries = ['1379.53', '4138.59', '1,379.53', '4,138.59', '137953', '413859']

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)
const reads = endpoints.filter(
  ({ method, permission }) => method === 'GET' && permission !== 'open',
)
const blind = roles.filter((role) => !may({ role }, 'skus.cost'))

let prizm: TestApp
const sessions = new Map<Role, string>()
/** The ids that calls of one record are asked with. */
let ids: number[] = []

beforeAll(async () => {
  prizm = await startTestApp()
  const desk = await purchaseDesk(prizm)
  const admin = await prizm.signIn('admin')
  const post = async (path: string, body: object = {}) => {
    const answer = await prizm.call('POST', `/api/${path}`, { as: admin, body })
    expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300)
    return answer.body === '' ? {} : answer.json()
  }
  const sku = await post('skus', { sku: 'CANARY', name: 'Canary', price: '5000.00', cost })
  const items = [{ skuId: sku.id, quantity: 3, unitPrice: cost }]
  const order = { vendorId: desk.vendorId, items, notes: 'canary' }
  await post('purchase-orders', { ...order, orderNumber: 'PO-77001', status: 'draft' })
  await post('purchase-orders', { ...order, orderNumber: 'PO-77002', status: 'submitted' })
  await post('purchase-orders', { ...order, orderNumber: 'PO-77003', status: 'approved' })
  const received = await post('purchase-orders', {
    ...order,
    orderNumber: 'PO-77004',
    status: 'received',
  })
  const line = received.items[0].id
  await post('returns', {
    type: 'rtv',
    originalOrderId: received.id,
    reason: 'Broken canary',
    items: [{ originalItemId: line, quantity: 3 }],
  })
  await post('requisitions', { reason: 'Canaries', items: [{ skuId: sku.id, quantity: 3 }] })
  await post('vendor-bills', {
    billNumber: 'CANARY-1',
    vendorId: desk.vendorId,
    docDate: '2026-03-01',
    lines: [{ purchaseOrderItemId: line, quantity: 3, unitPrice: cost }],
  })
  for (const role of blind) sessions.set(role, await prizm.signIn(role))
  sessions.set('admin', admin)
  ids = [1, 2, 3, 4]
})
afterAll(() => prizm.close())

/** Every way to ask for one call: plain, sorted, searched, filtered, grouped by what it takes. */
function urlsOf({ path, query }: Endpoint): string[] {
  const shape = (query?._zod.def as { shape?: object } | undefined)?.shape ?? {}
  const names = Object.keys(shape)
  const has = (name: string) => names.includes(name)
  const span = has('from') && has('to') ? 'from=2026-01-01&to=2026-12-31&' : ''
  const asked = [
    '',
    ...(has('q') ? ['q=canary', 'q=77', 'q=PO-77001', 'q=RTV', 'q=%3D4138.59', 'q=%3E4000'] : []),
    ...(has('by') ? ['by=status', 'by=vendor', 'by=day'] : []),
    ...(has('with') ? ['with=progress'] : []),
    ...(has('name') && has('ids') ? ['name=purchase-order&ids=1,2,3,4'] : []),
    ...(has('purchaseOrderId') ? ['purchaseOrderId=4'] : []),
    ...(has('deliveryNote') ? ['deliveryNote=1'] : []),
  ]
  const places = path.includes(':') ? ids : [0]
  return places.flatMap((id) =>
    asked.map((each) => `${path.replace(/:\w+/g, String(id))}?${span}${each}`),
  )
}

test('there are roles that may not read costs, and calls that they may make', () => {
  expect(blind).toEqual(['sales', 'viewer'])
  expect(reads.length).toBeGreaterThan(80)
})

test.each(blind)('no answer of any call says a cost to the role %s', async (role) => {
  const told: string[] = []
  for (const asked of reads) {
    if (!may({ role }, asked.permission as Permission)) continue
    for (const url of urlsOf(asked)) {
      const answer = await prizm.call('GET', url, { as: sessions.get(role) ?? '' })
      const found = canaries.filter((canary) => answer.body.includes(canary))
      if (found.length > 0) told.push(`${url}: ${found.join(' ')}`)
    }
  }
  expect(told).toEqual([])
})

test.each([
  '/api/purchase-orders',
  '/api/purchase-orders/4',
  '/api/purchase-orders/sums?q=PO-77004',
  '/api/purchase-orders/4/receipts',
  '/api/purchase-orders/4/related',
  '/api/returns',
  '/api/returns/1',
  '/api/search?q=PO-77001',
  '/api/search?q=%3D4138.59',
  '/api/vendor-bills/1',
  '/api/reports/stock-valuation',
])('the canaries are there for who may read costs: %s', async (url) => {
  const answer = await prizm.call('GET', url, { as: sessions.get('admin') ?? '' })
  expect(
    canaries.some((canary) => answer.body.includes(canary)),
    answer.body,
  ).toBe(true)
})

test('neither sort, filter nor search by an amount finds an order or its return', async () => {
  for (const role of blind) {
    const as = sessions.get(role) ?? ''
    const get = (url: string) => prizm.call('GET', url, { as })
    expect((await get('/api/purchase-orders?sort=totalAmount')).statusCode).toBe(422)
    const plain = (await get('/api/purchase-orders')).json<unknown[]>()
    const filtered = (await get('/api/purchase-orders?totalAmount=4138.59')).json<unknown[]>()
    expect(filtered).toHaveLength(plain.length)
    expect((await get('/api/returns?totalAmount=4138.59')).json()).toEqual([])
    expect((await get('/api/search?q=%3D4138.59')).json()).toEqual([])
    expect((await get('/api/reports/stock-valuation')).statusCode).toBe(403)
    expect((await get('/api/skus?sort=cost')).statusCode).toBe(422)
  }
})

test('roles with the right to costs read what an order comes to', async () => {
  for (const role of ['user', 'purchasing', 'warehouse'] as const) {
    const as = await prizm.signIn(role)
    const [order] = (await prizm.call('GET', '/api/purchase-orders?q=PO-77004', { as })).json()
    expect(order).toMatchObject({ totalAmount: '4138.59' })
    const sums = await prizm.call('GET', '/api/purchase-orders/sums?q=PO-77004', { as })
    expect(sums.json()).toMatchObject({ amount: '4138.59' })
  }
})
