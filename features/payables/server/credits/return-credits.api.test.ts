import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { Billable, VendorBill, VendorBillDetails, VendorCredit } from '../../contract.ts'
import { payablesFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let skuId: number
let order: PurchaseOrderDetails
let returnId: number
/** True if vendor returns name the purchase order; false if only the vendor and SKUs. */
let isNamed: boolean

beforeEach(async () => {
  isNamed = true
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  skuId = (await prizm.builders.sku({ cost: '10.00' })).id
  const made = await fixture.made({ items: [{ skuId, quantity: 10 }], status: 'submitted' })
  order = (await fixture.act(made.id, 'approve', fixture.manager)).json<PurchaseOrderDetails>()
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const itemId = () => order.items[0]?.id
const receive = async (quantity: number) => {
  const items = [{ itemId: itemId(), quantity }]
  return checked(await fixture.act(order.id, 'receive', fixture.warehouse, { items }))
}
/** Creates and approves a return of units of the order to the vendor. */
const authorize = async (quantity: number) => {
  const origin = isNamed
    ? { purchaseOrderId: order.id, items: [{ originalItemId: itemId(), quantity }] }
    : { vendorId: fixture.vendorId, items: [{ skuId, quantity }] }
  const body = { type: 'rtv', reason: 'Faulty', ...origin }
  returnId = checked(await fixture.post('/api/returns', fixture.buyer, body)).id
  checked(await fixture.post(`/api/returns/${returnId}/approve`, fixture.manager, {}))
}
const ship = async () =>
  checked(await fixture.post(`/api/returns/${returnId}/ship`, fixture.warehouse, {}))
const complete = async () =>
  checked(await fixture.post(`/api/returns/${returnId}/complete`, fixture.finance, {}))
/** Enters a bill for units of the order; a colleague releases it if it is blocked. */
const bill = async (quantity: number): Promise<VendorBillDetails> => {
  const line = { purchaseOrderItemId: itemId(), quantity, unitPrice: '10.00' }
  const made = await fixture.entered({ lines: [line] })
  if (made.status === 'posted') return made
  checked(await fixture.billAct(made.id, 'release', fixture.colleague))
  return fixture.bill(made.id)
}

type Answer = { statusCode: number; body: string; json: () => { id: number } }
function checked(answer: Answer): { id: number } {
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json()
}

const list = async <T>(url: string) =>
  (await prizm.call('GET', url, { as: fixture.finance })).json<T[]>()
const credits = () => list<VendorCredit>(`/api/vendor-credits?vendorId=${fixture.vendorId}&sort=id`)
/** The amount owed to the vendor: open bills minus open credits, as listed. */
const netPayable = async () => {
  const bills = await list<VendorBill>(`/api/vendor-bills?vendorId=${fixture.vendorId}&open=true`)
  const open = (rows: { openAmount: string }[]) =>
    rows.reduce((sum, { openAmount }) => sum + Math.round(Number(openAmount) * 100), 0)
  return open(bills) - open(await credits())
}
const billable = async () => {
  const url = `/api/purchase-orders/${order.id}/billable`
  return (await prizm.call('GET', url, { as: fixture.finance })).json<Billable>().lines
}

type Step = 'receive 10' | 'authorize 4' | 'ship' | 'complete' | 'bill 6'
const acts: Record<Step, () => Promise<unknown>> = {
  'receive 10': () => receive(10),
  'authorize 4': () => authorize(4),
  ship,
  complete,
  'bill 6': () => bill(6),
}
const otherSteps = ['receive 10', 'authorize 4', 'ship', 'complete'] as const
const orders: Step[][] = [0, 1, 2, 3, 4].map((place) => {
  return [...otherSteps.slice(0, place), 'bill 6', ...otherSteps.slice(place)]
})

const ways = [
  ['of the order', true],
  ['of no order that is named', false],
] as const

describe.each(ways)('10 received, 4 returned %s, 6 billed: 60.00 is payable', (__, named) => {
  test.each(orders.map((steps) => [steps.join(', '), steps] as const))('%s', async (_, steps) => {
    isNamed = named
    for (const step of steps) {
      // Sequential because the steps depend on each other.
      // oxlint-disable-next-line no-await-in-loop
      await acts[step]()
    }
    expect(await fixture.balances()).toEqual({ '1200': '60.00', '2000': '-60.00' })
    expect([await netPayable(), await credits(), await billable()]).toEqual([6000, [], []])
  })
})

test('units returned unbilled are not billable, and a bill for them is blocked', async () => {
  await receive(10)
  await authorize(4)
  expect(await billable()).toMatchObject([{ quantity: 10, qtyReceived: 10, qtyReturned: 0 }])
  await ship()
  expect(await billable()).toMatchObject([{ quantity: 6, qtyReceived: 10, qtyReturned: 4 }])
  const line = { purchaseOrderItemId: itemId(), quantity: 7, unitPrice: '10.00' }
  const { status, findings } = await fixture.entered({ lines: [line] })
  expect([status, findings.map(({ code, amount }) => [code, amount])]).toEqual([
    'blocked',
    [['DQ', '10.00']],
  ])
  expect(findings[0]?.sentence).toContain(
    `7 billed, 10 received and 4 returned on ${order.orderNumber}, 1 too many ($10.00)`,
  )
})

test('goods received and returned unbilled result in no balance and no credit', async () => {
  await receive(10)
  await authorize(10)
  await ship()
  expect(await fixture.balances()).toEqual({})
  await complete()
  expect([await fixture.balances(), await netPayable(), await credits()]).toEqual([{}, 0, []])
  expect(await billable()).toEqual([])
})

type Late = 'bill 10' | 'authorize 4' | 'ship' | 'complete'
const fullBillActs: Record<Late, () => Promise<unknown>> = { ...acts, 'bill 10': () => bill(10) }
const fullBillOrders: Late[][] = [0, 1, 2, 3].map((place) => {
  const remainingSteps = ['authorize 4', 'ship', 'complete'] as const
  return [...remainingSteps.slice(0, place), 'bill 10', ...remainingSteps.slice(place)]
})

describe.each(ways)('10 received and billed, 4 returned %s: 40.00 is credited', (__, named) => {
  test.each(fullBillOrders.map((steps) => [steps.join(', '), steps] as const))(
    '%s',
    async (_, steps) => {
      isNamed = named
      await receive(10)
      for (const step of steps) {
        // Sequential because the steps depend on each other.
        // oxlint-disable-next-line no-await-in-loop
        await fullBillActs[step]()
      }
      expect(await fixture.balances()).toEqual({ '1200': '60.00', '2000': '-60.00' })
      expect(await netPayable()).toBe(6000)
      expect(await credits()).toMatchObject([{ amount: '40.00', returnId, status: 'posted' }])
      expect(await fixture.query('select quantity, amount from vendor_credit_lines')).toEqual([
        { quantity: 4, amount: '40.00' },
      ])
      expect(await billable()).toEqual([])
    },
  )
})

test('a return without an order is matched to the latest unbilled order', async () => {
  isNamed = false
  await receive(3)
  const made = await fixture.made({ items: [{ skuId, quantity: 3 }], status: 'submitted' })
  const later = (
    await fixture.act(made.id, 'approve', fixture.manager)
  ).json<PurchaseOrderDetails>()
  checked(await fixture.act(later.id, 'receive', fixture.warehouse, {}))
  const ask = (quantity: number) =>
    fixture.post('/api/returns', fixture.buyer, {
      type: 'rtv',
      reason: 'Faulty',
      vendorId: fixture.vendorId,
      items: [{ skuId, quantity }],
    })
  const refused = await ask(4)
  const [{ sku }] = await fixture.query(`select sku from skus where id = ${skuId}`)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'goods-not-billed',
      detail:
        `The vendor has not billed 3 × ${sku} of ${later.orderNumber}, ` +
        `3 × ${sku} of ${order.orderNumber} yet. ` +
        'Create one return for each order, and another one for the rest',
    },
  ])
  expect((await ask(3)).json()).toMatchObject({ originalOrderNumber: later.orderNumber })
  expect((await ask(2)).json()).toMatchObject({ originalOrderNumber: order.orderNumber })
  expect((await ask(2)).json()).toMatchObject({ code: 'goods-not-billed' })
  expect((await ask(1)).json()).toMatchObject({ originalOrderNumber: order.orderNumber })
  // The last unit was in stock before and belongs to no order.
  expect((await ask(1)).json()).toMatchObject({ originalOrderNumber: null, totalAmount: '10.00' })
})

test('two concurrent returns without an order do not return the same goods', async () => {
  isNamed = false
  await receive(3)
  const body = {
    type: 'rtv',
    reason: 'Faulty',
    vendorId: fixture.vendorId,
    items: [{ skuId, quantity: 2 }],
  }
  const answers = await Promise.all(
    [1, 2].map(() => fixture.post('/api/returns', fixture.buyer, body)),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('a partly billed return is credited only for the billed part', async () => {
  await receive(10)
  await bill(8)
  await authorize(4)
  await ship()
  await complete()
  expect(await fixture.balances()).toEqual({ '1200': '60.00', '2000': '-60.00' })
  expect(await credits()).toMatchObject([{ amount: '20.00', openAmount: '20.00' }])
})

test('voiding a bill voids the credit for its goods; a new bill credits them again', async () => {
  await receive(10)
  const first = await bill(10)
  await authorize(4)
  await ship()
  await complete()
  const number = (await credits())[0]?.creditNumber
  checked(await fixture.billAct(first.id, 'void'))
  expect(await fixture.balances()).toEqual({ '1200': '60.00', '2050': '-60.00' })
  expect([await netPayable(), await credits()]).toMatchObject([
    0,
    [{ status: 'void', openAmount: '0.00' }],
  ])
  const history = `select action, reason from audit_log where entity = 'vendor_credit' order by id`
  expect(await fixture.query(history)).toEqual([
    { action: 'create', reason: null },
    { action: 'void', reason: 'Checked' },
  ])
  await bill(10)
  expect(await fixture.balances()).toEqual({ '1200': '60.00', '2000': '-60.00' })
  expect(await credits()).toMatchObject([
    { creditNumber: number, status: 'void' },
    { creditNumber: `${number}-2`, amount: '40.00', status: 'posted' },
  ])
})

test('a bill cannot be voided while the credit for its goods settles another bill', async () => {
  await receive(10)
  const first = await bill(10)
  await authorize(4)
  await ship()
  await complete()
  const free = { description: 'Freight', quantity: 1, unitPrice: '100.00' }
  const other = await fixture.entered({ lines: [free] })
  checked(await fixture.billAct(other.id, 'release', fixture.colleague))
  const [credit] = await credits()
  const bills = [{ billId: other.id, amount: '40.00' }]
  checked(await fixture.post(`/api/vendor-credits/${credit?.id}/apply`, fixture.finance, { bills }))
  const refused = await fixture.billAct(first.id, 'void')
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    `Credit ${credit?.creditNumber} is for goods of this bill and is applied to another bill. ` +
      'Reverse its applications first',
  ])
  expect((await fixture.bill(first.id)).status).toBe('posted')
  checked(await fixture.post(`/api/vendor-credits/${credit?.id}/unapply`, fixture.finance))
  checked(await fixture.billAct(first.id, 'void'))
})

test('goods that were never billed are not credited, despite other billed purchases', async () => {
  await fixture.posted(10)
  await receive(10)
  await authorize(4)
  await ship()
  await complete()
  expect(await credits()).toEqual([])
  expect(await fixture.balances()).toEqual({ '1200': '100.00', '2000': '-40.00', '2050': '-60.00' })
})

test('a bill and the completion of a return run concurrently with consistent results', async () => {
  await receive(10)
  await authorize(4)
  await ship()
  await Promise.all([bill(10), complete()])
  expect(await fixture.balances()).toEqual({ '1200': '60.00', '2000': '-60.00' })
  expect(await credits()).toMatchObject([{ amount: '40.00' }])
})
