import { expect, type Page } from '@playwright/test'
import {
  type PressMethod,
  isAlive,
  listControls,
  mark,
  open,
  type Place,
  restore,
  type Control,
} from './press-controls.ts'
import { ignoreSecondFactorRequirement } from './ignore-second-factor-requirement.ts'

// Presses every control of a screen in turn and reports those that do nothing. Closes what opened
// after each press, and reloads the screen only if that is not enough.

/**
 * The controls of a screen that do nothing, and the disabled ones that do not say why. Changes by
 * jobs and other users do not arrive meanwhile: they would be mistaken for effects of a press.
 */
export async function deadControls(page: Page, path: string, place: Place, how: PressMethod) {
  // The stream ends at once, and the browser would open it again in an hour.
  const stream = { contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }
  await page.route('**/api/changes*', (route) => route.fulfill(stream))
  await ignoreSecondFactorRequirement(page)
  await open(page, path)
  // A tab may still be loading, and a tab of a record may have no controls.
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
type Press = { page: Page; path: string; place: Place; how: PressMethod }

/** The dead controls of a control and its menu; restores the screen afterwards. */
async function deadIn(press: Press, control: Control): Promise<string[]> {
  const { page, path, place, how } = press
  const alive = await pressAndReport(press, control, () => mark(page, place, control.name))
  // An earlier press may have removed the control.
  if (alive === undefined) return []
  const dead = alive ? [] : [control.name]
  if (alive && control.isMenu) dead.push(...(await deadItems(press, control)))
  if (control.kind === 'check') await isAlive(page, control, how)
  await restore(page, path, place)
  return dead
}

/**
 * Presses a control that `ready` marks: true if it has an effect, undefined if it is missing. If
 * something slow covers or redraws it meanwhile, reloads the screen and tries again; only a control
 * without effect on a fresh screen is dead.
 */
async function pressAndReport(
  { page, path, how }: Press,
  control: Control,
  ready: () => Promise<boolean>,
): Promise<boolean | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (!(await ready())) return undefined
      // A file may take long to draw on a busy machine.
      if (await isAlive(page, control, how, attempt === 1 ? 1000 : 30_000)) return true
      if (attempt > 1) return false
    } catch (error) {
      if (attempt === 3) throw error
    }
    await open(page, path)
  }
}

/** Tries the items of an open menu, reopening it for each. */
async function deadItems(press: Press, button: Control): Promise<string[]> {
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
    if ((await pressAndReport(press, item, ready)) === false)
      dead.push(`${button.name} › ${item.name}`)
    await restore(page, path, place)
  }
  return dead
}
