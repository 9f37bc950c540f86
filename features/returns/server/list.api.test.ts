import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { returnsFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const get = (url: string) => prizm.call('GET', url, { as: fixture.people['sales'] ?? '' })
const lineOf = (order: SalesOrderDetails) => order.items[0]?.id ?? 0

test('returnable quantities are listed by line, with the reason if there are none', async () => {
  const order = await fixture.shipped(5)
  const item = { originalItemId: lineOf(order), quantity: 2 }
  await fixture.made({ originalOrderId: order.id, items: [item] })
  const url = `/api/returns/returnable?salesOrderId=${order.id}`
  expect((await get(url)).json()).toMatchObject({
    type: 'rma',
    orderNumber: order.orderNumber,
    partyId: order.customerId,
    shipDate: '2026-03-02',
    whyNot: null,
    warning: null,
    items: [{ ordered: 5, moved: 5, returned: 2, returnable: 3, unitPrice: '10.00' }],
  })
  const recorded = await prizm.call('POST', '/api/sales-orders', {
    as: fixture.people['manager'] ?? '',
    body: { orderNumber: 'SO-1', customerId: order.customerId, status: 'shipped' },
  })
  const none = await get(`/api/returns/returnable?salesOrderId=${recorded.json().id}`)
  expect(none.json().whyNot).toBe('SO-1 has no lines, so nothing can be returned')
  expect((await get('/api/returns/returnable')).statusCode).toBe(422)
  expect((await get('/api/returns/returnable?salesOrderId=77')).statusCode).toBe(404)
})

test('returns are filtered by type, status, party and order, and found by text', async () => {
  const order = await fixture.shipped(5)
  const items = [{ originalItemId: lineOf(order), quantity: 1 }]
  const one = await fixture.made({ originalOrderId: order.id, items, reason: 'Wrong color' })
  const two = await fixture.made({ originalOrderId: order.id, items })
  await fixture.act(one.id, 'approve')
  const found = async (query: string) =>
    (await get(`/api/returns?${query}`)).json<{ id: number }[]>().map(({ id }) => id)
  expect(await found('')).toEqual([two.id, one.id])
  expect(await found('status=approved,received')).toEqual([one.id])
  expect(await found('type=rtv')).toEqual([])
  expect(await found(`customerId=${order.customerId}&type=rma&sort=id`)).toEqual([one.id, two.id])
  expect(await found(`salesOrderId=${order.id + 1}`)).toEqual([])
  expect(await found(`skuId=${order.items[0]?.skuId}`)).toHaveLength(2)
  expect(await found('q=color')).toEqual([one.id])
  expect(await found(`q=${order.orderNumber}&limit=1`)).toEqual([two.id])
})

test('returns are sorted by the name of the party and by reason', async () => {
  const [first, second] = [await fixture.given.buyer(), await fixture.given.buyer()]
  const { pool } = prizm.database
  await pool.query("update customers set name = 'Émile & Co' where id = $1", [first])
  await pool.query("update customers set name = 'zebra stores' where id = $1", [second])
  const skuId = await fixture.given.item()
  const vendor = await prizm.call('POST', '/api/vendors', {
    as: fixture.people['manager'] ?? '',
    body: { vendorCode: 'V-1', name: 'forge works', email: 'office@acme.example' },
  })
  const items = [{ skuId, quantity: 1 }]
  const one = await fixture.made({ customerId: second, items, reason: 'Broken' })
  const two = await fixture.made({ customerId: first, items, reason: 'Wrong color' })
  const vendorId = vendor.json().id
  const manager = fixture.people['manager'] ?? ''
  const three = await fixture.made({ type: 'rtv', vendorId, items, reason: 'Attic' }, manager)
  const found = async (query: string) =>
    (await get(`/api/returns?${query}`)).json<{ id: number }[]>().map(({ id }) => id)
  expect(await found('sort=partyName')).toEqual([two.id, three.id, one.id])
  expect(await found('sort=-partyName')).toEqual([one.id, three.id, two.id])
  expect(await found('sort=partyName&status=pending')).toEqual([two.id, three.id, one.id])
  expect(await found('sort=partyName&limit=1&offset=1')).toEqual([three.id])
  expect(await found('sort=reason')).toEqual([three.id, one.id, two.id])
  expect(await found('sort=-reason&limit=1&offset=1')).toEqual([one.id])
})
