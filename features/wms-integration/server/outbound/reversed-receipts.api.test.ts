import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReturnDetails } from '#features/returns/contract.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { stepsOf } from '../testing/testing-expected-goods.ts'

// Receipts are reversed after the warehouse was told of their goods, or has reported them.

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

/** An approved return, sent to the warehouse, of three units that the warehouse has shipped. */
async function sentBack(): Promise<ReturnDetails> {
  const { released, settle, run, command, post } = fixture
  await fixture.builders.item({ sku: 'LAMP', currentStock: 100 })
  await run()
  const [{ id: skuId } = { id: 0 }] = await fixture.query<{ id: number }>('select id from skus')
  const order = await released(5, skuId)
  await settle()
  await command('ship', { orderNumber: order.orderNumber })
  await run('shipments')
  const items = [{ originalItemId: order.items[0]?.id, quantity: 3, disposition: 'restock' }]
  const body = { type: 'rma', originalOrderId: order.id, reason: 'Too many', items }
  const made = (await post('/api/returns', body)).json<ReturnDetails>()
  const approved = await post(`/api/returns/${made.id}/approve`)
  if (approved.statusCode !== 200) throw new Error(approved.body)
  await settle()
  return approved.json()
}

const returnOf = (id: number) => fixture.get<ReturnDetails>(`/api/returns/${id}`)
const step = (id: number, verb: string, body: object = { reason: 'Keeps it' }) =>
  fixture.post(`/api/returns/${id}/${verb}`, body)
const onHand = async () => ({
  here: (await fixture.query<{ units: number }>('select current_stock as units from skus'))[0]
    ?.units,
  there: fixture.warehouse.stock.items.get('LAMP')?.onHand,
})
const exports = async () => {
  const text = `select action from wms_exports where kind = 'expected_return' order by id`
  return (await fixture.query<{ action: string }>(text)).map(({ action }) => action)
}

const reverse = async (id: number) => {
  const [receipt] = (await returnOf(id)).receipts
  const url = `/api/return-receipts/${receipt?.id}/reverse`
  return fixture.post(url, { reason: 'Counted wrong' })
}
const expected = (number: string) => {
  const { status, lines } = fixture.warehouse.stock.expected.get(number) ?? {}
  return { status, lines: lines?.map(({ quantity, done }) => ({ quantity, done })) }
}

test('goods of a reversed receipt by hand are moved and expected on both sides', async () => {
  const { returnNumber, id, items } = await sentBack()
  const counted = [{ itemId: items[0]?.id, quantity: 2, disposition: 'restock' }]
  await step(id, 'receive', { items: counted })
  await fixture.run()
  expect(expected(returnNumber)).toEqual({ status: 'open', lines: [{ quantity: 1, done: 0 }] })
  expect((await reverse(id)).statusCode).toBe(200)
  await fixture.run()
  expect(expected(returnNumber)).toEqual({ status: 'open', lines: [{ quantity: 3, done: 0 }] })
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  await fixture.command('receive', { orderNumber: returnNumber })
  await fixture.run()
  expect(await returnOf(id)).toMatchObject({ status: 'received', items: [{ qtyReceived: 3 }] })
  expect(await onHand()).toEqual({ here: 98, there: 98 })
  expect(await fixture.problems()).toEqual([])
  expect(await fixture.broken()).toEqual([])
})

test('goods of a reversed receipt by the warehouse are expected there once more', async () => {
  const { returnNumber, id } = await sentBack()
  await fixture.command('receive', { orderNumber: returnNumber, units: 2 })
  await fixture.run('shipments')
  expect((await reverse(id)).json()).toMatchObject({ status: 'approved', qtyReceived: 0 })
  await fixture.run()
  expect(expected(returnNumber)).toEqual({ status: 'open', lines: [{ quantity: 5, done: 2 }] })
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  await fixture.command('receive', { orderNumber: returnNumber })
  await fixture.run()
  expect(await returnOf(id)).toMatchObject({ status: 'received', items: [{ qtyReceived: 3 }] })
  expect(await onHand()).toEqual({ here: 98, there: 98 })
  expect(await fixture.problems()).toEqual([])
  expect(await fixture.broken()).toEqual([])
})

test('a return that the warehouse has closed is received or cancelled by hand', async () => {
  const { returnNumber, id, items } = await sentBack()
  await fixture.command('receive', { orderNumber: returnNumber })
  await fixture.run('shipments')
  await fixture.settle()
  expect((await reverse(id)).json()).toMatchObject({ status: 'approved' })
  await fixture.run()
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  const problem = {
    title: `The warehouse has closed ${returnNumber} and no longer expects it`,
    reason: `${returnNumber} is done already`,
    proposal: 'Receive the goods manually, or cancel the units that will not arrive',
    link: `/returns?open=${returnNumber}&tab=warehouse`,
  }
  expect(await fixture.problems()).toMatchObject([problem])
  const counted = [{ itemId: items[0]?.id, quantity: 1, disposition: 'restock' }]
  expect((await step(id, 'receive', { items: counted })).statusCode).toBe(200)
  await fixture.run()
  expect(await onHand()).toEqual({ here: 96, there: 96 })
  expect(await exports()).toEqual(['original', 'closed', 'original'])
  await reverse(id)
  expect((await step(id, 'cancel')).json()).toMatchObject({ status: 'cancelled' })
  await fixture.run()
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  expect(await exports()).toEqual(['original', 'closed', 'original'])
  expect(await fixture.problems()).toMatchObject([problem])
  expect(await fixture.broken()).toEqual([])
})

test('a receipt is not reversed while the warehouse is asked to give the return up', async () => {
  const { returnNumber, id } = await sentBack()
  await fixture.command('receive', { orderNumber: returnNumber, units: 1 })
  await fixture.run('shipments')
  await step(id, 'close')
  const late = await reverse(id)
  expect([late.statusCode, late.json<{ detail: string }>().detail]).toEqual([
    409,
    'The warehouse was asked to cancel this return and has not responded yet',
  ])
})

test('a purchase order that the warehouse has closed is cancelled at once', async () => {
  const goods = stepsOf(fixture, await fixture.prizm.signIn('admin'))
  const id = await goods.expected()
  await fixture.command('receive', { orderNumber: 'PO-1' })
  await fixture.run()
  expect(await goods.orderOf(id)).toMatchObject({ status: 'received' })
  const [receipt] = await fixture.query<{ id: number }>('select id from receipts')
  const body = { reason: 'Recorded on another order' }
  await fixture.post(`/api/receipts/${receipt?.id}/reverse`, body, goods.admin)
  await fixture.run()
  expect(await fixture.problems()).toMatchObject([
    { title: 'The warehouse has closed PO-1 and no longer expects it' },
  ])
  expect((await goods.cancel(id)).json()).toMatchObject({ status: 'cancelled' })
  expect(await fixture.broken()).toEqual([])
})
