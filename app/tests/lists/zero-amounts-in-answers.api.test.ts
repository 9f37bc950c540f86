import { afterEach, beforeEach, expect, test } from 'vitest'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// The sum of nothing is 0.00, formatted like any other amount.

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const get = async (path: string) => {
  const answer = await prizm.call('GET', `/api/${path}`, { as: await prizm.signIn('admin') })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<unknown>()
}

test.each([
  'sales-orders/sums',
  'sales-orders/sums?by=status',
  'purchase-orders/sums',
  'invoices/sums',
  'invoices/sums?by=state',
  'payments/sums?by=customer',
  'credit-memos/sums?by=customer',
  'refunds/sums?by=status',
  'vendor-bills/sums?by=standing',
  'vendor-credits/sums?by=vendor',
  'vendor-payments/sums?by=method',
  'returns/sums?by=party',
  'reports/ar-documents/sums',
  'reports/ar-orders/sums?by=status',
  'reports/ar-collections/sums?by=level',
  'reports/ar-credit/sums?by=use',
  'dunning/letters/sums?by=level',
  'journal/sums?by=account',
  'reports/ap-orders/sums?by=status',
  'reports/ap-documents/sums',
  'reports/ap-documents/sums?figure=received',
  'reports/ar-documents/sums?figure=openOrders',
  'stock-values/sums?by=category',
])('%s without documents is 0.00', async (path) => {
  expect(await get(path)).toEqual({ count: 0, amount: '0.00', groups: [] })
})

/** The keys and texts of all amounts in a response, at any depth. */
function amountsIn(answer: unknown): [string, string][] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [[key, value]] : amountsIn(value),
  )
}

test.each([
  ['reports/ar-summary', 12],
  ['reports/ar-months', 36],
  ['reports/ap-summary', 9],
  ['reports/ap-months', 48],
  ['dashboard/stats', 1],
  ['periods/202602/closing', 3],
  ['journal/trial-balance', 0],
])('%s returns 0.00 for every amount without data', async (path, least) => {
  const amounts = amountsIn(await get(path))
  const isWrong = ([key, amount]: [string, string]) =>
    amount !== '0.00' && key !== 'collectionEffectiveness'
  expect(amounts.filter(isWrong)).toEqual([])
  expect(amounts.length).toBeGreaterThanOrEqual(least)
})

/** Required parameters of the calls on an empty database. */
const needed: Record<string, string> = {
  from: '2026-01-01',
  to: '2026-12-31',
  entity: 'sales_order',
  name: 'invoice',
  ids: '1',
  reference: '1',
  q: 'none',
}
/** Digit strings that are not amounts: settings, and the order count of a period. */
const noAmounts = new Set([
  '/api/settings taxDefaultRate',
  '/api/settings dunningBlockFrom',
  '/api/dashboard/trends current',
  '/api/dashboard/trends previous',
])

test('every list, sum and report formats amounts with two decimals, even zero', async () => {
  const as = await prizm.signIn('admin')
  const reads = rooms({ SIGN_UP: 'open' })
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  const wrong: string[] = []
  let looked = 0
  for (const { path, query } of reads) {
    const shape = (query?._zod.def as { shape?: object } | undefined)?.shape ?? {}
    const parameters = Object.keys(shape).flatMap((key) =>
      needed[key] ? [`${key}=${needed[key]}`] : [],
    )
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('GET', `${path}?${parameters.join('&')}`, { as })
    if (!/json/.test(String(answer.headers['content-type']))) continue
    if (answer.statusCode === 200) looked += 1
    for (const [key, amount] of amountsIn(answer.json())) {
      const isFine = /^-?\d+\.\d\d$/.test(amount) || noAmounts.has(`${path} ${key}`)
      if (!isFine) wrong.push(`${path} ${key} ${amount}`)
    }
  }
  expect(wrong).toEqual([])
  expect(looked).toBeGreaterThan(80)
})

test('every unused record formats its amounts with two decimals', async () => {
  const as = await prizm.signIn('admin')
  await prizm.builders.customer()
  await prizm.builders.vendor()
  await prizm.builders.sku()
  const body = { orderNumber: 'SO-1', customerId: 1, totalAmount: '0' }
  await prizm.call('POST', '/api/sales-orders', { as, body })
  const order = { orderNumber: 'PO-1', vendorId: 1, totalAmount: '0' }
  await prizm.call('POST', '/api/purchase-orders', { as, body: order })
  const reads = rooms({ SIGN_UP: 'open' })
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path }) => method === 'GET' && path.includes(':'))
  const wrong: string[] = []
  const checkedPaths = new Set<string>()
  for (const { path, query } of reads) {
    const shape = (query?._zod.def as { shape?: object } | undefined)?.shape ?? {}
    const parameters = Object.keys(shape).flatMap((key) =>
      needed[key] ? [`${key}=${needed[key]}`] : [],
    )
    const url = `${path.replace(/:\w+/g, '1')}?${parameters.join('&')}`
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('GET', url, { as })
    if (answer.statusCode !== 200 || !/json/.test(String(answer.headers['content-type']))) continue
    for (const [key, amount] of amountsIn(answer.json())) {
      checkedPaths.add(path)
      if (!/^-?\d+\.\d\d$/.test(amount)) wrong.push(`${path} ${key} ${amount}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...checkedPaths]).toEqual(
    expect.arrayContaining([
      '/api/customers/:id',
      '/api/skus/:id',
      '/api/sales-orders/:id',
      '/api/purchase-orders/:id',
    ]),
  )
})
