import { expect, type Page } from '@playwright/test'
import {
  type How,
  isAlive,
  listControls,
  mark,
  open,
  type Place,
  restore,
  type Seen,
} from './press.ts'

// Presses every control of a screen, one after another, and tells those that do nothing. What is
// open is closed again after each, and the screen read anew only where that is not enough.

/** The controls of a screen that do nothing, and the disabled ones that do not say why. */
export async function deadControls(page: Page, path: string, place: Place, how: How) {
  await open(page, path)
  // A tab may still be on its way; one of a record may have nothing to press.
  const isOfRecord = place === '[role=dialog] [role=tabpanel]'
  const there = page
    .locator(place)
    .locator(isOfRecord ? 'visible=true' : 'a:visible, button:visible')
  await expect(there.first()).toBeVisible()
  const { controls, unexplained } = await listControls(page, place)
  const names = controls.map(({ name }) => name)
  const dead: string[] = []
  for (const control of controls) {
    dead.push(...(await deadIn({ page, path, place, how }, control)))
  }
  return { names, dead, unexplained }
}

/** Where something is pressed, and how. */
type Press = { page: Page; path: string; place: Place; how: How }

/** What is dead of a control and of the menu that it opens; the screen is as it was afterwards. */
async function deadIn(press: Press, control: Seen): Promise<string[]> {
  const { page, path, place, how } = press
  const alive = await pressed(press, control, () => mark(page, place, control.name))
  // What was pressed before may have changed what there is.
  if (alive === undefined) return []
  const dead = alive ? [] : [control.name]
  if (alive && control.isMenu) dead.push(...(await deadItems(press, control)))
  if (control.kind === 'check') await isAlive(page, control, how)
  await restore(page, path, place)
  return dead
}

/**
 * Presses a control that `ready` marks: whether anything follows, undefined where it is not there.
 * Something slow may come over it, or draw it anew, in the very moment: then the screen is read and
 * it is tried again, and only what does nothing on a fresh screen either is dead.
 */
async function pressed(
  { page, path, how }: Press,
  control: Seen,
  ready: () => Promise<boolean>,
): Promise<boolean | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (!(await ready())) return undefined
      if (await isAlive(page, control, how)) return true
      if (attempt > 1) return false
    } catch (error) {
      if (attempt === 3) throw error
    }
    await open(page, path)
  }
}

/** The items of a menu, which is open; it is opened anew for each of them. */
async function deadItems(press: Press, button: Seen): Promise<string[]> {
  const { page, path, place, how } = press
  const { controls } = await listControls(page, '[role=menu]')
  const isOpened = async () => {
    if ((await page.locator('[role=menu]').count()) > 0) return true
    await restore(page, path, place)
    return (await mark(page, place, button.name)) && (await isAlive(page, button, how))
  }
  const dead: string[] = []
  for (const item of controls) {
    const ready = async () => (await isOpened()) && (await mark(page, '[role=menu]', item.name))
    if ((await pressed(press, item, ready)) === false) dead.push(`${button.name} › ${item.name}`)
    await restore(page, path, place)
  }
  return dead
}
