import type { Page } from '@playwright/test'
import type { LetterDetails } from '#features/dunning/contract.ts'
import type { ManualEntryDetails, TaxPayment } from '#features/journal/contract.ts'
import type { VendorCredit } from '#features/payables/contract.ts'
import type {
  CreditMemoDetails,
  Invoice,
  InvoiceDetails,
  Payment,
  Refund,
} from '#features/receivables/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { VendorPaymentDetails } from '#features/vendor-payments/contract.ts'
import type { TestData } from '../fixtures.ts'
import { createVendor } from './create-purchase-order.ts'
import { createSku } from './fill-order-entry.ts'
import { createTestRecords } from '../screens.ts'

/** Creates one record of each kind. The page is signed in as an administrator. */
export async function createRecords(testData: TestData, page: Page) {
  const records = await createTestRecords(testData)
  const sold = await createInvoiceAndMemo(testData, page)
  const { invoice } = sold
  const payer = await testData.customer()
  const paid = await testData.made<Payment>('/api/payments', {
    customerId: payer.id,
    amount: '30.00',
    method: 'ach',
    reference: testData.code('R'),
  })
  const refund = await testData.made<Refund>('/api/refunds', {
    paymentId: paid.id,
    amount: '12.50',
    reason: 'Paid twice',
  })
  const vendor = await createVendor(testData)
  const prepaid = await testData.made<VendorPaymentDetails>('/api/vendor-prepayments', {
    vendorId: vendor.id,
    amount: '10.00',
    paidOn: '2026-02-10',
    method: 'ach',
  })
  const credit = await testData.made<VendorCredit>('/api/vendor-credits', {
    vendorId: vendor.id,
    creditNumber: testData.code('VC'),
    amount: '12.50',
    account: 'priceVariance',
    reason: 'Price was too high',
  })
  const entry = await testData.made<ManualEntryDetails>('/api/manual-entries', {
    postedOn: '2026-01-15',
    reason: 'Rent',
    lines: [
      { account: '6000', debit: '120.00' },
      { account: '1000', credit: '120.00' },
    ],
  })
  const taxPayment = await testData.made<TaxPayment>('/api/sales-tax-payments', {
    country: 'US',
    state: 'FL',
    periodFrom: '2026-01-01',
    periodTo: invoice.docDate,
    amount: '1.00',
    paidOn: invoice.docDate,
    reference: testData.code('STP'),
  })
  const letter = await createReminder(testData, page)
  return { ...records, ...sold, paid, refund, prepaid, credit, entry, taxPayment, letter }
}

/** An invoice of five units with sales tax of Florida, and a credit memo for one of them. */
async function createInvoiceAndMemo(testData: TestData, page: Page) {
  const customer = await testData.customer({
    customerCode: testData.code('TX'),
    country: 'US',
    state: 'FL',
    creditLimit: '9999.00',
  })
  const item = await createSku(testData)
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', {
    customerId: customer.id,
    items: [{ skuId: item.id, quantity: 5 }],
  })
  for (const step of ['process', 'ship'])
    await testData.made(`/api/sales-orders/${order.id}/${step}`, {})
  const { id } = await readInvoiceOf(page, customer.id)
  const invoice = await read<InvoiceDetails>(page, `/api/invoices/${id}`)
  const memo = await testData.made<CreditMemoDetails>('/api/credit-memos', {
    invoiceId: id,
    items: [{ invoiceLineId: invoice.lines[0]?.id, quantity: 1 }],
    reason: 'Broken on the way',
  })
  return { invoice, memo }
}

async function createReminder(testData: TestData, page: Page): Promise<LetterDetails> {
  const customer = await testData.customer({
    customerCode: testData.code('DU'),
    creditLimit: '1000.00',
    paymentTerms: 'COD',
  })
  await testData.made<SalesOrder>('/api/sales-orders', {
    orderNumber: testData.code('DO'),
    customerId: customer.id,
    status: 'delivered',
    orderDate: '2026-01-02',
    shipDate: '2026-01-05',
    totalAmount: '200.00',
  })
  const { id } = await readInvoiceOf(page, customer.id)
  const [letter] = await testData.made<LetterDetails[]>('/api/dunning/letters', {
    letters: [{ customerId: customer.id, invoiceIds: [id] }],
  })
  if (!letter) throw new Error('No reminder was created')
  return letter
}

async function readInvoiceOf(page: Page, customerId: number): Promise<Invoice> {
  const [invoice] = await read<Invoice[]>(page, `/api/invoices?customerId=${customerId}&limit=1`)
  if (!invoice) throw new Error(`Customer ${customerId} has no invoice`)
  return invoice
}

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(path)
  if (!answer.ok()) throw new Error(await answer.text())
  // The program's own tests check its responses; here the type is the one the test asked for.
  return (await answer.json()) as Answer
}
