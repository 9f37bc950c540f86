import type { Locator, Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'
import { listAddresses } from '../list-addresses.ts'
import { createTestRecords } from '../screens.ts'
import { openScreen } from './layout-shifts.ts'

// The screens on a phone: the first row of a list is near the top, and what is used most is in
// reach of the thumb.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** The greatest distance of the first row of a list from the top, in pixels. */
const maxRowTop = 300

let world: ReturnType<typeof createTestRecords> | undefined

/** The test data of this worker, created once. */
function worldOf(testData: TestData): ReturnType<typeof createTestRecords> {
  world ??= createTestRecords(testData)
  return world
}

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Main actions' })

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not shown')
  return { ...box, bottom: box.y + box.height }
}

for (const path of listAddresses) {
  test(`${path}: the first row is at most ${maxRowTop} px from the top`, async ({
    page,
    signIn,
    testData,
  }) => {
    await worldOf(testData)
    // An administrator has every button of a list.
    await signIn('admin')
    await openScreen(page, path)
    const rows = page.locator('main .table-scroll').first()
    await expect(rows).toBeVisible()
    expect((await boxOf(rows)).y).toBeLessThanOrEqual(maxRowTop)
    const first = rows.locator('[data-row]').first()
    if ((await first.count()) > 0) expect((await boxOf(first)).y).toBeLessThanOrEqual(maxRowTop)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
}

test('a list is as high as its rows, so that only the page scrolls', async ({ page, signIn }) => {
  await signIn('admin')
  for (const path of ['/customers', '/skus', '/sales-orders']) {
    await openScreen(page, path)
    const box = page.locator('main .table-scroll').first()
    await expect(box).toHaveCSS('max-height', 'none')
    const hidden = await box.evaluate((each) => each.scrollHeight - each.clientHeight)
    expect(hidden).toBeLessThanOrEqual(1)
  }
})

test('the title and the main button of a list stay readable', async ({
  page,
  signIn,
  testData,
}) => {
  await worldOf(testData)
  await signIn('admin')
  await openScreen(page, '/purchase-orders')
  const card = page.getByRole('region', { name: 'Purchase Order List' })
  await expect(card.getByRole('heading', { name: 'Purchase Order List' })).toBeVisible()
  const create = await boxOf(card.getByRole('button', { name: 'Create Purchase Order' }))
  const csv = await boxOf(card.getByRole('button', { name: 'Import CSV' }))
  expect(csv.width).toBeLessThan(60)
  expect(create.y).toBe(csv.y)
  await expectAccessible(page)
})

test('filters and tools open below the search, and the button counts the active filters', async ({
  page,
  signIn,
  testData,
}) => {
  await worldOf(testData)
  await signIn('admin')
  await openScreen(page, '/purchase-orders')
  const bar = page.getByRole('toolbar', { name: 'Table' })
  const tools = bar.getByRole('button', { name: /^Filters and tools/ })
  const status = bar.getByRole('button', { name: /^Status/ })
  await expect(status).toBeHidden()
  await tools.tap()
  await expect(tools).toHaveAttribute('aria-expanded', 'true')
  await expect(bar.getByRole('button', { name: 'Sort', exact: true })).toBeVisible()
  await status.tap()
  await page.getByRole('menuitemcheckbox').first().tap()
  await page.keyboard.press('Escape')
  await expect(tools).toHaveAccessibleName('Filters and tools, 1 active')
  await tools.tap()
  await expect(status).toBeHidden()
})

test('the button counts a filter without a chip once', async ({ page, signIn }) => {
  await signIn('warehouse')
  await openScreen(page, '/sales-orders?f.status=processing&f.shipTo=2026-01-31')
  const bar = page.getByRole('toolbar', { name: 'Table' })
  const tools = bar.getByRole('button', { name: /^Filters and tools/ })
  await expect(tools).toHaveAccessibleName('Filters and tools, 2 active')
})

test('the figures of a report are one row below its list', async ({ page, signIn }) => {
  await signIn('finance')
  for (const [path, names] of Object.entries(figures)) {
    await openScreen(page, path)
    const list = await boxOf(page.getByRole('tabpanel'))
    const cards = await Promise.all(
      names.map((name) => boxOf(page.getByRole('group', { name, exact: true }))),
    )
    for (const card of cards) expect(card.y).toBe(cards[0]?.y)
    expect(cards[0]?.y).toBeGreaterThan(list.bottom)
    expect((await boxOf(page.getByRole('textbox', { name: 'As of' }))).y).toBeGreaterThan(
      list.bottom,
    )
  }
})

const figures = {
  '/ar-reports': [
    'Total Receivables Balance',
    'Overdue Customers',
    'Average Collection Period',
    'Monthly Collection Rate',
  ],
  '/ap-reports': [
    'Total Outstanding Payables',
    'Overdue Payments',
    'Average Days to Pay',
    'Monthly Payment Volume',
  ],
}

test('search and the two main acts of the role are at the bottom', async ({ page, signIn }) => {
  await signIn('warehouse')
  await openScreen(page, '/skus')
  const bar = bottomBar(page)
  expect((await boxOf(bar)).bottom).toBe(844)
  await expect(bar.getByRole('link')).toHaveText(['Ship Orders', 'Receive Goods'])
  const search = bar.getByRole('button', { name: 'Search or command', exact: true })
  await expect(search).toHaveText('Search')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveCount(1)
  await search.tap()
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await expectAccessible(page)
  await bar.getByRole('link', { name: 'Receive Goods' }).tap()
  await expect(page).toHaveURL(/\/purchase-orders\?(?=.*f\.status=approved).*sort=expectedDate/)
})

test('Order Entry has its own buttons at the bottom', async ({ page, signIn }) => {
  await signIn('sales')
  await openScreen(page, '/order-entry')
  await expect(page.getByRole('button', { name: 'Create Order' })).toBeInViewport({ ratio: 1 })
  await expect(bottomBar(page)).toHaveCount(0)
})

test('the bar at the bottom covers nothing at the end of a page', async ({ page, signIn }) => {
  await signIn('admin')
  await openScreen(page, '/customers')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const pages = await boxOf(page.getByRole('navigation', { name: 'Pages' }))
  expect(pages.bottom).toBeLessThanOrEqual((await boxOf(bottomBar(page))).y)
})

test('the button that saves a form stays in sight, and its fields do not zoom', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await openScreen(page, '/settings?tab=purchasing')
  const save = page.getByRole('form').getByRole('button', { name: 'Save', exact: true }).first()
  await expect(save).toBeInViewport({ ratio: 1 })
  expect((await boxOf(save)).bottom).toBeLessThanOrEqual((await boxOf(bottomBar(page))).y)
  await page.goto('/customers?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create New Customer' })
  await expect(dialog.getByRole('button', { name: 'Create Customer' })).toBeInViewport({ ratio: 1 })
  const small = await dialog
    .locator('input:visible, select:visible, textarea:visible')
    .evaluateAll((fields) =>
      fields
        .filter((field) => !field.matches('[type=checkbox]'))
        .map((field) => Number.parseFloat(getComputedStyle(field).fontSize))
        .filter((size) => size < 16),
    )
  expect(small).toEqual([])
})

test('no keys are shown on a touch screen', async ({ page, signIn, testData }) => {
  const { customerCode } = await testData.customer()
  await signIn('admin')
  await openScreen(page, `/customers?q=${customerCode}`)
  await page.getByRole('button', { name: `Actions for ${customerCode}` }).tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
})
