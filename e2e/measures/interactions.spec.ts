import type { Page } from '@playwright/test'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { Invoice, Payment } from '#features/receivables/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import { type TestData, expect, expectToast, test } from '../fixtures.ts'
import { createVendor } from '../journeys/create-purchase-order.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { CountedUser } from './counted-user.ts'

// How many clicks and keys the most frequent tasks take, from the list where they begin.

async function read<Row>(page: Page, path: string): Promise<Row[]> {
  return (await (await page.request.get(path)).json()) as Row[]
}

/** A customer with an invoice of 20.00 that is long overdue. */
async function createOverdueInvoice(page: Page, testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('IA'),
    paymentTerms: 'COD',
  })
  await testData.made<SalesOrder>('/api/sales-orders', {
    orderNumber: testData.code('SO'),
    customerId: customer.id,
    status: 'delivered',
    orderDate: '2026-01-02',
    shipDate: '2026-01-05',
    totalAmount: '20.00',
  })
  const [invoice] = await read<Invoice>(page, `/api/invoices?customerId=${customer.id}`)
  return { customer, invoiceNumber: invoice?.invoiceNumber ?? 'none' }
}

test('from an overdue invoice to a recorded payment: at most 3 interactions', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('finance')
  const { customer, invoiceNumber } = await createOverdueInvoice(page, testData)
  const search = `f.state=overdue&f.customerCode=${customer.customerCode}`
  await page.goto(`/ar-reports?tab=invoices&${search}`)
  const user = new CountedUser(page)
  await user.click(page.getByRole('button', { name: `Actions for ${invoiceNumber}` }))
  await user.click(page.getByRole('menuitem', { name: /^Record payment/ }))
  const form = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(form.getByLabel('Amount *')).toHaveValue('20.00')
  await user.click(form.getByRole('button', { name: 'Record Payment' }))
  await expect(page.getByText(/^PAY-\d+ of \$20\.00 recorded$/)).toBeVisible()
  expect(user.interactions).toBeLessThanOrEqual(3)
  const payments = await read<Payment>(page, `/api/payments?customerId=${customer.id}`)
  expect(payments.map(({ amount, openAmount }) => [amount, openAmount])).toEqual([
    ['20.00', '0.00'],
  ])
})

test('from low stock to a submitted purchase order: at most 5 interactions', async ({
  page,
  signIn,
  testData,
}) => {
  const vendor = await createVendor(testData)
  const item = await createSku(testData, { currentStock: 2, minimumStock: 10 })
  const offer = { vendorId: vendor.id, skuId: item.id, unitPrice: '3.50' }
  await testData.made('/api/vendor-skus', offer)
  await signIn('purchasing')
  await page.goto(`/skus?f.stock=low&q=${item.sku}`)
  const user = new CountedUser(page)
  await user.click(page.getByRole('checkbox', { name: `Select ${item.sku}` }))
  const bar = page.getByRole('region', { name: 'Selection' })
  await user.click(bar.getByRole('button', { name: 'Order', exact: true }))
  const dialog = page.getByRole('dialog', { name: `Order ${item.sku}` })
  await user.click(dialog.getByRole('button', { name: 'Order', exact: true }))
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts).toContainText(/Draft orders: PO-/)
  await user.click(toasts.getByRole('button', { name: 'Open', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: /^PO-/ })).toBeVisible()
  await user.click(page.getByRole('button', { name: 'Submit', exact: true }))
  await expectToast(page, 'Success', 'Purchase order submitted successfully')
  expect(user.interactions).toBeLessThanOrEqual(5)
  const orders = await read<PurchaseOrder>(
    page,
    `/api/purchase-orders?vendorCode=${vendor.vendorCode}`,
  )
  expect(orders.map(({ status }) => status)).toEqual(['submitted'])
})

test('two new drafts open as a list, a requisition opens as itself', async ({
  page,
  signIn,
  testData,
}) => {
  const name = testData.code('Scarce')
  const createScarce = async () => {
    const { id: vendorId } = await createVendor(testData)
    const item = await createSku(testData, { name, currentStock: 2, minimumStock: 10 })
    await testData.made('/api/vendor-skus', { vendorId, skuId: item.id, unitPrice: '3.50' })
  }
  const dialog = page.getByRole('dialog', { name: /^Order / })
  const open = page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button', { name: 'Open', exact: true })
  const chooseAll = async () => {
    await page.goto(`/purchase-proposals?q=${name}`)
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    await page.getByRole('button', { name: 'Order…', exact: true }).click()
  }
  await createScarce()
  await createScarce()
  await signIn('purchasing')
  await chooseAll()
  await dialog.getByRole('button', { name: 'Order', exact: true }).click()
  await open.click()
  await expect(page).toHaveURL(/\/purchase-orders\?f\.status=draft/)

  await createScarce()
  await chooseAll()
  await dialog.getByLabel('Create', { exact: true }).selectOption('Requisition for approval')
  await dialog.getByRole('button', { name: 'Order', exact: true }).click()
  await open.click()
  await expect(page).toHaveURL(/\/requisitions\?open=/)
})
