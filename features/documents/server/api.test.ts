import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { textIn } from './testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  await prizm.call('PUT', '/api/settings', {
    as,
    body: { companyName: 'Prizm Supplies Inc.', companyAddress: '1 Main Street' },
  })
})
afterEach(() => prizm.close())

const made = async (path: string, body: object) => {
  const answer = await prizm.call('POST', path, { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number; orderNumber: string; returnNumber: string }>()
}

const textOf = async (path: string, by = as) => {
  const answer = await prizm.call('GET', path, { as: by })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['cache-control']).toBe('no-store')
  return textIn(answer.rawPayload)
}

/** An order of three bolts at $10.00, released to the warehouse. */
async function createSalesOrder() {
  const customer = await prizm.builders.customer({ name: 'Müller & Söhne', creditLimit: '9000.00' })
  const sku = await prizm.builders.sku({ name: 'Hex bolt', price: '10.00', currentStock: 50 })
  const answer = await prizm.call('POST', '/api/orders/create', {
    as,
    body: {
      customerId: customer.id,
      customerPO: '4500118822',
      items: [{ skuId: sku.id, quantity: 3 }],
      orderSource: 'phone',
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { order } = answer.json<{ order: { id: number; orderNumber: string } }>()
  const path = `/api/sales-orders/${order.id}`
  await prizm.call('POST', `${path}/process`, { as, body: {} })
  const ship = () =>
    prizm.call('POST', `${path}/ship`, { as, body: { carrier: 'UPS', trackingNumber: '1Z999' } })
  return { customer, sku, order, path, ship }
}

test('serves the confirmation, pick list and packing slip of an order as PDFs', async () => {
  const { order, path, ship, customer: createdFor } = await createSalesOrder()
  const confirmation = await textOf(`${path}/confirmation/pdf`)
  for (const words of ['Order Confirmation', order.orderNumber, 'Müller & Söhne', '4500118822']) {
    expect(confirmation).toContain(words)
  }
  expect(confirmation).toContain('Prizm Supplies Inc.')
  expect(confirmation).toContain('$30.00')
  expect(await textOf(`${path}/pick-list/pdf`)).toContain('______')
  expect((await ship()).statusCode).toBe(200)
  const slip = await textOf(`${path}/packing-slip/pdf`)
  for (const words of ['Packing Slip', 'UPS 1Z999', 'Hex bolt']) expect(slip).toContain(words)
  expect(slip).not.toContain('$')
  const change = { packingSlipPrices: true }
  const customer = `/api/customers/${createdFor.id}`
  expect((await prizm.call('PATCH', customer, { as, body: change })).statusCode).toBe(200)
  const priced = await textOf(`${path}/packing-slip/pdf`)
  for (const words of ['Unit price', '$10.00']) expect(priced).toContain(words)
})

test('an invoice, a credit memo and a statement state the amount due', async () => {
  const { customer, order, ship } = await createSalesOrder()
  await ship()
  const found = await prizm.call('GET', `/api/invoices?salesOrderId=${order.id}`, { as })
  const [invoice] = found.json<{ id: number; invoiceNumber: string; total: string }[]>()
  const bill = await textOf(`/api/invoices/${invoice?.id}/pdf`)
  for (const words of [invoice?.invoiceNumber, `$${invoice?.total}`, 'Balance due']) {
    expect(bill).toContain(words)
  }
  const memo = await made('/api/credit-memos', {
    invoiceId: invoice?.id,
    goods: '5.00',
    reason: 'Scratched',
  })
  const credited = await textOf(`/api/credit-memos/${memo.id}/pdf`)
  for (const words of ['Credit Memo', 'Scratched', '$5.00']) expect(credited).toContain(words)
  const statement = `/api/customers/${customer.id}/statement/pdf`
  expect(await textOf(statement)).toContain('12/1/2025 to 3/2/2026')
  expect(await textOf(`${statement}?to=2026-01-31`)).toContain('to 1/31/2026')
})

test('documents go to the attention of the contact, unless the address names one', async () => {
  const { path, ship, customer, order } = await createSalesOrder()
  await ship()
  await prizm.rows(`update sales_orders set shipping_address = '9 Dock Road'
                    where id = ${order.id} returning id`)
  const found = await prizm.call('GET', `/api/invoices?customerId=${customer.id}`, { as })
  const [invoice] = found.json<{ id: number }[]>()
  const setAddress = (lines: string) =>
    prizm.rows(`update customers set contact_name = 'Ann Lee', billing_address = e'${lines}'
                where id = ${customer.id} returning id`)
  const ofOrder = [`${path}/confirmation/pdf`, `${path}/packing-slip/pdf`]
  const ofAccount = [
    `/api/invoices/${invoice?.id}/pdf`,
    `/api/customers/${customer.id}/statement/pdf`,
  ]
  await setAddress('P.O. Box 7\\nDayton, OH 45402')
  for (const url of ofOrder) expect(await textOf(url)).toContain('Attn: Ann Lee\n')
  for (const url of ofAccount) {
    expect(await textOf(url)).toContain('Attn: Ann Lee\nP.O. Box 7\nDayton, OH 45402')
  }
  await setAddress('ATTENTION Ed Cole\\nP.O. Box 7')
  for (const url of ofAccount) {
    const text = await textOf(url)
    expect(text).toContain('ATTENTION Ed Cole\nP.O. Box 7')
    expect(text).not.toContain('Ann Lee')
  }
  await setAddress('ann lee\\nP.O. Box 7')
  for (const url of ofAccount) {
    const text = await textOf(url)
    expect(text).toContain('ann lee\nP.O. Box 7')
    expect(text).not.toContain('Attn')
  }
})

test('serves the return form of a return', async () => {
  await prizm.builders.customer({ name: 'Müller & Söhne' })
  await prizm.builders.sku({ name: 'Hex bolt' })
  const goods = await made('/api/returns', {
    type: 'rma',
    customerId: 1,
    reason: 'Too many',
    items: [{ skuId: 1, quantity: 1 }],
  })
  const text = await textOf(`/api/returns/${goods.id}/pdf`)
  for (const words of ['Return Authorization', goods.returnNumber, 'Too many', 'Müller']) {
    expect(text).toContain(words)
  }
})

test('a purchase order states the delivery address, and prices only with permission', async () => {
  await prizm.builders.vendor({ name: 'Acme' })
  await prizm.builders.sku({ cost: '4.00' })
  const order = await made('/api/purchase-orders', {
    orderNumber: 'PO-1',
    vendorId: 1,
    items: [{ skuId: 1, quantity: 2, unitPrice: '4.25' }],
  })
  const path = `/api/purchase-orders/${order.id}/pdf`
  const text = await textOf(path)
  for (const words of ['DRAFT', 'Not yet approved', 'DELIVER TO', '1 Main Street', '$4.25']) {
    expect(text).toContain(words)
  }
  expect(await textOf(path, await prizm.signIn('sales'))).not.toContain('$4.25')
})

test('returns 403 without permission and 404 for an unknown record', async () => {
  const warehouse = await prizm.signIn('warehouse')
  const statusOf = async (path: string, by?: string) =>
    (await prizm.call('GET', path, by ? { as: by } : {})).statusCode
  expect(await statusOf('/api/invoices/1/pdf', warehouse)).toBe(403)
  expect(await statusOf('/api/credit-memos/1/pdf', warehouse)).toBe(403)
  expect(await statusOf('/api/customers/1/statement/pdf', warehouse)).toBe(403)
  expect(await statusOf('/api/sales-orders/1/packing-slip/pdf', warehouse)).toBe(404)
  expect(await statusOf('/api/invoices/1/pdf')).toBe(401)
  for (const path of ['invoices', 'credit-memos', 'purchase-orders', 'returns']) {
    expect(await statusOf(`/api/${path}/99/pdf`, as)).toBe(404)
  }
  expect(await statusOf('/api/customers/99/statement/pdf', as)).toBe(404)
})

test('special characters in a document number stay inside the file name', async () => {
  await prizm.builders.customer({ customerCode: 'C-1' })
  const orderNumber = 'SO "1"; x=y / Grüße 株式会社'
  const { id } = await made('/api/sales-orders', {
    orderNumber,
    customerId: 1,
    status: 'pending',
    totalAmount: '1.00',
  })
  const answer = await prizm.call('GET', `/api/sales-orders/${id}/confirmation/pdf`, { as })
  const header = String(answer.headers['content-disposition'])
  expect(header).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%.'-]+\.pdf$/)
  expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(
    'Order SO -1-; x=y - Grüße 株式会社 C-1 2026-03-02.pdf',
  )
})
