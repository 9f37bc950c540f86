import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { BusinessFigures } from '../../contract.ts'

const week = (from: string, to: string, income: string, grossProfit: string) => {
  return { from, to, income, grossProfit }
}

/** Replaces the weeks in the real response. */
async function withWeeks(page: Page) {
  await page.route('**/api/dashboard/business', async (route) => {
    const response = await route.fetch()
    const real = (await response.json()) as BusinessFigures
    const json = {
      ...real,
      weeks: [
        week('2026-02-23', '2026-03-01', '2000.00', '500.00'),
        week('2026-03-02', '2026-03-08', '0.00', '-20.00'),
      ],
      previousWeeks: [
        week('2025-11-24', '2025-11-30', '1000.00', '400.00'),
        week('2025-12-01', '2025-12-07', '900.00', '90.00'),
      ],
    }
    await route.fulfill({ response, json })
  })
}

const chartOf = (page: Page) => page.getByRole('region', { name: 'Revenue and gross margin' })

test('a week of the margin chart opens its income statement, a loss has its amount', async ({
  page,
  signIn,
}) => {
  await withWeeks(page)
  await signIn('finance')
  await page.goto('/')
  const chart = chartOf(page)
  for (const label of ['$2k', '$1k', '$0']) {
    await expect(chart.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(
    chart.getByRole('link', { name: 'Week from 3/2/2026: revenue $0.00, gross margin -$20.00' }),
  ).toBeAttached()
  const closed = chart.getByRole('link', {
    name: 'Week from 2/23/2026: revenue $2,000.00, gross margin $500.00 (25.0%)',
  })
  await closed.hover()
  await expect(chart.locator('p.popover')).toHaveText(/\(25\.0%\)/)
  await closed.click()
  await expect(page).toHaveURL(/journal\?tab=income.*f\.from=2026-02-23.*f\.to=2026-03-01/)
})

test('the weeks are compared with the 13 before, also in the table', async ({ page, signIn }) => {
  await withWeeks(page)
  await signIn('manager')
  await page.goto('/')
  const chart = chartOf(page)
  await chart.getByLabel('Compare with the 13 weeks before').check()
  await expect(chart.getByText('Period before', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await chart.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(chart.getByRole('row')).toHaveText([
    'Week fromRevenueGross marginPercentRevenue beforeGross margin beforePercent before',
    '2/23/2026$2,000.00$500.0025.0%$1,000.00$400.0040.0%',
    '3/2/2026$0.00-$20.00n/a$900.00$90.0010.0%',
  ])
})

test('roles that may not read the books see no margin', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Orders and order value, 12 weeks' })).toBeVisible()
  await expect(chartOf(page)).toHaveCount(0)
})
