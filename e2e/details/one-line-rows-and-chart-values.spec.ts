import type { Locator, Page } from '@playwright/test'
import { createManyRecords, longNames } from '../crawl/many-records.ts'
import { expect, expectAccessible, type TestData, test } from '../fixtures.ts'
import { fillOrder, createSku } from '../journeys/fill-order-entry.ts'
import { listAddresses } from '../list-addresses.ts'
import { lists } from '../screens.ts'
import { openScreen } from '../screens/layout-shifts.ts'

// How screens look at common sizes: row heights, columns in reach, chart values, scroll positions.

/** The records shared by the tests of a worker, which only read them. */
let many: Promise<unknown> | undefined
const manyRecords = (testData: TestData) => (many ??= createManyRecords(testData, longNames))

test('at 1440 px every row of every list is one line high, with the full text as tooltip', async ({
  page,
  signIn,
  testData,
}) => {
  await manyRecords(testData)
  await signIn('admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [path] of lists) {
    await test.step(path, async () => {
      await openScreen(page, path)
      const heights = await page
        .locator('.data-table tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
      expect([...new Set(heights)].filter((height) => height > 41)).toEqual([])
    })
  }
  await openScreen(page, '/customers')
  const [name] = longNames
  const cell = page.getByRole('cell', { name, exact: true }).first()
  await cell.hover()
  await expect(cell).toHaveAttribute('title', name)
  const isCut = await cell.evaluate((td) => {
    const text = td.querySelector('.two-lines') ?? td
    return text.scrollWidth > text.clientWidth && getComputedStyle(text).textOverflow === 'ellipsis'
  })
  expect(isCut).toBe(true)
})

const within = async (inner: Locator, outer: Locator) => {
  const [a, b] = [await inner.boundingBox(), await outer.boundingBox()]
  if (!a || !b) return false
  return a.x >= b.x - 1 && a.x + a.width <= b.x + b.width + 1
}

test('at 1024 px the actions of a row are in sight, and its date can be scrolled to', async ({
  page,
  signIn,
  testData,
}) => {
  await manyRecords(testData)
  await signIn('admin')
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const [path, column] of [
    ['/sales-orders', 'Ship Date'],
    ['/purchase-orders', 'Expected Date'],
    ['/customers', 'Last Order'],
    ['/returns', 'Date Created'],
  ] as const) {
    await test.step(path, async () => {
      await openScreen(page, path)
      const box = page.locator('.table-scroll').first()
      const action = page.getByRole('button', { name: /^Actions for/ }).first()
      expect(await within(action, box)).toBe(true)
      const head = page.getByRole('columnheader', { name: column })
      if ((await head.count()) === 0) return
      await head.getByRole('button').first().focus()
      expect(await within(head, box)).toBe(true)
      // The fixed columns at the sides do not cover it.
      const [own, actions] = [await head.boundingBox(), await action.boundingBox()]
      expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 10)
    })
  }
})

test('at 1024 px the column that decides stands beside the fixed actions, not under them', async ({
  page,
  signIn,
  testData,
}) => {
  await manyRecords(testData)
  await signIn('admin')
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const [path, column] of [
    ['/skus', 'Stock'],
    ['/customers', 'Credit Limit'],
    ['/vendors', 'Payment Terms'],
    ['/requisitions', 'Requested by'],
    ['/purchase-proposals', 'Suggested qty'],
    ['/returns', 'Total Amount'],
  ] as const) {
    await test.step(path, async () => {
      await openScreen(page, path)
      const box = page.locator('main .table-scroll').first()
      const name = `${column} Column width`
      const head = await box.getByRole('columnheader', { name, exact: true }).boundingBox()
      const actions = await box.getByRole('columnheader', { name: 'Actions' }).boundingBox()
      expect((head?.x ?? 0) + (head?.width ?? 0)).toBeGreaterThan(0)
      expect((head?.x ?? 0) + (head?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 1)
    })
  }
})

/** The lists with the whole width of the page; those of the settings stand beside their menu. */
const wideLists = listAddresses.filter((path) => !path.startsWith('/settings'))

test('at 1440 px every list has room for all its columns', async ({ page, signIn, testData }) => {
  await manyRecords(testData)
  // An administrator has every column and button of a list.
  await signIn('admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of wideLists) {
    await test.step(path, async () => {
      await openScreen(page, path)
      const box = page.locator('main .table-scroll').first()
      await expect(box).toBeVisible()
      const hidden = await box.evaluate((each) => each.scrollWidth - each.clientWidth)
      // The handle that widens the last column is one pixel beyond it.
      expect(hidden).toBeLessThanOrEqual(1)
    })
  }
})

test('at 1024 px the first and the last column of every list stay while it is scrolled', async ({
  page,
  signIn,
  testData,
}) => {
  await manyRecords(testData)
  await signIn('admin')
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const path of listAddresses) {
    await test.step(path, async () => {
      await openScreen(page, path)
      const box = page.locator('main .table-scroll').first()
      await expect(box).toBeVisible()
      const actions = box.locator('[data-holds] td[data-phone=actions]').first()
      if ((await actions.count()) > 0) expect(await within(actions, box)).toBe(true)
      await box.evaluate((each) => (each.scrollLeft = each.scrollWidth))
      const code = box.locator('[data-holds] td[data-phone=code]').first()
      if ((await code.count()) > 0) expect(await within(code, box)).toBe(true)
    })
  }
})

/** Hovers a data point and moves along the chart by key; each shows its own text. */
async function showsValues(page: Page, chart: Locator, text: RegExp) {
  const tooltip = chart.locator('xpath=..').locator('p.popover')
  const places = chart.locator('[data-place]')
  await places.first().hover()
  await expect(tooltip).toHaveText(text)
  const first = await tooltip.textContent()
  await page.mouse.move(0, 0)
  await expect(tooltip).toHaveCount(0)
  await places.last().focus()
  await expect(tooltip).toHaveText(text)
  await page.keyboard.press('Home')
  await expect(tooltip).toHaveText(first ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(tooltip).not.toHaveText(first ?? '')
  await expect(tooltip).toHaveText(text)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
}

test('every chart shows its values on hover and by keyboard', async ({
  page,
  signIn,
  testData,
}) => {
  await manyRecords(testData)
  const item = await createSku(testData, {})
  await testData.made(`/api/skus/${item.id}/adjust`, { currentStock: 7, stockReason: 'Count' })
  await testData.made(`/api/skus/${item.id}/adjust`, { currentStock: 9, stockReason: 'Count' })
  await signIn('admin')
  const toolbar = (label: RegExp) => page.getByRole('toolbar', { name: label })

  await openScreen(page, '/')
  const weeks = page.getByRole('region', { name: 'Orders and order value, 12 weeks' })
  await showsValues(page, weeks.getByRole('toolbar'), /order.*\$/)

  await openScreen(page, '/ar-reports?tab=trends')
  const trends = page.getByRole('region', { name: 'Invoiced and received' })
  await showsValues(page, trends.getByRole('toolbar'), /invoiced, \$.* received$/)

  await openScreen(page, '/ar-reports?tab=aging')
  const ages = page.getByRole('region', { name: 'Aging by month' })
  await showsValues(page, ages.getByRole('toolbar'), /^\d+\/\d+: \$.* open/)

  await openScreen(page, '/ap-reports?tab=months')
  const paid = page.getByRole('region', { name: 'Billed and paid' })
  await showsValues(page, paid.getByRole('toolbar'), /billed, \$.* paid in \d+ payments?$/)

  await openScreen(page, '/ap-reports?tab=performance')
  const deliveries = page.getByRole('region', { name: 'Deliveries on time' })
  await showsValues(page, deliveries.getByRole('toolbar'), /on time.*late/)

  await openScreen(page, `/skus?open=${item.sku}&tab=movements`)
  await showsValues(page, toolbar(/^On hand/), /on hand$/)

  const mb = 1024 * 1024
  await page.route('**/api/health/detailed', async (route) => {
    const response = await route.fetch()
    const at = (minute: number) => `2026-03-02T14:0${minute}:00.000Z`
    const memoryHistory = [0, 1, 2].map((minute) => {
      return { at: at(minute), rss: (200 + minute) * mb, heapUsed: 50 * mb }
    })
    await route.fulfill({ response, json: { ...(await response.json()), memoryHistory } })
  })
  await openScreen(page, '/system-health')
  await showsValues(page, toolbar(/^Heap used/), /RSS 20\d\.0 MB, heap used 50\.0 MB$/)

  await page.route('**/api/wms/status', async (route) => {
    const response = await route.fetch()
    const status = (await response.json()) as { types: { day: object[] }[] }
    const run = (hour: number) => {
      return { at: `2026-03-02T1${hour}:00:00.000Z`, isSuccess: hour !== 1, processed: hour }
    }
    for (const type of status.types) type.day = [0, 1, 2].map(run)
    await route.fulfill({ response, json: status })
  })
  await openScreen(page, '/wms-integration')
  await showsValues(page, toolbar(/^Inventory Levels, last 24 hours/), /\d records?(, failed)?$/)
  await expectAccessible(page)
})

test('Escape closes the user menu and does not scroll the page', async ({
  page,
  signIn,
  testData,
}) => {
  await manyRecords(testData)
  await signIn('manager')
  await page.setViewportSize({ width: 1280, height: 600 })
  await openScreen(page, '/')
  await page.evaluate(() => scrollTo(0, 300))
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  expect(before).toBeGreaterThan(100)
  const user = page.getByRole('complementary').getByRole('button', { name: /manager/ })
  const place = await user.boundingBox()
  const [x, y] = [(place?.x ?? 0) + 20, (place?.y ?? 0) + 10]
  // The first press loads the list, the second opens a loaded one.
  for (const _ of ['first', 'second']) {
    // A click by position, because `click()` scrolls by itself.
    await page.mouse.click(x, y)
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await scrolled()).toBe(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(user).toBeFocused()
    expect(await scrolled()).toBe(before)
  }
})

for (const width of [1440, 1024, 390]) {
  test(`after an order is created, the strip with its number is in sight: ${width} px`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('manager')
    await page.setViewportSize({ width, height: 700 })
    const { form } = await fillOrder(page, testData)
    await form.validate.click()
    await expect(form.create).toBeEnabled()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await form.create.click()
    const link = page.getByRole('status').getByRole('link', { name: /^SO-/ })
    await expect(link).toBeVisible()
    await expect(form.customer).toBeFocused()
    const header = await page.locator('header').first().boundingBox()
    const strip = await link.boundingBox()
    const below = (header?.y ?? 0) + (header?.height ?? 0)
    expect(strip?.y).toBeGreaterThanOrEqual(below)
    expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(700)
  })
}
