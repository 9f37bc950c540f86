import { expect, type Page, type Request } from '@playwright/test'

// Finds a control on a screen, presses it, and closes what opened; for the tests that press all
// controls.

export type PressMethod = 'Enter' | 'click'

/** Where to look for controls: the whole page, the main content, or an overlay or a part of it. */
export type Place =
  | 'body'
  | 'main'
  | '[role=tabpanel]'
  | '[role=dialog]'
  | '[role=dialog] [role=tabpanel]'
  | '[role=menu]'

/** Check boxes and switches are pressed with the space bar. */
export type Control = { name: string; isMenu: boolean; kind: 'check' | 'press' }
type Found = { controls: Control[]; unexplained: string[] }

type Watched = Window & {
  changes?: number
  prints?: number
  ticks?: number
  focused?: Element | null
  isWatched?: boolean
}

const markName = 'data-crawled'

/** Every enabled control by name; for repeated rows, only those of the first row. */
export function listControls(page: Page, place: Place): Promise<Found> {
  return page.evaluate(findControls, { place, targetName: undefined, markName })
}

/** Marks the control with a name; false if there is none. */
export async function mark(page: Page, place: Place, controlName: string): Promise<boolean> {
  const { controls } = await page.evaluate(findControls, {
    place,
    targetName: controlName,
    markName,
  })
  return controls.length > 0
}

type PressTarget = { place: Place; targetName: string | undefined; markName: string }

/** Runs in the page. */
function findControls({ place, targetName, markName }: PressTarget): Found {
  const kinds = 'button, a[href], [role=tab], [role^=menuitem], [role=switch], input[type=checkbox]'
  const root = [...document.querySelectorAll(place)].at(-1)
  const found: Found = { controls: [], unexplained: [] }
  const names = new Set<string>()
  document.querySelector(`[${markName}]`)?.removeAttribute(markName)
  for (const node of root?.querySelectorAll<HTMLElement>(kinds) ?? []) {
    const box = node.getBoundingClientRect()
    const label = node instanceof HTMLInputElement ? node.labels?.[0] : undefined
    const words = (label ?? node).innerText.trim().replaceAll(/\s+/g, ' ')
    const name = node.getAttribute('aria-label') ?? words
    // The first bar of a health check also stands for all.
    const row = node.closest('tbody tr, [role=row], [aria-label^="Checks for"] > button')
    const isLaterRow = row !== null && row.previousElementSibling !== null
    // Logout ends the session and is tested by the sign-in journeys. Pressing an open tab has no
    // effect.
    const isOpenTab = node.matches('[role=tab][aria-selected=true]')
    const isSkipped = name === '' || name === 'Logout' || names.has(name) || isOpenTab
    if (isSkipped || box.width === 0 || (isLaterRow && place !== '[role=menu]')) continue
    names.add(name)
    if (node.matches(':disabled, [aria-disabled=true], [data-disabled]')) {
      // A disabled pager explains itself: "Page 1 of 1".
      const isPlain = node.closest('nav[aria-label=Pages], [aria-label=Records]') !== null
      const isExplained = node.matches(
        '[aria-describedby], [title], [role^=menuitem]:has(.text-caption)',
      )
      if (!isPlain && !isExplained && node.getAttribute('aria-busy') !== 'true') {
        found.unexplained.push(name)
      }
      continue
    }
    if (targetName !== undefined && name !== targetName) continue
    const isMenu = node.getAttribute('aria-haspopup') === 'menu'
    const kind = node.matches('[role=switch], [type=checkbox]') ? 'check' : 'press'
    found.controls.push({ name, isMenu, kind })
    if (targetName !== undefined) {
      node.setAttribute(markName, '')
      return found
    }
  }
  return found
}

/**
 * Presses the marked control; true if within `timeout` milliseconds the address or screen changes,
 * or a call, a download, a file chooser or a print follows.
 */
export async function isAlive(
  page: Page,
  control: Control,
  how: PressMethod,
  timeout = 1000,
): Promise<boolean> {
  const before = page.url()
  const node = page.locator(`[${markName}]`)
  let hasActed = false
  const act = () => (hasActed = true)
  // The first press lazy-loads more of the program, so script requests do not count.
  const ask = (request: Request) => {
    if (['xhr', 'fetch', 'document'].includes(request.resourceType())) act()
  }
  page.on('request', ask)
  page.on('download', act)
  page.on('popup', act)
  page.on('filechooser', act)
  // The skip link is for keyboards only: it is visible only while focused.
  const isForKeys = (await node.and(page.getByText('Skip to content')).count()) > 0
  if (how === 'Enter' || isForKeys) {
    // The bars of a health check show their text on focus, so start watching before.
    const showsOnFocus = (await node.and(page.locator('[aria-label^="Checks for"] *')).count()) > 0
    if (showsOnFocus) await page.evaluate(watchEffects)
    await node.focus({ timeout: 5000 })
    if (!showsOnFocus) await page.evaluate(watchEffects)
    await page.keyboard.press(control.kind === 'check' ? 'Space' : 'Enter')
  } else {
    await dismissToast(page)
    await node.scrollIntoViewIfNeeded({ timeout: 5000 })
    await page.evaluate(watchEffects)
    await node.click({ timeout: 5000 })
  }
  const acts = async () => {
    const effectCount = await page.evaluate(effects).catch(() => 1)
    return hasActed || page.url() !== before || effectCount > 0
  }
  const alive = await expect
    .poll(acts, { timeout, intervals: [10, 20, 50, 100, 200] })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
  page.off('request', ask)
  page.off('download', act)
  page.off('popup', act)
  page.off('filechooser', act)
  return alive
}

/** Counts DOM changes from now on, except those that only follow the focus. */
function watchEffects(): void {
  const watched = window as Watched
  watched.changes = 0
  watched.prints = 0
  watched.ticks = document.querySelectorAll(':checked').length
  watched.focused = document.activeElement
  if (watched.isWatched) return
  watched.isWatched = true
  window.print = () => void (watched.prints = (watched.prints ?? 0) + 1)
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
    watched.changes = (watched.changes ?? 0) + real.length
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}

/**
 * The number of effects since `watch`. A link to a field changes only the focus. Runs in the page.
 */
function effects(): number {
  const { changes = 0, prints = 0, ticks = 0, focused } = window as Watched
  const pressed = document.querySelector('[data-crawled]')
  const now = document.activeElement
  const isLed =
    pressed !== null &&
    now !== null &&
    now !== focused &&
    now.matches('input, select, textarea') &&
    !pressed.contains(now)
  const ticked = Math.abs(document.querySelectorAll(':checked').length - ticks)
  return changes + prints + ticked + (isLed ? 1 : 0)
}

/** A toast of an earlier press may cover a control for five seconds. */
async function dismissToast(page: Page): Promise<void> {
  const toast = page.locator('.toast')
  if ((await toast.count()) === 0) return
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('.toast [aria-label=Dismiss]')?.click(),
  )
  await expect(toast).toHaveCount(0)
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  // Some list filters are behind a button.
  const more = page.getByRole('button', { name: '+ Filter' })
  if ((await more.count()) > 0) await more.first().click()
  await waitUntilStable(page)
}

/**
 * Waits until fetching and drawing stop: late idle-time changes would be mistaken for effects of a
 * press.
 */
export function waitUntilStable(page: Page): Promise<void> {
  return page.evaluate(domStable)
}

/** Resolves after half a second without fetching or drawing. Runs in the page. */
async function domStable(): Promise<void> {
  let count = 0
  const observer = new MutationObserver(() => (count += 1))
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  let last = -1
  for (let still = 0, looks = 0; still < 5 && looks < 100; looks += 1) {
    const all = count + performance.getEntriesByType('resource').length
    still = all === last ? still + 1 : 0
    last = all
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  observer.disconnect()
}

/** Waits until the page is drawn and nothing is loading. */
async function settled(page: Page): Promise<void> {
  // Behind a dialog the heading has no role, so find it by tag.
  await expect(page.locator('h1').first()).toBeAttached()
  if (/[?&](open|new|report|view)=/.test(page.url())) {
    await expect(page.locator('[role=dialog]').first()).toBeAttached()
  }
  await expect(
    page.locator('main [aria-label=Loading], [role=dialog] [aria-label=Loading]'),
  ).toHaveCount(0)
}

/** Open overlays. Excludes the header's empty result list and closing menus. */
export const overlays =
  ':is([role=dialog], [role=menu]:not([data-state=closed]), [role=listbox]):visible'

/** Restores the screen: closes what opened, and reloads if that is not enough. */
export async function restore(page: Page, path: string, place: Place): Promise<void> {
  const isInDialog = place.startsWith('[role=dialog]')
  // On a phone the search box covers the header without having an overlay role.
  const over = isInDialog ? overlays : `${overlays}, search :focus`
  const isOpen = async () => (await page.locator(over).count()) > (isInDialog ? 1 : 0)
  const isElsewhere = () => placeIn(page.url()) !== placeIn(new URL(path, page.url()).href)
  if (!isInDialog || (await isOpen())) await page.keyboard.press('Escape')
  // Closing fades out; a search box with text needs a second Escape.
  if ((await isOpen()) && !(await waitFor(isOpen, false))) {
    await page.keyboard.press('Escape')
    await waitFor(isOpen, false)
  }
  if (!(await isOpen()) && isElsewhere()) await navigate(page, path)
  if ((await isOpen()) || isElsewhere()) await open(page, path)
}

/** The address of a screen without list layout parameters, which persist across navigation. */
function placeIn(address: string): string {
  const { pathname, searchParams } = new URL(address)
  for (const layoutParam of ['cols', 'size']) searchParams.delete(layoutParam)
  return `${pathname}?${searchParams}`
}

/** True if the condition reaches the targetName value within a third of a second. */
function waitFor(look: () => Promise<boolean>, expected: boolean): Promise<boolean> {
  const intervals = [20, 50, 100]
  return expect
    .poll(look, { timeout: 300, intervals })
    .toBe(expected)
    .then(
      () => true,
      () => false,
    )
}

/** Navigates on the client, as links inside the program do, without reloading. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await settled(page)
}
