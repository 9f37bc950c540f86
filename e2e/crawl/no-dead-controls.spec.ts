import { expect, test } from '../fixtures.ts'
import { deadControls } from './find-dead-controls.ts'
import { createTestRecords, placeOf, recordTabs, screens } from '../screens.ts'

// Every control has an effect: a change of address or content, a call, a file or a print; a
// disabled control says why.

const all = [...screens, ...recordTabs]
/** The number of this nightly run, 0 to 7; undefined in any other run. */
const night = process.env['CRAWL_NIGHT']

for (const { place, role, width, theme, how, tags } of splitIntoShards()) {
  const [name, pathOf] = all[place] as (typeof all)[number]
  const look = `${role} ${width} ${theme} by ${how} ${tags}`
  test(`${name}: every control does something, ${look}`, async ({ page, signIn, testData }) => {
    const world = await createTestRecords(testData)
    await signIn(role)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const path = pathOf(world)
    // A user without EDI access sees a sentence instead of tabs.
    const isClosed = role === 'user' && path.startsWith('/edi')
    const where = name === '/' ? 'body' : isClosed ? 'main' : placeOf(path)
    const { names, dead, unexplained } = await deadControls(page, path, where, how)
    // A tab of a record may have no controls.
    if (place < screens.length) expect(names.length).toBeGreaterThan(0)
    expect({ dead, unexplained }).toEqual({ dead: [], unexplained: [] })
    expect(await page.locator('a[href="#"]').count()).toBe(0)
  })
}

for (const tab of ['signin', 'signup']) {
  for (const width of [1280, 360]) {
    for (const theme of ['light', 'dark'] as const) {
      for (const how of ['Enter', 'click'] as const) {
        const look = `${width} ${theme} by ${how} @crawl`
        test(`/auth?tab=${tab}: every control does something, ${look}`, async ({ page }) => {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
          const found = await deadControls(page, `/auth?tab=${tab}`, 'main', how)
          expect(found.names.length).toBeGreaterThan(2)
          expect(found).toMatchObject({ dead: [], unexplained: [] })
        })
      }
    }
  }
}

/**
 * All 16 combinations of role, width, theme and input method per screen. Where time counts, two
 * that rotate from screen to screen stand for all and cover both roles, themes and methods. The
 * others are tagged `@whole`; a nightly run tries two more each night, so that eight nights cover
 * all. All screens get their first run before any gets a second.
 */
function splitIntoShards() {
  const looks = all.flatMap((_, place) =>
    (['admin', 'user'] as const).flatMap((role, first) =>
      [1280, 360].flatMap((width, second) =>
        (['light', 'dark'] as const).flatMap((theme, third) =>
          (['Enter', 'click'] as const).map((how, fourth) => {
            const isTurn = second === place % 2 && (first + second + third) % 2 === 0
            const turn = isTurn && third === fourth ? first : 2
            const tags = turn === 2 ? '@crawl @whole' : '@crawl'
            return { place, role, width, theme, how, turn, tags }
          }),
        ),
      ),
    ),
  )
  const isTonight = (at: number) => night === undefined || at % 8 === Number(night)
  return looks.filter((_, at) => isTonight(at)).toSorted((one, other) => one.turn - other.turn)
}

test('a control that does nothing is found, by key and by click @crawl', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.addInitScript(addDeadButton)
  for (const how of ['Enter', 'click'] as const) {
    const { dead } = await deadControls(page, '/journal?tab=balance', 'main', how)
    expect(dead).toEqual(['Dead one'])
  }
})

/** Adds a button that does nothing as soon as there is a heading. Runs in the page. */
function addDeadButton(): void {
  const heading = document.querySelector('h1')
  if (!heading) {
    requestAnimationFrame(addDeadButton)
    return
  }
  const button = document.createElement('button')
  button.textContent = 'Dead one'
  heading.after(button)
}
