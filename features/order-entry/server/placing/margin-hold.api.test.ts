import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { ImportedOrder, OrderValidation } from '../../contract.ts'
import { differentReplays } from '../testing.ts'

// A SKU that costs 10.00 and is sold for 12.00, with a minimum margin of 20%: 12.50 would do.

let prizm: TestApp
let sales: string
let manager: string
let finance: string
let admin: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  sales = await prizm.signIn('sales')
  manager = await prizm.signIn('manager')
  finance = await prizm.signIn('finance')
  admin = await prizm.signIn('admin')
  const buyer = { customerCode: 'C-9', creditLimit: '1000.00', paymentTerms: 'Net 30' }
  customerId = (await prizm.builders.customer(buyer)).id
  const item = { sku: 'ABR-9', cost: '10.00', price: '12.00', currentStock: 50 }
  skuId = (await prizm.builders.sku(item)).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const set = async (settings: object) => {
  const answer = await prizm.call('PUT', '/api/settings', { as: admin, body: settings })
  expect(answer.statusCode, answer.body).toBe(200)
}
const turnOn = () => set({ marginBelow: 'hold', minimumMarginPercent: 20 })
const orderRequest = (fields: object = {}) => {
  return { customerId, items: [{ skuId, quantity: 5, ...fields }] }
}
const post = (path: string, body: object, as = sales) => prizm.call('POST', path, { as, body })
const create = async (body: object = orderRequest(), as = sales): Promise<SalesOrderDetails> => {
  const answer = await post('/api/orders/create', body, as)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().order
}
const validate = async (body: object = orderRequest(), as = sales): Promise<OrderValidation> =>
  (await post('/api/orders/validate', body, as)).json()
const step = (id: number, verb: string, as = manager, body: object = {}) =>
  post(`/api/sales-orders/${id}/${verb}`, body, as)
const change = (id: number, items: object[], as = manager) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: { items } })
const read = async (id: number, as = manager): Promise<SalesOrderDetails> =>
  (await prizm.call('GET', `/api/sales-orders/${id}`, { as })).json()
const holds = async () =>
  (await prizm.rows('select hold_reason as hold from sales_orders order by id')).map(
    ({ hold }) => hold,
  )
const refusal = (answer: Awaited<ReturnType<typeof step>>) => [
  answer.statusCode,
  answer.json().code,
]
const approvals = () =>
  prizm.rows('select action, is_waiver as waiver, control, amount from approvals order by id')

test('the rule is off by default', async () => {
  expect((await validate()).pricing).not.toHaveProperty('isHeldForMargin')
  expect(await create()).toMatchObject({ holdReason: null, totalAmount: '79.80' })
})

describe('an order below the minimum margin', () => {
  beforeEach(turnOn)

  test('is created on hold, with its stock and credit', async () => {
    expect(await validate()).toMatchObject({
      orderApproved: true,
      pricing: { isHeldForMargin: true },
    })
    const order = await create()
    expect(order).toMatchObject({
      holdReason: 'margin',
      displayStatus: 'on hold',
      items: [{ qtyReserved: 5 }],
    })
    expect(await prizm.rows('select open_order_amount as open from customers')).toEqual([
      { open: '79.80' },
    ])
    expect(refusal(await step(order.id, 'process'))).toEqual([409, 'on-hold'])
  })

  test.each([
    ['at the margin', 20, '12.50', null],
    ['a cent below it', 20, '12.49', 'margin'],
    ['at cost without a margin', 0, '10.00', null],
    ['below cost without a margin', 0, '9.99', 'margin'],
  ])('%s', async (_, minimumMarginPercent, manualPrice, holdReason) => {
    await set({ minimumMarginPercent })
    expect(await create(orderRequest({ manualPrice }), manager)).toMatchObject({ holdReason })
  })

  test('says which price is enough to roles that see costs, and only to them', async () => {
    const { id } = await create()
    const raise = 'Raise the price of line 1 to $12.50'
    expect((await read(id)).releaseAdvice).toEqual({
      hold: 'margin',
      sentence:
        `${raise}, or ask admin or manager to release it. ` +
        'The margin is checked again at release.',
      remedies: [
        {
          sentence: raise,
          amount: '2.70',
          steps: [{ act: 'raise-prices', lines: [{ lineNo: 1, unitPrice: '12.50' }] }],
        },
        {
          sentence: 'Ask admin or manager to release it',
          amount: null,
          steps: [{ act: 'release', roles: ['admin', 'manager'] }],
        },
      ],
      next: null,
    })
    const byRole = 'Ask admin or manager to release it.'
    for (const seen of [await read(id, sales), await validate()]) {
      expect(JSON.stringify(seen)).not.toContain('12.50')
      expect(JSON.stringify(seen)).toContain(byRole)
    }
    const [own] = (await validate(orderRequest(), manager)).releaseAdvice ?? []
    expect(own?.sentence).toBe(`${raise}, or ask admin or manager to release it.`)
  })

  test('has its cost and rule in the receipt, hidden from roles without costs', async () => {
    const { id } = await create()
    const url = `/api/sales-orders/${id}/decisions`
    const [made] = (await prizm.call('GET', url, { as: manager })).json().decisions
    const receipt = async (as: string) =>
      (await prizm.call('GET', `/api/decisions/${made.id}`, { as })).json()
    expect(await receipt(manager)).toMatchObject({
      facts: { prices: [{ cost: '10.00' }], settings: { minimumMarginPercent: 20 } },
      outcome: {
        verdict: 'held',
        holdReason: 'margin',
        lines: [{ isBelowMargin: true }],
      },
    })
    expect((await receipt(manager)).outcome.rules).toContainEqual({
      rule: 'margin',
      result: 'held',
    })
    const hidden = await receipt(sales)
    expect(hidden).toMatchObject({ sha256: null, hidden: ['cost'] })
    expect(JSON.stringify([hidden.facts.prices, hidden.outcome.lines])).not.toMatch(
      /cost|isBelowMargin/,
    )
    expect(hidden.outcome.rules.map(({ rule }: { rule: string }) => rule)).not.toContain('margin')
  })
})

describe('the release of a margin hold', () => {
  beforeEach(turnOn)

  test('needs the permission beside that for other holds, and is recorded', async () => {
    const { id } = await create()
    const refused = await step(id, 'release', finance)
    expect(refusal(refused)).toEqual([403, 'forbidden'])
    expect(refused.json().detail).toBe('Your role cannot release an order on hold for its margin')
    expect(refusal(await step(id, 'release', sales))).toEqual([403, 'forbidden'])
    expect(await holds()).toEqual(['margin'])
    expect(await approvals()).toEqual([])
    expect((await step(id, 'release')).json()).toMatchObject({ holdReason: null })
    expect(await approvals()).toEqual([
      { action: 'release', waiver: false, control: null, amount: '79.80' },
    ])
    const [act] = await prizm.rows(`select action, changes -> 'holdReason' as hold from audit_log
      where entity = 'sales_order' order by id desc limit 1`)
    expect(act).toEqual({ action: 'release', hold: { from: 'margin', to: null } })
    expect((await step(id, 'process')).json()).toMatchObject({ status: 'processing' })
  })

  test.each(['enforce', 'record'])('of an own order, mode %s', async (sodMode) => {
    await set({ sodMode })
    const { id } = await create(orderRequest(), manager)
    const answer = await step(id, 'release')
    if (sodMode === 'enforce') {
      expect(refusal(answer)).toEqual([403, 'self-approval'])
      return
    }
    expect(answer.json()).toMatchObject({ holdReason: null })
    expect(await approvals()).toMatchObject([{ waiver: true, control: 'enter-margin' }])
  })

  test('is no approval once the price is high enough, and still needs the role', async () => {
    await set({ sodMode: 'enforce' })
    const { id } = await create(orderRequest(), manager)
    const raised = await change(id, [{ skuId, quantity: 5, manualPrice: '12.50' }])
    expect(raised.json(), raised.body).toMatchObject({ holdReason: 'margin' })
    expect(refusal(await step(id, 'release', finance))).toEqual([403, 'forbidden'])
    expect((await step(id, 'release')).json()).toMatchObject({ holdReason: null })
    expect(await approvals()).toEqual([])
  })

  test('is valid until its prices change', async () => {
    const { id } = await create()
    await step(id, 'release')
    await step(id, 'hold', manager, { reason: 'manual' })
    expect((await step(id, 'release')).json()).toMatchObject({ holdReason: null })
    await step(id, 'hold', manager, { reason: 'manual' })
    await change(id, [{ skuId, quantity: 6 }])
    expect((await step(id, 'release')).json()).toMatchObject({ holdReason: 'margin' })
  })

  test('cannot be dated, and another hold only replaces it for a time', async () => {
    const { id } = await create()
    const dated = await step(id, 'hold', sales, { reason: 'margin', until: '2026-03-09' })
    expect(dated.json().errors).toMatchObject([
      { path: 'until', message: 'A margin hold cannot have an end date' },
    ])
    expect((await step(id, 'hold', sales, { reason: 'address' })).json()).toMatchObject({
      holdReason: 'address',
    })
    expect(await read(id)).toMatchObject({ releaseAdvice: { hold: 'address', next: 'margin' } })
    expect((await step(id, 'release', finance)).json()).toMatchObject({ holdReason: 'margin' })
  })
})

test('an order over the credit limit is held for credit, then margin, then payment', async () => {
  await set({ creditOver: 'hold', marginBelow: 'hold' })
  await prizm.rows('update skus set price = 9.00')
  await prizm.rows('update customers set credit_limit = 5.00')
  const { id } = await create()
  expect(await read(id)).toMatchObject({ releaseAdvice: { hold: 'credit', next: 'margin' } })
  await prizm.rows(`update customers set credit_limit = 1000.00`)
  await prizm.rows(`update sales_orders set payment_terms = 'Prepaid'`)
  expect((await step(id, 'release', finance)).json()).toMatchObject({
    holdReason: 'margin',
    items: [{ qtyReserved: 5 }],
  })
  expect((await step(id, 'release')).json()).toMatchObject({ holdReason: 'payment' })
})

describe('on every channel', () => {
  beforeEach(turnOn)

  test('by API key', async () => {
    const user = await prizm.builders.user({ role: 'manager' })
    const form = { name: 'web shop', scopes: ['orders'], userId: user.id }
    const { key } = (await post('/api/api-keys', form, admin)).json()
    const headers = { authorization: `Bearer ${key}` }
    const body = orderRequest()
    const made = await prizm.call('POST', '/api/orders/create', { headers, body })
    expect(made.json().order).toMatchObject({ orderSource: 'api', holdReason: 'margin' })
  })

  test('by a CSV file', async () => {
    const file = 'customerCode,customerPO,sku,quantity\nC-9,PO-1,ABR-9,5\n'
    const importFile = async (query: string) => {
      const headers = { 'content-type': 'text/csv', cookie: sales }
      const url = `/api/orders/import${query}`
      const answer = await prizm.app.inject({ method: 'POST', url, headers, payload: file })
      return answer.json<{ orders: ImportedOrder[] }>().orders
    }
    expect(await importFile('?dryRun=true')).toMatchObject([
      { fate: 'hold', says: 'A price is below the minimum margin' },
    ])
    expect(await importFile('')).toMatchObject([{ fate: 'hold' }])
    expect(await holds()).toEqual(['margin'])
  })

  test('recorded under a typed number; a later status is refused', async () => {
    const body = { orderNumber: 'SO-1', ...orderRequest() }
    const later = await post('/api/sales-orders', { ...body, status: 'processing' })
    expect(refusal(later)).toEqual([409, 'below-margin'])
    const pending = await post('/api/sales-orders', { ...body, status: 'pending' })
    expect(pending.json(), pending.body).toMatchObject({ holdReason: 'margin' })
  })

  test('by a change that makes a line worse', async () => {
    const { id } = await create(orderRequest({ manualPrice: '12.50' }), manager)
    const notes = await prizm.call('PUT', `/api/sales-orders/${id}`, {
      as: manager,
      body: { notes: 'By the gate' },
    })
    expect(notes.json()).toMatchObject({ holdReason: null })
    const lower = await change(id, [{ skuId, quantity: 5, manualPrice: '12.00' }])
    expect(lower.json(), lower.body).toMatchObject({ holdReason: 'margin' })
    await step(id, 'release')
    const fewer = await change(id, [{ skuId, quantity: 4, manualPrice: '12.00' }])
    expect(fewer.json(), fewer.body).toMatchObject({ holdReason: null })
    await step(id, 'process')
    const more = await change(id, [{ lineNo: 1, skuId, quantity: 5, manualPrice: '12.00' }])
    expect(refusal(more)).toEqual([409, 'below-margin'])
  })
})
