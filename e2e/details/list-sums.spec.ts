import type { Page } from '@playwright/test'
import { createPurchaseOrder } from '../journeys/create-purchase-order.ts'
import { createShippedOrder } from '../journeys/create-shipped-order.ts'
import { expect, expectAccessible, test, type TestData } from '../fixtures.ts'
import type { VendorBill, VendorCredit } from '#features/payables/contract.ts'
import type { Invoice, Payment } from '#features/receivables/contract.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { VendorPayment } from '#features/vendor-payments/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'

// The sums under the lists of money and returns, and the rows under the headings of their groups.

const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })
const headings = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('rowheader')
const groupBy = (page: Page, label: string) =>
  totals(page).getByLabel('Group by').selectOption(label)

async function createVendor(testData: TestData) {
  const body = {
    vendorCode: testData.code('SV'),
    name: testData.code('Acme'),
    email: 'office@acme.example',
  }
  return testData.made<Vendor>('/api/vendors', body)
}

test('payments are grouped by method and by customer', async ({ page, signIn, testData }) => {
  const { id: customerId, customerCode, name } = await testData.customer()
  const pay = (amount: string, method: string, reference: string) =>
    testData.made<Payment>('/api/payments', { customerId, amount, method, reference })
  await pay('30.00', 'ach', testData.code('R'))
  await pay('12.50', 'check', testData.code('R'))
  await signIn('finance')
  await page.goto(`/ar-reports?tab=payments&f.customerCode=${customerCode}`)
  await expect(totals(page)).toContainText('Total: $42.50 · 2 payments')
  await groupBy(page, 'Method')
  await expect(totals(page).getByRole('row').filter({ hasText: 'ACH' })).toContainText('$30.00')
  await groupBy(page, 'Customer')
  await expect(headings(page, 'Payments')).toHaveText(
    `${customerCode} · ${name} · 2 payments · $42.50`,
  )
  await groupBy(page, 'Method')
  await totals(page).getByRole('link', { name: 'Check' }).click()
  await expect(page).toHaveURL(/f\.method=check/)
  await expect(totals(page)).toContainText('Total: $12.50 · 1 payment')
  await expectAccessible(page)
})

test('the number stands alone if the sum is hidden', async ({ page, signIn, testData }) => {
  const { order, item } = await createShippedOrder(testData)
  await testData.made<GoodsReturn>('/api/returns', {
    type: 'rma',
    originalOrderId: order.id,
    reason: 'Wrong item',
    items: [{ skuId: item.id, quantity: 1 }],
  })
  await signIn('admin')
  await page.route(/\/api\/returns\/sums/, async (route) => {
    const response = await route.fetch()
    const sums = (await response.json()) as object
    await route.fulfill({ response, json: { ...sums, count: 20, amount: null } })
  })
  await page.goto('/returns')
  await expect(totals(page)).toContainText('20 returns')
  await expect(totals(page)).not.toContainText('Total')
})

test('supporting documents are under the heading of their kind, or of their customer', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer } = await createShippedOrder(testData)
  const body = { customerId: customer.id, amount: '30.00', method: 'ach' }
  await testData.made<Payment>('/api/payments', { ...body, reference: testData.code('R') })
  await signIn('finance')
  await page.goto(`/ar-reports?tab=documents&f.customerCode=${customer.customerCode}`)
  await groupBy(page, 'Kind')
  const table = 'Receivables balance'
  await expect(headings(page, table)).toHaveText([
    /^Invoice · 1 document · \$[\d.]+$/,
    /^Payment · 1 document · -\$[\d.]+$/,
  ])
  await groupBy(page, 'Customer')
  const label = `${customer.customerCode} · ${customer.name} · 2 documents`
  await expect(headings(page, table)).toContainText(label)
  await expectAccessible(page)
})

test('the orders of a report are under the heading of their customer or vendor', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer } = await createShippedOrder(testData)
  const { order, vendor } = await createPurchaseOrder(testData)
  await signIn('finance')
  await page.goto(`/ar-reports?f.customerCode=${customer.customerCode}`)
  await expect(totals(page)).toContainText(/Total: \$[\d.]+ · 1 order/)
  await groupBy(page, 'Customer')
  const sold = `${customer.customerCode} · ${customer.name} · 1 order`
  await expect(headings(page, 'Sales Orders')).toContainText(sold)

  await page.goto(`/ap-reports?f.vendorCode=${vendor.vendorCode}`)
  await groupBy(page, 'Vendor')
  const bought = `${vendor.vendorCode} · ${vendor.name} · 1 order · $`
  await expect(headings(page, 'Purchase Orders')).toContainText(bought)
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible()
  await expectAccessible(page)
})

test('refunds are summed by status and by customer', async ({ page, signIn, testData }) => {
  const { id: customerId, customerCode, name } = await testData.customer()
  const body = { customerId, amount: '30.00', method: 'ach', reference: testData.code('R') }
  const { id: paymentId } = await testData.made<Payment>('/api/payments', body)
  await testData.made('/api/refunds', { paymentId, amount: '12.50', reason: 'Paid twice' })
  await signIn('finance')
  await page.goto(`/ar-reports?tab=refunds&f.customerCode=${customerCode}`)
  await expect(totals(page)).toContainText('Total: $12.50 · 1 refund')
  await groupBy(page, 'Status')
  const waiting = totals(page).getByRole('row').filter({ hasText: 'Awaiting release' })
  await expect(waiting).toContainText('$12.50')
  await groupBy(page, 'Customer')
  await expect(headings(page, 'Refunds')).toHaveText(
    `${customerCode} · ${name} · 1 refund · $12.50`,
  )
})

test('credit memos are summed by what is open of them', async ({ page, signIn, testData }) => {
  const { customer } = await createShippedOrder(testData)
  await signIn('finance')
  const answer = await page.request.get(`/api/invoices?customerId=${customer.id}&limit=1`)
  const [invoice] = (await answer.json()) as Invoice[]
  const body = { invoiceId: invoice?.id, goods: '3.00', reason: 'Late' }
  await testData.made('/api/credit-memos', body)
  await page.goto(`/ar-reports?tab=memos&f.customerCode=${customer.customerCode}`)
  await expect(totals(page)).toContainText(/^Open: \$\d+\.\d\d · 1 credit memo/)
  await groupBy(page, 'Customer')
  await expect(headings(page, 'Credit Memos')).toContainText(customer.customerCode)
})

test('bills are summed by what is open, and grouped by status', async ({
  page,
  signIn,
  testData,
}) => {
  const { id: vendorId, vendorCode } = await createVendor(testData)
  const line = { description: 'Freight', account: 'costOfGoods', quantity: 1, unitPrice: '8.00' }
  const body = {
    billNumber: testData.code('BN'),
    vendorId,
    docDate: '2026-01-15',
    lines: [line],
  }
  await testData.made<VendorBill>('/api/vendor-bills', body)
  await signIn('finance')
  await page.goto(`/ap-reports?tab=bills&f.vendorCode=${vendorCode}`)
  await expect(totals(page)).toContainText(/^Open: \$[08]\.00 · 1 bill/)
  await groupBy(page, 'Status')
  await expect(headings(page, 'Bills')).toContainText('1 bill')
  await groupBy(page, 'Vendor')
  await expect(headings(page, 'Bills')).toContainText(vendorCode)
  await expectAccessible(page)
})

test('vendor credits are summed by what is open, and grouped by vendor', async ({
  page,
  signIn,
  testData,
}) => {
  const { id: vendorId, vendorCode, name } = await createVendor(testData)
  const note = { vendorId, account: 'priceVariance', reason: 'Price was too high' }
  const credit = (amount: string) =>
    testData.made<VendorCredit>('/api/vendor-credits', {
      ...note,
      creditNumber: testData.code('CN'),
      amount,
    })
  await credit('12.50')
  await credit('7.50')
  await signIn('finance')
  await page.goto(`/ap-reports?tab=credits&f.vendorCode=${vendorCode}`)
  await expect(totals(page)).toContainText('Open: $20.00 · 2 credits')
  await groupBy(page, 'Vendor')
  await expect(headings(page, 'Credits')).toHaveText(`${vendorCode} · ${name} · 2 credits · $20.00`)
})

test('vendor payments are grouped by status', async ({ page, signIn, testData }) => {
  const { id: vendorId, vendorCode } = await createVendor(testData)
  const body = { vendorId, amount: '25.00', paidOn: '2026-01-15', method: 'ach' }
  await testData.made<VendorPayment>('/api/vendor-prepayments', body)
  await signIn('finance')
  await page.goto(`/ap-reports?tab=payments&f.vendorCode=${vendorCode}`)
  await expect(totals(page)).toContainText('Total: $25.00 · 1 payment')
  await groupBy(page, 'Status')
  await expect(headings(page, 'Payments')).toHaveText('Draft · 1 payment · $25.00')
  await groupBy(page, 'Method')
  await expect(headings(page, 'Payments')).toHaveText('ACH · 1 payment · $25.00')
})

test('returns are grouped by customer or vendor, and the link shows those of one', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer, order, item } = await createShippedOrder(testData)
  const goods = await testData.made<GoodsReturn>('/api/returns', {
    type: 'rma',
    originalOrderId: order.id,
    reason: 'Wrong item',
    items: [{ skuId: item.id, quantity: 2 }],
  })
  await signIn('manager')
  await page.goto(`/returns?q=${goods.returnNumber}`)
  await expect(totals(page)).toContainText('Total: $20.00 · 1 return')
  await groupBy(page, 'Customer/Vendor')
  const label = `${customer.customerCode} · ${customer.name}`
  await expect(headings(page, 'Return List')).toHaveText(`${label} · 1 return · $20.00`)
  await totals(page).getByRole('link', { name: label }).click()
  await expect(page).toHaveURL(new RegExp(`f\\.customerId=${customer.id}`))
  await groupBy(page, 'Type')
  await expect(headings(page, 'Return List')).toHaveText('RMA · 1 return · $20.00')
})

test('sales sees no sum that contains returns to vendors', async ({ page, signIn, testData }) => {
  const vendor = await createVendor(testData)
  const { item } = await createShippedOrder(testData)
  const goods = await testData.made<GoodsReturn>('/api/returns', {
    type: 'rtv',
    vendorId: vendor.id,
    reason: 'Faulty',
    items: [{ skuId: item.id, quantity: 1 }],
  })
  await signIn('sales')
  await page.goto(`/returns?q=${goods.returnNumber}`)
  await expect(totals(page)).toContainText('1 return')
  await expect(totals(page)).not.toContainText('$')
})

test('requisitions are counted under the heading of their status', async ({
  page,
  signIn,
  testData,
}) => {
  const reason = testData.code('Shelf')
  const items = [{ description: 'A ladder', quantity: 1 }]
  await testData.made('/api/requisitions', { reason, items })
  await testData.made('/api/requisitions', { reason, items, submit: true })
  await signIn('manager')
  await page.goto(`/requisitions?q=${reason}`)
  await expect(totals(page)).toContainText('2 requisitions')
  await expect(totals(page)).not.toContainText('$')
  await groupBy(page, 'Status')
  await expect(headings(page, 'Requisition List')).toHaveText([
    'Draft · 1 requisition',
    'Submitted · 1 requisition',
  ])
  await expectAccessible(page)
})

test('the journal is summed once its lines are filtered or grouped', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/journal')
  await expect(totals(page)).toContainText('Filter or group the rows to see their total.')
  await page.goto('/journal?f.account=1100')
  await expect(totals(page)).toContainText(/^Debits less credits: -?\$[\d,.]+ · /)
  await groupBy(page, 'Account')
  await expect(headings(page, 'Journal Entries')).toContainText(/^1100.*line/)
})
