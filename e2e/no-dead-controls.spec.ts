import { expect, test } from './app.ts'
import { deadControls } from './crawler.ts'
import type { How } from './press.ts'
import { givenWorld, placeOf, screens } from './screens.ts'

// Every control does something: a change of the address or of what is shown, a call, a file, a
// print; and a disabled one says why.

test.setTimeout(300_000)

for (const [name, pathOf] of screens) {
  for (const { role, width, theme, how, tags } of looks()) {
    const look = `${role} ${width} ${theme} by ${how} ${tags}`
    test(`${name}: every control does something, ${look}`, async ({ page, signIn, given }) => {
      const world = await givenWorld(given)
      await signIn(role)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const path = pathOf(world)
      const place = name === '/' ? 'body' : placeOf(path)
      const { names, dead, unexplained } = await deadControls(page, path, place, how)
      expect(names.length).toBeGreaterThan(0)
      expect({ dead, unexplained }).toEqual({ dead: [], unexplained: [] })
      expect(await page.locator('a[href="#"]').count()).toBe(0)
    })
  }
}

/**
 * Every role, width and theme, by key and by click. A quarter stands for all where time counts: in
 * it every role, width and theme meets every other, and every role and width each way to press; the
 * others are tagged `@whole`.
 */
function looks() {
  const roles = ['admin', 'user'] as const
  const themes = ['light', 'dark'] as const
  const ways: readonly How[] = ['Enter', 'click']
  return roles.flatMap((role, first) =>
    [1280, 360].flatMap((width, second) =>
      themes.flatMap((theme, third) =>
        ways.map((how, fourth) => {
          const isStandIn = (first + second + third) % 2 === 0 && third === fourth
          return { role, width, theme, how, tags: isStandIn ? '@crawl' : '@crawl @whole' }
        }),
      ),
    ),
  )
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
