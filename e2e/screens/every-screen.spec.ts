import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'
import { openScreen } from './layout-shifts.ts'
import { everyScreen, createTestRecords } from '../screens.ts'

// One test of each screen for every change: it opens with its data, fits desktop and phone, and has
// no accessibility violation. Feature specs and the crawl test the rest.

/** Records shared by all tests of a worker, which only read them. */
let world: ReturnType<typeof createTestRecords> | undefined
function worldOf(testData: TestData): ReturnType<typeof createTestRecords> {
  world ??= createTestRecords(testData)
  return world
}

for (const path of everyScreen) {
  test(`${path}: opens with its data, fits a phone and is accessible`, async ({
    page,
    signIn,
    testData,
  }) => {
    await worldOf(testData)
    await signIn('admin')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openScreen(page, path)
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: /again/i }),
    ).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 800 })
    const tooWide = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
    await expect.poll(tooWide).toBe(0)
  })
}
