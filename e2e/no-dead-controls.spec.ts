import { expect, test } from './app.ts'
import { type How, deadControls } from './crawler.ts'
import { givenWorld, placeOf, screens } from './screens.ts'

// Every control does something: a change of the address or of what is shown, a call, a file, a
// print; and a disabled one says why. It takes minutes, so `npm test` leaves it out:
// `npm run crawl`.

test.setTimeout(600_000)

/** Each role meets each size and each theme, each size each theme; keys wide, taps narrow. */
const looks = [
  { role: 'admin', width: 1280, theme: 'light', how: 'Enter' },
  { role: 'admin', width: 360, theme: 'dark', how: 'click' },
  { role: 'user', width: 1280, theme: 'dark', how: 'Enter' },
  { role: 'user', width: 360, theme: 'light', how: 'click' },
] as const satisfies readonly { role: string; width: number; theme: string; how: How }[]

for (const { role, width, theme, how } of looks) {
  for (const [name, pathOf] of screens) {
    test(`${name}: every control does something, ${role} ${width} ${theme} @crawl`, async ({
      page,
      signIn,
      given,
    }) => {
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
