import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, type TestData } from '#e2e/fixtures.ts'

/** Creates an order that should have shipped long ago. */
async function createLateOrder(testData: TestData) {
  const customer = await testData.customer()
  await testData.made('/api/sales-orders', {
    orderNumber: testData.code('WQ'),
    customerId: customer.id,
    orderDate: '2026-01-02',
    shipDate: '2026-01-05',
    totalAmount: '20.00',
  })
}

const queuesOf = (page: Page) => page.getByRole('region', { name: 'Work queues' })

test('the number of a queue is the number of rows that it opens', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await createLateOrder(testData)
  await page.goto('/')
  const sales = queuesOf(page).getByRole('region', { name: 'Sales' })
  const late = sales.getByRole('link', { name: /^Late/ })
  await expect(late).toHaveText(/^Late[\d,]+$/)
  const count = (await late.textContent())?.replace('Late', '')
  await late.click()
  await expect(page).toHaveURL(/sales-orders\?f\.status=pending(?:%2C|,)processing&f\.shipTo=/)
  await expect(page.getByText(new RegExp(`of ${count} entries`))).toBeVisible()
})

test('a role sees the queues of its work, and a viewer none', async ({ page, signIn }) => {
  const groups = queuesOf(page).getByRole('region')
  await signIn('warehouse')
  await page.goto('/')
  await expect(groups.getByRole('heading')).toHaveText(['Warehouse'])
  await expect(groups.getByRole('link')).toHaveText([
    /^To ship/,
    /^To receive/,
    /^Returns to receive/,
    /^Problems/,
  ])
  const actions = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')
  await expect(actions).toHaveText(['Generate Report', 'Receive Goods', 'Ship Orders'])
  await signIn('viewer')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('link')).toHaveCount(4)
  await expect(queuesOf(page)).toHaveCount(0)
  await expect(actions).toHaveText(['Generate Report'])
})

test('an administrator sees all groups and the business, each figure with its rows', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  await createLateOrder(testData)
  await page.goto('/')
  const groups = queuesOf(page).getByRole('region')
  await expect(groups.getByRole('heading')).toHaveText([
    'Sales',
    'Purchasing',
    'Warehouse',
    'Finance',
  ])
  const business = page.getByRole('region', { name: 'Business, last 30 days' })
  for (const name of ['Orders', 'Invoiced revenue', 'Gross margin', 'Cash expected', 'Overdue']) {
    const card = business.getByRole('group', { name, exact: true })
    await expect(card.getByRole('link').first()).toHaveText(/\d/)
  }
  await expectAccessible(page)
  await business.getByRole('group', { name: 'Cash expected' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/ar-reports\?tab=invoices&f\.state=open(?:%2C|,)part-paid&f\.dueTo=/)
})

test('nothing moves when the numbers arrive, at 1440 and at 390 px', async ({ page, signIn }) => {
  await signIn('manager')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const release: (() => void)[] = []
    await page.route(/api\/dashboard\/(queues|business)$/, async (route) => {
      await new Promise<void>((resolve) => release.push(resolve))
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Figures' }).getByRole('link')).toHaveCount(4)
    const recent = page.getByRole('region', { name: 'Recent Orders' })
    await expect(page.getByRole('heading', { name: 'Top SKUs' })).toBeVisible()
    const before = await recent.boundingBox()
    await expect.poll(() => release.length).toBe(2)
    for (const answer of release) answer()
    const queues = queuesOf(page).getByRole('link')
    await expect(queues.first()).toHaveText(/\d$/)
    await expect(
      page.getByRole('group', { name: 'Gross margin', exact: true }).getByRole('link'),
    ).toBeVisible()
    expect((await recent.boundingBox())?.y).toBe(before?.y)
    await page.unrouteAll({ behavior: 'wait' })
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBe(0)
  }
})

test('a failed count says so and can be tried again', async ({ page, signIn }) => {
  await signIn('sales')
  await page.route('**/api/dashboard/queues', (route) => route.fulfill({ status: 503 }))
  await page.goto('/')
  const alert = queuesOf(page).getByRole('alert')
  await expect(alert).toContainText('The work queues could not be counted.')
  await page.unroute('**/api/dashboard/queues')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(queuesOf(page).getByRole('link').first()).toHaveText(/^Drafts\d/)
})

test('drafts and periods to close open what they count', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await queuesOf(page)
    .getByRole('link', { name: /^Drafts/ })
    .click()
  await expect(page.getByRole('menu', { name: 'Drafts' })).toBeVisible()
  await page.goto('/')
  await queuesOf(page)
    .getByRole('link', { name: /^Periods to close/ })
    .click()
  await expect(page.getByRole('region', { name: 'Periods' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all months' }).click()
  await expect(page).toHaveURL(/journal\?tab=periods$/)
})
