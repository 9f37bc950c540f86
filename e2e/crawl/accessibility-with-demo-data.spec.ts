import { startDemoProgram } from '../demo-program.ts'
import { expectAccessible, test } from '../fixtures.ts'
import { openScreen } from '../screens/layout-shifts.ts'
import { plainScreens, screenTabs } from '../screens.ts'

// The demo data has larger amounts, more rows and more states than other tests, so links stand
// closer together and texts are longer.

const journalTabs = ['manual', 'income', 'sheet', 'tax', 'tax-payments'].map(
  (tab) => `/journal?tab=${tab}`,
)

test('every screen and tab is accessible with the demo data, with targets of 24 px @crawl', async ({
  browser,
}) => {
  test.setTimeout(45 * 60_000)
  const { page, close } = await startDemoProgram(browser)
  for (const path of [...plainScreens, ...screenTabs, ...journalTabs]) {
    await test.step(path, async () => {
      await openScreen(page, path)
      await expectAccessible(page)
    })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/ap-reports', '/ar-reports', ...screenTabs, ...journalTabs]) {
    await test.step(`${path} on a phone`, async () => {
      await openScreen(page, path)
      await expectAccessible(page)
    })
  }
  await close()
})
