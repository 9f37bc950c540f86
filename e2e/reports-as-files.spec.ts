import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { givenSku } from './order-desk.ts'

// Reports that stand on the screen as a whole are had as a file of the same rows.

const reports: readonly [string, string, RegExp][] = [
  [
    '/ap-reports?tab=months',
    'Month,Billed,Payments,Paid,Discounts Taken,Largest Payment',
    /^monthly-payment-summary\.csv$/,
  ],
  [
    '/ar-reports?tab=trends',
    'Month,Invoiced,Cash Received,Balance,Collection Period,Days to Pay,Paid on Time',
    /^payment-trends\.csv$/,
  ],
  [
    '/journal?tab=balance',
    'Account,Name,Debit,Credit,Balance',
    /^trial-balance-\d{4}-\d\d-\d\d\.csv$/,
  ],
]

/** The file that `Export CSV` hands out, and its name. */
async function saved(page: Page): Promise<{ name: string; lines: string[] }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Export CSV' }).click()
  const file = await coming
  const text = await readFile(await file.path(), 'utf8')
  const lines = text.replace('\uFEFF', '').trim().split('\r\n')
  return { name: file.suggestedFilename(), lines }
}

test('the file of a report has its heads and a line for each of its rows', async ({
  page,
  signIn,
  given,
}) => {
  const { id: customerId } = await given.customer({ creditLimit: '1000.00' })
  const { id: skuId } = await givenSku(given)
  const items = [{ skuId, quantity: 2 }]
  const { order } = await given.made<{ order: { id: number } }>('/api/orders/create', {
    customerId,
    items,
  })
  await given.made(`/api/sales-orders/${order.id}/process`, {})
  await given.made(`/api/sales-orders/${order.id}/ship`, {})
  await signIn('finance')
  for (const [path, heads, fileName] of reports) {
    await test.step(path, async () => {
      await page.goto(path)
      const rows = page.getByRole('tabpanel').locator('tbody tr')
      await expect(rows.first()).toBeVisible()
      const { name, lines } = await saved(page)
      expect(name).toMatch(fileName)
      expect(lines[0]).toBe(heads)
      expect(lines).toHaveLength((await rows.count()) + 1)
      const [first = ''] = lines.slice(1)
      await expect(rows.first()).toContainText(first.split(',')[0] ?? 'nothing')
    })
  }
})
