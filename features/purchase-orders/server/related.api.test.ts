import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { type Role, roles } from '#features/auth/rules.ts'
import type { Related } from '#features/documents/contract.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { payablesDesk } from '#features/payables/server/testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof payablesDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await payablesDesk(prizm)
})
afterEach(() => prizm.close())

const relatedOf = async (id: number, as: string): Promise<Related[]> =>
  (await prizm.call('GET', `/api/purchase-orders/${id}/related`, { as })).json()

test('an order lists the sales orders that wait for its goods, until it is received', async () => {
  const { id } = await desk.approved(10)
  const draft = await desk.made({ items: desk.lines(10) })
  const customerId = await orderBuilders(prizm.database.db).buyer()
  const body = { customerId, items: [{ skuId: desk.skuId, quantity: 3 }], backorder: true }
  const placed = await prizm.call('POST', '/api/orders/create', { as: desk.manager, body })
  expect(placed.statusCode, placed.body).toBe(201)
  const { orderNumber } = placed.json().order
  const [{ sku }] = await desk.query('select sku from skus')
  expect(await relatedOf(id, desk.buyer)).toMatchObject([
    { kind: 'waiting', number: orderNumber, status: 'pending', says: `${sku}: 3 to follow` },
  ])
  expect(await relatedOf(draft.id, desk.buyer)).toEqual([])
  await desk.act(id, 'receive', desk.warehouse, {})
  expect(await relatedOf(id, desk.buyer)).toEqual([])
})

test('its related records include returns, and bills for users who may read them', async () => {
  const order = await desk.received(10)
  const bill = await desk.entered({ lines: [desk.lineOf(order)] })
  const items = [{ originalItemId: order.items[0]?.id, quantity: 2 }]
  const back = { type: 'rtv', reason: 'Faulty', originalOrderId: order.id, items }
  const made = await prizm.call('POST', '/api/returns', { as: desk.buyer, body: back })
  expect(made.statusCode, made.body).toBe(201)
  const { returnNumber } = made.json()
  const goods = { kind: 'return', number: returnNumber, amount: '8.00', says: 'Faulty' }
  expect(await relatedOf(order.id, desk.finance)).toMatchObject([
    { kind: 'bill', id: bill.id, number: bill.billNumber, amount: '40.00', on: '2026-03-01' },
    goods,
  ])
  expect(await relatedOf(order.id, desk.warehouse)).toMatchObject([goods])
  const readers: readonly Role[] = ['admin', 'manager', 'purchasing', 'finance', 'user']
  for (const role of roles) {
    const kinds = (await relatedOf(order.id, await prizm.signIn(role))).map(({ kind }) => kind)
    expect(kinds, `A2 ${role}`).toEqual(readers.includes(role) ? ['bill', 'return'] : ['return'])
  }
})
