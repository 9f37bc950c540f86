import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { returnsFixture } from '../testing.ts'

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

/** Returns debits less credits of the inventory and cost accounts, without the opening stock. */
const goods = async (): Promise<Record<string, string>> => {
  const found = await fixture.query(
    `select account, sum(debit - credit)::text as balance
     from journal_lines l join journal_entries e on e.id = l.entry_id
     where account in ('1200', '5000', '5100', '5200') and memo <> 'Opening stock'
     group by account having sum(debit - credit) <> 0 order by account`,
  )
  return Object.fromEntries(found.map(({ account, balance }) => [account, balance]))
}
const back = async (order: { id: number; items: { id: number }[] }, quantity: number, how = {}) => {
  const items = [{ originalItemId: order.items[0]?.id, quantity, ...how }]
  const { id } = await fixture.made({ salesOrderId: order.id, items })
  await fixture.act(id, 'approve')
  const answer = await fixture.act(id, 'receive', 'warehouse')
  expect(answer.statusCode).toBe(200)
  return id
}
/** Ships an order of units that cost 4.00 each at the time. */
const shippedAtFour = async (quantity: number) => {
  const skuId = await fixture.given.item({ cost: '4.00' })
  return fixture.shipped(quantity, { skuId })
}
const setCost = (cost: string) => fixture.query(`update skus set cost = '${cost}'`)

test('goods sold and fully returned have no cost of goods, whatever the later cost', async () => {
  const order = await shippedAtFour(5)
  expect(await goods()).toEqual({ '1200': '-20.00', '5000': '20.00' })
  expect(await fixture.query('select cost_amount from invoice_lines')).toEqual([
    { cost_amount: '20.00' },
  ])
  await setCost('5.00')
  await back(order, 2)
  expect(await goods()).toEqual({ '1200': '-12.00', '5000': '12.00' })
  await setCost('7.50')
  await back(order, 3)
  expect(await goods()).toEqual({})
})

test('scrapped goods post a loss at the cost they shipped at', async () => {
  const order = await shippedAtFour(5)
  await setCost('9.00')
  await back(order, 5, { condition: 'damaged' })
  expect(await goods()).toEqual({ '1200': '-20.00', '5200': '20.00' })
})

test('units that shipped first are returned first, each at its own cost', async () => {
  const order = await shippedAtFour(5)
  const itemId = order.items[0]?.id
  // Three of the units are invoiced at another cost, as if they had shipped a day later.
  await fixture.query(
    `update invoice_lines set quantity = 2, total_price = 2 * unit_price, cost_amount = 8`,
  )
  await fixture.query(
    `insert into invoice_lines (invoice_id, line_no, sales_order_item_id, sku_id, quantity,
                                unit_price, total_price, tax_amount, cost_amount)
     select invoice_id, 2, ${itemId}, sku_id, 3, unit_price, 3 * unit_price, 0, 18
     from invoice_lines`,
  )
  await back(order, 1)
  expect((await goods())['1200']).toBe('-16.00')
  await back(order, 3)
  expect(await goods()).toEqual({})
  await fixture.query('delete from invoice_lines where line_no = 2')
  await fixture.query(`update invoice_lines set quantity = 5, total_price = 5 * unit_price`)
})

test('goods sent on to a vendor reduce cost of goods by the cost they shipped at', async () => {
  const order = await shippedAtFour(4)
  await setCost('5.00')
  const id = await back(order, 4, { condition: 'defective', disposition: 'vendor' })
  const vendorId = (await prizm.builders.vendor()).id
  const sent = await fixture.act(id, 'send-to-vendor', 'manager', { vendorId })
  expect(sent.json()).toMatchObject({ totalAmount: '20.00' })
  await fixture.act(sent.json().id, 'approve')
  expect((await fixture.act(sent.json().id, 'ship', 'warehouse')).statusCode).toBe(200)
  // The vendor credits today's cost; the goods were sold when they cost 4.00.
  expect(await goods()).toEqual({ '1200': '-16.00', '5100': '-4.00' })
})
