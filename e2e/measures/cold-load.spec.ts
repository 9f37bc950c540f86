import type { Page } from '@playwright/test'
import { waitUntilStable } from '../crawl/press-controls.ts'
import { type TestData, expect, test } from '../fixtures.ts'
import { createRecords } from '../journeys/create-record-of-each-kind.ts'
import { recordKinds } from '../record-kinds.ts'
import { openScreen } from '../screens/layout-shifts.ts'

// How many scripts a browser with an empty cache fetches. How large they are, and how long it
// takes, is measured by `npm run bench -- first-load page-speed`. The build counts the files of
// every page, too (scripts/bundle), but not what a part in sight loads while it runs.

const maxScripts = 30

/** The pages of records that need the most. */
const longestRecords = [
  'a customer',
  'a SKU',
  'a sales order',
  'a purchase order',
  'a return',
  'an invoice',
  'a credit memo',
  'a vendor payment',
]

/** Records shared by all tests of a worker, which only read them. */
let records: ReturnType<typeof createRecords> | undefined
function recordsOf(testData: TestData, page: Page): ReturnType<typeof createRecords> {
  records ??= createRecords(testData, page)
  return records
}

/** The scripts that a page has fetched; grows as it fetches more. */
function watchScripts(page: Page): ReadonlySet<string> {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.endsWith('.js')) scripts.add(pathname)
  })
  return scripts
}

async function expectFewScripts(scripts: ReadonlySet<string>, page: Page): Promise<void> {
  await waitUntilStable(page)
  expect(scripts.size).toBeGreaterThan(0)
  expect(scripts.size, [...scripts].join('\n')).toBeLessThanOrEqual(maxScripts)
}

const screens = [
  ['the dashboard', '/'],
  ['a list', '/sales-orders'],
  ['Order Entry', '/order-entry'],
  ['a report', '/ar-reports'],
] as const

for (const [name, path] of screens) {
  test(`${name} needs at most ${maxScripts} scripts on a cold load`, async ({ page, signIn }) => {
    await signIn('admin')
    const scripts = watchScripts(page)
    await openScreen(page, path)
    await expectFewScripts(scripts, page)
  })
}

for (const { kind, pathOf } of recordKinds.filter(({ kind }) => longestRecords.includes(kind))) {
  test(`the page of ${kind} needs at most ${maxScripts} scripts on a cold load`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    const created = await recordsOf(testData, page)
    const scripts = watchScripts(page)
    await openScreen(page, `${pathOf(created)}&full=1`)
    const record = page.locator('[data-record-page]')
    await expect(record.getByRole('tabpanel').first()).toBeVisible()
    await expectFewScripts(scripts, page)
  })
}
