import { readFile } from 'node:fs/promises'
import { type TestData, expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { reportCalls } from '#features/reports/rules.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

async function createSalesOrder(testData: TestData) {
  const customer = await testData.customer({ creditLimit: '1000.00', address: '1 Main Street' })
  const sku = await testData.made<Sku>('/api/skus', {
    sku: testData.code('DA'),
    name: 'Hex bolt',
    cost: '1.00',
    price: '10.00',
    currentStock: 50,
    minimumStock: 60,
  })
  const body = { customerId: customer.id, items: [{ skuId: sku.id, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { customer, order }
}

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

test('the title, and four cards that link to the records they count', async ({
  page,
  testData,
}) => {
  await createSalesOrder(testData)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Prizm Order Management' })).toBeVisible()
  await expect(page.getByText('Order Management Module - Prizm WMS Suite')).toBeVisible()
  const cards = page.getByRole('region', { name: 'Figures' })
  for (const name of ['Total Orders', 'Revenue', 'Pending Orders', 'Total SKUs']) {
    await expect(cards.getByRole('link', { name })).toBeVisible()
  }
  await expect(cards.getByRole('link', { name: 'Pending Orders' })).toContainText(
    'Requires attention',
  )
  await cards.getByRole('link', { name: 'Pending Orders' }).click()
  await expect(page).toHaveURL(/sales-orders\?f\.status=pending/)
})

test('four skeletons while loading, zeros and an error message after a failure', async ({
  page,
}) => {
  let answer = (): void => {}
  const released = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/dashboard/stats', async (route) => {
    await released
    await route.fulfill({ status: 500, contentType: 'text/html', body: 'Broken' })
  })
  await page.goto('/')
  await expect(page.getByTestId('card-skeleton')).toHaveCount(4)
  answer()
  await expect(page.getByText(/^Couldn't load the figures, showing zeros/)).toBeVisible()
  const cards = page.getByRole('region', { name: 'Figures' })
  const names = ['Total Orders', 'Revenue', 'Pending Orders', 'Total SKUs']
  await expect(cards.getByRole('link')).toHaveCount(4)
  for (const name of names) {
    const figure = cards.getByRole('link', { name }).getByRole('strong')
    await expect(figure).toHaveText(name === 'Revenue' ? '$0.00' : '0')
  }
  await page.unroute('**/api/dashboard/stats')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Couldn't load the figures/)).toHaveCount(0)
  // A failure of the trends alone does not affect the figures.
  await page.route('**/api/dashboard/trends', (route) => route.fulfill({ status: 503 }))
  await page.goto('/')
  await expect(page.getByText(/^Couldn't load the trends\. The current figures/)).toBeVisible()
  await expect(page.getByText(/showing zeros/)).toHaveCount(0)
})

test('a failed read of the alerts is not shown as no alerts', async ({ page }) => {
  const alerts = page.getByRole('region', { name: 'System Alerts' })
  const again = alerts.getByRole('button', { name: 'Try again' })
  const busy = { status: 503, contentType: 'text/html', body: 'Busy' }
  for (const [call, told] of [
    ['dashboard/stats', 'The alerts could not be loaded.'],
    ['settings', 'The notice could not be loaded.'],
  ] as const) {
    await page.route(`**/api/${call}`, (route) => route.fulfill(busy))
    await page.goto('/')
    await expect(alerts.getByText(told)).toBeVisible()
    await expect(alerts.getByText('No alerts')).toHaveCount(0)
    await page.unroute(`**/api/${call}`)
    await again.click()
    await expect(alerts.getByText(told)).toHaveCount(0)
  }
})

test('the five newest orders, and a link to all orders', async ({ page, testData }) => {
  const { customer } = await createSalesOrder(testData)
  const numbers: string[] = []
  for (const day of [6, 5, 4, 3, 2]) {
    const orderNumber = testData.code('RO')
    const dates = { orderDate: `2026-01-0${day}`, totalAmount: '12.50' }
    await testData.made('/api/sales-orders', { orderNumber, customerId: customer.id, ...dates })
    numbers.unshift(orderNumber)
  }
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent Orders' })
  const heads = recent.getByRole('columnheader')
  await expect(heads).toHaveText(['Order ID', 'Customer', 'Status', 'Amount', 'Date'])
  const rows = recent.locator('tbody').getByRole('row')
  await expect(rows.getByRole('link')).toHaveText(numbers)
  await expect(rows.first().getByRole('cell').nth(1)).toHaveText(
    `Customer #${customer.id} · ${customer.name}`,
  )
  await expect(rows.first()).toContainText('Pending')
  await expect(rows.first().getByRole('cell').nth(3)).toHaveText('$12.50')
  await expect(rows.getByRole('cell').nth(4)).toHaveText('1/2/2026')
  await expect(rows.last().getByRole('cell').last()).toHaveText('1/6/2026')
  // Search and paging are on the sales orders page only.
  await expect(recent.getByRole('searchbox')).toHaveCount(0)
  await expect(recent.getByText(/^Page /)).toHaveCount(0)
  const [newest = ''] = numbers
  await rows.getByRole('link', { name: newest }).click()
  await expect(page).toHaveURL(new RegExp(`open=${newest}`))
  await page.goBack()
  await recent.getByRole('button', { name: 'View All' }).click()
  await expect(page).toHaveURL(/sales-orders$/)
})

test('quick actions open the pages they name', async ({ page }) => {
  for (const [name, url] of [
    ['Create Sales Order', /sales-orders\?new=1/],
    ['Create Purchase Order', /purchase-orders\?new=1/],
    ['Process Return', /returns\?new=rma/],
  ] as const) {
    await page.goto('/')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(url)
  }
})

test('quick actions show what the role may do; the URL of another shows the reason', async ({
  page,
  signIn,
}) => {
  await signIn('purchasing')
  await page.goto('/')
  const actions = page.getByRole('region', { name: 'Quick Actions' })
  await expect(actions.getByRole('link')).toHaveText([
    'Create Purchase Order',
    'Process Return',
    'Generate Report',
    'Purchase Proposals',
  ])
  await expectAccessible(page)
  await actions.getByRole('link', { name: 'Process Return' }).click()
  await expect(page).toHaveURL(/returns\?new=rtv/)
  await page.goto('/sales-orders?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Sales Order' })
  await expect(dialog).toContainText(
    'You do not have permission for this. It is for admin, manager, sales and user.',
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Back to the list' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/sales-orders$/)
})

test('a report is shown on screen and downloaded as a file', async ({ page, testData }) => {
  const { customer } = await createSalesOrder(testData)
  await page.goto('/')
  await page.getByRole('link', { name: 'Generate Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate Report' })
  await dialog.getByRole('combobox', { name: 'Report' }).selectOption('Sales by customer')
  await dialog.getByRole('button', { name: 'Show on screen' }).click()
  const row = dialog.getByRole('row').filter({ hasText: customer.customerCode })
  await expect(row).toContainText('$47.40')
  await dialog.getByRole('combobox', { name: 'Report' }).selectOption('Stock valuation')
  await expect(page).toHaveURL(/report=stock-valuation/)
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  const file = await readFile(await (await waiting).path(), 'utf8')
  expect(file.split('\r\n')[0]).toBe('\uFEFFSKU,Name,Category,On hand,UOM,Cost,Value')
  expect(file).toContain('Hex bolt,')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('every report runs for any period, grouped and with totals', async ({ page, testData }) => {
  const { customer } = await createSalesOrder(testData)
  await testData.made('/api/sales-orders', {
    orderNumber: testData.code('RP'),
    customerId: customer.id,
    status: 'delivered',
    orderDate: '2026-01-02',
    shipDate: '2026-01-05',
    totalAmount: '20.00',
  })
  await page.goto('/?report=vendor-payment-schedule')
  const dialog = page.getByRole('dialog', { name: 'Generate Report' })
  const names = dialog.getByRole('combobox', { name: 'Report', exact: true })
  const choose = (title: string) => names.selectOption(title)
  const show = dialog.getByRole('button', { name: 'Show on screen' })
  const groupBy = dialog.getByLabel('Group by').locator('option')
  // The server saves the choice and generates reports in the background under the same ids as the
  // dialog.
  for (const [id, { title, path }] of Object.entries(reportCalls)) {
    await choose(title)
    await expect(page).toHaveURL(new RegExp(`report=${id}$`))
    const reportRequest = page.waitForRequest((each) => new URL(each.url()).pathname === path)
    const choiceResponse = page.waitForResponse(
      (each) => each.url().endsWith('/api/reports/choice') && each.request().method() === 'POST',
    )
    await show.click()
    await reportRequest
    expect((await choiceResponse).status(), id).toBe(200)
    const made = dialog.getByRole('table', { name: title })
    await expect(made.or(dialog.getByText('No data for this report.'))).toBeVisible()
    expect(await groupBy.count(), `${title} may be grouped`).toBeGreaterThan(1)
  }
  await expect(names.locator('option')).toHaveText(
    Object.values(reportCalls).map(({ title }) => title),
  )
  await choose('Customer aging')
  await show.click()
  const row = dialog.getByRole('row').filter({ hasText: customer.customerCode })
  await expect(row).toContainText('$20.00')
  await expect(dialog.getByRole('row', { name: /^Total of/ })).toContainText(/\$\d/)
  await dialog.getByLabel('Group by').selectOption('Oldest aging bucket')
  await expect(dialog.getByRole('rowheader', { name: /^(Not due|.* days)$/ })).not.toHaveCount(0)
  await dialog.getByLabel('As of').fill('2026-01-03')
  await show.click()
  await expect(
    dialog.getByRole('table').or(dialog.getByText('No data for this report.')),
  ).toBeVisible()
  await expect(row).toHaveCount(0)

  await choose('Stock valuation')
  await dialog.getByLabel('As of').fill('t')
  await show.click()
  await expect(dialog.getByRole('table', { name: 'Stock valuation' })).toBeVisible()
  await dialog.getByLabel('Group by').selectOption('Category')
  await expect(dialog.getByRole('rowheader', { name: 'None' })).toBeVisible()
  await expectAccessible(page)
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download XLSX' }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^stock-valuation-\d{4}-\d\d-\d\d\.xlsx$/)
})

test('alerts and tiles show the current counts', async ({ page, testData }) => {
  await createSalesOrder(testData)
  await page.goto('/')
  const alerts = page.getByRole('region', { name: 'System Alerts' })
  await expect(alerts.getByRole('link', { name: /Low Stock Alert/ })).toContainText(
    /\d+ items? below minimum threshold/,
  )
  const tiles = page.getByRole('region', { name: 'Master Data Management' })
  for (const [title, path] of [
    ['Active Customers', 'customers'],
    ['Active Vendors', 'vendors'],
    ['Active SKUs', 'skus'],
  ] as const) {
    const manage = tiles
      .getByRole('button', { name: 'Manage →', exact: true })
      .and(tiles.locator(`[href="/${path}?f.isActive=true"]`))
    await expect(manage).toHaveAccessibleDescription(title)
  }
  await alerts.getByRole('link', { name: /Low Stock Alert/ }).click()
  await expect(page).toHaveURL(/skus\?f\.stock=low&f\.isActive=true/)
})

test('is accessible in both themes, and fits 360 px', async ({ page, testData }) => {
  await createSalesOrder(testData)
  await page.goto('/')
  await expect(page.getByText('Order pipeline')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show as table' }).last().click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await wider()).toBe(0)
  await page.goto('/?report=sales-by-customer')
  await page.getByRole('button', { name: 'Show on screen' }).click()
  await expect(page.getByRole('table', { name: 'Sales by customer' })).toBeVisible()
  await expectAccessible(page)
  expect(await wider()).toBe(0)
})
