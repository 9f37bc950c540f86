import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('user')
})
afterEach(() => prizm.close())

type Found = { kind: string; code: string; why: string | null }

const find = async (q: string, more = '') => {
  const url = `/api/search?q=${encodeURIComponent(q)}${more}`
  const answer = await prizm.call('GET', url, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Found[]
}
const codes = async (q: string, more = '') => (await find(q, more)).map(({ code }) => code)

/** An order without lines, inserted directly. */
async function order(orderNumber: string, customerPO: string | null, total = '10.00') {
  await prizm.database.pool.query(
    `insert into sales_orders (order_number, customer_id, order_date, total_amount, subtotal,
                               header_only, customer_po, created_by)
     select $1, min(c.id), '2026-03-02', $3, $3, true, $2, (select min(id) from users)
     from customers c`,
    [orderNumber, customerPO, total],
  )
}

test('finds a customer PO in any spelling, and shows it', async () => {
  await prizm.builders.customer({ name: 'Northwind' })
  await order('SO-1', '4500-118822')
  await order('SO-2', '9900')
  for (const q of ['4500118822', '4500-1188 22', '4500 11']) {
    expect(await find(q)).toEqual([
      {
        kind: 'sales-order',
        id: 1,
        code: 'SO-1',
        title: 'Northwind',
        status: 'pending',
        amount: '10.00',
        date: '2026-03-02',
        why: 'PO 4500-118822',
      },
    ])
  }
})

test('an exact number comes first, regardless of its kind', async () => {
  await prizm.builders.customer({ customerCode: 'C-9', name: 'Orders of A-77' })
  await prizm.builders.sku({ sku: 'A-77', name: 'Bolt' })
  await prizm.builders.vendor({ vendorCode: 'A-77-V' })
  await order('SO-77', null)
  expect(await codes('a-77')).toEqual(['A-77', 'A-77-V', 'SO-77', 'C-9'])
  expect((await codes('SO-77'))[0]).toBe('SO-77')
})

test('finds a phone number by its digits, and a city by its name', async () => {
  await prizm.builders.customer({ customerCode: 'C-1', phone: '(555) 010-4477', city: 'Reno' })
  await prizm.builders.customer({ customerCode: 'C-2', phone: '555 99' })
  expect(await codes('555-0104')).toEqual(['C-1'])
  expect(await codes('555010 4477')).toEqual(['C-1'])
  expect(await codes('reno')).toEqual(['C-1'])
})

test('finds orders by amount, nearest first', async () => {
  await prizm.builders.customer()
  for (const [place, total] of ['10.00', '1240.50', '2000.00', '99.99'].entries()) {
    await order(`SO-${place}`, null, total)
  }
  expect(await codes('=1240.50')).toEqual(['SO-1'])
  expect(await codes('>1,000')).toEqual(['SO-1', 'SO-2'])
  expect(await codes('< $100')).toEqual(['SO-3', 'SO-0'])
})

test('kinds and limit narrow the results, which may be empty', async () => {
  await prizm.builders.customer({ customerCode: 'ZZ-1' })
  await prizm.builders.vendor({ vendorCode: 'ZZ-2' })
  await prizm.builders.sku({ sku: 'ZZ-3' })
  expect(await codes('ZZ', '&kinds=vendor,sku')).toEqual(['ZZ-2', 'ZZ-3'])
  expect(await codes('ZZ', '&limit=1')).toHaveLength(1)
  expect(await codes('nothing of the sort')).toEqual([])
  expect((await prizm.call('GET', '/api/search?q=', { as })).statusCode).toBe(422)
})

test('sorts inactive records after active ones', async () => {
  await prizm.builders.customer({ customerCode: 'N-1', name: 'North Old', isActive: false })
  await prizm.builders.customer({ customerCode: 'N-2', name: 'North New' })
  expect(await codes('north')).toEqual(['N-2', 'N-1'])
})

test('finds invoices and payments by number, with permission only', async () => {
  const fixture = await receivablesFixture(prizm)
  const customer = await fixture.customer({ name: 'Northwind' })
  await fixture.charged(customer, { total: '108.00' })
  await fixture.paid(customer, '8.00')
  const [invoice] = await find('inv-1000001')
  expect(invoice).toMatchObject({ kind: 'invoice', code: 'INV-1000001', title: 'Northwind' })
  expect(await codes('PAY 1000001')).toEqual(['PAY-1000001'])
  expect((await codes('1000001')).toSorted()).toEqual(['INV-1000001', 'PAY-1000001'])
  expect(await codes('INV-100000')).toEqual([])
  as = await prizm.signIn('warehouse')
  expect(await codes('1000001')).toEqual([])
})

test('finds vendor bills and vendor payments by number', async () => {
  const fixture = await payablesFixture(prizm)
  const bill = await fixture.posted(10, { billNumber: 'Acme/17' })
  const bills = [{ billId: bill.id, amount: '10.00' }]
  const { paymentNumber } = (await fixture.prepare({ bills })).json<{ paymentNumber: string }>()
  expect((await find('acme/17')).map(({ kind, code }) => [kind, code])).toEqual([
    ['bill', 'Acme/17'],
  ])
  expect(await codes(paymentNumber.toLowerCase())).toEqual([paymentNumber])
  as = await prizm.signIn('sales')
  expect(await codes('acme/17')).toEqual([])
  expect(await codes(paymentNumber)).toEqual([])
})

test('finds an order by the tracking number of a shipment', async () => {
  await prizm.builders.customer({ name: 'Northwind' })
  await order('SO-1', null)
  await prizm.database.pool.query(
    `insert into shipments (shipment_number, sales_order_id, ship_date, tracking_number,
                            goods_amount, tax_amount, shipping_amount, total_amount, created_by)
     select 'SH-1', min(o.id), '2026-03-02', '1Z_999', 0, 0, 0, 0, min(o.created_by)
     from sales_orders o`,
  )
  expect(await find('1z_999')).toMatchObject([{ code: 'SO-1', why: 'Tracking 1Z_999' }])
  expect(await codes('1zx999')).toEqual([])
})

test('finds a requisition by its number, its digits and its reason', async () => {
  const sku = await prizm.builders.sku({ sku: 'HX-9', name: 'Hex bolt' })
  const items = [{ skuId: sku.id, quantity: 2 }]
  const body = { reason: 'For the second gate', items }
  const made = await prizm.call('POST', '/api/requisitions', { as, body })
  expect(made.statusCode, made.body).toBe(201)
  const { requisitionNumber } = made.json()
  for (const q of [requisitionNumber, requisitionNumber.toLowerCase(), 'second gate']) {
    expect(await find(q)).toMatchObject([
      { kind: 'requisition', code: requisitionNumber, title: 'For the second gate' },
    ])
  }
  expect(await codes(requisitionNumber.slice(4))).toContain(requisitionNumber)
})
