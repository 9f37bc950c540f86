import { type TestData, expect, test } from '../fixtures.ts'
import { layoutFaultsAtAllWidths, layoutFaults } from './layout-faults.ts'
import { createManyRecords, longNames } from './many-records.ts'
import { expectRead } from '../screens/layout-shifts.ts'
import { screens } from '../screens.ts'
import { storeScreenshot, themes } from './screenshots.ts'

// Takes screenshots (test-results/pictures/all) of every screen, dialog and tab with long names in
// several scripts, at four widths and in both themes, and measures them. Takes minutes: `npm run
// crawl`.

const widths = [360, 768, 1280, 1920]

for (const [name, pathOf] of screens) {
  test(`${name}: nothing is clipped and no texts overlap @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const path = pathOf(await worldOf(testData))
    const bad: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expect(page.locator('h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectRead(page)
      for (const theme of themes) await storeScreenshot(page, { folder: 'all', name, width, theme })
      bad.push(...(await layoutFaultsAtAllWidths(page)).map((fault) => `${width}: ${fault}`))
    }
    expect(bad).toEqual([])
  })
}

test('detects overlapping, clipped, too wide and broken elements @crawl', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/journal?tab=balance')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectRead(page)
  expect(await layoutFaults(page)).toEqual([])
  await page.evaluate(() => {
    const plant = (text: string, style: string, name = '') => {
      const heading = document.querySelector('h1')
      const planted = document.createElement('div')
      planted.textContent = text
      planted.style.cssText = style
      planted.className = name
      heading?.append(planted)
    }
    plant('Planted over', 'position: absolute; top: 0; left: 0')
    plant('Planted and cut', 'overflow: hidden; width: 40px; white-space: nowrap')
    plant(
      'Broken',
      'position: fixed; width: 20px; white-space: normal; word-break: break-all',
      'badge',
    )
    plant(
      '$1,234.50',
      'position: fixed; left: 50%; width: 20px; white-space: normal; overflow-wrap: anywhere',
    )
    document.body.append(document.createElement('hr'))
    document.querySelector('body > hr')?.setAttribute('style', 'width: 3000px')
  })
  const found = (await layoutFaults(page)).join('\n')
  expect(found).toContain('"Planted over" lies over')
  expect(found).toContain('"Planted and cut" is cut')
  expect(found).toContain('the badge "Broken" is broken in "Broken"')
  expect(found).toContain('the amount "$1,234.50" is broken')
  expect(found).toContain('too wide')
})

/** Shared by all tests of a worker, which only read it. */
let world: ReturnType<typeof createManyRecords> | undefined
function worldOf(testData: TestData): ReturnType<typeof createManyRecords> {
  world ??= createManyRecords(testData, longNames)
  return world
}
