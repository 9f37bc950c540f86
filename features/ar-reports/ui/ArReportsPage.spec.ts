// One file: the tabs of the page share how its data is made.
import { openByKeys } from '#e2e/keyboard-user.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { ArSummary } from '../contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'

/** Creates a customer with one order of each kind that the figures distinguish. */
async function createReceivables(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('RA'),
    name: testData.code('Northwind'),
    creditLimit: '40.00',
    paymentTerms: 'COD',
  })
  const order = (status: string, shipDate: string | null, totalAmount: string) =>
    testData.made<SalesOrder>('/api/sales-orders', {
      orderNumber: testData.code('AR'),
      customerId: customer.id,
      status,
      orderDate: '2026-01-02',
      shipDate,
      totalAmount,
    })
  // Creates the pending order first, because an overdue balance puts later orders on hold.
  const late = await order('pending', '2026-01-05', '10.00')
  const old = await order('delivered', '2026-01-05', '20.00')
  const cancelled = await order('cancelled', '2026-01-05', '80.00')
  return { customer, old, late, gone: cancelled }
}

const red = 'rgb(179, 38, 30)'
const cardOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test.beforeEach(async ({ signIn }) => {
  await signIn('finance')
})

test('the page shows the title, and four cards with their formulas', async ({ page, testData }) => {
  await createReceivables(testData)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Accounts Receivable' })).toBeVisible()
  await openByKeys(page, 'i', '/ar-reports')
  const title = page.getByRole('heading', { name: 'Accounts Receivable Reports', level: 1 })
  await expect(title).toBeVisible()
  await expect(page.getByText('Sales Order and Customer Payment Analytics')).toBeVisible()
  const answer = await page.request.get('/api/reports/ar-summary')
  const summary = (await answer.json()) as ArSummary
  const figure = (name: string) => cardOf(page, name).getByRole('paragraph').first()
  const balance = 'Total Receivables Balance'
  await expect(figure(balance)).toHaveText(formatDecimal(summary.totalReceivable))
  await expect(cardOf(page, balance)).toContainText(
    `${summary.pendingPaymentCount} pending payment`,
  )
  await expect(figure('Overdue Customers')).toHaveText(String(summary.overdueCustomerCount))
  const { overdueAmount, overdueInvoiceCount } = summary
  const due = `${formatDecimal(overdueAmount)} past due on ${overdueInvoiceCount} invoice`
  await expect(cardOf(page, 'Overdue Customers')).toContainText(due)
  await expect(figure('Average Collection Period')).toHaveText(
    summary.averageCollectionPeriod === null ? 'n/a' : /^\d+ days?$/,
  )
  const rate = summary.monthlyCollectionRate
  await expect(figure('Monthly Collection Rate')).toHaveText(rate === null ? 'n/a' : `${rate}%`)
  await page.getByRole('button', { name: 'How Overdue Customers is calculated' }).click()
  const why = page.getByRole('dialog', { name: 'How Overdue Customers is calculated' })
  await expect(why).toContainText('due before the day, by the payment terms')
  await expect(why).toContainText(/As of \d+\/\d+\/\d{4}/)
  await why.getByRole('link', { name: 'Show the rows' }).click()
  await expect(page).toHaveURL(/tab=collections/)
  await expect(why).toBeHidden()
})

test('a card links to its rows', async ({ page, testData }) => {
  const { customer } = await createReceivables(testData)
  await page.goto('/ar-reports')
  await cardOf(page, 'Total Receivables Balance')
    .getByRole('link', { name: /pending payment/ })
    .click()
  await expect(page).toHaveURL(/tab=invoices.*f\.state=open,part-paid,overdue/)
  await cardOf(page, 'Overdue Customers')
    .getByRole('link', { name: /past due/ })
    .click()
  await expect(page).toHaveURL(/tab=invoices.*f\.state=overdue/)
  await page.goto(
    `/ar-reports?tab=invoices&f.state=overdue&f.customerCode=${customer.customerCode}`,
  )
  await expect(rowOf(page, customer.customerCode)).toContainText('$20.00')
})

test('a figure opens the documents behind it, with their sum', async ({ page, testData }) => {
  const { customer } = await createReceivables(testData)
  await page.goto('/ar-reports')
  const balance = cardOf(page, 'Total Receivables Balance').getByRole('link', { name: /^-?\$/ })
  const amount = await balance.innerText()
  await balance.click()
  const sums = page.getByRole('region', { name: 'Totals' })
  await expect(sums).toContainText(`Total: ${amount} ·`)
  for (const part of ['received', 'owed before', 'sold on credit']) {
    await page.getByRole('button', { name: 'How Monthly Collection Rate is calculated' }).click()
    const why = page.getByRole('dialog', { name: 'How Monthly Collection Rate is calculated' })
    const link = why.getByRole('link', { name: part })
    const made = (await link.innerText()).replace(` ${part}`, '')
    await link.click()
    await expect(sums.or(page.getByText('No results found.'))).toContainText(
      made === '$0.00' ? /No results|\$0\.00/ : `Total: ${made} ·`,
    )
    await page.goto('/ar-reports')
  }
  await page.goto(`/ar-reports?tab=documents&f.customerCode=${customer.customerCode}`)
  await expect(sums).toContainText('Total: $20.00 · 1 document')
  await page.getByRole('link', { name: /^INV-/ }).click()
  await expect(page.getByRole('dialog', { name: /INV-/ })).toBeVisible()
})

test('the open orders that use credit are listed with their sum, and open on their screen', async ({
  page,
  testData,
}) => {
  const { customer, late } = await createReceivables(testData)
  await page.goto(`/ar-reports?tab=credit&q=${customer.customerCode}`)
  await rowOf(page, customer.customerCode).getByRole('link', { name: '$10.00' }).click()
  await expect(page).toHaveURL(/f\.figure=openOrders/)
  await expect(page.getByRole('heading', { name: 'Open orders' })).toBeVisible()
  const sums = page.getByRole('region', { name: 'Totals' })
  await expect(sums).toContainText('Total: $10.00 · 1 document')
  await page.getByRole('link', { name: late.orderNumber }).click()
  await expect(page).toHaveURL(new RegExp(`/sales-orders\\?open=${late.orderNumber}`))
})

test('a card shows its figure by orders, linked to the orders', async ({ page, testData }) => {
  const { customer, old, late } = await createReceivables(testData)
  await page.goto('/ar-reports')
  const balance = cardOf(page, 'Total Receivables Balance')
  await balance.getByRole('button', { name: /is calculated$/ }).click()
  await page.getByRole('link', { name: /^From orders: \$[\d,]+\.\d\d, \d+ pending$/ }).click()
  await expect(page).toHaveURL(/f\.status=shipped,delivered/)
  const overdue = cardOf(page, 'Overdue Customers')
  await overdue.getByRole('button', { name: /is calculated$/ }).click()
  await page.getByRole('link', { name: /^From orders: \d+ late$/ }).click()
  await expect(page).toHaveURL(/tab=overdue/)
  await page.goto(`/ar-reports?tab=overdue&f.customerCode=${customer.customerCode}`)
  await expect(rowOf(page, late.orderNumber)).toBeVisible()
  await expect(rowOf(page, old.orderNumber)).toHaveCount(0)
})

test('at 1440 pixels the day is in the header, so that the rows begin above the middle', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['/ar-reports', '/ap-reports']) {
    await page.goto(path)
    const rows = page.locator('main .table-scroll')
    await expect(rows).toBeVisible()
    await expect(page.getByRole('group').getByRole('button', { name: /^How / })).toHaveCount(4)
    await expect(page.locator('header').getByLabel('As of')).toBeVisible()
    expect((await rows.boundingBox())?.y).toBeLessThan(450)
  }
})

test('the menu All reports opens a tab beyond the side of the screen', async ({ page }) => {
  const last = page.getByRole('tab', { name: 'Credit utilisation' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/ar-reports')
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeInViewport({ ratio: 1 })
    await expect(last).not.toBeInViewport({ ratio: 1 })
    const menu = page.getByRole('button', { name: 'All reports' })
    await expect(menu).toBeInViewport({ ratio: 1 })
    await menu.click()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveText(await page.getByRole('tab').allTextContents())
    await expectAccessible(page)
    await items.filter({ hasText: 'Credit utilisation' }).click()
    await expect(last).toHaveAttribute('aria-selected', 'true')
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL(/tab=credit/)
  }
})

test('a tab that the address opens is in sight, also on a small screen', async ({ page }) => {
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/ar-reports?tab=collections')
    await expect(page.getByRole('button', { name: 'All reports' })).toBeVisible()
    const tab = page.getByRole('tab', { name: 'Collection priority' })
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    const [own, list] = [await tab.boundingBox(), await tab.locator('xpath=..').boundingBox()]
    expect(own?.x).toBeGreaterThanOrEqual(list?.x ?? 0)
    expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual(
      (list?.x ?? 0) + (list?.width ?? 0) + 1,
    )
  }
})

test('the table shows its columns, and overdue orders in red', async ({ page, testData }) => {
  const { customer, old, late, gone } = await createReceivables(testData)
  await page.goto(`/ar-reports?f.customerCode=${customer.customerCode}`)
  await expect(rowOf(page, late.orderNumber)).toBeVisible()
  const heads = await page.getByRole('columnheader').allTextContents()
  const names = ['SO Number', 'Customer', 'Amount', 'Status', 'Order Date', 'Ship Date']
  expect(heads.filter(Boolean)).toEqual(names)
  const cells = rowOf(page, late.orderNumber).getByRole('cell')
  await expect(cells).toHaveText([
    new RegExp(late.orderNumber),
    `Customer #${customer.id} · ${customer.name}`,
    '$10.00',
    'Pending',
    '1/2/2026',
    '1/5/2026 overdue',
  ])
  await expect(cells.last().getByText('overdue')).toHaveCSS('color', red)
  await expect(rowOf(page, old.orderNumber)).not.toContainText('overdue')
  await expect(rowOf(page, gone.orderNumber)).not.toContainText('overdue')
  await page.getByRole('tab', { name: 'Overdue orders' }).click()
  await expect(rowOf(page, late.orderNumber)).toBeVisible()
  await expect(rowOf(page, old.orderNumber)).toHaveCount(0)
  await page.getByRole('link', { name: late.orderNumber }).click()
  await expect(page.getByRole('dialog', { name: /Sales Order Details/ })).toBeVisible()
})

test('the aging shows buckets by customer with totals, links to the rows, and exports CSV', async ({
  page,
  testData,
}) => {
  const { customer } = await createReceivables(testData)
  await page.goto('/ar-reports?tab=aging')
  const row = rowOf(page, customer.customerCode)
  const none = '$0.00'
  await expect(row.getByRole('cell')).toHaveText([none, none, none, none, '$20.00', none, '$20.00'])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const line = `${customer.customerCode},${customer.name},0.00,0.00,0.00,0.00,20.00,0.00,20.00`
  expect(text).toContain(line)
  await row.getByRole('link', { name: '$20.00' }).first().click()
  await expect(page).toHaveURL(/tab=invoices.*f\.bucket=over90|f\.bucket=over90.*tab=invoices/)
  await expect(rowOf(page, customer.customerCode)).toContainText('Overdue')
})

test('an earlier day shows the orders of that day', async ({ page, testData }) => {
  const { customer } = await createReceivables(testData)
  await page.goto(`/ar-reports?f.customerCode=${customer.customerCode}`)
  await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible()
  await page.getByLabel('As of').fill('2020-01-01')
  await expect(page).toHaveURL(/f\.asOf=2020-01-01/)
  await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
  await expect(cardOf(page, 'Total Receivables Balance')).toContainText('$0.00')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible()
})

test('the credit tab shows the usage of each customer', async ({ page, testData }) => {
  const { customer } = await createReceivables(testData)
  await page.goto(`/ar-reports?tab=credit&q=${customer.customerCode}`)
  const row = rowOf(page, customer.customerCode)
  await expect(row).toContainText('75.0%')
  await expect(row).toContainText('$10.00')
  await page.getByRole('button', { name: 'Over limit' }).click()
  await expect(page.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
})

test('a partial payment is recorded, shown with its applications, and then unapplied', async ({
  page,
  testData,
}) => {
  const { customer } = await createReceivables(testData)
  await page.goto(`/ar-reports?tab=payments&f.customerCode=${customer.customerCode}`)
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const form = page.getByRole('dialog', { name: 'Record Payment' })
  await form.getByLabel('Customer *').fill(customer.customerCode)
  await page.getByRole('option', { name: new RegExp(customer.customerCode) }).click()
  await form.getByLabel('Amount *').fill('15.00')
  await expect(form.getByText('$20.00 open')).toBeVisible()
  await form.getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByText(/^PAY-\d+ of \$15\.00 recorded$/)).toBeVisible()
  await rowOf(page, customer.customerCode).getByRole('link', { name: /PAY-/ }).click()
  const payment = page.getByRole('dialog', { name: /PAY-/ })
  await expect(payment.getByRole('row').filter({ hasText: 'INV-' })).toContainText('$15.00')
  await expectAccessible(page)
  await payment.getByRole('button', { name: 'Reverse' }).click()
  const reverseDialog = page.getByRole('dialog', { name: 'Reverse' })
  await reverseDialog.getByLabel('Reason *').fill('Wrong invoice')
  await reverseDialog.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText(/^\$20\.00 of INV-\d+ is open again$/)).toBeVisible()
})

test('the page is accessible in both themes, and fits 360 px', async ({ page, testData }) => {
  const { customer, late } = await createReceivables(testData)
  await page.goto(`/ar-reports?f.customerCode=${customer.customerCode}`)
  await expect(rowOf(page, late.orderNumber)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/ar-reports?tab=aging')
  await expect(rowOf(page, customer.customerCode)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/ar-reports?tab=collections&q=${customer.customerCode}`)
  await expect(rowOf(page, customer.customerCode)).toContainText('$20.00')
  const order = page.getByText('Past due × days late, highest first')
  await expect(order).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('columnheader').getByRole('button', { name: 'Days late' }).click()
  await expect(page).toHaveURL(/sort=daysLate/)
  await expect(order).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/ar-reports?tab=credit')
  await expect(page.getByText(customer.customerCode)).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})

test('the aging and its rows count from the invoice date if that is selected', async ({
  page,
  testData,
}) => {
  const { customer } = await createReceivables(testData)
  await page.goto('/ar-reports?tab=aging')
  await expect(rowOf(page, customer.customerCode)).toBeVisible()
  const basis = page.getByLabel('Age by')
  await expect(basis).toHaveValue('due')
  await page.route(/basis=invoice/, (route) => route.fulfill({ status: 500, body: 'No room' }))
  await basis.selectOption('Invoice date')
  await expect(page.getByRole('alert').filter({ hasText: 'No room' })).toBeVisible()
  await page.unroute(/basis=invoice/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/f\.basis=invoice/)
  const heading = page.getByRole('heading', { name: 'Receivables by age, by invoice date' })
  await expect(heading).toBeVisible()
  await expect(rowOf(page, customer.customerCode)).toBeVisible()
  await page.reload()
  await expect(basis).toHaveValue('invoice')
  await rowOf(page, customer.customerCode).getByRole('link', { name: '$20.00' }).first().click()
  await expect(page).toHaveURL(/f\.basis=invoice/)
  await expect(page).toHaveURL(/tab=invoices/)
  await expect(rowOf(page, customer.customerCode)).toContainText('$20.00')
})

test('the aging opens its formula, its account, and the documents of a total', async ({
  page,
  testData,
}) => {
  const { customer } = await createReceivables(testData)
  await page.goto('/ar-reports?tab=aging')
  await page.getByRole('button', { name: 'How Aging by Customer is calculated' }).click()
  const how = page.getByRole('dialog', { name: 'How Aging by Customer is calculated' })
  await expect(how).toContainText('Account 1100 Accounts receivable')
  await expect(how).toContainText('equal to the figure')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await rowOf(page, customer.customerCode).getByRole('link', { name: '$20.00' }).last().click()
  await expect(page).toHaveURL(/tab=documents/)
  const sums = page.getByRole('region', { name: 'Totals' })
  await expect(sums).toContainText('Total: $20.00 · 1 document')
})
