// One file: every call is tried on the same records, whose costs are canaries.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Permission, type Role, roles } from '#features/auth/rules.ts'
import { textIn } from '#features/documents/server/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import { logo } from '#lab/samples/sample-bodies.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// A unique cost, and the cost of three units: 1,379.53 and 4,138.59. As cents they match only a
// whole number, because a random id or a byte count may contain the same digits.
const cost = '1379.53'
const canaries = [
  /1,?379\.53/,
  /4,?138\.59/,
  /(?<![0-9A-Za-z])137953(?![0-9A-Za-z])/,
  /(?<![0-9A-Za-z])413859(?![0-9A-Za-z])/,
]

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)
const reads = endpoints.filter(
  ({ method, permission }) => method === 'GET' && permission !== 'open',
)
const blind = roles.filter((role) => !may({ role }, 'skus.cost'))

let prizm: TestApp
const sessions = new Map<Role, string>()
/** The ids for calls of a single record. */
let ids: number[] = []
let sku = 0
let customer = 0

beforeAll(async () => {
  prizm = await startTestApp()
  const fixture = await purchasingFixture(prizm)
  const admin = await prizm.signIn('admin')
  const post = async (path: string, body: object = {}) => {
    const answer = await prizm.call('POST', `/api/${path}`, { as: admin, body })
    expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300)
    return answer.body === '' ? {} : answer.json()
  }
  sku = (await post('skus', { sku: 'CANARY', name: 'Canary', price: '5000.00', cost })).id
  const items = [{ skuId: sku, quantity: 3, unitPrice: cost }]
  const order = { vendorId: fixture.vendorId, items, notes: 'canary' }
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
  await post('requisitions', { reason: 'Canaries', items: [{ skuId: sku, quantity: 3 }] })
  await post('vendor-bills', {
    billNumber: 'CANARY-1',
    vendorId: fixture.vendorId,
    docDate: '2026-03-01',
    lines: [{ purchaseOrderItemId: line, quantity: 3, unitPrice: cost }],
  })
  await prizm.call('PUT', '/api/company-logo', { as: admin, body: { data: logo } })
  await sellSome(post)
  for (const role of blind) sessions.set(role, await prizm.signIn(role))
  sessions.set('admin', admin)
  ids = [1, 2, 3, 4]
})
afterAll(() => prizm.close())

/**
 * One of three canary units is sold, invoiced, credited and paid, at prices that do not reveal the
 * cost.
 */
async function sellSome(post: (path: string, body?: object) => Promise<{ id: number }>) {
  const terms = { paymentTerms: 'net-30', creditLimit: '90000.00', email: 'ap@buyer.example.com' }
  customer = (await post('customers', { customerCode: 'BUYER', name: 'Buyer', ...terms })).id
  await post(`skus/${sku}/adjust`, { currentStock: 5, stockReason: 'Found' })
  const orderRequest = { customerId: customer, items: [{ skuId: sku, quantity: 2 }] }
  const { order } = (await post('orders/create', orderRequest)) as unknown as {
    order: { id: number }
  }
  await post(`sales-orders/${order.id}/process`)
  await post(`sales-orders/${order.id}/ship`)
  await post('credit-memos', { invoiceId: 1, goods: '10.00', reason: 'Late' })
  await post('payments', { customerId: customer, amount: '20.00', method: 'check' })
  await post('tax-rates', { country: 'US', state: 'NV', rate: '0.05', effectiveDate: '2026-01-01' })
}

/** Required parameters of the calls. */
const needed: Record<string, string> = {
  address: '1%20Main%20Street',
  entity: 'purchase_order',
  name: 'invoice',
  ids: '1',
  customerId: '1',
  vendorId: '1',
  billNumber: '1',
  creditNumber: '1',
  reference: '1',
  kind: 'order',
  from: '2026-01-01',
  to: '2026-12-31',
  q: 'canary',
  day: '2026-03-01',
}

/**
 * Calls of records not created here, or that do not know purchase orders: none of them relates to
 * purchases.
 */
const notMade = [
  '/api/activity/:id/past-values',
  '/api/backtests/:id',
  '/api/bulk-changes/:id',
  '/api/bulk-changes/:id/rows',
  '/api/contract-pricing/:id',
  '/api/dunning/letters/:id',
  '/api/dunning/letters/:id/letter',
  '/api/dunning/letters/:id/pdf',
  '/api/dunning/letters/:id/sendings',
  '/api/edi/interchanges/:id',
  '/api/edi/interchanges/:id/file',
  '/api/health/sealed-history/verifications/:id/file',
  '/api/history/:id',
  '/api/intake-messages/:id',
  '/api/intake-messages/:id/file',
  '/api/reports/left/:id',
  '/api/sales-orders/:id/parking',
  '/api/sendings/:id/pdf',
  '/api/wms/drift/:id',
  '/api/wms/messages/:id',
  '/api/wms/messages/:id/file',
  '/api/wms/runs/:id',
]

type Answer = Awaited<ReturnType<TestApp['call']>>

/** The costs found in a response, one per line; a PDF is searched by its text. */
async function costsIn(what: string, answer: Answer): Promise<string[]> {
  const isPdf = answer.statusCode === 200 && /pdf/.test(String(answer.headers['content-type']))
  const text = isPdf ? await textIn(answer.rawPayload) : answer.body
  return canaries.flatMap((each) => text.match(each) ?? []).map((each) => `${what}: ${each}`)
}

/** All variants of a call: plain, sorted, searched, filtered and grouped, by its query schema. */
function urlsOf({ path, query }: Endpoint): string[] {
  const shape = (query?._zod.def as { shape?: object } | undefined)?.shape ?? {}
  const names = Object.keys(shape)
  const has = (name: string) => names.includes(name)
  const isNeeded = ([name, schema]: [
    string,
    { safeParse(value: unknown): { success: boolean } },
  ]) => name in needed && !schema.safeParse(undefined).success
  const span = Object.entries(shape)
    .filter(isNeeded)
    .map(([name]) => `${name}=${needed[name]}&`)
    .join('')
  const queryStrings = [
    '',
    ...(has('q') && !span.includes('q=')
      ? ['q=canary', 'q=77', 'q=PO-77001', 'q=RTV', 'q=%3D4138.59', 'q=%3E4000']
      : []),
    ...(has('by') ? ['by=status', 'by=vendor', 'by=day'] : []),
    ...(has('with') ? ['with=progress'] : []),
    ...(has('purchaseOrderId') ? ['purchaseOrderId=4'] : []),
    ...(has('deliveryNote') ? ['deliveryNote=1'] : []),
  ]
  const places = path.includes(':') ? ids : [0]
  return places.flatMap((id) =>
    queryStrings.map((each) => `${path.replace(/:\w+/g, String(id))}?${span}${each}`),
  )
}

test('some roles may not read costs, and many calls are open to them', () => {
  expect(blind).toEqual(['sales', 'viewer'])
  expect(reads.length).toBeGreaterThan(80)
})

type Get = (url: string) => Promise<Answer>

/** The costs that a role's calls reveal, and the calls for which no record was found. */
async function scanned(role: Role, get: Get) {
  const leaks: string[] = []
  const unanswered: string[] = []
  for (const endpoint of reads) {
    if (!may({ role }, endpoint.permission as Permission)) continue
    const statuses = new Set<number>()
    for (const url of urlsOf(endpoint)) {
      const answer = await get(url)
      statuses.add(answer.statusCode)
      leaks.push(...(await costsIn(url, answer)))
    }
    if (!statuses.has(200) && !notMade.includes(endpoint.path)) unanswered.push(endpoint.path)
  }
  return { told: leaks, unanswered }
}

test.each(blind)('no response of any call contains a cost for the role %s', async (role) => {
  const as = sessions.get(role) ?? ''
  const found = await scanned(role, (url) => prizm.call('GET', url, { as }))
  expect(found.told).toEqual([])
  expect(found.unanswered).toEqual([])
})

test.each(blind)(
  'no response contains a cost for an API key of a user with the role %s',
  async (role) => {
    const me = await prizm.call('GET', '/api/user', { as: sessions.get(role) ?? '' })
    const { id: userId } = me.json<{ id: number }>()
    const as = sessions.get('admin') ?? ''
    const body = { name: `canary ${role}`, userId, scopes: ['read'] }
    const made = await prizm.call('POST', '/api/api-keys', { as, body })
    const headers = { authorization: `Bearer ${made.json<{ key: string }>().key}` }
    const { told } = await scanned(role, (url) => prizm.call('GET', url, { headers }))
    expect(told).toEqual([])
    const response = await prizm.call('GET', '/api/purchase-orders/4', { headers })
    expect([response.statusCode, response.json()]).toMatchObject([200, { orderNumber: 'PO-77004' }])
  },
)

test('actions of sales on a SKU reveal no cost', async () => {
  const as = sessions.get('sales') ?? ''
  const post = (path: string, body: object) => prizm.call('POST', `/api/${path}`, { as, body })
  const orderRequest = { customerId: customer, items: [{ skuId: sku, quantity: 1 }] }
  const made = (await post('orders/create', orderRequest)).json<{
    order: { id: number }
    decisionId: number
  }>()
  const { order, decisionId } = made
  const back = { type: 'rma', originalOrderId: 1, reason: 'Broken' }
  const row = 'Customer Code,Customer PO,SKU Code,Quantity\nBUYER,P-9,CANARY,1'
  const csv = { cookie: as, 'content-type': 'text/csv' }
  const url = '/api/orders/import?dryRun=true'
  const answers = {
    validate: await post('orders/validate', orderRequest),
    preview: await post('orders/preview', orderRequest),
    create: await post('orders/create', { ...orderRequest, customerPO: 'P-1' }),
    record: await post('sales-orders', { ...orderRequest, orderNumber: 'SO-77' }),
    asThen: await post(`decisions/${decisionId}/replay`, { as: 'then' }),
    asNow: await post(`decisions/${decisionId}/replay`, { as: 'now' }),
    hold: await post(`sales-orders/${order.id}/hold`, { reason: 'manual' }),
    cancel: await post(`sales-orders/${order.id}/cancel`, { reason: 'Changed' }),
    request: await post('requisitions', {
      reason: 'Low',
      items: [{ skuId: sku, quantity: 3 }],
    }),
    preview2: await post('returns/preview', {
      ...back,
      items: [{ originalItemId: 1, quantity: 1 }],
    }),
    return: await post('returns', { ...back, items: [{ originalItemId: 1, quantity: 1 }] }),
    import: await prizm.app.inject({ method: 'POST', url, headers: csv, payload: row }),
  }
  const leaks: string[] = []
  const refused: string[] = []
  for (const [name, answer] of Object.entries(answers)) {
    if (answer.statusCode >= 300) refused.push(`${name} ${answer.statusCode} ${answer.body}`)
    leaks.push(...(await costsIn(name, answer)))
  }
  expect(leaks).toEqual([])
  expect(refused).toEqual([])
})

test.each([
  '/api/purchase-orders',
  '/api/purchase-orders/4',
  '/api/purchase-orders/sums?q=PO-77004',
  '/api/purchase-orders/4/receipts',
  '/api/receipts',
  '/api/purchase-orders/4/related',
  '/api/returns',
  '/api/returns/1',
  '/api/search?q=PO-77001',
  '/api/search?q=%3D4138.59',
  '/api/vendor-bills/1',
  '/api/reports/stock-valuation',
])('roles that may read costs see the test values: %s', async (url) => {
  const answer = await prizm.call('GET', url, { as: sessions.get('admin') ?? '' })
  expect(
    canaries.some((canary) => canary.test(answer.body)),
    answer.body,
  ).toBe(true)
})

test('sorting, filtering and searching by amount reveal no order or its return', async () => {
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

test('roles that may read costs see order amounts', async () => {
  for (const role of ['user', 'purchasing', 'warehouse'] as const) {
    const as = await prizm.signIn(role)
    const [order] = (await prizm.call('GET', '/api/purchase-orders?q=PO-77004', { as })).json()
    expect(order).toMatchObject({ totalAmount: '4138.59' })
    const sums = await prizm.call('GET', '/api/purchase-orders/sums?q=PO-77004', { as })
    expect(sums.json()).toMatchObject({ amount: '4138.59' })
  }
})
