import type { Page, Request } from '@playwright/test'
import { expect } from './app.ts'

// Presses every control of a screen, one after another, and tells those that do nothing. What is
// open is closed again after each, and the screen read anew only where that is not enough.

export type How = 'Enter' | 'click'

/** Where controls are looked for: the whole page with its frame, or what lies over or in it. */
export type Place = 'body' | 'main' | '[role=tabpanel]' | '[role=dialog]' | '[role=menu]'

export type Seen = { name: string; isMenu: boolean; isSwitch: boolean }
type Found = { controls: Seen[]; unexplained: string[] }

type Watched = Window & { changes?: number; prints?: number; isWatched?: boolean }

/** The controls of a screen that do nothing, and the disabled ones that do not say why. */
export async function deadControls(page: Page, path: string, place: Place, how: How) {
  await open(page, path)
  // A tab may still be on its way.
  await expect(page.locator(place).locator('a:visible, button:visible').first()).toBeVisible()
  const { controls, unexplained } = await look(page, place)
  const dead: string[] = []
  for (const control of controls) {
    const alive = await pressed(page, path, place, { control, how })
    // What was pressed before may have changed what there is.
    if (alive === undefined) continue
    if (!alive) dead.push(control.name)
    else if (control.isMenu) dead.push(...(await deadItems(page, path, place, control, how)))
    await restore(page, path, place)
  }
  return { names: controls.map(({ name }) => name), dead, unexplained }
}

/**
 * Presses a control: whether anything follows, undefined where it is not there. Something slow may
 * come over it, or draw it anew, in the very moment: then the screen is read and it is tried again,
 * and only what does nothing on a fresh screen either is dead.
 */
async function pressed(
  page: Page,
  path: string,
  place: Place,
  { control, how }: { control: Seen; how: How },
): Promise<boolean | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    if (!(await mark(page, place, control.name))) return undefined
    try {
      if (await isAlive(page, control, how)) return true
      if (attempt > 1) return false
    } catch (error) {
      if (attempt === 3) throw error
    }
    await open(page, path)
  }
}

/** The items of a menu, which is open; it is opened anew for each of them. */
async function deadItems(page: Page, path: string, place: Place, button: Seen, how: How) {
  const { controls } = await look(page, '[role=menu]')
  const dead: string[] = []
  for (const item of controls) {
    if ((await page.locator('[role=menu]').count()) === 0) {
      await restore(page, path, place)
      if (!(await mark(page, place, button.name)) || !(await isAlive(page, button, how))) break
    }
    if (!(await mark(page, '[role=menu]', item.name))) continue
    if (!(await isAlive(page, item, how))) dead.push(`${button.name} › ${item.name}`)
    await restore(page, path, place)
  }
  return dead
}

const markName = 'data-crawled'

/** Every control that can be pressed, by its name; of rows that repeat, those of the first. */
export function look(page: Page, place: Place): Promise<Found> {
  return page.evaluate(lookIn, { place, wanted: undefined, markName })
}

/** Marks the control with a name; answers whether there is one. */
export async function mark(page: Page, place: Place, wanted: string): Promise<boolean> {
  const { controls } = await page.evaluate(lookIn, { place, wanted, markName })
  return controls.length > 0
}

type Asked = { place: Place; wanted: string | undefined; markName: string }

/** Runs in the page. */
function lookIn({ place, wanted, markName: marked }: Asked): Found {
  const kinds = 'button, a[href], [role=tab], [role^=menuitem], [role=switch]'
  const root = [...document.querySelectorAll(place)].at(-1)
  const found: Found = { controls: [], unexplained: [] }
  const names = new Set<string>()
  document.querySelector(`[${marked}]`)?.removeAttribute(marked)
  for (const node of root?.querySelectorAll<HTMLElement>(kinds) ?? []) {
    const box = node.getBoundingClientRect()
    const name = node.getAttribute('aria-label') ?? node.innerText.trim().replaceAll(/\s+/g, ' ')
    const row = node.closest('tbody tr, [role=row], li')
    const isLaterRow = row !== null && row.previousElementSibling !== null
    // Signing out ends the session; the journeys of the sign-in try it. An open tab stays open.
    const isOpenTab = node.matches('[role=tab][aria-selected=true]')
    const isLeft = name === '' || name === 'Logout' || names.has(name) || isOpenTab
    if (isLeft || box.width === 0 || (isLaterRow && place !== '[role=menu]')) continue
    names.add(name)
    if (node.matches(':disabled, [aria-disabled=true], [data-disabled]')) {
      // The way from page to page is its own reason: "Page 1 of 1".
      const isPlain = node.closest('nav[aria-label=Pages], [aria-label=Records]') !== null
      const isTold = node.matches(
        '[aria-describedby], [title], [role^=menuitem]:has(.text-caption)',
      )
      if (!isPlain && !isTold && node.getAttribute('aria-busy') !== 'true') {
        found.unexplained.push(name)
      }
      continue
    }
    if (wanted !== undefined && name !== wanted) continue
    const isMenu = node.getAttribute('aria-haspopup') === 'menu'
    found.controls.push({ name, isMenu, isSwitch: node.getAttribute('role') === 'switch' })
    if (wanted !== undefined) {
      node.setAttribute(marked, '')
      return found
    }
  }
  return found
}

/** Presses what is marked: whether an address, what is shown, a call, a file or a print follows. */
export async function isAlive(page: Page, control: Seen, how: How): Promise<boolean> {
  const before = page.url()
  const node = page.locator(`[${markName}]`)
  let hasActed = false
  const act = () => (hasActed = true)
  // The first press of all has more of the program fetched, whatever it was on.
  const ask = (request: Request) => {
    if (['xhr', 'fetch', 'document'].includes(request.resourceType())) act()
  }
  page.on('request', ask)
  page.on('download', act)
  page.on('popup', act)
  // The way past the frame is for keys alone: it is seen while it has the focus.
  const isForKeys = (await node.and(page.getByText('Skip to content')).count()) > 0
  if (how === 'Enter' || isForKeys) {
    // The bars of a check say what they are as soon as the focus walks over them.
    const showsOnFocus = (await node.and(page.locator('[aria-label^="Checks of"] *')).count()) > 0
    if (showsOnFocus) await page.evaluate(watch)
    await node.focus()
    if (!showsOnFocus) await page.evaluate(watch)
    await page.keyboard.press(control.isSwitch ? 'Space' : 'Enter')
  } else {
    // A word of what was pressed before may lie over it for its five seconds.
    await expect(page.locator('.toast')).toHaveCount(0)
    await node.scrollIntoViewIfNeeded()
    await page.evaluate(watch)
    await node.click({ timeout: 5000 })
  }
  const acts = async () => {
    const seen = await page
      .evaluate(() => ((window as Watched).changes ?? 0) + ((window as Watched).prints ?? 0))
      .catch(() => 1)
    return hasActed || page.url() !== before || seen > 0
  }
  const alive = await expect
    .poll(acts, { timeout: 3000, intervals: [20, 50, 100, 200, 500] })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
  page.off('request', ask)
  page.off('download', act)
  page.off('popup', act)
  return alive
}

/** Counts what changes on the page from now on; what only follows the focus is left out. */
function watch(): void {
  const seen = window as Watched
  seen.changes = 0
  seen.prints = 0
  if (seen.isWatched) return
  seen.isWatched = true
  window.print = () => void (seen.prints = (seen.prints ?? 0) + 1)
  const follows = ['data-state', 'aria-describedby', 'tabindex', 'style', 'data-crawled']
  const isTip = (node: Node) =>
    node instanceof Element &&
    (node.matches('[data-radix-focus-guard]') ||
      node.closest('[role=tooltip]') !== null ||
      node.querySelector('[role=tooltip]') !== null)
  new MutationObserver((mutations) => {
    const real = mutations.filter(({ type, attributeName, addedNodes, removedNodes, target }) => {
      if (isTip(target)) return false
      if (type === 'attributes') return !follows.includes(attributeName ?? '')
      return ![...addedNodes, ...removedNodes].every(isTip)
    })
    seen.changes = (seen.changes ?? 0) + real.length
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  await page.evaluate(untilStill)
}

/**
 * What is fetched and drawn late, when the browser has time for it, would pass for what a press
 * did: half a second without any of it. Runs in the page.
 */
async function untilStill(): Promise<void> {
  let count = 0
  const seen = new MutationObserver(() => (count += 1))
  seen.observe(document, { subtree: true, childList: true, characterData: true })
  let last = -1
  for (let still = 0, looks = 0; still < 5 && looks < 100; looks += 1) {
    const all = count + performance.getEntriesByType('resource').length
    still = all === last ? still + 1 : 0
    last = all
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  seen.disconnect()
}

/** The page is drawn and nothing on it waits for an answer. */
async function settled(page: Page): Promise<void> {
  // Behind a dialog the heading has no role.
  await expect(page.locator('h1').first()).toBeAttached()
  if (/[?&](open|new|report)=/.test(page.url())) {
    await expect(page.locator('[role=dialog]').first()).toBeAttached()
  }
  await expect(
    page.locator('main [aria-label=Loading], [role=dialog] [aria-label=Loading]'),
  ).toHaveCount(0)
}

/** What lies over a screen; the header's list of finds is there, empty, when nobody searches. */
export const overlays = '[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible'

/** The screen as it was: what has opened is closed; where that is not enough it is read anew. */
export async function restore(page: Page, path: string, place: Place): Promise<void> {
  const isInDialog = place === '[role=dialog]'
  const isOpen = async () => (await page.locator(overlays).count()) > (isInDialog ? 1 : 0)
  // On a phone the box of the search lies over the header, which no role tells.
  if (!isInDialog || (await isOpen())) await page.keyboard.press('Escape')
  const isElsewhere = () => {
    const { pathname, search } = new URL(page.url())
    return `${pathname}${search}` !== path
  }
  if (!(await isOpen()) && isElsewhere()) await goThere(page, path)
  if ((await isOpen()) || isElsewhere()) await open(page, path)
}

/** The way of the links inside the program: it need not be loaded anew. */
async function goThere(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await settled(page)
}
