import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReturnDetails } from '#features/returns/contract.ts'
import { type WarehouseFixture, besideWarehouse } from '../testing.ts'
import { stepsOf } from '../testing/testing-purchases.ts'

// Receipts are reversed after the warehouse was told of their goods, or has reported them.

let beside: WarehouseFixture

beforeEach(async () => {
  beside = await besideWarehouse()
})
afterEach(() => beside.close())

/** An approved return, sent to the warehouse, of three units that the warehouse has shipped. */
async function sentBack(): Promise<ReturnDetails> {
  const { released, settle, run, command, post } = beside
  await beside.given.item({ sku: 'LAMP', currentStock: 100 })
  await run()
  const [{ id: skuId } = { id: 0 }] = await beside.query<{ id: number }>('select id from skus')
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

const returnOf = (id: number) => beside.get<ReturnDetails>(`/api/returns/${id}`)
const step = (id: number, verb: string, body: object = { reason: 'Keeps it' }) =>
  beside.post(`/api/returns/${id}/${verb}`, body)
const onHand = async () => ({
  here: (await beside.query<{ units: number }>('select current_stock as units from skus'))[0]
    ?.units,
  there: beside.warehouse.stock.items.get('LAMP')?.onHand,
})
const exports = async () => {
  const text = `select action from wms_exports where kind = 'expected_return' order by id`
  return (await beside.query<{ action: string }>(text)).map(({ action }) => action)
}

const reverse = async (id: number) => {
  const [receipt] = (await returnOf(id)).receipts
  const url = `/api/return-receipts/${receipt?.id}/reverse`
  return beside.post(url, { reason: 'Counted wrong' })
}
const expected = (number: string) => {
  const { status, lines } = beside.warehouse.stock.expected.get(number) ?? {}
  return { status, lines: lines?.map(({ quantity, done }) => ({ quantity, done })) }
}

test('goods of a reversed receipt by hand are moved and expected on both sides', async () => {
  const { returnNumber, id, items } = await sentBack()
  const counted = [{ itemId: items[0]?.id, quantity: 2, disposition: 'restock' }]
  await step(id, 'receive', { items: counted })
  await beside.run()
  expect(expected(returnNumber)).toEqual({ status: 'open', lines: [{ quantity: 1, done: 0 }] })
  expect((await reverse(id)).statusCode).toBe(200)
  await beside.run()
  expect(expected(returnNumber)).toEqual({ status: 'open', lines: [{ quantity: 3, done: 0 }] })
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  await beside.command('receive', { orderNumber: returnNumber })
  await beside.run()
  expect(await returnOf(id)).toMatchObject({ status: 'received', items: [{ qtyReceived: 3 }] })
  expect(await onHand()).toEqual({ here: 98, there: 98 })
  expect(await beside.problems()).toEqual([])
  expect(await beside.broken()).toEqual([])
})

test('goods of a reversed receipt by the warehouse are expected there once more', async () => {
  const { returnNumber, id } = await sentBack()
  await beside.command('receive', { orderNumber: returnNumber, units: 2 })
  await beside.run('shipments')
  expect((await reverse(id)).json()).toMatchObject({ status: 'approved', qtyReceived: 0 })
  await beside.run()
  expect(expected(returnNumber)).toEqual({ status: 'open', lines: [{ quantity: 5, done: 2 }] })
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  await beside.command('receive', { orderNumber: returnNumber })
  await beside.run()
  expect(await returnOf(id)).toMatchObject({ status: 'received', items: [{ qtyReceived: 3 }] })
  expect(await onHand()).toEqual({ here: 98, there: 98 })
  expect(await beside.problems()).toEqual([])
  expect(await beside.broken()).toEqual([])
})

test('a return that is over in the warehouse is received or cancelled by hand', async () => {
  const { returnNumber, id, items } = await sentBack()
  await beside.command('receive', { orderNumber: returnNumber })
  await beside.run('shipments')
  await beside.settle()
  expect((await reverse(id)).json()).toMatchObject({ status: 'approved' })
  await beside.run()
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  const problem = {
    title: `${returnNumber} is over in the warehouse and is not expected again`,
    reason: `${returnNumber} is done already`,
    proposal: 'Receive its goods by hand, or cancel what does not come',
    link: `/returns?open=${returnNumber}&tab=warehouse`,
  }
  expect(await beside.problems()).toMatchObject([problem])
  const counted = [{ itemId: items[0]?.id, quantity: 1, disposition: 'restock' }]
  expect((await step(id, 'receive', { items: counted })).statusCode).toBe(200)
  await beside.run()
  expect(await onHand()).toEqual({ here: 96, there: 96 })
  expect(await exports()).toEqual(['original', 'closed', 'original'])
  await reverse(id)
  expect((await step(id, 'cancel')).json()).toMatchObject({ status: 'cancelled' })
  await beside.run()
  expect(await onHand()).toEqual({ here: 95, there: 95 })
  expect(await exports()).toEqual(['original', 'closed', 'original'])
  expect(await beside.problems()).toMatchObject([problem])
  expect(await beside.broken()).toEqual([])
})

test('a receipt is not reversed while the warehouse is asked to give the return up', async () => {
  const { returnNumber, id } = await sentBack()
  await beside.command('receive', { orderNumber: returnNumber, units: 1 })
  await beside.run('shipments')
  await step(id, 'close')
  const late = await reverse(id)
  expect([late.statusCode, late.json<{ detail: string }>().detail]).toEqual([
    409,
    'The warehouse was asked to cancel this return and has not answered yet',
  ])
})

test('a purchase order that is over in the warehouse is cancelled at once', async () => {
  const goods = stepsOf(beside, await beside.prizm.signIn('admin'))
  const id = await goods.expected()
  await beside.command('receive', { orderNumber: 'PO-1' })
  await beside.run()
  expect(await goods.orderOf(id)).toMatchObject({ status: 'received' })
  const [receipt] = await beside.query<{ id: number }>('select id from receipts')
  const body = { reason: 'Recorded on another order' }
  await beside.post(`/api/receipts/${receipt?.id}/reverse`, body, goods.admin)
  await beside.run()
  expect(await beside.problems()).toMatchObject([
    { title: 'PO-1 is over in the warehouse and is not expected again' },
  ])
  expect((await goods.cancel(id)).json()).toMatchObject({ status: 'cancelled' })
  expect(await beside.broken()).toEqual([])
})
