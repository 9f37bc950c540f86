import { expect, type Page } from '@playwright/test'
import {
  isAlive,
  listControls,
  mark,
  open,
  overlays,
  type Place,
  restore,
  type Control,
} from './press-controls.ts'
import { ignoreSecondFactorRequirement } from './ignore-second-factor-requirement.ts'

// Presses every control of a screen by key and checks the focus afterwards, and again after closing
// what opened.

/** The number of controls, and those that lose the focus, with the element that has it instead. */
export async function controlsLosingFocus(page: Page, path: string, place: Place) {
  await ignoreSecondFactorRequirement(page)
  await open(page, path)
  const walk: FocusWalk = { page, path, place, losers: [] }
  // The tab may still be loading.
  const first = page.locator(place).locator('a:visible, button:visible').first()
  await expect(first).toBeVisible()
  const { controls } = await listControls(page, place)
  for (const control of controls) await pressWithItems(walk, control)
  return { count: controls.length, losers: walk.losers }
}

type FocusWalk = { page: Page; path: string; place: Place; losers: string[] }

/** Presses a control and, where it opens a menu, each item of it. */
async function pressWithItems(walk: FocusWalk, control: Control): Promise<void> {
  const { page, path, place, losers } = walk
  const press = async () => {
    if (!(await mark(page, place, control.name))) return false
    await isAlive(page, control, 'Enter')
    if (!control.isMenu || (await happens(focusSettled(page)))) return true
    // Reopening a menu instantly, as no user can, leaves the focus on its button.
    await page.keyboard.press('Escape')
    await isAlive(page, control, 'Enter')
    if (!(await happens(focusSettled(page)))) losers.push(`${control.name}: the focus is not in it`)
    return true
  }
  if (!(await press())) return
  // A switch leaves its menu open: `close` closes it like any other.
  const items = control.isMenu ? (await listControls(page, menu)).controls : []
  await close(walk, control.name, control.name)
  await restore(page, path, place)
  for (const item of items) {
    if (!(await press()) || !(await mark(page, menu, item.name))) continue
    await isAlive(page, item, 'Enter')
    await close(walk, `${control.name} › ${item.name}`, control.name)
    await restore(page, path, place)
  }
}

const menu = '[role=menu]'

/** Closes what has opened, if anything; the focus must then be on `owner`, and never be lost. */
async function close({ page, path, place, losers }: FocusWalk, pressed: string, owner: string) {
  const few = place === '[role=dialog]' ? 1 : 0
  const count = () => page.locator(overlays).count()
  const opening = expect.poll(count, { timeout: 1200, intervals: [50, 100] })
  const hasOpened = await happens(opening.toBeGreaterThan(few))
  const isHere = new URL(page.url()).pathname === path.split('?')[0]
  if (hasOpened) {
    // Pressed too fast, the key would reach the element below.
    await happens(focusSettled(page))
    await page.keyboard.press('Escape')
  }
  // The name of a filter chip ends with its current value.
  const isRight = async () => {
    const name = await focusedName(page)
    return hasOpened && isHere ? name.startsWith(owner) : name !== noFocus
  }
  const soon = expect.poll(isRight, { timeout: 2000, intervals: [50, 100] }).toBe(true)
  if (!(await happens(soon))) losers.push(`${pressed}: the focus is on ${await focusedName(page)}`)
}

/** Waits until the focus is inside the overlay. */
function focusSettled(page: Page): Promise<void> {
  const over = '[role=dialog], [role=menu]:not([data-state=closed]), [role=listbox]'
  const isOver = () => page.evaluate((any) => document.activeElement?.closest(any) !== null, over)
  return expect.poll(isOver, { timeout: 1000, intervals: [20, 50, 100] }).toBe(true)
}

const noFocus = 'nothing'

/** The accessible name of the focused element. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate((none) => {
    const node = document.activeElement as HTMLElement
    if (node === document.body) return none
    return node.getAttribute('aria-label') ?? node.innerText.trim().replaceAll(/\s+/g, ' ')
  }, noFocus)
}

function happens(expected: Promise<void>): Promise<boolean> {
  return expected.then(
    () => true,
    () => false,
  )
}
