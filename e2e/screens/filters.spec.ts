import type { Page } from '@playwright/test'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'

// Filter chips over a list: hidden chips added on request, and the record filter.

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Table' })
const chip = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const expectEntryCount = (page: Page, count: number) =>
  expect(page.getByText(`Showing ${count && 1} to ${count} of ${count} entries`)).toBeVisible()

const more = {
  '/customers': [
    'Price level',
    'Payment terms',
    'State',
    'Country',
    'Tax exempt',
    'Credit blocked',
  ],
  '/vendors': ['Country', 'Payment terms'],
  '/skus': ['Location'],
  '/returns': ['Reason', 'Customer', 'Vendor', 'Sales order', 'Purchase order', 'SKU'],
}

for (const [path, names] of Object.entries(more)) {
  test(`${path} offers more filters behind one button`, async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto(path)
    await chip(page, '+ Filter').click()
    for (const name of names) await expect(chip(page, name)).toBeVisible()
  })
}

test('the terms filter of customers ignores case', async ({ page, signIn, testData }) => {
  await signIn('viewer')
  const name = testData.code('Terms')
  await testData.customer({ name, paymentTerms: 'Net 60', priceLevel: 'tier2' })
  await testData.customer({ name, paymentTerms: 'Net 30' })
  await page.goto(`/customers?q=${name}`)
  await expectEntryCount(page, 2)
  await chip(page, '+ Filter').click()
  await chip(page, 'Payment terms').click()
  await page.getByRole('textbox', { name: 'Payment terms' }).fill('net 60')
  await page.keyboard.press('Enter')
  await expectEntryCount(page, 1)
  await expect(chip(page, 'Payment terms: net 60')).toBeVisible()
  await page.goto(`/customers?q=${name}&f.priceLevel=tier2,tier3`)
  await expectEntryCount(page, 1)
  await expect(chip(page, 'Price level: Tier 2, Tier 3')).toBeVisible()
})

test('a customer is found by part of the name, and the address contains the code', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('viewer')
  const { customer, order } = await createSalesOrder(testData)
  await page.goto('/sales-orders')
  await chip(page, 'Customer').click()
  const field = page.getByRole('combobox', { name: 'Customer' })
  await expect(field).toBeFocused()
  await field.fill(customer.name.slice(0, -1))
  await expect(page.getByRole('option', { name: customer.customerCode })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`f\\.customerCode=${customer.customerCode}`))
  await expect(chip(page, `Customer: ${customer.customerCode} - ${customer.name}`)).toBeVisible()
  await expectEntryCount(page, 1)
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible()

  await page.reload()
  await chip(page, `Customer: ${customer.customerCode}`).click()
  await expect(field).toHaveValue(customer.customerCode)
  await field.fill('nobody has this name')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No match for “nobody has this name”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(chip(page, 'Customer')).toBeVisible()
  await expect(page).not.toHaveURL(/customerCode/)
})

test('bills are filtered by vendor, also by the full code', async ({ page, signIn, testData }) => {
  await signIn('finance')
  const vendorCode = testData.code('V')
  const email = 'office@acme.example'
  await testData.made<Vendor>('/api/vendors', { vendorCode, name: 'Acme', email })
  await page.goto('/ap-reports?tab=bills')
  await chip(page, 'Vendor').click()
  await page.getByRole('combobox', { name: 'Vendor' }).fill(vendorCode.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(chip(page, `Vendor: ${vendorCode} - Acme`)).toBeVisible()
  await expectEntryCount(page, 0)
})

test('returns are filtered by customer, and the address contains the id', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('viewer')
  const { customer, item } = await createSalesOrder(testData)
  const items = [{ skuId: item.id, quantity: 1 }]
  const reason = 'Too many'
  const body = { type: 'rma', customerId: customer.id, reason, items }
  const made = await testData.made<GoodsReturn>('/api/returns', body)
  await page.goto('/returns')
  await chip(page, '+ Filter').click()
  await chip(page, 'Customer').click()
  await page.getByRole('combobox', { name: 'Customer' }).fill(customer.customerCode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`f\\.customerId=${customer.id}$`))
  await expectEntryCount(page, 1)
  await expect(page.getByRole('link', { name: made.returnNumber, exact: true })).toBeVisible()
  await page.reload()
  await expect(chip(page, `Customer: #${customer.id}`)).toBeVisible()
  await page.goto(`/returns?f.skuId=${item.id}&f.reason=Expired`)
  await expectEntryCount(page, 0)
})

async function createSalesOrder(testData: TestData) {
  const customer = await testData.customer({
    name: testData.code('Northwind'),
    creditLimit: '1000.00',
  })
  const item = await createSku(testData)
  const items = [{ skuId: item.id, quantity: 3 }]
  const body = { customerId: customer.id, items }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { order, customer, item }
}
