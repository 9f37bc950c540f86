import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { eventually } from '#e2e/eventually.ts'
import type { Role } from '#features/auth/rules.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Generate Report' })
const nameOf = (page: Page) =>
  dialogOf(page).getByRole('combobox', { name: 'Report', exact: true }).locator('option:checked')
const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name })
const usual = /\bbg-accent\b/

/** Performs an action and waits until the report settings are saved. */
async function runUntilSaved(page: Page, press: () => Promise<void>) {
  const answer = page.waitForResponse(
    (each) => each.url().endsWith('/api/reports/choice') && each.request().method() === 'POST',
  )
  await press()
  expect((await answer).ok()).toBe(true)
}

test('the last settings of a report, with period and format, apply on another device', async ({
  page,
  testData,
  signIn,
  baseURL,
}) => {
  await testData.customer({ state: 'OR' })
  const { user, password } = await signIn('manager')
  await page.goto('/?report=sales-by-customer')
  const dialog = dialogOf(page)
  await dialog.getByLabel('Group by').selectOption('State')
  await dialog.getByLabel('From').fill('2026-01-02')
  await dialog.getByLabel('To', { exact: true }).fill('2026-01-31')
  await expect(button(page, 'Show on screen')).toHaveClass(usual)
  await runUntilSaved(page, () => button(page, 'Download CSV').click())

  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  const headers = { origin: baseURL ?? '' }
  const data = { username: user.username, password }
  await page.context().request.post('/api/login', { data, headers })
  await page.goto('/')
  await page.getByRole('link', { name: 'Generate Report' }).click()
  await expect(nameOf(page)).toHaveText('Sales by customer')
  await expect(dialog.getByLabel('Period').locator('option:checked')).toHaveText('Custom')
  await expect(dialog.getByLabel('From')).toHaveValue('2026-01-02')
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('2026-01-31')
  await expect(dialog.getByLabel('Group by').locator('option:checked')).toHaveText('State')
  await expect(button(page, 'Download CSV')).toHaveClass(usual)
  await expect(button(page, 'Show on screen')).not.toHaveClass(usual)

  await dialog.getByLabel('Period').selectOption('Last month')
  await runUntilSaved(page, () => button(page, 'Show on screen').click())
  await runUntilSaved(page, async () => {
    await dialog.getByLabel('Group by').selectOption('Price level')
  })
  await page.goto('/?report=last')
  await expect(dialog.getByLabel('Period').locator('option:checked')).toHaveText('Last month')
  await expect(dialog.getByLabel('Group by').locator('option:checked')).toHaveText('Price level')
})

test('each role is offered the first report that it may run', async ({ page, signIn }) => {
  const first: [Role, string][] = [
    ['warehouse', 'Stock valuation'],
    ['sales', 'Customer aging'],
    ['purchasing', 'Vendor payment schedule'],
  ]
  for (const [role, title] of first) {
    await signIn(role)
    await page.goto('/')
    await page.getByRole('link', { name: 'Generate Report' }).click()
    await expect(nameOf(page)).toHaveText(title)
    await expect(dialogOf(page).getByText('Your role cannot run this report.')).toHaveCount(0)
    await button(page, 'Show on screen').click()
    const table = dialogOf(page).getByRole('table', { name: title })
    await expect(table.or(dialogOf(page).getByText('No data for this report.'))).toBeVisible()
    await page.goto('/vendors')
    await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or command' }).fill('>New report')
    await page.getByRole('option', { name: 'New report' }).click()
    await expect(page).toHaveURL(/\/\?report=last$/)
    await expect(nameOf(page)).toHaveText(title)
  }
})

/**
 * Delays the requests of a report until they are released; requests aborted meanwhile get no
 * response.
 */
async function hold(page: Page, path: string) {
  let release = () => {}
  let count = 0
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    count += 1
    await held
    await route.continue().catch(() => undefined)
  })
  return { release, count: () => count }
}

test('Ctrl+Enter runs a report, and closing the dialog aborts a pending one', async ({
  page,
  signIn,
}) => {
  await signIn('finance')
  const slow = await hold(page, '**/api/reports/stock-valuation?*')
  await page.goto('/?report=stock-valuation')
  await expect(button(page, 'Show on screen')).toBeVisible()
  const request = page.waitForRequest('**/api/reports/stock-valuation?*')
  const aborted = page.waitForEvent('requestfailed', (each) =>
    each.url().includes('stock-valuation'),
  )
  await page.keyboard.press('Control+Enter')
  await request
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await aborted
  slow.release()
  await page.unroute('**/api/reports/stock-valuation?*')
  await page.goto('/?report=stock-valuation')
  await expect(button(page, 'Show on screen')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const table = dialogOf(page).getByRole('table', { name: 'Stock valuation' })
  await expect(table.or(dialogOf(page).getByText('No data for this report.'))).toBeVisible()
})

test('a slow report runs in the background, notifies, and exports the stored rows', async ({
  page,
  testData,
  signIn,
}) => {
  const name = testData.code('Washer')
  await testData.made('/api/skus', {
    sku: name,
    name,
    cost: '2.00',
    price: '3.00',
    currentStock: 7,
  })
  await signIn('finance')
  const slow = await hold(page, '**/api/reports/stock-valuation?*')
  await page.goto('/?report=stock-valuation')
  await button(page, 'Show on screen').press('Enter')
  await expect(dialogOf(page).getByText(/^This takes a while/)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Notify me when it is ready').press('Enter')
  await expectToast(page, 'Success', 'You will be notified when Stock valuation is ready')
  await expect(dialogOf(page)).toHaveCount(0)
  const bell = page.locator('header').getByRole('button', { name: /^Notifications/ })
  const news = page.getByRole('dialog', { name: 'Notifications', exact: true })
  const ready = news.getByRole('link', { name: /Stock valuation is ready/ })
  await eventually(async (timeout) => {
    await page.reload()
    await bell.click()
    await expect(ready).toBeVisible({ timeout })
  })
  await ready.click()
  await expect(page).toHaveURL(/\/\?report=stock-valuation&left=\d+$/)
  const table = dialogOf(page).getByRole('table', { name: 'Stock valuation' })
  await expect(table.getByRole('row').filter({ hasText: name })).toContainText('$14.00')
  await expect(dialogOf(page).getByText(/^As of /)).toBeVisible()
  await expectAccessible(page)
  const coming = page.waitForEvent('download')
  await button(page, 'Download CSV').click()
  const file = await readFile(await (await coming).path(), 'utf8')
  expect(file.split('\r\n').filter((line) => line.startsWith(name))).toEqual([
    `${name},${name},,7,EA,2.00,14.00`,
  ])
  expect(slow.count()).toBe(1)

  slow.release()
  await button(page, 'Show on screen').click()
  await expect(page).toHaveURL(/\/\?report=stock-valuation$/)
  await expect(dialogOf(page).getByText(/^As of /)).toHaveCount(0)
  await expect(table).toBeVisible()
})

test('a late response is shown, and the dialog does not lose focus', async ({ page, signIn }) => {
  await signIn('finance')
  const slow = await hold(page, '**/api/reports/ar-months*')
  await page.goto('/?report=payment-trends')
  await button(page, 'Show on screen').click()
  await button(page, 'Notify me when it is ready').focus()
  slow.release()
  await expect(dialogOf(page).getByRole('table', { name: 'Payment trend analysis' })).toBeVisible()
  await expect(button(page, 'Notify me when it is ready')).toHaveCount(0)
  await expect(dialogOf(page)).toBeFocused()
  await dialogOf(page).getByLabel('Group by').selectOption('Quarter')
  const groups = dialogOf(page).getByRole('rowheader', { name: /^\d{4} Q[1-4]$/ })
  await expect(groups.first()).toBeVisible()
})

test('a failed or deleted report says so and can be run again', async ({ page, signIn }) => {
  await signIn('finance')
  const days = { from: '2026-01-01', to: '2026-01-31', asOf: '2026-01-31' }
  const choice = {
    report: 'customer-aging',
    by: 'age',
    format: 'screen',
    period: 'last30',
    custom: null,
  }
  const failure = 'That took too long'
  const json = { id: 9, choice, days, state: 'failed', failure, doneAt: null, answer: null }
  await page.route('**/api/reports/left/9', (route) => route.fulfill({ json }))
  await page.goto('/?report=customer-aging&left=9')
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'The report failed: That took too long.',
  )
  await expect(dialogOf(page).getByLabel('As of')).toHaveValue('2026-01-31')
  await button(page, 'Show on screen').click()
  await expect(page).toHaveURL(/\/\?report=customer-aging$/)
  await expect(dialogOf(page).getByRole('alert')).toHaveCount(0)
  await page.goto('/?report=customer-aging&left=999999')
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'That report has expired. Run it again.',
  )
  await expectAccessible(page)
})

test('a report opens how it is computed, its account, and the documents of a figure', async ({
  page,
  testData,
  signIn,
}) => {
  const sku = testData.code('Bolt')
  const stock = { cost: '99.00', price: '120.00', currentStock: 10 }
  await testData.made('/api/skus', { sku, name: sku, ...stock })
  await signIn('finance')
  await page.goto('/?report=stock-valuation')
  await button(page, 'Show on screen').click()
  const name = 'How Stock valuation is calculated'
  await dialogOf(page).getByRole('button', { name }).click()
  const how = page.getByRole('dialog', { name })
  await expect(how).toContainText(/As of \d+\/\d+\/\d{4}/)
  await expect(how.getByRole('link', { name: 'Account 1200 Inventory' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(how).toBeHidden()
  const row = dialogOf(page).getByRole('row').filter({ hasText: sku })
  await row.getByRole('link', { name: '$990.00' }).click()
  await expect(page).toHaveURL(/\/skus\?.*tab=value/)
  const ledger = page.getByRole('tabpanel')
  await expect(ledger.getByRole('row').nth(1)).toContainText('$990.00')
})

test('the sum of the stock valuation opens the values of its SKUs, which add up to it', async ({
  page,
  testData,
  signIn,
}) => {
  const sku = testData.code('Nut')
  const stock = { cost: '99.00', price: '120.00', currentStock: 10 }
  await testData.made('/api/skus', { sku, name: sku, ...stock })
  await signIn('finance')
  await page.goto('/?report=stock-valuation')
  await button(page, 'Show on screen').click()
  const total = dialogOf(page)
    .getByRole('row')
    .filter({ hasText: /^Total of/ })
  const sum = total.getByRole('link')
  const amount = await sum.innerText()
  await button(page, 'How Stock valuation is calculated').click()
  const how = page.getByRole('dialog', { name: 'How Stock valuation is calculated' })
  await expect(how.getByRole('link', { name: `Value: ${amount}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(how).toBeHidden()
  await sum.click()
  await expect(page).toHaveURL(/\/skus\?.*view=stock-values/)
  await expect(page).toHaveURL(/part=\d{4}-\d\d-\d\d/)
  const values = page.getByRole('dialog', { name: 'Stock values' })
  await expect(values.getByRole('region', { name: 'Totals' })).toContainText(`Total: ${amount} ·`)
  await expectAccessible(page)
  await values.getByPlaceholder('Search...').fill(sku)
  const row = values.getByRole('row').filter({ hasText: sku })
  await expect(row).toContainText('$990.00')
  await row.getByRole('link', { name: sku }).click()
  await expect(page).toHaveURL(/\/skus\?.*tab=value/)
  await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toContainText('$990.00')
})
