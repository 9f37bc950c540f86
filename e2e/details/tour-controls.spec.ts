import { openByKeys } from '../keyboard-user.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { createTestRecords } from '../screens.ts'
import { test as besideWarehouse } from '../warehouse-fixture.ts'

// The tour card appears beside the control of each step and highlights it.

/** A role of each tour, and the controls of its steps in a database with a few records. */
const marks = [
  ['admin', ['Customer', 'Select this page', 'Full Sync', 'As of', 'Refresh']],
  ['sales', ['Customer', 'Search', 'To ship today', 'Create RMA', 'Find in help']],
  ['viewer', ['Search', 'To ship today', 'Low stock', 'As of', 'Find in help']],
  ['purchasing', ['Select this page', 'Select this page', 'Low stock', 'Search', 'Find in help']],
  ['warehouse', ['Full Sync', 'Low stock', 'Search', 'Create RMA', 'Find in help']],
  ['finance', ['As of', 'Record Payment', 'Status: Blocked', 'Search', 'Find in help']],
] as const

for (const [role, names] of marks) {
  test(`every step of the ${role} tour points at its control`, async ({
    page,
    signIn,
    testData,
  }) => {
    await createTestRecords(testData)
    await signIn(role)
    await page.goto('/customers')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('button', { name: 'Take the tour' }).click()
    const tour = page.getByRole('complementary', { name: 'Tour' })
    const marked = page.locator('[data-tour-mark]')
    for (const [place, name] of names.entries()) {
      await expect(tour).toContainText(`${place + 1} of 5`)
      await expect(marked).toHaveCount(1)
      await expect(marked).toHaveAccessibleName(new RegExp(`^${name}`))
      await expect(marked).toBeInViewport()
      await expect(tour).toBeInViewport({ ratio: 1 })
      // The card does not overlap the control.
      await expect(async () => {
        expect(overlaps(await boxOf(tour), await boxOf(marked))).toBe(false)
      }).toPass()
      await tour.getByRole('button', { name: place === 4 ? 'Done' : 'Next' }).click()
    }
    await expect(tour).toHaveCount(0)
    await expect(marked).toHaveCount(0)
  })
}

besideWarehouse(
  'where a sync problem can be tried again, the tour points at the first that can',
  async ({ page, signIn, warehouse }) => {
    await signIn('warehouse')
    warehouse.faults.deadLocations = ['B']
    await page.goto('/wms-integration?tab=imports')
    await page.getByRole('button', { name: 'Import Inventory Data' }).click()
    await expect(page.getByText('Import Inventory Data Failed', { exact: true })).toBeVisible()
    warehouse.faults.deadLocations = []
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('button', { name: 'Take the tour' }).click()
    const tour = page.getByRole('complementary', { name: 'Tour' })
    await expect(tour.getByRole('heading', { name: 'Resolve a sync problem' })).toBeVisible()
    const marked = page.locator('[data-tour-mark]')
    await expect(marked).toHaveAccessibleName('Retry Location B')
    await expect(marked).toBeInViewport()
  },
)

test('on a phone the card stays in the window, even if its control disappears', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('finance')
  await page.goto('/ar-reports?tab=aging')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('button', { name: 'Take the tour' }).click()
  const tour = page.getByRole('complementary', { name: 'Tour' })
  const marked = page.locator('[data-tour-mark]')
  await expect(marked).toHaveAccessibleName('As of')
  await expect(tour).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  // Another screen lacks the control, so the card moves to the corner.
  await openByKeys(page, 'c', '/customers')
  await expect(page).toHaveURL(/\/customers/)
  await expect(marked).toHaveCount(0)
  await expect(tour).toContainText('1 of 5')
  await expect(tour).toBeInViewport({ ratio: 1 })
  const bar = await boxOf(page.getByRole('navigation', { name: 'Main actions' }))
  expect(overlaps(await boxOf(tour), bar)).toBe(false)
})

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(locator: { boundingBox(): Promise<Box | null> }): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown')
  return box
}

function overlaps(one: Box, other: Box): boolean {
  const isBeside = one.x >= other.x + other.width || other.x >= one.x + one.width
  const above = one.y >= other.y + other.height || other.y >= one.y + one.height
  return !isBeside && !above
}
