import { expect, test } from '../fixtures.ts'
import { controlsLosingFocus } from './find-lost-focus.ts'
import { createTestRecords, placeOf, screens } from '../screens.ts'

// Keyboard focus is kept: it stays on the pressed control or moves to what it opened. After
// closing, it returns to the opener, or to the menu button of the chosen item. Takes minutes: `npm
// run crawl`.

test.setTimeout(600_000)

for (const [name, pathOf] of screens) {
  test(`${name}: the focus is never lost @crawl`, async ({ page, signIn, testData }) => {
    const path = pathOf(await createTestRecords(testData))
    await signIn()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { count, losers } = await controlsLosingFocus(page, path, placeOf(path))
    expect(count).toBeGreaterThan(0)
    expect(losers).toEqual([])
  })
}
