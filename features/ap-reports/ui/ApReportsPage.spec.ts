import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { ApSummary } from '../contract.ts'
import type { VendorBill } from '#features/payables/contract.ts'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'

/** A vendor with one order of each kind that the figures distinguish, and an old open bill. */
async function createPayables(testData: TestData) {
  const vendorCode = testData.code('AV')
  const body = { vendorCode, name: testData.code('Acme'), email: 'office@acme.example' }
  const vendor = await testData.made<Vendor>('/api/vendors', body)
  const order = (status: string, expectedDate: string | null, totalAmount: string) =>
    testData.made<PurchaseOrder>('/api/purchase-orders', {
      orderNumber: testData.code('AP'),
      vendorId: vendor.id,
      status,
      expectedDate,
      totalAmount,
    })
  const late = await order('approved', '2026-01-05', '20.00')
  const pending = await order('submitted', null, '10.00')
  const received = await order('received', '2026-01-05', '80.00')
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('AB'),
    vendorId: vendor.id,
    docDate: '2025-11-01',
    dueDate: '2025-12-01',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })
  await testData.made(`/api/vendor-bills/${bill.id}/release`, { reason: 'Agreed' })
  return { vendor, late, pending, received, bill }
}

const red = 'rgb(179, 38, 30)'
const cardOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test.beforeEach(async ({ signIn }) => {
  await signIn('finance')
})

test('the title, and four cards with their formulas', async ({ page, testData }) => {
  await createPayables(testData)
  await page.goto('/ap-reports')
  const title = page.getByRole('heading', { name: 'Accounts Payable Reports', level: 1 })
  await expect(title).toBeVisible()
  await expect(page.getByText('Purchase Order and Vendor Payment Analytics')).toBeVisible()
  const answer = await page.request.get('/api/reports/ap-summary')
  const summary = (await answer.json()) as ApSummary
  const figure = (name: string) => cardOf(page, name).getByRole('paragraph').first()
  const outstanding = 'Total Outstanding Payables'
  await expect(figure(outstanding)).toHaveText(formatDecimal(summary.totalOutstanding))
  const pending = `${summary.pendingApprovalCount} pending approval`
  await expect(cardOf(page, outstanding)).toContainText(pending)
  await expect(cardOf(page, outstanding)).toContainText(/billed .* committed.*Net of credits/)
  await expect(figure('Overdue Payments')).toHaveText(String(summary.overdueCount))
  const inAll = `${formatDecimal(summary.overdueAmount)} in all`
  await expect(cardOf(page, 'Overdue Payments')).toContainText(inAll)
  await expect(figure('Average Days to Pay')).toHaveText(
    summary.averageDaysToPay === null ? 'n/a' : /^\d+ days?$/,
  )
  await expect(cardOf(page, 'Average Days to Pay')).toContainText(/days? payable outstanding/)
  const volume = formatDecimal(summary.monthlyPaymentVolume)
  await expect(figure('Monthly Payment Volume')).toHaveText(volume)
  await page.getByRole('button', { name: 'How Overdue Payments is calculated' }).click()
  await expect(page.getByText('whose due date is before the selected date')).toBeVisible()
})

test('a card links to its rows', async ({ page, testData }) => {
  const { late, pending, bill } = await createPayables(testData)
  await page.goto('/ap-reports')
  await cardOf(page, 'Total Outstanding Payables')
    .getByRole('link', { name: /pending/ })
    .click()
  await expect(page).toHaveURL(/f\.status=submitted/)
  await expect(rowOf(page, pending.orderNumber)).toBeVisible()
  await expect(rowOf(page, late.orderNumber)).toHaveCount(0)
  await cardOf(page, 'Overdue Payments').getByRole('link', { name: /^\d/ }).click()
  await expect(page.getByRole('tab', { name: 'Overdue payments' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(rowOf(page, bill.billNumber)).toContainText('overdue')
})

const amountIn = async (page: Page, card: string, name: RegExp) =>
  /-?\$[\d,.]+\d/.exec(await cardOf(page, card).getByRole('link', { name }).innerText())?.[0]

test('a figure links to the documents behind it, whose sum matches it', async ({
  page,
  testData,
}) => {
  const { late, pending, bill } = await createPayables(testData)
  const card = 'Total Outstanding Payables'
  await page.goto('/ap-reports')
  await expect(cardOf(page, card).getByRole('link', { name: /billed/ })).toBeVisible()
  const sums = page.getByRole('region', { name: 'Totals' })
  for (const name of [/^\$[\d,.]+$/, /billed/, /committed/]) {
    const amount = await amountIn(page, card, name)
    await cardOf(page, card).getByRole('link', { name }).click()
    await expect(sums).toContainText(`Total: ${amount} ·`)
  }
  await expect(rowOf(page, late.orderNumber)).toContainText('$20.00')
  await expect(rowOf(page, pending.orderNumber)).toContainText('$10.00')
  await expect(rowOf(page, bill.billNumber)).toHaveCount(0)
  await page.goto(`/ap-reports?tab=documents&q=${bill.billNumber}`)
  await rowOf(page, bill.billNumber).getByRole('link', { name: bill.billNumber }).click()
  await expect(page.getByRole('dialog').getByText(bill.billNumber).first()).toBeVisible()
})

test('the order-based figures are shown and link to their rows', async ({ page, testData }) => {
  const { vendor, late, received } = await createPayables(testData)
  await page.goto('/ap-reports')
  const outstanding = cardOf(page, 'Total Outstanding Payables')
  await outstanding.getByRole('button', { name: /is calculated$/ }).click()
  await page.getByRole('link', { name: /^From orders: \$[\d,]+\.\d\d$/ }).click()
  await expect(page).toHaveURL(/f\.status=submitted,approved/)
  const overdue = cardOf(page, 'Overdue Payments')
  await overdue.getByRole('button', { name: /is calculated$/ }).click()
  await page.getByRole('link', { name: /^From orders: \d+ late$/ }).click()
  await expect(page).toHaveURL(/f\.overdue=true/)
  await page.goto(`/ap-reports?f.overdue=true&f.vendorCode=${vendor.vendorCode}`)
  await expect(rowOf(page, late.orderNumber)).toBeVisible()
  await expect(rowOf(page, received.orderNumber)).toHaveCount(0)
})

test('the table: columns, overdue in red with the word, a dash if there is no date', async ({
  page,
  testData,
}) => {
  const { vendor, late, pending, received } = await createPayables(testData)
  await page.goto(`/ap-reports?f.vendorCode=${vendor.vendorCode}`)
  await expect(rowOf(page, late.orderNumber)).toBeVisible()
  const heads = await page.getByRole('columnheader').allTextContents()
  const names = ['PO Number', 'Vendor', 'Amount', 'Status', 'Order Date', 'Expected Date']
  expect(heads.filter(Boolean)).toEqual(names)
  const cells = rowOf(page, late.orderNumber).getByRole('cell')
  await expect(cells).toHaveText([
    new RegExp(late.orderNumber),
    `Vendor #${vendor.id} · ${vendor.name}`,
    '$20.00',
    'Approved',
    /^\d+\/\d+\/\d{4}$/,
    '1/5/2026 overdue',
  ])
  await expect(cells.last().getByText('overdue')).toHaveCSS('color', red)
  await expect(rowOf(page, received.orderNumber)).not.toContainText('overdue')
  await expect(rowOf(page, pending.orderNumber).getByRole('cell').last()).toHaveText('-')
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('button', { name: 'Late', exact: true }).click()
  await expect(page).toHaveURL(/f\.overdue=true/)
  await expect(rowOf(page, received.orderNumber)).toHaveCount(0)
  await page.getByRole('link', { name: late.orderNumber }).click()
  await expect(page.getByRole('dialog', { name: /Purchase Order Details/ })).toBeVisible()
})

test('a loading table shows five placeholder rows', async ({ page }) => {
  let free: () => void = () => undefined
  const held = new Promise<void>((resolve) => (free = resolve))
  await page.route('**/api/reports/ap-orders*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/ap-reports')
  await expect(page.locator('[data-skeleton=row]')).toHaveCount(5)
  free()
  await expect(page.locator('[data-skeleton=row]')).toHaveCount(0)
})

test('the aging: buckets by vendor with totals, links to the rows, and a CSV export', async ({
  page,
  testData,
}) => {
  const { vendor, bill } = await createPayables(testData)
  await page.goto('/ap-reports?tab=aging')
  const row = page.getByRole('row').filter({ hasText: vendor.vendorCode })
  const none = '$0.00'
  await expect(row.getByRole('cell')).toHaveText([none, none, none, none, '$30.00', none, '$30.00'])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const line = `${vendor.vendorCode},${vendor.name},0.00,0.00,0.00,0.00,30.00,0.00,30.00`
  expect(text).toContain(line)
  await row.getByRole('link', { name: '$30.00' }).first().click()
  await expect(page).toHaveURL(/f\.bucket=over90/)
  await expect(rowOf(page, bill.billNumber)).toBeVisible()
})

test('an earlier day shows the figures as of that day', async ({ page, testData }) => {
  const { vendor } = await createPayables(testData)
  await page.goto(`/ap-reports?f.vendorCode=${vendor.vendorCode}`)
  await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible()
  await page.getByLabel('As of').fill('2020-01-01')
  await expect(page).toHaveURL(/f\.asOf=2020-01-01/)
  await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
  await expect(cardOf(page, 'Total Outstanding Payables')).toContainText('$0.00')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible()
})

test('bills and payments of an earlier day are listed as of that day', async ({
  page,
  testData,
}) => {
  const { vendor, bill } = await createPayables(testData)
  await page.goto(`/ap-reports?tab=bills&f.vendorCode=${vendor.vendorCode}`)
  await expect(rowOf(page, bill.billNumber)).toBeVisible()
  await page.getByLabel('As of').fill('2020-01-01')
  await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
  for (const name of ['Credits', 'Payments']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page).toHaveURL(/f\.asOf=2020-01-01/)
    await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
  }
  await page.goto(`/ap-reports?tab=bills&f.vendorCode=${vendor.vendorCode}`)
  await expect(rowOf(page, bill.billNumber)).toBeVisible()
})

test('vendor performance lists vendors, and its figures open the orders they count', async ({
  page,
  testData,
}) => {
  const { vendor, received } = await createPayables(testData)
  await page.goto(`/ap-reports?tab=performance&q=${vendor.vendorCode}`)
  const row = page.getByRole('row').filter({ hasText: vendor.vendorCode })
  await expect(row).toContainText('0.0%')
  await expect(row).toContainText(/\d+\.\d days/)
  await row.getByRole('link', { name: '$80.00' }).click()
  await expect(page).toHaveURL(/tab=documents/)
  await expect(page).toHaveURL(/f\.figure=received/)
  const sums = page.getByRole('region', { name: 'Totals' })
  await expect(sums).toContainText('Total: $80.00 · 1 document')
  await expect(rowOf(page, received.orderNumber)).toBeVisible()
  await expectAccessible(page)
})

test('it is accessible in both themes, and fits 360 px', async ({ page, testData }) => {
  const { vendor, late } = await createPayables(testData)
  await page.goto(`/ap-reports?f.vendorCode=${vendor.vendorCode}`)
  await expect(rowOf(page, late.orderNumber)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/ap-reports?tab=aging')
  await expect(page.getByRole('row').filter({ hasText: vendor.vendorCode })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})

test('the payment summary lists the months of a period', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/ap-reports?tab=months')
  const card = page.getByRole('region', { name: 'Monthly Payment Summary' })
  await expect(card.getByRole('rowheader')).toHaveCount(12)
  await page.getByRole('button', { name: 'Months' }).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(card.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Months: Last month' })).toBeFocused()
  await page.reload()
  await expect(card.getByRole('rowheader')).toHaveCount(1)
})
