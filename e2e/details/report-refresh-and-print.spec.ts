import type { Page } from '@playwright/test'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import { expect, type TestData, test } from '../fixtures.ts'
import { expectBlackOnWhite, expectPrintedPage, printed, type Row } from '../printed-page.ts'
import { createVendor } from '../journeys/create-purchase-order.ts'

// The figures and lists of reports go stale together and are printed whole.

const pillOf = (page: Page) => page.getByRole('button', { name: /^\d+ updates? · Refresh \(R\)$/ })
const figureOf = (page: Page) =>
  page
    .getByRole('group', { name: 'Total Receivables Balance', exact: true })
    .getByRole('link', { name: /^-?\$/ })

/** The displayed figure plus 20.00. */
async function addRecord(page: Page): Promise<string> {
  const figure = (await figureOf(page).innerText()).replaceAll(/[$,]/g, '')
  return formatDecimal(decimal(sum([cents(figure), cents('20.00')])))
}

async function createOverdueCustomer(testData: TestData) {
  const customer = await testData.customer({ creditLimit: '999.00', paymentTerms: 'COD' })
  const order = { customerId: customer.id, status: 'delivered', shipDate: '2026-01-05' }
  const orderNumber = testData.code('AGE')
  await testData.made('/api/sales-orders', { ...order, orderNumber, totalAmount: '20.00' })
  return customer
}

for (const tab of ['invoices', 'documents', 'aging', 'trends']) {
  test(`a refresh updates the figures together with the tab: ${tab}`, async ({
    page,
    testData,
    signIn,
  }) => {
    await signIn('finance')
    await createOverdueCustomer(testData)
    await page.goto(`/ar-reports?tab=${tab}&sort=${tab === 'documents' ? '-id' : ''}`)
    await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible()
    await expect(pillOf(page)).toBeHidden()
    const then = await addRecord(page)
    const { customerCode } = await createOverdueCustomer(testData)
    await expect(pillOf(page)).toBeVisible()
    await expect(figureOf(page)).not.toHaveText(then)
    if (tab === 'invoices') await pillOf(page).click()
    else await page.keyboard.press('r')
    await expect(figureOf(page)).toHaveText(then)
    await expect(pillOf(page)).toBeHidden()
    const rows = page.getByRole('row').filter({ hasText: customerCode })
    if (tab !== 'trends') await expect(rows.first()).toContainText('$20.00')
    const sums = page.getByRole('region', { name: 'Totals' })
    if (tab === 'documents') await expect(sums).toContainText(`Total: ${then} ·`)
  })
}

test('reading a list later does not hide that the figures are stale', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  await createOverdueCustomer(testData)
  await page.goto('/ar-reports?tab=invoices')
  await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible()
  const then = await addRecord(page)
  const { customerCode } = await createOverdueCustomer(testData)
  await expect(pillOf(page)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter this list' }).fill(customerCode)
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(pillOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(figureOf(page)).toHaveText(then)
  await expect(pillOf(page)).toBeHidden()
})

const most = 60

test('a report prints every row that matches its filters, not just the page', async ({
  page,
  testData,
  signIn,
}) => {
  const { id: vendorId, vendorCode } = await createVendor(testData)
  const code = testData.code('PRINT')
  const rows: Row[] = []
  // Sequentially, because a busy machine sheds concurrent requests.
  for (let place = 0; place < most; place++) {
    const { orderNumber } = await testData.made<PurchaseOrder>('/api/purchase-orders', {
      orderNumber: `${code}-${String(place).padStart(3, '0')}`,
      vendorId,
      status: 'submitted',
      totalAmount: `${1000 + place}.07`,
    })
    rows.push([orderNumber, `$${(1000 + place).toLocaleString('en-US')}.07`])
  }
  await signIn('finance')
  // Stub printing, so that the printed document stays rendered.
  await page.addInitScript(() => (window.print = () => document.body.classList.add('printing')))
  await page.goto(`/ap-reports?f.vendorCode=${vendorCode}&sort=totalAmount&size=10`)
  await expect(page.getByText(`Showing 1 to 10 of ${most} entries`)).toBeVisible()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('body.printing')).toBeVisible()
  const pages = await printed(page)
  expect(pages.length).toBeGreaterThan(1)
  const heads = 'PO Number Vendor Amount Status Order Date Expected Date'
  const once = ['Accounts Payable Reports', 'As of', `Filtered by Vendor: ${vendorCode}`]
  expectPrintedPage(pages, { heads, rows, once })
  const all = pages.join(' ')
  const places = rows.map(([number]) => all.indexOf(number))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  await expectBlackOnWhite(page)
  // Changing a filter replaces the printed document.
  await page.goto(`/ap-reports?f.vendorCode=${vendorCode}&f.status=approved`)
  await expect(page.getByText('No results found.')).toBeVisible()
  await expect(page.locator('.paper-rows')).toHaveCount(0)
})
