import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
  customerId = (await prizm.builders.customer({ creditLimit: '1000.00' })).id
  skuId = (await prizm.builders.sku({ price: '10.00', currentStock: 50 })).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const formOf = (orderSource: string) => ({
  customer: { id: customerId, code: 'C', text: 'C' },
  orderSource,
  customerPO: 'P-1',
  shippingAddress: '',
  shipDate: '',
  notes: 'They call again',
  lines: [
    { sku: { id: skuId, code: 'S', text: 'S' }, text: '', quantity: '3' },
    { text: '', quantity: '1' },
  ],
})
async function draft(orderSource = 'phone'): Promise<number> {
  const body = { title: 'Phone order', form: formOf(orderSource) }
  return (await prizm.call('POST', '/api/order-drafts', { as, body })).json().id
}
const handOver = (id: number, by = as) =>
  prizm.call('POST', `/api/order-drafts/${id}/hand-over`, { as: by })

test('a draft becomes a message of its channel, and is placed by somebody else', async () => {
  const answer = await handOver(await draft())
  expect(answer.statusCode, answer.body).toBe(200)
  const path = `/api/intake-messages/${answer.json().messageId}`
  const other = await prizm.signIn('manager')
  expect((await prizm.call('GET', path, { as: other })).json()).toMatchObject({
    channel: 'phone',
    subject: 'Phone order',
    state: 'received',
    customerId,
    customerPO: 'P-1',
    notes: 'They call again',
    items: [{ skuId, quantity: 3 }],
  })
  expect(await prizm.rows('select id from order_drafts')).toEqual([])
  const placed = await prizm.call('POST', `${path}/place`, { as: other, body: {} })
  expect(placed.json().state).toBe('placed')
  expect(await prizm.rows('select order_source as source from sales_orders')).toEqual([
    { source: 'phone' },
  ])
})

test('handed over twice at once it is one message', async () => {
  const id = await draft('web')
  const both = await Promise.all([handOver(id), handOver(id)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await prizm.rows('select channel from intake_messages')).toEqual([{ channel: 'web' }])
})

test("another user's draft is not there", async () => {
  const id = await draft()
  expect((await handOver(id, await prizm.signIn('manager'))).statusCode).toBe(404)
  expect(await prizm.rows('select id from order_drafts')).toEqual([{ id }])
})
