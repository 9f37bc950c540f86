import { moment } from '#platform/kernel/days.ts'
import { openByKeys } from '#e2e/keyboard-user.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { eventually } from '#e2e/eventually.ts'
import type { DetailedHealth, Health, SealedHistory } from '../contract.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Intercepts a call and modifies its real response. */
async function change<Answer>(page: Page, path: string, how: (real: Answer) => Answer) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: how((await response.json()) as Answer) })
  })
}

/** Makes the real response healthy, since tests may run on a busy machine. */
function rested(real: Health): Health {
  const well = { status: 'healthy', responseTime: 2, error: null } as const
  const endpoints = Object.keys(real.endpoints).map((path) => [path, well])
  return {
    ...real,
    overall: 'healthy',
    database: { status: 'healthy', responseTime: 1 },
    endpoints: Object.fromEntries(endpoints) as Health['endpoints'],
  }
}

test('shows an administrator what to set', async ({ page, signIn }) => {
  await signIn('admin')
  const notices = ['SECRETS_KEY is not set. Set it to encrypt the secrets']
  await change<DetailedHealth>(page, '/api/health/detailed', (real) => ({ ...real, notices }))
  await page.goto('/system-health')
  const notice = page.getByText('SECRETS_KEY is not set. Set it to encrypt the secrets.')
  await expect(notice).toBeVisible()
  await expectAccessible(page)
})

test('shows its title and description', async ({ page, signIn }) => {
  await signIn('viewer')
  await change<Health>(page, '/api/health', rested)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openByKeys(page, 'h', '/system-health')
  await expect(page).toHaveURL(/system-health/)
  const title = page.getByRole('heading', { level: 1, name: 'System Health Check' })
  await expect(title).toBeVisible()
  await expect(page.getByText('Monitor system status and endpoint health')).toBeVisible()
  const current = page.getByRole('navigation').getByRole('link', { name: 'Health Check' })
  await expect(current).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('status').filter({ hasText: 'All systems healthy' })).toBeVisible()
  await expectAccessible(page)
})

test('shows the last update time; Refresh makes both calls', async ({ page, signIn }) => {
  await signIn()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/health', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/system-health')
  await expect(page.getByText('Last updated: Never')).toBeVisible()
  release()
  await expect(page.getByText(/Last updated: \d+:\d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
  const both = Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/health')),
    page.waitForRequest((request) => request.url().endsWith('/api/health/detailed')),
  ])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await both
})

test('shows four cards: overall, database, uptime and environment', async ({ page, signIn }) => {
  await signIn()
  await change<Health>(page, '/api/health', (real) => ({
    ...rested(real),
    uptime: 26 * 3600 + 185,
  }))
  await page.goto('/system-health')
  await expect(section(page, 'Overall Status')).toContainText('Healthy')
  await expect(section(page, 'Database')).toContainText(/Healthy\s*\d+ ms/)
  await expect(section(page, 'Server Uptime')).toContainText(/26h 3m \d+s/)
  await expect(section(page, 'Environment')).toContainText('production')
})

test('each endpoint shows its status, time and error', async ({ page, signIn }) => {
  await signIn()
  const error = '503: The system is busy. Try again in a moment'
  await change<Health>(page, '/api/health', (real) => ({
    ...rested(real),
    overall: 'degraded',
    endpoints: {
      ...rested(real).endpoints,
      '/api/skus': { status: 'unhealthy', responseTime: 1234, error },
    },
  }))
  await page.goto('/system-health')
  const list = section(page, 'API Endpoints')
  const skus = list.getByRole('listitem', { name: '/api/skus' })
  await expect(skus).toContainText('Unhealthy')
  await expect(skus).toContainText('1,234 ms')
  await expect(skus).toContainText(error)
  await expect(list.getByRole('listitem', { name: '/api/customers' })).toContainText('Healthy')
  await expect(page.getByRole('status').filter({ hasText: '1 endpoint unhealthy' })).toBeVisible()
  await expectAccessible(page)
})

test('arrow keys move along the bars of an endpoint', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/health/history*', async (route) => {
    const bars = ['healthy', 'degraded', 'unhealthy'].map((status, index) => ({
      at: `2026-03-02T14:0${index}:00.000Z`,
      status,
      responseTime: 10 + index,
      checks: 1,
      error: status === 'unhealthy' ? '503: Busy' : null,
    }))
    await route.fulfill({ json: [{ part: '/api/skus', p50: 11, p95: 12, bars }] })
  })
  await page.goto('/system-health')
  const strip = page.getByRole('toolbar', { name: 'Checks for /api/skus' })
  await strip.getByRole('button').last().focus()
  await expect(page.getByText('2:02:00 PM: unhealthy, 12 ms: 503: Busy')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(strip.getByRole('button').first()).toBeFocused()
  await expect(page.getByText('2:00:00 PM: healthy, 10 ms')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('2:01:00 PM: degraded, 11 ms')).toBeVisible()
  await page.keyboard.press('End')
  await expect(strip.getByRole('button').last()).toBeFocused()
  await expect(page.getByText('p50 11 ms · p95 12 ms')).toBeVisible()
  const endpoints = page.getByRole('region', { name: 'API Endpoints' })
  await endpoints.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(endpoints.getByRole('row')).toHaveText([
    'EndpointAtStateTimeChecks',
    '/api/skus2:00:00 PMhealthy10 ms1',
    '/api/skus2:01:00 PMdegraded11 ms1',
    '/api/skus2:02:00 PMunhealthy: 503: Busy12 ms1',
  ])
  await expectAccessible(page)
})

test('a span without a check is a bar with a text of its own', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/health/history?hours=24*', async (route) => {
    const at = (minute: number) => `2026-03-02T14:${minute}:00.000Z`
    const healthy = { status: 'healthy', responseTime: 10, checks: 48, error: null }
    const unknown = { status: 'unknown', responseTime: null, checks: 0, error: null }
    const bars = [
      { at: at(12), ...healthy },
      { at: at(36), ...unknown },
    ]
    await route.fulfill({ json: [{ part: '/api/skus', p50: 10, p95: 10, bars }] })
  })
  await page.goto('/system-health')
  await page.getByLabel('Bars').selectOption('24 hours')
  const strip = page.getByRole('toolbar', { name: 'Checks for /api/skus' })
  await expect(strip.getByRole('button')).toHaveCount(2)
  const gap = strip.getByRole('button').last()
  await expect(gap).toHaveAccessibleName('3/2/2026, 2:36 PM: unknown, not measured')
  await gap.focus()
  await expect(page.locator('p').filter({ hasText: 'unknown, not measured' })).toBeVisible()
  await expectAccessible(page)
})

test('refreshes every 30 s and every 60 s, and keeps the last data on failure', async ({
  page,
  signIn,
}) => {
  await page.clock.install()
  await signIn()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const countOf = (path: string) => calls.filter((each) => each === path).length
  await page.goto('/system-health')
  await expect(section(page, 'Environment')).toContainText('production')
  // The next read is due thirty seconds after the first response.
  await expect(page.getByText(/Last updated: \d+:\d\d:\d\d/)).toBeVisible()
  await page.clock.runFor(31_000)
  await expect.poll(() => countOf('/api/health')).toBe(2)
  expect(countOf('/api/health/detailed')).toBe(1)
  await page.clock.runFor(31_000)
  await expect.poll(() => countOf('/api/health/detailed')).toBe(2)
  await page.route('**/api/health*', (route) => route.abort())
  // The next read is due thirty seconds after the last response, which may still be in flight.
  await expect(async () => {
    await page.clock.runFor(31_000)
    const isAway = page.getByText("Can't reach the server, retrying in 30 s")
    await expect(isAway).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(section(page, 'Environment')).toContainText('production')
  await page.unrouteAll({ behavior: 'wait' })
  await page.clock.runFor(61_000)
  await expect(page.getByText("Can't reach the server, retrying in 30 s")).toBeHidden()
})

test('shows the overall state in words', async ({ page, signIn }) => {
  await signIn()
  for (const [overall, word] of [
    ['degraded', 'Degraded'],
    ['unhealthy', 'Unhealthy'],
    ['unknown', 'Unknown'],
  ] as const) {
    await page.unrouteAll({ behavior: 'wait' })
    await change<Health>(page, '/api/health', (real) => ({ ...real, overall }))
    await page.goto('/system-health')
    await expect(section(page, 'Overall Status')).toContainText(word)
  }
})

test('copies diagnostics as text', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/system-health')
  await expect(section(page, 'Environment')).toContainText('production')
  await page.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expectToast(page, 'Copied', 'The text is on the clipboard')
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/^Prizm \d+\.\d+\.\d+ at .*: \w+\n/)
  expect(text).toContain('/api/customers: ')
})

test('a user with permission verifies the audit log', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/system-health')
  const card = section(page, 'History of Changes')
  // Rows written in the meantime are sealed by a later verification.
  await eventually(async (timeout) => {
    await card.getByRole('button', { name: 'Verify now' }).click()
    await expect(card.getByText(/0 entries not sealed yet/)).toBeVisible({ timeout })
  })
  await expect(card.getByText('No changes found')).toBeVisible()
  await expect(card.getByText(/^[0-9,]+ entr(y|ies), checked /)).toBeVisible()
  await expect(card.locator('code')).toHaveText(/^[0-9a-f]{64}$/)
  const downloading = page.waitForEvent('download')
  await card.getByRole('link', { name: 'Download the result' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^history-verification-\d+\.json$/)
  await expectAccessible(page)
})

test('an altered audit log is reported in one sentence', async ({ page, signIn }) => {
  await signIn('finance')
  await change<SealedHistory>(page, '/api/health/sealed-history', (real) => ({
    ...real,
    lastCheck: {
      checkedAt: moment('2026-03-02T15:00:00.000Z'),
      sealCount: 2,
      rowCount: 4,
      faultCount: 2,
      firstFault: 'Acts 1 to 3 were 3 and are 2',
    },
  }))
  await page.goto('/system-health')
  const card = section(page, 'History of Changes')
  await expect(
    card.getByText('Changes found: Acts 1 to 3 were 3 and are 2, and 1 more'),
  ).toBeVisible()
})

test('a viewer does not see the audit-log card', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/system-health')
  await expect(section(page, 'Memory Usage')).toBeVisible()
  await expect(section(page, 'History of Changes')).toHaveCount(0)
})
