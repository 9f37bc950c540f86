import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('user')
})
afterEach(() => prizm.close())

type Hit = { kind: string; code: string; why: string | null }

/** The kind, code and reason of each search hit. */
async function find(q: string) {
  const answer = await prizm.call('GET', `/api/search?q=${encodeURIComponent(q)}`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Hit[]>().map(({ kind, code, why }) => [kind, code, why])
}

async function orderWith(fields: { orderNumber: string; customerPO?: string; notes?: string }) {
  await prizm.database.pool.query(
    `insert into sales_orders (order_number, customer_id, order_date, header_only, customer_po,
                               notes, created_by)
     select $1, min(c.id), '2026-03-02', true, $2, $3, (select min(id) from users)
     from customers c`,
    [fields.orderNumber, fields.customerPO, fields.notes],
  )
}

async function purchaseWith(fields: { orderNumber: string; notes?: string }) {
  await prizm.database.pool.query(
    `insert into purchase_orders (order_number, vendor_id, order_date, header_only, notes,
                                  created_by)
     select $1, min(v.id), '2026-03-02', true, $2, (select min(id) from users)
     from vendors v`,
    [fields.orderNumber, fields.notes],
  )
}

test('order number: sales and purchase orders, only digits or with a space', async () => {
  await prizm.builders.customer()
  await prizm.builders.vendor()
  await orderWith({ orderNumber: 'SO-1042' })
  await purchaseWith({ orderNumber: 'PO-1042' })
  expect(await find('so 1042')).toEqual([['sales-order', 'SO-1042', null]])
  expect(await find('po-1042')).toEqual([['purchase-order', 'PO-1042', null]])
  expect(await find('1042')).toEqual([
    ['sales-order', 'SO-1042', null],
    ['purchase-order', 'PO-1042', null],
  ])
})

test('customer PO: ignores punctuation and spaces', async () => {
  await prizm.builders.customer()
  await orderWith({ orderNumber: 'SO-1', customerPO: '4500-118822' })
  expect(await find('4500 1188-22')).toEqual([['sales-order', 'SO-1', 'PO 4500-118822']])
})

test('return number', async () => {
  const customer = await prizm.builders.customer()
  await prizm.database.pool.query(
    `insert into returns (return_number, type, customer_id, reason, created_by)
     select 'RMA-1042', 'rma', $1, 'Broken', min(id) from users`,
    [customer.id],
  )
  const found = [['return', 'RMA-1042', null]]
  for (const q of ['rma-1042', 'rma 1042', '1042']) expect(await find(q)).toEqual(found)
})

test('tracking number', async () => {
  await prizm.builders.customer()
  await orderWith({ orderNumber: 'SO-1' })
  await prizm.database.pool.query(
    `insert into shipments (shipment_number, sales_order_id, ship_date, tracking_number,
                            goods_amount, total_amount, created_by)
     select 'SO-1-1', min(o.id), '2026-03-02', '1Z999AA1', 0, 0, min(o.created_by)
     from sales_orders o`,
  )
  expect(await find('1z999aa1')).toEqual([['sales-order', 'SO-1', 'Tracking 1Z999AA1']])
})

test('customer code, name, email, phone digits, city and contact', async () => {
  const phone = '+1 (555) 010-4477'
  const email = 'ann.lee@north.example'
  const named = { customerCode: 'C-1042', name: 'Northwind', email, phone, city: 'Reno' }
  await prizm.builders.customer({ ...named, contactName: 'Ada Lovelace' })
  expect(await find('lovelace')).toEqual([['customer', 'C-1042', 'Ada Lovelace']])
  for (const q of ['c-1042', 'C1042', 'northw', 'NORTHWIND reno']) {
    expect(await find(q)).toEqual([['customer', 'C-1042', 'Reno']])
  }
  for (const q of ['ann.lee@north.example', 'Lee@North']) {
    expect(await find(q)).toEqual([['customer', 'C-1042', email]])
  }
  for (const q of ['555 010 4477', '(555)0104477', '555-0104', '15550104477', '010.44']) {
    expect(await find(q)).toEqual([['customer', 'C-1042', phone]])
  }
})

test('vendor code, name, email, phone digits, city and contact', async () => {
  const phone = '555.010.4477'
  const email = 'sales@acme.example'
  const named = { vendorCode: 'V-77', name: 'Acme', email, phone, city: 'Austin' }
  await prizm.builders.vendor({ ...named, contactName: 'Grace Hopper' })
  for (const q of ['v-77', 'acme', 'austin']) {
    expect(await find(q)).toEqual([['vendor', 'V-77', 'Austin']])
  }
  expect(await find('sales@acme')).toEqual([['vendor', 'V-77', email]])
  for (const q of ['(555) 010-4477', '5550104']) {
    expect(await find(q)).toEqual([['vendor', 'V-77', phone]])
  }
  expect(await find('hopper')).toEqual([['vendor', 'V-77', 'Grace Hopper']])
})

test('SKU, name, barcode and category', async () => {
  const named = { sku: 'HX-1207', name: 'Hex bolt M8', barcode: '4006381333931' }
  await prizm.builders.sku({ ...named, category: 'Fasteners', currentStock: 0 })
  for (const q of ['hx-1207', 'hx1207', '1207', 'm8 hex']) {
    expect(await find(q)).toEqual([['sku', 'HX-1207', '0 available']])
  }
  for (const q of ['4006381333931', '40063813']) {
    expect(await find(q)).toEqual([['sku', 'HX-1207', 'Barcode 4006381333931']])
  }
  expect(await find('fasteners')).toEqual([['sku', 'HX-1207', 'Fasteners']])
})

test('notes of sales orders and purchase orders, by word prefix', async () => {
  await prizm.builders.customer()
  await prizm.builders.vendor()
  await orderWith({ orderNumber: 'SO-1', customerPO: '77', notes: 'Deliver to the back gate' })
  await purchaseWith({ orderNumber: 'PO-1', notes: 'Through the gate' })
  expect(await find('gate')).toEqual([
    ['sales-order', 'SO-1', 'Notes: Deliver to the back gate'],
    ['purchase-order', 'PO-1', 'Notes: Through the gate'],
  ])
  expect(await find('deliv back')).toHaveLength(1)
  expect(await find('ate')).toEqual([])
  const listed = await prizm.call('GET', '/api/sales-orders?q=gate&limit=10', { as })
  expect(listed.json<{ orderNumber: string }[]>()).toMatchObject([{ orderNumber: 'SO-1' }])
})

test('the customer and vendor lists also find phone digits in any format', async () => {
  await prizm.builders.customer({ customerCode: 'C-1', phone: '(555) 010-4477' })
  await prizm.builders.vendor({ vendorCode: 'V-1', phone: '555 010.4477' })
  for (const path of ['customers', 'vendors']) {
    const answer = await prizm.call('GET', `/api/${path}?q=555-0104&limit=10`, { as })
    expect(answer.json<unknown[]>()).toHaveLength(1)
  }
})

test('notes find customers and vendors, but not their documents', async () => {
  const noted = { city: 'Seattle', notes: 'Ring at the back gate' }
  await prizm.builders.customer({ ...noted, customerCode: 'C-1', name: 'Northwind' })
  await prizm.builders.vendor({ vendorCode: 'V-1', name: 'Acme', notes: 'Gates close at noon' })
  await orderWith({ orderNumber: 'SO-1' })
  const northwind = ['customer', 'C-1', 'Notes: Ring at the back gate']
  expect(await find('gate')).toEqual([northwind, ['vendor', 'V-1', 'Notes: Gates close at noon']])
  expect(await find('northwind ring')).toEqual([northwind])
  expect(await find('noon')).toEqual([['vendor', 'V-1', 'Notes: Gates close at noon']])
  expect(await find('northwind')).toEqual([
    ['sales-order', 'SO-1', null],
    ['customer', 'C-1', 'Seattle'],
  ])
  const listed = await prizm.call('GET', '/api/customers?q=gate&limit=10', { as })
  expect(listed.json<object[]>()).toMatchObject([{ customerCode: 'C-1' }])
})
