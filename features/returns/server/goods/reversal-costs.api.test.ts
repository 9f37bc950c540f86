import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { reversalDesk } from '../testing.ts'

// The cost at which a receipt of customer goods is reversed.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof reversalDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await reversalDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

/** An approved return of 3 units that cost 1.00, 2.00 and 9.00, as if shipped on three days. */
async function shippedOnThreeDays() {
  const goods = await desk.approved(3)
  await desk.query(
    `update invoice_lines set quantity = 1, total_price = unit_price, cost_amount = 1`,
  )
  await desk.query(
    `insert into invoice_lines (invoice_id, line_no, sales_order_item_id, sku_id, quantity,
                                unit_price, total_price, tax_amount, cost_amount)
     select invoice_id, n, sales_order_item_id, sku_id, 1, unit_price, unit_price, 0, cost
     from invoice_lines cross join (values (2, 2), (3, 9)) as x (n, cost)`,
  )
  return goods
}
async function asOneShipment() {
  await desk.query('delete from invoice_lines where line_no > 1')
  await desk.query(
    `update invoice_lines set quantity = 3, total_price = 3 * unit_price, cost_amount = 12`,
  )
}

describe('the cost of a reversed receipt', () => {
  test('is the cost at which it was posted, although the average has changed', async () => {
    const skuId = await desk.given.item({ cost: '4.00' })
    const customerId = await desk.given.buyer()
    const goods = await desk.approvedOf({ customerId }, { skuId, quantity: 10 })
    const { itemId } = goods
    const wrong = await desk.receive(goods.id, [
      { itemId, quantity: 8, disposition: 'restock' },
      { itemId, quantity: 2, disposition: 'scrap' },
    ])
    expect(await desk.books()).toMatchObject({ '1200': '432.00', '5000': '-40.00', '5200': '8.00' })
    // Another 108 units at 6.00 make the average 5.00.
    const as = await prizm.signIn('admin')
    const vendorId = (await prizm.given.vendor()).id
    const items = [{ skuId, quantity: 108, unitPrice: '6.00' }]
    const body = { orderNumber: 'PO-1', vendorId, items, status: 'received' }
    const bought = await prizm.call('POST', '/api/purchase-orders', { as, body })
    expect(bought.statusCode, bought.body).toBe(201)
    expect(await desk.books()).toMatchObject({ '1200': '1080.00', average: '5.0000' })
    await desk.reversed(wrong)
    const after = await desk.books()
    expect(after).toMatchObject({ '1200': '1048.00', onHand: 208, value: '1048.00' })
    expect(after).not.toHaveProperty('5000')
    expect(after).not.toHaveProperty('5200')
  })

  test('returns with the next units, so that goods fully returned cost nothing', async () => {
    const goods = await shippedOnThreeDays()
    const first = await desk.restocked(goods, 1)
    await desk.restocked(goods, 1)
    await desk.reversed(first)
    await desk.restocked(goods, 1)
    await desk.restocked(goods, 1)
    expect((await desk.moves()).map(({ units, amount }) => [units, amount])).toEqual([
      [1, '1.00'],
      [1, '2.00'],
      [-1, '-1.00'],
      [1, '1.00'],
      [1, '9.00'],
    ])
    expect(await desk.books()).not.toHaveProperty('5000')
    await asOneShipment()
  })

  test('takes account of the units that shipped to a vendor meanwhile', async () => {
    const goods = await shippedOnThreeDays()
    const { id, itemId } = goods
    const first = await desk.restocked(goods, 1)
    await desk.receive(id, [{ itemId, quantity: 1, disposition: 'vendor' }])
    const vendorId = (await prizm.given.vendor()).id
    const sent = await desk.act(id, 'send-to-vendor', 'manager', { vendorId })
    await desk.act(sent.json().id, 'approve')
    await desk.act(sent.json().id, 'ship', 'warehouse')
    expect(await desk.query('select cost_amount as cost from return_items order by id')).toEqual([
      { cost: null },
      { cost: '2.00' },
    ])
    await desk.reversed(first)
    await desk.restocked(goods, 1)
    await desk.restocked(goods, 1)
    expect((await desk.moves()).map(({ amount }) => amount)).toEqual([
      '1.00',
      '-1.00',
      '1.00',
      '9.00',
    ])
    expect(await desk.books()).not.toHaveProperty('5000')
    await asOneShipment()
  })

  test('of an older receipt, stored without it, is that of the units returned last', async () => {
    const goods = await desk.approved(3)
    const before = await desk.books()
    await desk.restocked(goods, 1)
    const middle = await desk.books()
    const wrong = await desk.receive(goods.id, [
      { itemId: goods.itemId, quantity: 1, disposition: 'restock' },
      { itemId: goods.itemId, quantity: 1, disposition: 'scrap' },
    ])
    const [, first] = wrong.receipts
    await desk.query('update return_receipt_items set cost_amount = null')
    await desk.reversed(wrong)
    expect(await desk.books()).toEqual(middle)
    await desk.reversed({ receipts: first ? [first] : [] })
    expect(await desk.books()).toEqual(before)
  })
})
