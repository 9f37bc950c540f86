import { day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { Page } from '@playwright/test'
import type { DashboardStats, DashboardTrends } from '../contract.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

const trend: DashboardTrends = {
  from: day('2026-02-01'),
  to: day('2026-03-02'),
  previousFrom: day('2026-01-02'),
  previousTo: day('2026-01-31'),
  orders: { current: '9', previous: '8' },
  revenue: { current: '920.00', previous: '0.00' },
  days: [
    { day: day('2026-02-28'), orders: 4, revenue: amount('0.00') },
    { day: day('2026-03-01'), orders: 1, revenue: amount('0.00') },
    { day: day('2026-03-02'), orders: 2, revenue: amount('0.00') },
  ],
  weeks: [
    { from: day('2026-02-23'), orders: 1200, revenue: amount('2500000.00') },
    { from: day('2026-03-02'), orders: 300, revenue: amount('1000.00') },
  ],
  pipeline: [{ status: 'processing', orders: 3, amount: amount('47.40') }],
}

/** Overrides some figures in the real response. */
async function overrideFigures(page: Page, overrides: Partial<DashboardStats>) {
  await page.route('**/api/dashboard/stats', async (route) => {
    const response = await route.fetch()
    const real = (await response.json()) as DashboardStats
    await route.fulfill({ response, json: { ...real, ...overrides } })
  })
}

test('no pending orders shows All clear, and no change in SKUs shows Stable', async ({ page }) => {
  await overrideFigures(page, { pendingOrders: 0, totalSkus: 1240, newSkus: 0, deletedSkus: 0 })
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Figures' })
  const pending = cards.getByRole('link', { name: 'Pending Orders' })
  await expect(pending.getByText('All clear', { exact: true })).toBeVisible()
  await expect(pending).not.toContainText('Requires attention')
  const skus = cards.getByRole('link', { name: 'Total SKUs' })
  await expect(skus.getByText('Stable', { exact: true })).toBeVisible()
  await expect(skus.getByRole('strong')).toHaveText('1,240')
})

/** The pixels from a drawing to the axis below it, and from there to the legend. In the page. */
function gapsOf(figure: Element): number[] {
  const boxOf = (part: string) => figure.querySelector(part)?.getBoundingClientRect()
  const [drawing, axis, legend] = [boxOf('svg[role=img]'), boxOf('p'), boxOf('figcaption')]
  if (!drawing || !axis || !legend) return []
  return [axis.top - drawing.bottom, legend.top - axis.bottom]
}

test('there is no gap between a chart, its axis and its legend', async ({ page }) => {
  await page.route('**/api/dashboard/trends', (route) => route.fulfill({ json: trend }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const weeks = page.getByRole('region', { name: 'Orders and order value, 12 weeks' })
  const gaps = await weeks.locator('figure').evaluate(gapsOf)
  expect(gaps).toHaveLength(2)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(16)
})

test('the alerts show their counts in the specified wording', async ({ page }) => {
  await overrideFigures(page, { lowStockSkus: 5, pendingApprovals: 3 })
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch()
    const real = (await response.json()) as object
    const maintenanceNotice = 'Maintenance scheduled for tonight'
    await route.fulfill({ response, json: { ...real, maintenanceNotice } })
  })
  await page.goto('/')
  const alerts = page.getByRole('region', { name: 'System Alerts' })
  await expect(alerts.getByRole('listitem')).toHaveText([
    'Low Stock Alert5 items below minimum threshold',
    'Pending Approvals3 purchase orders awaiting approval',
    'System UpdateMaintenance scheduled for tonight',
  ])
  await alerts.getByRole('link', { name: /Pending Approvals/ }).click()
  await expect(page).toHaveURL(/purchase-orders\?f\.status=submitted$/)

  await page.unrouteAll({ behavior: 'wait' })
  await overrideFigures(page, { lowStockSkus: 0, pendingApprovals: 0 })
  await page.goto('/')
  await expect(alerts.getByText('No alerts', { exact: true })).toBeVisible()
  await expect(alerts.getByRole('listitem')).toHaveCount(0)
})

test('the tiles count active records and link to them', async ({ page }) => {
  await overrideFigures(page, { activeCustomers: 1234, activeVendors: 62, activeSkus: 1240 })
  const tiles = page.getByRole('region', { name: 'Master Data Management' })
  for (const [title, many, path] of [
    ['Active Customers', '1,234', 'customers'],
    ['Active Vendors', '62', 'vendors'],
    ['Active SKUs', '1,240', 'skus'],
  ] as const) {
    await page.goto('/')
    await expect(tiles).toContainText(`${title}${many}`)
    const manage = tiles.getByRole('button', { name: 'Manage →', exact: true })
    await manage.and(tiles.locator(`[href="/${path}?f.isActive=true"]`)).click()
    await expect(page).toHaveURL(`/${path}?f.isActive=true`)
  }
})

test('a card and a tile open their formula, their day and their records', async ({ page }) => {
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Figures' })
  const pending = 'How Pending Orders is calculated'
  await cards.getByRole('button', { name: pending }).click()
  const how = page.getByRole('dialog', { name: pending })
  await expect(how).toContainText('Number of sales orders whose status is pending')
  await expect(how).toContainText(/As of \d+\/\d+\/\d{4}/)
  await expect(how).toContainText('The journal has no account for it')
  await expectAccessible(page)
  await how.getByRole('link', { name: 'Show the rows' }).click()
  await expect(page).toHaveURL(/\/sales-orders\?f\.status=pending$/)
  await page.goto('/')
  const skus = 'How Active SKUs is calculated'
  await page.getByRole('button', { name: skus }).press('Enter')
  const tile = page.getByRole('dialog', { name: skus })
  await tile.getByRole('link', { name: 'Show the rows' }).press('Enter')
  await expect(page).toHaveURL(/\/skus\?f\.isActive=true$/)
})

test('a card shows its change and sparkline, and no change without previous figures', async ({
  page,
}) => {
  await page.route('**/api/dashboard/trends', (route) => route.fulfill({ json: trend }))
  await overrideFigures(page, { newSkus: 1, deletedSkus: 3 })
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Figures' })
  const orders = cards.getByRole('link', { name: 'Total Orders' })
  await expect(orders.getByText('+12.5%', { exact: true })).toBeVisible()
  await expect(orders.getByText('vs prev 30d', { exact: true })).toBeVisible()
  const bars = orders.locator('svg path').last()
  await expect(bars).toHaveAttribute('d', 'M0.5 1v-1M1.5 1v-0.25M2.5 1v-0.5')
  await expect(orders).toHaveAccessibleName(/2\/1\/2026 – 3\/2\/2026: 9; .*1\/31\/2026: 8/)
  const revenue = cards.getByRole('link', { name: 'Revenue' })
  await expect(revenue).toBeVisible()
  await expect(revenue).not.toContainText('vs prev 30d')
  const skus = cards.getByRole('link', { name: 'Total SKUs' })
  await expect(skus.getByText('-2 this month', { exact: true })).toBeVisible()
  await expect(skus).toContainText('1 SKUs were created and 3 deleted in the last 30 days')
})

test('the charts have round-number axes, and also show as tables', async ({ page }) => {
  await page.route('**/api/dashboard/trends', (route) => route.fulfill({ json: trend }))
  await page.goto('/')
  const weeks = page.getByRole('region', { name: 'Orders and order value, 12 weeks' })
  for (const label of ['2k', '1k', '0', '$4M', '$2M', '$0']) {
    await expect(weeks.getByText(label, { exact: true })).toBeVisible()
  }
  await weeks.getByRole('button', { name: 'Show as table' }).click()
  await expect(weeks.getByRole('row').nth(1)).toHaveText('2/23/20261,200$2,500,000.00')
  await weeks.getByRole('button', { name: 'Show as chart' }).click()
  await expect(weeks.getByRole('img')).toBeVisible()
  const pipeline = page.getByRole('region', { name: 'Order pipeline', exact: true })
  await expect(pipeline.getByRole('link', { name: /Processing/ })).toContainText('3 · $47.40')
  await pipeline.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(pipeline.getByRole('row').nth(1)).toHaveText('Processing3$47.40')
  await expectAccessible(page)
})

test('the weeks are compared with the twelve before, by key, in the drawing and the table', async ({
  page,
}) => {
  await page.route('**/api/dashboard/trends', (route) => route.fulfill({ json: trend }))
  await page.route('**/api/dashboard/order-weeks?to=2026-02-22', (route) =>
    route.fulfill({
      json: {
        weeks: [
          { from: '2025-12-01', orders: 1000, revenue: '2000000.00' },
          { from: '2025-12-08', orders: 400, revenue: '900.00' },
        ],
      },
    }),
  )
  await page.goto('/')
  const weeks = page.getByRole('region', { name: 'Orders and order value, 12 weeks' })
  const choice = weeks.getByLabel('Compare with the 12 weeks before')
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(weeks.getByText('Period before', { exact: true })).toBeVisible()
  const first = weeks.getByRole('link', { name: /^Week from 2\/23\/2026/ })
  await expect(first).toHaveAccessibleName(
    'Week from 2/23/2026: 1,200 orders, $2,500,000.00; ' +
      'Week from 12/1/2025: 1,000 orders, $2,000,000.00',
  )
  await weeks.getByRole('button', { name: 'Show as table' }).click()
  await expect(weeks.getByRole('row').nth(1)).toHaveText(
    '2/23/20261,200$2,500,000.001,000$2,000,000.00',
  )
  await choice.uncheck()
  await expect(weeks.getByRole('row').nth(1)).toHaveText('2/23/20261,200$2,500,000.00')
  await weeks.getByRole('link', { name: '2/23/2026' }).click()
  await expect(page).toHaveURL(/sales-orders\?f\.from=2026-02-23&f\.to=2026-03-01/)
})

test('a pill announces changes by other users, and R refetches everything', async ({
  page,
  testData,
}) => {
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent Orders' })
  await expect(recent.getByRole('row').first()).toBeVisible()
  const pill = page.getByRole('button', { name: /^\d+ updates? · Refresh \(R\)$/ })
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('link')).toHaveCount(4)
  const customer = await testData.customer()
  const orderNumber = testData.code('DP')
  await testData.made('/api/sales-orders', {
    orderNumber,
    customerId: customer.id,
    orderDate: '2026-01-02',
    totalAmount: '20.00',
  })
  await expect(pill).toBeVisible()
  await expect(recent).not.toContainText(orderNumber)
  const reads = ['dashboard/stats', 'dashboard/trends', 'sales-orders', 'settings'].map((call) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === `/api/${call}`),
  )
  await page.keyboard.press('r')
  await Promise.all(reads)
  await expect(recent).toContainText(orderNumber)
  await expect(pill).toBeHidden()
})
