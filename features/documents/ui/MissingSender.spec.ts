import type { Page } from '@playwright/test'
import { expect, expectToast, type TestData } from '#e2e/fixtures.ts'
import { createPurchaseOrder } from '#e2e/journeys/create-purchase-order.ts'
import {
  companyName,
  configureCompany,
  createOverdueCustomer,
  test,
} from '#e2e/mail-server-fixture.ts'
import type { LetterDetails } from '#features/dunning/contract.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

// While the company has no name or address, every document shows it before it is printed, and
// leads to the company profile instead of being emailed.

/** A shipped order and its return. */
async function createReturn(testData: TestData) {
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const sku = { sku: testData.code('MS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 20 })
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 2 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  for (const step of ['process', 'ship'])
    await testData.made(`/api/sales-orders/${order.id}/${step}`, {})
  const goods = await testData.made<GoodsReturn>('/api/returns', {
    type: 'rma',
    originalOrderId: order.id,
    reason: 'Wrong item',
    items: [{ skuId: item.id, quantity: 1 }],
  })
  return { order, goods }
}

/** A credit memo, a reminder and the customer of both. */
async function createMemoAndReminder(page: Page, testData: TestData) {
  const customer = await createOverdueCustomer(testData, 'pay@northwind.example')
  const found = await page.request.get(`/api/invoices?customerId=${customer.id}`)
  const [invoice] = (await found.json()) as { id: number }[]
  const memo = await testData.made<{ creditMemoNumber: string }>('/api/credit-memos', {
    invoiceId: invoice?.id,
    goods: '10.00',
    tax: '0.00',
    reason: 'Scratched',
  })
  const letters = [{ customerId: customer.id, invoiceIds: [invoice?.id] }]
  const [letter] = await testData.made<LetterDetails[]>('/api/dunning/letters', { letters })
  return { customer, memo, letter }
}

const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The document has no sender' })

test('without a sender every document says so and leads to the company profile', async ({
  page,
  testData,
  signIn,
}) => {
  await configureCompany(testData)
  await signIn('admin')
  const { order, goods } = await createReturn(testData)
  const { order: purchase } = await createPurchaseOrder(testData)
  const { customer, memo, letter } = await createMemoAndReminder(page, testData)
  await testData.changed('/api/settings', { companyName: '' })
  const places: readonly (readonly [address: string, button: string])[] = [
    [`/sales-orders?open=${order.orderNumber}`, 'Send by email'],
    [`/sales-orders?open=${order.orderNumber}&tab=documents`, 'Send Order confirmation'],
    [`/purchase-orders?open=${purchase.orderNumber}`, 'Send by email'],
    [`/returns?open=${goods.returnNumber}`, 'Send by email'],
    [`/ar-reports?tab=memos&open=${memo.creditMemoNumber}`, 'Send by email'],
    [`/ar-reports?tab=reminders&open=${letter?.letterNumber}`, 'Send by email'],
    [`/customers?open=${customer.customerCode}&tab=receivables`, 'Send statement'],
  ]
  for (const [address, name] of places) {
    await page.goto(address)
    const dialog = page.getByRole('dialog')
    await expect(notice(page), address).toBeVisible()
    await expect(notice(page).getByRole('link', { name: 'Company profile' })).toBeVisible()
    const send = dialog.getByRole('button', { name, exact: true })
    await expect(send, address).toHaveAccessibleDescription(/Complete the company profile/)
    await send.click()
    await expect(page, address).toHaveURL(/\/company-profile$/)
  }
  await testData.changed('/api/settings', { companyName })
  await page.goto(`/purchase-orders?open=${purchase.orderNumber}`)
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send by email' })
  await expect(send).toHaveAccessibleDescription('')
  await expect(notice(page)).toHaveCount(0)
})

test('a print job says that its documents have no sender', async ({ page, testData, signIn }) => {
  await testData.changed('/api/settings', { companyName: '' })
  await signIn('admin')
  const { order } = await createReturn(testData)
  await page.addInitScript(() => (window.print = () => undefined))
  await page.goto(`/sales-orders?q=${order.orderNumber}`)
  await page.getByRole('button', { name: `Actions for ${order.orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Print packing slip' }).click()
  await expect(page.locator('.print-sheet').getByText('Packing Slip')).toHaveCount(1)
  const sentence = 'The company has no name or address yet. Enter them in the company profile'
  await expectToast(page, 'The document has no sender', sentence)
})
