import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import { returnsFixture } from './testing.ts'

// The sums under the list of returns: two customer returns of 20.00 and 10.00, and one to a vendor
// of 12.00 at cost.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>
let customer: { id: number; label: string }
let vendor: { id: number; label: string }

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
  const order = await fixture.shipped(5)
  const back = (quantity: number) => {
    const items = [{ originalItemId: order.items[0]?.id ?? 0, quantity }]
    return fixture.made({ originalOrderId: order.id, items })
  }
  const approved = await back(2)
  await back(1)
  await fixture.act(approved.id, 'approve')
  customer = { id: order.customerId, label: `${order.customerCode} · ${order.customerName}` }
  const { id, vendorCode, name } = await prizm.builders.vendor({
    vendorCode: 'V-9',
    name: 'Zenith',
  })
  vendor = { id, label: `${vendorCode} · ${name}` }
  const sku = await prizm.builders.sku({ cost: '4.00' })
  await fixture.made(
    { type: 'rtv', vendorId: id, items: [{ skuId: sku.id, quantity: 3 }] },
    await prizm.signIn('purchasing'),
  )
})
afterEach(() => prizm.close())

const sums = async (query: string, as = fixture.people['manager'] ?? '') =>
  (await prizm.call('GET', `/api/returns/sums?${query}`, { as })).json<ListSums>()

test('returns are summed by status, type, and customer or vendor', async () => {
  expect(await sums('')).toEqual({ count: 3, amount: '42.00', groups: [] })
  expect((await sums('by=status')).groups).toEqual([
    { key: 'pending', label: 'pending', count: 2, amount: '22.00' },
    { key: 'approved', label: 'approved', count: 1, amount: '20.00' },
  ])
  expect((await sums('by=type')).groups).toEqual([
    { key: 'rma', label: 'rma', count: 2, amount: '30.00' },
    { key: 'rtv', label: 'rtv', count: 1, amount: '12.00' },
  ])
  expect((await sums('by=party')).groups).toEqual([
    { key: `customer-${customer.id}`, label: customer.label, count: 2, amount: '30.00' },
    { key: `vendor-${vendor.id}`, label: vendor.label, count: 1, amount: '12.00' },
  ])
  expect(await sums('type=rma&status=pending')).toMatchObject({ count: 1, amount: '10.00' })
})

test('a role that may not read costs sees only sums without returns to vendors', async () => {
  const sales = fixture.people['sales'] ?? ''
  expect(await sums('', sales)).toEqual({ count: 3, amount: null, groups: [] })
  expect(await sums('type=rma', sales)).toMatchObject({ count: 2, amount: '30.00' })
  expect(await sums('type=rtv', sales)).toMatchObject({ count: 1, amount: null })
  expect((await sums('by=type', sales)).groups).toEqual([
    { key: 'rma', label: 'rma', count: 2, amount: '30.00' },
    { key: 'rtv', label: 'rtv', count: 1, amount: null },
  ])
  // The pending group has a return to a vendor: its sum would reveal the amount of that.
  expect((await sums('by=status', sales)).groups).toEqual([
    { key: 'approved', label: 'approved', count: 1, amount: '20.00' },
    { key: 'pending', label: 'pending', count: 2, amount: null },
  ])
  expect(await sums('totalAmount=12.00', sales)).toMatchObject({ count: 0, amount: '0.00' })
})

test('a grouping that does not exist is refused', async () => {
  const as = fixture.people['manager'] ?? ''
  const wrong = await prizm.call('GET', '/api/returns/sums?by=reason', { as })
  expect(wrong.statusCode).toBe(422)
})
