import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type TestData, expect, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'

// On-screen reports can be exported as files with the same rows.

const reports: readonly [string, string, RegExp][] = [
  [
    '/ap-reports?tab=months',
    'Month,Billed,Payments,Paid,Discounts Taken,Largest Payment',
    /^monthly-payment-summary\.csv$/,
  ],
  [
    '/ar-reports?tab=trends',
    'Month,Invoiced,Cash Received,Adjustments,Balance,Collection Period,Days to Pay,Paid on Time',
    /^payment-trends\.csv$/,
  ],
  [
    '/journal?tab=balance',
    'Account,Name,Debit,Credit,Balance',
    /^trial-balance-\d{4}-\d\d-\d\d\.csv$/,
  ],
]

const aging: (typeof reports)[number] = [
  '/ar-reports?tab=aging',
  'Customer Code,Customer,Not due,0-30 days,31-60 days,61-90 days,Over 90 days,Unapplied,Total',
  /^ar-aging-\d{4}-\d\d-\d\d\.csv$/,
]

/** Downloads the file of `Export CSV`; returns its name and lines. */
async function downloadReport(page: Page): Promise<{ name: string; lines: string[] }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Export CSV' }).click()
  const file = await coming
  const text = await readFile(await file.path(), 'utf8')
  const lines = text.replace('\uFEFF', '').trim().split('\r\n')
  return { name: file.suggestedFilename(), lines }
}

/** Creates a shipped order, so that each report has a row. */
async function createShippedOrder(testData: TestData): Promise<void> {
  const { id: customerId } = await testData.customer({ creditLimit: '1000.00' })
  const { id: skuId } = await createSku(testData)
  const items = [{ skuId, quantity: 2 }]
  const { order } = await testData.made<{ order: { id: number } }>('/api/orders/create', {
    customerId,
    items,
  })
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await testData.made(`/api/sales-orders/${order.id}/ship`, {})
}

test("a report's file has its headings and one line per row", async ({
  page,
  signIn,
  testData,
}) => {
  await createShippedOrder(testData)
  await signIn('finance')
  for (const [path, heads, fileName] of reports) {
    await test.step(path, async () => {
      await page.goto(path)
      const rows = page.getByRole('tabpanel').locator('tbody tr')
      await expect(rows.first()).toBeVisible()
      const { name, lines } = await downloadReport(page)
      expect(name).toMatch(fileName)
      expect(lines[0]).toBe(heads)
      expect(lines).toHaveLength((await rows.count()) + 1)
      const [first = ''] = lines.slice(1)
      await expect(rows.first()).toContainText(first.split(',')[0] ?? 'nothing')
    })
  }
})

test('a report exports as a workbook, with numbers as numbers', async ({
  page,
  signIn,
  testData,
}) => {
  await createShippedOrder(testData)
  await signIn('finance')
  for (const [path, heads, fileName] of [...reports, aging]) {
    await test.step(path, async () => {
      await page.goto(path)
      const panel = page.getByRole('tabpanel')
      await expect(panel.locator('tbody tr').first()).toBeVisible()
      const coming = page.waitForEvent('download')
      await panel.getByRole('button', { name: 'Export XLSX' }).click()
      const file = await coming
      expect(file.suggestedFilename()).toMatch(new RegExp(fileName.source.replace('csv', 'xlsx')))
      const files = unzipSync(await readFile(await file.path()))
      const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
      for (const head of heads.split(',')) expect(sheet).toContain(`>${head}</t>`)
      // The aging has a totals row in addition to its customers.
      const total = path === aging[0] ? 1 : 0
      const rows = (await panel.locator('tbody tr').count()) + 1 + total
      expect(sheet.match(/<row>/g)).toHaveLength(rows)
      expect(sheet).toMatch(/<c s="3"><v>-?\d+\.\d\d<\/v><\/c>/)
    })
  }
})

test('a printed report shows its as-of date and its filters', async ({ page, signIn }) => {
  await signIn('finance')
  const filters = 'f.state=open,overdue&f.from=2026-01-01&f.to=2026-01-31&f.asOf=2026-01-31'
  await page.goto(`/ar-reports?tab=invoices&${filters}`)
  await expect(page.getByText(/^Showing/)).toBeVisible()
  const filterSummary = page.getByText(
    'Filtered by Status: Open, Overdue · Date: 1/1/2026 to 1/31/2026',
  )
  await expect(filterSummary).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(filterSummary).toBeVisible()
  await expect(page.getByText('As of 1/31/2026')).toBeVisible()
  await expect(page.getByText('state:')).toHaveCount(0)
})
