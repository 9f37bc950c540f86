import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { VendorCredit } from '../../contract.ts'
import { payablesFixture } from '../testing.ts'

// A return is credited at the billed price minus the early-payment discount.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let order: PurchaseOrderDetails
let returnId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  const skuId = (await prizm.builders.sku({ cost: '10.00' })).id
  await fixture.query(`update vendors set payment_terms = '2/10 net 30'`)
  const made = await fixture.made({ items: [{ skuId, quantity: 100 }], status: 'submitted' })
  order = (await fixture.act(made.id, 'approve', fixture.manager)).json<PurchaseOrderDetails>()
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

type Answer = { statusCode: number; body: string; json: () => { id: number } }
function checked(answer: Answer): { id: number } {
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json()
}
const itemId = () => order.items[0]?.id
const receive = async (quantity: number) => {
  const items = [{ itemId: itemId(), quantity }]
  checked(await fixture.act(order.id, 'receive', fixture.warehouse, { items }))
}
const authorize = async (quantity: number) => {
  const items = [{ originalItemId: itemId(), quantity }]
  const body = { type: 'rtv', reason: 'Faulty', purchaseOrderId: order.id, items }
  returnId = checked(await fixture.post('/api/returns', fixture.buyer, body)).id
  checked(await fixture.post(`/api/returns/${returnId}/approve`, fixture.manager, {}))
}
const ship = async () =>
  checked(await fixture.post(`/api/returns/${returnId}/ship`, fixture.warehouse, {}))
const complete = async () =>
  checked(await fixture.post(`/api/returns/${returnId}/complete`, fixture.finance, {}))
const sendBack = async (quantity: number) => {
  await authorize(quantity)
  await ship()
  await complete()
}
const bill = async (quantity: number, unitPrice: string) => {
  const line = { purchaseOrderItemId: itemId(), quantity, unitPrice }
  const made = await fixture.entered({ lines: [line] })
  if (made.status === 'posted') return made
  checked(await fixture.billAct(made.id, 'release', fixture.colleague))
  return fixture.bill(made.id)
}
const pay = async (billId: number, amount: string, discount: string) => {
  const { id } = checked(await fixture.prepare({ bills: [{ billId, amount, discount }] }))
  checked(await fixture.release(id))
  return id
}
/** Applies the first credit to a bill. */
const applyCredit = async (billId: number, amount: string) => {
  const [credit] = await fixture.query('select id from vendor_credits order by id')
  const url = `/api/vendor-credits/${credit.id}/apply`
  checked(await fixture.post(url, fixture.finance, { bills: [{ billId, amount }] }))
}
const credits = async () =>
  (
    await prizm.call('GET', `/api/vendor-credits?vendorId=${fixture.vendorId}&sort=id`, {
      as: fixture.finance,
    })
  )
    .json<VendorCredit[]>()
    .map(({ amount, status }) => [amount, status])

type Step = 'bill' | 'authorize' | 'ship' | 'complete'
const otherSteps = ['authorize', 'ship', 'complete'] as const
const orders: Step[][] = [0, 1, 2, 3].map((at) => [
  ...otherSteps.slice(0, at),
  'bill',
  ...otherSteps.slice(at),
])

describe('10 ordered at 10.00 and billed at 9.00, 4 sent back: the credit is 36.00', () => {
  test.each(orders.map((steps) => [steps.join(', '), steps] as const))('%s', async (_, steps) => {
    await receive(10)
    const acts = {
      bill: () => bill(10, '9.00'),
      authorize: () => authorize(4),
      ship,
      complete,
    }
    for (const step of steps) {
      // Sequential because the steps depend on each other.
      // oxlint-disable-next-line no-await-in-loop
      await acts[step]()
    }
    expect(await credits()).toEqual([['36.00', 'posted']])
    const { '5000': cost = '0.00', '5100': variance = '0.00', ...all } = await fixture.balances()
    expect(all).toEqual({ '1200': '54.00', '2000': '-54.00' })
    expect(Number(cost) + Number(variance)).toBe(0)
  })
})

test('units billed at two prices are credited at their average price', async () => {
  await receive(10)
  await bill(5, '9.00')
  await bill(5, '10.00')
  await sendBack(3)
  await sendBack(7)
  expect(await credits()).toEqual([
    ['28.50', 'posted'],
    ['66.50', 'posted'],
  ])
  expect(await fixture.balances()).toEqual({})
})

test('paid 980.00 with 20.00 discount, all returned: the credit is 980.00', async () => {
  await receive(100)
  const { id } = await bill(100, '10.00')
  await pay(id, '980.00', '20.00')
  await sendBack(100)
  expect(await credits()).toEqual([['980.00', 'posted']])
  expect(await fixture.balances()).toEqual({ '1000': '-980.00', '2000': '980.00' })
})

test('the discount is prorated by units, and the last credit absorbs the rounding', async () => {
  await receive(100)
  const { id } = await bill(100, '10.00')
  await pay(id, '980.01', '19.99')
  await sendBack(33)
  await sendBack(33)
  await sendBack(34)
  expect(await credits()).toEqual([
    ['323.40', 'posted'],
    ['323.40', 'posted'],
    ['333.21', 'posted'],
  ])
  expect(await fixture.balances()).toEqual({ '1000': '-980.01', '2000': '980.01' })
})

test('a discount taken after a partial credit reduces the later credits', async () => {
  await receive(100)
  const { id } = await bill(100, '10.00')
  await sendBack(40)
  await pay(id, '980.00', '20.00')
  await sendBack(60)
  expect(await credits()).toEqual([
    ['400.00', 'posted'],
    ['580.00', 'posted'],
  ])
  expect(await fixture.balances()).toEqual({ '1000': '-980.00', '2000': '980.00' })
})

test('the goods left after a part payment and a return have a discount of 6.00', async () => {
  await receive(100)
  const { id } = await bill(100, '10.00')
  await pay(id, '490.00', '10.00')
  await sendBack(40)
  expect(await credits()).toEqual([['396.00', 'posted']])
  await applyCredit(id, '396.00')
  // 2 % of 600.00 is 12.00, less 10.00 − 4.00 that was taken for these goods.
  expect((await fixture.bill(id)).discountLeft).toBe('6.00')
  const over = { bills: [{ billId: id, amount: '97.99', discount: '6.01' }] }
  expect((await fixture.prepare(over)).statusCode).toBe(422)
  await pay(id, '98.00', '6.00')
  expect(await fixture.bill(id)).toMatchObject({ standing: 'paid', openAmount: '0.00' })
  // Paid 588.00 for 60 units, which are credited when they go back, too.
  await sendBack(60)
  expect(await credits()).toEqual([
    ['396.00', 'posted'],
    ['588.00', 'posted'],
  ])
})

test('a credit for goods of another bill contains no discount of this one', async () => {
  await receive(50)
  const { id: first } = await bill(50, '10.00')
  await pay(first, '490.00', '10.00')
  await sendBack(50)
  expect(await credits()).toEqual([['490.00', 'posted']])
  const line = { description: 'Cartons', quantity: 1, unitPrice: '1000.00' }
  const other = await fixture.entered({ lines: [{ ...line, account: 'costOfGoods' }] })
  await fixture.billAct(other.id, 'release', fixture.colleague)
  await fixture.billAct(other.id, 'release', fixture.third)
  await pay(other.id, '400.00', '5.00')
  await applyCredit(other.id, '490.00')
  // 2 % of 1,000.00 − 490.00 is 10.20, less 5.00.
  expect((await fixture.bill(other.id)).discountLeft).toBe('5.20')
})

test('after the void of a payment with a discount, the rest is credited 608.00', async () => {
  await receive(100)
  const { id } = await bill(100, '10.00')
  const paymentId = await pay(id, '980.00', '20.00')
  await sendBack(40)
  const url = `/api/vendor-payments/${paymentId}/void`
  checked(await fixture.post(url, fixture.finance, { reason: 'Wrong bank' }))
  await sendBack(60)
  expect(await credits()).toEqual([
    ['392.00', 'posted'],
    ['608.00', 'posted'],
  ])
  expect((await fixture.balances())['2000']).toBeUndefined()
})

test('voiding a bill reverses the credit for its goods at its own amounts', async () => {
  await receive(10)
  const { id } = await bill(10, '9.00')
  await sendBack(4)
  checked(await fixture.billAct(id, 'void'))
  expect(await credits()).toEqual([['36.00', 'void']])
  expect(await fixture.balances()).toMatchObject({ '2050': '-60.00' })
  await bill(10, '9.50')
  expect(await credits()).toEqual([
    ['36.00', 'void'],
    ['38.00', 'posted'],
  ])
  expect((await fixture.balances())['2000']).toBe('-57.00')
})
