import { expect, test } from '../app.ts'
import { focusLosers } from './focus-walk.ts'
import { givenWorld, placeOf, screens } from '../screens.ts'

// Who works with keys goes on where he was. What was pressed keeps the focus, or what it led to has
// it; and once something is closed, the control that opened it has it again, or the button of the
// menu whose item did. It takes minutes: `npm run crawl`.

test.setTimeout(600_000)

for (const [name, pathOf] of screens) {
  test(`${name}: the focus is never lost @crawl`, async ({ page, signIn, given }) => {
    const path = pathOf(await givenWorld(given))
    await signIn()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { count, losers } = await focusLosers(page, path, placeOf(path))
    expect(count).toBeGreaterThan(0)
    expect(losers).toEqual([])
  })
}
