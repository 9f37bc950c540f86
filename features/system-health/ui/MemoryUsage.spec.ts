import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { eventually } from '#e2e/eventually.ts'
import type { DetailedHealth } from '../contract.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Intercepts a call and modifies its real response. */
async function change<Answer>(page: Page, path: string, how: (real: Answer) => Answer) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: how((await response.json()) as Answer) })
  })
}

test('the memory chart shows its limit and headroom, and is also available as a table', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  const mb = 1024 * 1024
  await page.route('**/api/health/detailed', async (route) => {
    const response = await route.fetch()
    const json = {
      ...((await response.json()) as DetailedHealth),
      heapLimit: 1000 * mb,
      memoryHistory: [
        { at: '2026-03-02T14:00:00.000Z', rss: 200 * mb, heapUsed: 50 * mb },
        { at: '2026-03-02T14:00:30.000Z', rss: 220 * mb, heapUsed: 110 * mb },
      ],
    }
    await route.fulfill({ response, json })
  })
  await page.goto('/system-health')
  const memory = page.getByRole('region', { name: 'Memory Usage' })
  const chart = memory.getByRole('img')
  await expect(chart).toHaveAccessibleName(
    'Heap used from 50.0 MB to 110.0 MB, 890.0 MB below its limit',
  )
  // The axis ends with a round number at least a tenth above the limit.
  for (const label of ['2k MB', '1k MB', '0 MB']) {
    await expect(memory.getByText(label, { exact: true })).toBeVisible()
  }
  const limit = Number(await chart.locator('line').getAttribute('y1'))
  expect(limit).toBeCloseTo(48, 6)
  await expect(chart.locator('path').first()).toHaveAttribute('d', /^M0,96 L0,93\.6/)
  await memory.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(memory.getByRole('row').nth(2)).toHaveText('2:00:30 PM220.0 MB110.0 MB')
  await expectAccessible(page)
})

test('shows memory in megabytes, or that it is unknown', async ({ page, signIn }) => {
  await signIn()
  const mb = 1024 * 1024
  await change<DetailedHealth>(page, '/api/health/detailed', (real) => ({
    ...real,
    memory: {
      rss: 200 * mb,
      heapTotal: 100.5 * mb,
      heapUsed: Math.round(80.24 * mb),
      external: mb / 2,
    },
  }))
  await page.goto('/system-health')
  const memory = section(page, 'Memory Usage')
  for (const [name, value] of [
    ['RSS', '200.0 MB'],
    ['Heap Total', '100.5 MB'],
    ['Heap Used', '80.2 MB'],
    ['External', '0.5 MB'],
  ] as const) {
    await expect(memory.locator('dl > div').filter({ hasText: name })).toContainText(value)
  }
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/health/detailed', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(memory).toContainText('Memory data unavailable')
})

test('shows the record counts and every test of every endpoint', async ({
  page,
  signIn,
  testData,
}) => {
  await testData.customer()
  await signIn()
  const error = '500: It broke'
  await change<DetailedHealth>(page, '/api/health/detailed', (real) => ({
    ...real,
    database: {
      ...real.database,
      responseTime: 3,
      details: { totalCustomers: 245, totalVendors: 62, totalSkus: 1240 },
    },
    endpoints: {
      '/api/told': {
        status: 'unhealthy',
        responseTime: 1200,
        error,
        totalResponseTime: 1234,
        tests: {
          list: { status: 'healthy', responseTime: 34, result: 1240, error: null },
          search: { status: 'degraded', responseTime: 1200, result: 1, error: null },
          read: { status: 'unhealthy', responseTime: null, result: 'ok', error },
        },
      },
    },
  }))
  await page.goto('/system-health')
  const statistics = section(page, 'Database Statistics')
  await expect(statistics.getByRole('term')).toHaveText([
    'Customers',
    'Vendors',
    'SKUs',
    'Response Time',
  ])
  await expect(statistics.getByRole('definition')).toHaveText(['245', '62', '1,240', '3 ms'])
  const endpointItem = section(page, 'Detailed Endpoint Testing').getByRole('listitem', {
    name: '/api/told',
  })
  await expect(endpointItem).toContainText('Total: 1,234 ms')
  // Only numeric results are shown as item counts.
  await expect(endpointItem.getByRole('listitem')).toHaveText([
    'First pageHealthy34 ms1,240 items',
    'SearchDegraded1,200 ms1 item',
    `One recordUnhealthy—${error}`,
  ])
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  const tests = section(page, 'Detailed Endpoint Testing')
  const customers = tests.getByRole('listitem', { name: '/api/customers' })
  await expect(customers).toContainText(/Total: \d+ ms/)
  const first = customers.getByRole('listitem', { name: 'First page' })
  await expect(first).toContainText(/(Healthy|Degraded)\s*[\d,]+ ms\s*\d+ items?/)
  const one = customers.getByRole('listitem', { name: 'One record' })
  // Results are cached for some seconds, perhaps since before the customer existed.
  await eventually(async (timeout) => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(one).toBeVisible({ timeout })
  })
  await expect(one).toContainText(/(Healthy|Degraded)\s*[\d,]+ ms$/)
})
