import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { InvoiceDetails } from '#features/receivables/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { Settings } from '#features/settings/contract.ts'
import type { DocumentTextSample } from '../contract.ts'
import { filedPaper } from '../printed-document-schema.ts'
import { withOwnTexts } from '../texts-on-documents.ts'
import { textIn } from './testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let as: string
let customerId: number
let order: SalesOrderDetails
let invoice: InvoiceDetails

const change = (body: object, by = as) => prizm.call('PUT', '/api/settings', { as: by, body })
const changeCustomer = (body: object) =>
  prizm.call('PATCH', `/api/customers/${customerId}`, { as, body })
const read = async <A>(path: string, by = as) =>
  (await prizm.call('GET', `/api/${path}`, { as: by })).json<A>()
const posted = async <A>(path: string, body: object = {}): Promise<A> => {
  const answer = await prizm.call('POST', `/api/${path}`, { as, body })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<A>()
}
const textOf = async (path: string) => {
  const answer = await prizm.call('GET', `/api/${path}/pdf`, { as })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return (await textIn(answer.rawPayload)).replaceAll(/\s+/g, ' ')
}

beforeAll(async () => {
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  as = await prizm.signIn('admin')
  await change({
    companyName: 'Prizm Supplies Inc.',
    companyAddress: '1 Main Street',
    companyPhone: '(614) 555-0142',
    mailSender: 'office@prizm.example',
  })
  const fields = { customerCode: 'C-1', name: 'Northwind {total} & <b>', creditLimit: '9000.00' }
  customerId = (await prizm.builders.customer({ ...fields, email: 'pay@northwind.example' })).id
  const sku = await prizm.builders.sku({ price: '10.00', currentStock: 50 })
  const items = [{ skuId: sku.id, quantity: 3 }]
  const created = await posted<{ order: { id: number } }>('orders/create', {
    customerId,
    customerPO: '4500118822',
    items,
    orderSource: 'phone',
  })
  const path = `sales-orders/${created.order.id}`
  await posted(`${path}/process`)
  await posted(`${path}/ship`)
  order = await read(path)
  const [found] = await read<{ id: number }[]>(`invoices?salesOrderId=${created.order.id}`)
  invoice = await read(`invoices/${found?.id}`)
})
afterAll(() => prizm.close())

test('a PDF shows the texts of the company, the supplier number and the note', async () => {
  const texts = {
    textAboveInvoice: 'Above: {customer.name}, {invoice.number} of {invoice.date}, {terms}.',
    textBelowInvoice:
      'Call {company.phone} about {balanceDue} by {dueDate}. You: {order.customerPO}',
  }
  expect((await change(texts)).json()).toMatchObject(texts)
  const note = {
    supplierNumber: 'V-77',
    documentNote: 'Vendor {customer.supplierNumber} for {customer.code}',
  }
  expect((await changeCustomer(note)).json()).toMatchObject(note)
  const { invoiceNumber } = invoice
  const text = await textOf(`invoices/${invoice.id}`)
  // What is filled in is not read again, although it looks like a field.
  expect(text).toContain(`Above: Northwind {total} & <b>, ${invoiceNumber} of 3/2/2026, Net 30.`)
  expect(text).toContain('Supplier number V-77')
  expect(text).toContain('Vendor V-77 for C-1')
  expect(text).toContain('Call (614) 555-0142 about $47.40 by 4/1/2026. You: 4500118822')
  expect(text.indexOf('Above: ')).toBeLessThan(text.indexOf('Unit price'))
  expect(text.indexOf('Call (614)')).toBeGreaterThan(text.indexOf('Balance due'))
})

test('texts of one kind and notes of customers are not on others', async () => {
  await change({ textBelowConfirmation: 'Order {order.number} ships {order.shipDate}' })
  await changeCustomer({ supplierNumber: 'V-77', documentNote: 'Dock 4' })
  const confirmation = await textOf(`sales-orders/${order.id}/confirmation`)
  expect(confirmation).toContain(`Order ${order.orderNumber} ships 3/2/2026`)
  expect(confirmation).toContain('Dock 4')
  const slip = await textOf(`sales-orders/${order.id}/packing-slip`)
  expect(slip).not.toContain('ships 3/2')
  expect(slip).toContain('Supplier number V-77')
  const pickList = await textOf(`sales-orders/${order.id}/pick-list`)
  expect(pickList).not.toContain('Dock 4')
  expect(pickList).not.toContain('V-77')
  expect(await textOf(`customers/${customerId}/statement`)).toContain('Dock 4')
})

test('an email keeps the texts of the day it was queued', async () => {
  await change({ textBelowInvoice: 'Thank you, {customer.code}' })
  const form = { to: 'pay@northwind.example', subject: 'Invoice', message: 'Attached.' }
  const sending = await posted<{ id: number }>(`invoices/${invoice.id}/sendings`, form)
  await change({ textBelowInvoice: 'Changed' })
  const stored = await prizm.rows<{ notes: string; fields: unknown }>(
    `select paper->>'notes' as notes, paper->'fields' as fields from document_sendings
     where id = ${sending.id}`,
  )
  expect(stored).toEqual([{ notes: 'Dock 4\n\nThank you, C-1', fields: null }])
  const sent = await prizm.call('GET', `/api/sendings/${sending.id}/pdf`, { as })
  expect(await textIn(sent.rawPayload)).toContain('Thank you, C-1')
})

test('a text is NFC, and a word of 600 characters stays on the page whole', async () => {
  const word = 'Wort'.repeat(150)
  const changed = await change({ textBelowInvoice: `Cafe\u0301 ${word}` })
  expect(changed.json().textBelowInvoice).toBe(`Café ${word}`)
  const text = (await textOf(`invoices/${invoice.id}`)).replaceAll(' ', '')
  expect(text).toContain(`Café${word}`)
})

test.each([
  [{ textAboveInvoice: 'Dear {customer.nam},' }, 'Unknown field {customer.nam} at position 6'],
  [{ textBelowStatement: 'A\n{balanceDue}' }, 'Unknown field {balanceDue} at position 1 of line 2'],
  [
    { textAbovePickList: '{customer.supplierNumber' },
    'The brace at position 1 does not begin a field such as {customer.name}',
  ],
  [{ textAboveReminder: 'x'.repeat(1001) }, 'Must be at most 1,000 characters'],
])('a company’s text %j is 422 at its place', async (body, message) => {
  const before = await read('settings')
  const answer = await change(body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([{ path: Object.keys(body)[0], code: 'invalid', message }])
  expect(await read('settings')).toEqual(before)
})

test('a customer’s note knows only fields that all their documents have', async () => {
  const answer = await changeCustomer({ documentNote: 'For {invoice.number}' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([
    {
      path: 'documentNote',
      code: 'invalid',
      message: 'Unknown field {invoice.number} at position 5',
    },
  ])
  const emptied = await changeCustomer({ documentNote: '', supplierNumber: null })
  expect(emptied.json()).toMatchObject({ documentNote: null, supplierNumber: null })
})

test('the preview has the values of the latest record, and of the one before', async () => {
  await changeCustomer({ supplierNumber: 'V-77' })
  const sample = 'document-texts/sample?name=invoice'
  expect(await read(sample)).toEqual({
    recordId: invoice.id,
    title: `Invoice ${invoice.invoiceNumber}`,
    values: {
      'customer.name': 'Northwind {total} & <b>',
      'customer.code': 'C-1',
      'customer.supplierNumber': 'V-77',
      'invoice.number': invoice.invoiceNumber,
      'invoice.date': '3/2/2026',
      dueDate: '4/1/2026',
      terms: 'Net 30',
      total: '$47.40',
      balanceDue: '$47.40',
      'order.number': order.orderNumber,
      'order.customerPO': '4500118822',
      'company.name': 'Prizm Supplies Inc.',
      'company.phone': '(614) 555-0142',
      'company.email': '',
    },
    paper: expect.objectContaining({ title: 'Invoice', number: invoice.invoiceNumber }),
    customer: { customerId, supplierNumber: 'V-77', documentNote: null },
  })
  const none = { recordId: null, title: '', values: {}, paper: null, customer: null }
  expect(await read(`${sample}&before=${invoice.id}`)).toEqual(none)
  expect(await read('document-texts/sample?name=dunning-letter')).toEqual(none)
  expect(await read('document-texts/sample?name=statement')).toMatchObject({
    recordId: customerId,
    values: { balance: '$47.40', 'statement.to': '3/2/2026' },
  })
})

test('the preview of a customer has the latest record of this customer', async () => {
  const other = await prizm.builders.customer({ customerCode: 'C-2', creditLimit: '9000.00' })
  const sku = await prizm.builders.sku({ price: '10.00', currentStock: 50 })
  const items = [{ skuId: sku.id, quantity: 1 }]
  const body = { customerId: other.id, items }
  const later = await posted<{ order: { id: number } }>('orders/create', body)
  const recordOf = async (name: string, of?: number) => {
    const path = `document-texts/sample?name=${name}${of ? `&customerId=${of}` : ''}`
    return (await read<DocumentTextSample>(path)).recordId
  }
  expect(await recordOf('order-confirmation')).toBe(later.order.id)
  expect(await recordOf('order-confirmation', customerId)).toBe(order.id)
  expect(await recordOf('order-confirmation', other.id)).toBe(later.order.id)
  const before = `document-texts/sample?name=pick-list&customerId=${customerId}&before=${order.id}`
  expect((await read<DocumentTextSample>(before)).recordId).toBeNull()
  const names = ['shipment-notice', 'invoice', 'statement', 'credit-memo', 'purchase-order']
  const [shipmentId] = await prizm.rows<{ id: number }>('select id from shipments')
  const ofFirst = await Promise.all(names.map((name) => recordOf(name, customerId)))
  expect(ofFirst).toEqual([shipmentId?.id, invoice.id, customerId, null, null])
  const ofOther = await Promise.all(names.map((name) => recordOf(name, other.id)))
  expect(ofOther).toEqual([null, null, null, null, null])
})

test('the preview has the document without own texts; the browser adds typed ones', async () => {
  await change({ textAboveInvoice: 'Saved above', textBelowInvoice: 'Saved below' })
  await changeCustomer({ supplierNumber: 'V-77', documentNote: 'Dock 4' })
  const sample = await read<DocumentTextSample>('document-texts/sample?name=invoice')
  expect(sample.paper).toMatchObject({
    title: 'Invoice',
    number: invoice.invoiceNumber,
    notes: null,
    filing: { name: `Invoice ${invoice.invoiceNumber}`, party: 'C-1', on: '2026-03-02' },
  })
  expect(sample.paper).not.toHaveProperty('words')
  const typed = { textAboveInvoice: 'Dear {customer.code}', textBelowInvoice: 'Due {dueDate}' }
  const draft = { ...z.parse(filedPaper, sample.paper), kind: 'invoice', customerId: null } as const
  const page = withOwnTexts(
    { ...draft, fields: sample.values },
    {
      settings: { ...(await read<Settings>('settings')), ...typed },
      customer: sample.customer ?? undefined,
    },
  )
  expect(page).toMatchObject({ words: 'Dear C-1', notes: 'Dock 4\n\nDue 4/1/2026' })
  expect(page.facts.at(-1)).toEqual(['Supplier number', 'V-77'])
})

test.each([
  'order-confirmation',
  'packing-slip',
  'pick-list',
  'shipment-notice',
  'invoice',
  'statement',
])('the browser reads all of a preview of the kind %s', async (name) => {
  const { paper } = await read<DocumentTextSample>(`document-texts/sample?name=${name}`)
  expect(z.parse(filedPaper, paper)).toEqual(paper)
})

test('only administrators change texts; a preview needs the right to read the record', async () => {
  const clerk = await prizm.signIn('sales')
  const call = (path: string) => prizm.call('GET', path, { as: clerk })
  expect((await call('/api/document-texts/sample?name=invoice')).statusCode).toBe(200)
  const warehouse = { as: await prizm.signIn('warehouse') }
  const refused = await prizm.call('GET', '/api/document-texts/sample?name=invoice', warehouse)
  expect(refused.statusCode).toBe(403)
  expect((await change({ textAboveInvoice: 'Mine' }, clerk)).statusCode).toBe(403)
  await changeCustomer({ supplierNumber: 'V-77', documentNote: 'Dock 4' })
  const texts = await call(`/api/document-texts/customers?ids=${customerId},99999`)
  expect(texts.json()).toEqual([{ customerId, supplierNumber: 'V-77', documentNote: 'Dock 4' }])
  expect((await call('/api/document-texts/customers?ids=x')).statusCode).toBe(422)
})
