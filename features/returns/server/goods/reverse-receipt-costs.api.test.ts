import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { receiptReversalFixture } from '../testing.ts'

// The cost at which a receipt of customer goods is reversed.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receiptReversalFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receiptReversalFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/** An approved return of 3 units that cost 1.00, 2.00 and 9.00, as if shipped on three days. */
async function shippedOnThreeDays() {
  const goods = await fixture.approved(3)
  await fixture.query(
    `update invoice_lines set quantity = 1, total_price = unit_price, cost_amount = 1`,
  )
  await fixture.query(
    `insert into invoice_lines (invoice_id, line_no, sales_order_item_id, sku_id, quantity,
                                unit_price, total_price, tax_amount, cost_amount)
     select invoice_id, n, sales_order_item_id, sku_id, 1, unit_price, unit_price, 0, cost
     from invoice_lines cross join (values (2, 2), (3, 9)) as x (n, cost)`,
  )
  return goods
}
async function asOneShipment() {
  await fixture.query('delete from invoice_lines where line_no > 1')
  await fixture.query(
    `update invoice_lines set quantity = 3, total_price = 3 * unit_price, cost_amount = 12`,
  )
}

describe('the cost of a reversed receipt', () => {
  test('is the cost at which it was posted, although the average has changed', async () => {
    const skuId = await fixture.given.item({ cost: '4.00' })
    const customerId = await fixture.given.buyer()
    const goods = await fixture.approvedOf({ customerId }, { skuId, quantity: 10 })
    const { itemId } = goods
    const wrong = await fixture.receive(goods.id, [
      { itemId, quantity: 8, disposition: 'restock' },
      { itemId, quantity: 2, disposition: 'scrap' },
    ])
    expect(await fixture.books()).toMatchObject({
      '1200': '432.00',
      '5000': '-40.00',
      '5200': '8.00',
    })
    // Another 108 units at 6.00 make the average 5.00.
    const as = await prizm.signIn('admin')
    const vendorId = (await prizm.builders.vendor()).id
    const items = [{ skuId, quantity: 108, unitPrice: '6.00' }]
    const body = { orderNumber: 'PO-1', vendorId, items, status: 'received' }
    const bought = await prizm.call('POST', '/api/purchase-orders', { as, body })
    expect(bought.statusCode, bought.body).toBe(201)
    expect(await fixture.books()).toMatchObject({ '1200': '1080.00', average: '5.0000' })
    await fixture.reversed(wrong)
    const after = await fixture.books()
    expect(after).toMatchObject({ '1200': '1048.00', onHand: 208, value: '1048.00' })
    expect(after).not.toHaveProperty('5000')
    expect(after).not.toHaveProperty('5200')
  })

  test('returns with the next units, so that goods fully returned cost nothing', async () => {
    const goods = await shippedOnThreeDays()
    const first = await fixture.restocked(goods, 1)
    await fixture.restocked(goods, 1)
    await fixture.reversed(first)
    await fixture.restocked(goods, 1)
    await fixture.restocked(goods, 1)
    expect((await fixture.moves()).map(({ units, amount }) => [units, amount])).toEqual([
      [1, '1.00'],
      [1, '2.00'],
      [-1, '-1.00'],
      [1, '1.00'],
      [1, '9.00'],
    ])
    expect(await fixture.books()).not.toHaveProperty('5000')
    await asOneShipment()
  })

  test('takes account of the units that shipped to a vendor meanwhile', async () => {
    const goods = await shippedOnThreeDays()
    const { id, itemId } = goods
    const first = await fixture.restocked(goods, 1)
    await fixture.receive(id, [{ itemId, quantity: 1, disposition: 'vendor' }])
    const vendorId = (await prizm.builders.vendor()).id
    const sent = await fixture.act(id, 'send-to-vendor', 'manager', { vendorId })
    await fixture.act(sent.json().id, 'approve')
    await fixture.act(sent.json().id, 'ship', 'warehouse')
    expect(await fixture.query('select cost_amount as cost from return_items order by id')).toEqual(
      [{ cost: null }, { cost: '2.00' }],
    )
    await fixture.reversed(first)
    await fixture.restocked(goods, 1)
    await fixture.restocked(goods, 1)
    expect((await fixture.moves()).map(({ amount }) => amount)).toEqual([
      '1.00',
      '-1.00',
      '1.00',
      '9.00',
    ])
    expect(await fixture.books()).not.toHaveProperty('5000')
    await asOneShipment()
  })

  test('of an older receipt, stored without it, is that of the units returned last', async () => {
    const goods = await fixture.approved(3)
    const before = await fixture.books()
    await fixture.restocked(goods, 1)
    const middle = await fixture.books()
    const wrong = await fixture.receive(goods.id, [
      { itemId: goods.itemId, quantity: 1, disposition: 'restock' },
      { itemId: goods.itemId, quantity: 1, disposition: 'scrap' },
    ])
    const [, first] = wrong.receipts
    await fixture.query('update return_receipt_items set cost_amount = null')
    await fixture.reversed(wrong)
    expect(await fixture.books()).toEqual(middle)
    await fixture.reversed({ receipts: first ? [first] : [] })
    expect(await fixture.books()).toEqual(before)
  })
})
