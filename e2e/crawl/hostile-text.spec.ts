import type { Page } from '@playwright/test'
import type { Customer } from '#features/customers/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import { expect, test } from '../fixtures.ts'
import { createPurchaseOrder } from '../journeys/create-purchase-order.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { everyScreen, lists, settingsWithList } from '../screens.ts'

// Text from people that would run as code if it reached a page as HTML. Whatever ran would be an
// error in the console, which fails the test, or an element that the text has.

const text = '"><img src=x onerror=hit()>'
const link = 'javascript:hit()'

test('no screen runs the text of records as code @crawl', async ({ page, signIn, testData }) => {
  test.setTimeout(600_000)
  const place = { address: text, city: text, phone: text, notes: text, contactName: text }
  const customer: Customer = await testData.customer({
    ...place,
    name: text,
    billingAddress: text,
    contactRole: text,
    website: link,
    documentNote: text,
    creditLimit: '1000.00',
  })
  const vendor = await testData.made<Vendor>('/api/vendors', {
    ...place,
    vendorCode: testData.code('V'),
    name: text,
    email: 'orders@vendor.example',
    website: link,
  })
  const sku = await createSku(testData, { name: text, description: text, category: text })
  const { order } = await testData.made<{ order: { orderNumber: string } }>('/api/orders/create', {
    customerId: customer.id,
    customerPO: text,
    shippingAddress: text,
    notes: text,
    items: [{ skuId: sku.id, quantity: 1 }],
  })
  const comment = { entity: 'customer', entityId: customer.id, text }
  await testData.made('/api/comments', comment)
  await signIn('admin')
  const records = [
    `/customers?open=${customer.customerCode}`,
    `/customers?open=${customer.customerCode}&tab=activity`,
    `/customers?edit=${customer.customerCode}`,
    `/vendors?open=${vendor.vendorCode}`,
    `/skus?open=${sku.sku}`,
    `/sales-orders?open=${order.orderNumber}`,
    `/sales-orders?open=${order.orderNumber}&full=1`,
  ]
  await expectNothingRuns(page, [...everyAddress, ...records], {
    showing: `open=${customer.customerCode}`,
  })
})

test('no screen runs the text of documents, messages and settings as code @crawl', async ({
  page,
  signIn,
  testData,
}) => {
  test.setTimeout(600_000)
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const sku = await createSku(testData)
  const items = [{ skuId: sku.id, quantity: 2 }]
  const { order, vendor } = await createPurchaseOrder(testData, { notes: text })
  const bill = await testData.made<{ id: number }>('/api/vendor-bills', {
    billNumber: testData.code('B'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: text, quantity: 1, unitPrice: '30.00' }],
  })
  const requisition = await testData.made<{ requisitionNumber: string }>('/api/requisitions', {
    reason: text,
    items,
  })
  const payment = await testData.made<{ id: number; paymentNumber: string }>('/api/payments', {
    customerId: customer.id,
    amount: '30.00',
    method: 'ach',
    reference: text,
    notes: text,
  })
  const refund = await testData.made<{ refundNumber: string }>('/api/refunds', {
    paymentId: payment.id,
    amount: '12.50',
    reason: text,
  })
  const entry = await testData.made<{ id: number }>('/api/manual-entries', {
    postedOn: '2026-01-15',
    reason: text,
    lines: [
      { account: '6000', debit: '120.00' },
      { account: '1000', credit: '120.00' },
    ],
  })
  const message = await testData.made<{ id: number }>('/api/intake-messages', {
    text: `PO 4711\n2 x ${sku.sku}\n${text}`,
  })
  const topics = ['invoice.posted']
  const hook = { url: 'https://93.184.215.14/hook', description: text, topics }
  await testData.made('/api/webhooks', hook)
  await testData.made('/api/api-keys', { name: text, scopes: ['read'] })
  await signIn('admin')
  const records = [
    `/purchase-orders?open=${order.orderNumber}`,
    `/ap-reports?tab=bills&open=${bill.id}`,
    `/requisitions?open=${requisition.requisitionNumber}`,
    `/ar-reports?tab=payments&open=${payment.paymentNumber}`,
    `/ar-reports?tab=refunds&open=${refund.refundNumber}`,
    `/journal?tab=manual&open=${entry.id}`,
    `/intake?open=${message.id}`,
  ]
  const showing = `open=${requisition.requisitionNumber}`
  await expectNothingRuns(page, [...everyAddress, ...records], { showing })
})

const everyAddress = [...everyScreen, ...lists.map(([each]) => each), ...settingsWithList]

/** Opens each address; the one that ends with `showing` has the text on it. */
async function expectNothingRuns(
  page: Page,
  addresses: readonly string[],
  { showing }: { showing: string },
) {
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.locator('h1').first()).toBeAttached()
    if (address.endsWith(showing)) await expect(page.getByText(text).first()).toBeAttached()
    await expect(page.locator('img[src="x"]'), address).toHaveCount(0)
    await expect(page.locator('a[href^="javascript:"]'), address).toHaveCount(0)
  }
}
