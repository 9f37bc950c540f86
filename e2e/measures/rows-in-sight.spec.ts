import type { Page } from '@playwright/test'
import { startDemoProgram } from '../demo-program.ts'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'
import { listAddresses } from '../list-addresses.ts'
import { createTestRecords } from '../screens.ts'
import { openScreen } from '../screens/layout-shifts.ts'

// On a usual screen, a user with compact density sees at least sixteen rows of every list.

const viewport = { width: 1440, height: 900 }
const minRows = 16

test.use({ viewport })

let world: ReturnType<typeof createTestRecords> | undefined

/** The test data of this worker, created once. */
function worldOf(testData: TestData): ReturnType<typeof createTestRecords> {
  world ??= createTestRecords(testData)
  return world
}

/** Chooses compact density and pages of 25 rows, before the first page opens. */
async function chooseCompact(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const chosen = JSON.stringify({ density: 'compact', pageSize: 25 })
    localStorage.setItem('prizm.preferences', chosen)
  })
}

/**
 * The number of rows that fit between the column headers and the bottom of the window, or of the
 * list if that is higher. Runs in the page.
 */
function roomForRows(): number {
  const box = document.querySelector('main .table-scroll')
  const head = box?.querySelector('thead')
  if (!box || !head) return 0
  const style = getComputedStyle(box)
  const declared = Number.parseInt(style.getPropertyValue('--row'), 10)
  const rows = [...box.querySelectorAll('[data-row]')]
  const height = Math.max(declared, ...rows.map((row) => row.getBoundingClientRect().height))
  const listEnd = box.getBoundingClientRect().top + Number.parseInt(style.maxHeight, 10)
  const bottom = Math.min(innerHeight, listEnd)
  return Math.floor((bottom - head.getBoundingClientRect().bottom) / height)
}

/** The number of rows that are in sight as a whole. Runs in the page. */
function rowsInSight(): number {
  const box = document.querySelector('main .table-scroll')
  if (!box) return 0
  const bottom = Math.min(innerHeight, box.getBoundingClientRect().bottom)
  const ends = [...box.querySelectorAll('[data-row]')].map(
    (row) => row.getBoundingClientRect().bottom,
  )
  return ends.filter((end) => end <= bottom).length
}

for (const path of listAddresses) {
  test(`${path}: at 1440 × 900 there is room for ${minRows} compact rows`, async ({
    page,
    signIn,
    testData,
  }) => {
    await worldOf(testData)
    // An administrator has every button of a list.
    await signIn('admin')
    await chooseCompact(page)
    await openScreen(page, path)
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
    await expect.poll(() => page.evaluate(roomForRows)).toBeGreaterThanOrEqual(minRows)
  })
}

test('with compact density a figure shows its third line with its formula', async ({
  page,
  signIn,
  testData,
}) => {
  await worldOf(testData)
  await signIn('admin')
  await chooseCompact(page)
  await openScreen(page, '/ar-reports')
  const name = 'Total Receivables Balance'
  const card = page.getByRole('group', { name, exact: true })
  await expect(card).toContainText('$')
  const third = card.getByText('pending payment')
  await expect(third).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(third).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await card.getByRole('button', { name: `How ${name} is calculated` }).click()
  const formula = page.getByRole('dialog', { name: `How ${name} is calculated` })
  await expect(formula).toContainText('pending payment')
  await expectAccessible(page)
  await formula.getByRole('link', { name: /pending payment$/ }).click()
  await expect(page).toHaveURL(/tab=invoices/)
  await expect(formula).toHaveCount(0)
})

/** Lists of which the demo data has more than a page of 25 rows. */
const longLists = [
  '/customers',
  '/skus',
  '/sales-orders',
  '/purchase-orders',
  '/journal',
  '/ar-reports',
  '/ar-reports?tab=invoices',
  '/ap-reports',
]

test(`with the demo data, at least ${minRows} compact rows of the long lists are in sight`, async ({
  browser,
}) => {
  const { page, close } = await startDemoProgram(browser, { viewport })
  await chooseCompact(page)
  for (const path of longLists) {
    await test.step(path, async () => {
      await openScreen(page, path)
      await expect(page.getByText(/^Showing 1 to 25 of/)).toBeVisible()
      await expect.poll(() => page.evaluate(rowsInSight)).toBeGreaterThanOrEqual(minRows)
    })
  }
  await close()
})
