import type { Page } from '@playwright/test'
import type { Payment } from '#features/receivables/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'

// Financial records have the same features as all records: paging, tabs in the address, a menu.

/** Creates a customer with three invoices; returns their amounts in list order, newest first. */
async function createInvoices(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('FR'),
    paymentTerms: 'COD',
  })
  const order = (totalAmount: string) =>
    testData.made<SalesOrder>('/api/sales-orders', {
      orderNumber: testData.code('FO'),
      customerId: customer.id,
      status: 'delivered',
      orderDate: '2026-01-02',
      shipDate: '2026-01-05',
      totalAmount,
    })
  await order('10.00')
  await order('20.00')
  await order('30.00')
  return customer
}

const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })
const tab = (page: Page, name: string) => page.getByRole('dialog').getByRole('tab', { name })

test('an invoice shows its position in the list, and its tab in the address', async ({
  page,
  testData,
  signIn,
}) => {
  const { customerCode } = await createInvoices(testData)
  await signIn('finance')
  await page.goto(`/ar-reports?tab=invoices&f.customerCode=${customerCode}`)
  await page.getByRole('link', { name: /^INV-/ }).nth(1).click()
  const invoice = dialog(page, /^INV-/)
  await expect(invoice.getByText('2 of 3')).toBeVisible()
  await expect(invoice).toContainText('$20.00')
  await tab(page, 'Applications').click()
  await expect(page).toHaveURL(/part=applications/)
  await page.keyboard.press('j')
  await expect(invoice.getByText('3 of 3')).toBeVisible()
  await expect(tab(page, 'Applications')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Overview').click()
  await expect(page).not.toHaveURL(/part=/)
  await expect(invoice).toContainText('$10.00')
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(invoice.getByText('1 of 3')).toBeVisible()
  await expect(invoice).toContainText('$30.00')
  await tab(page, 'Activity').click()
  await expect(page).toHaveURL(/part=activity/)
  await page.reload()
  await expect(tab(page, 'Activity')).toHaveAttribute('aria-selected', 'true')
  await expect(invoice.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(invoice).toBeHidden()
  await expect(page).toHaveURL(/tab=invoices/)
  await expect(page).not.toHaveURL(/part=|open=/)
})

test('the menu of a payment ends with copying its number and its link', async ({
  page,
  context,
  testData,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id: customerId, customerCode } = await createInvoices(testData)
  const payment = await testData.made<Payment>('/api/payments', {
    customerId,
    amount: '5.00',
    method: 'wire',
  })
  await signIn('finance')
  const { paymentNumber } = payment
  const path = `/ar-reports?tab=payments&f.customerCode=${customerCode}&open=${paymentNumber}`
  await page.goto(`${path}&part=activity`)
  const open = dialog(page, new RegExp(paymentNumber))
  await expect(open.getByText('1 of 1')).toBeVisible()
  await expect(tab(page, 'Activity')).toHaveAttribute('aria-selected', 'true')
  await open.getByRole('button', { name: `Actions for ${paymentNumber}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy payment number' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).searchParams.get('part')).toBe('activity')
  expect(new URL(copied).searchParams.get('open')).toBe(paymentNumber)
  await page.goto(`/ar-reports?tab=aging&open=${paymentNumber}`)
  await expect(open).toContainText('$5.00')
  await expect(open.getByText('1 of 1')).toHaveCount(0)
})

test('a bill has tabs, paging and a menu, opened from its list or its vendor', async ({
  page,
  testData,
  signIn,
}) => {
  const vendorCode = testData.code('FV')
  const vendorFields = { vendorCode, name: testData.code('Acme'), email: 'office@acme.example' }
  const vendor = await testData.made<Vendor>('/api/vendors', vendorFields)
  const numbers = [testData.code('FA'), testData.code('FB')]
  for (const billNumber of numbers) {
    await testData.made('/api/vendor-bills', {
      billNumber,
      vendorId: vendor.id,
      docDate: '2026-01-15',
      status: 'draft',
      lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
    })
  }
  await signIn('finance')
  await page.goto(`/ap-reports?tab=bills&f.vendorCode=${vendorCode}&sort=billNumber`)
  await page.getByRole('link', { name: numbers[0] }).click()
  const first = dialog(page, new RegExp(`Bill ${numbers[0]}`))
  await expect(first.getByText('1 of 2')).toBeVisible()
  await tab(page, 'Lines').click()
  await expect(page).toHaveURL(/part=lines/)
  await expect(first.getByRole('row').filter({ hasText: 'Freight' })).toContainText('$30.00')
  await page.keyboard.press('j')
  const second = dialog(page, new RegExp(`Bill ${numbers[1]}`))
  await expect(second.getByText('2 of 2')).toBeVisible()
  await expect(second.getByRole('row').filter({ hasText: 'Freight' })).toBeVisible()
  await expectAccessible(page)
  await second.getByRole('button', { name: `Actions for bill ${numbers[1]}` }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Void…/,
    /^Back to draft…/,
    /^Release…/,
    /^Match and post/,
    /^Copy bill number/,
    /^Copy link/,
  ])
  await page.keyboard.press('Escape')
  await page.goto(`/vendors?open=${vendorCode}&tab=payables`)
  await page.getByRole('link', { name: numbers[0] }).click()
  await expect(first.getByText(/of 2/)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
