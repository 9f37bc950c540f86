import { expect, type Page, type Request } from '@playwright/test'

// How a control is found on a screen, pressed, and what opened closed again; for the tests that
// press all of them.

export type How = 'Enter' | 'click'

/** Where controls are looked for: the whole page with its frame, or what lies over or in it. */
export type Place =
  | 'body'
  | 'main'
  | '[role=tabpanel]'
  | '[role=dialog]'
  | '[role=dialog] [role=tabpanel]'
  | '[role=menu]'

/** A box to tick, a switch too, is pressed by the space bar. */
export type Seen = { name: string; isMenu: boolean; kind: 'check' | 'press' }
type Found = { controls: Seen[]; unexplained: string[] }

type Watched = Window & {
  changes?: number
  prints?: number
  ticks?: number
  focused?: Element | null
  isWatched?: boolean
}

const markName = 'data-crawled'

/** Every control that can be pressed, by its name; of rows that repeat, those of the first. */
export function listControls(page: Page, place: Place): Promise<Found> {
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
  const kinds = 'button, a[href], [role=tab], [role^=menuitem], [role=switch], input[type=checkbox]'
  const root = [...document.querySelectorAll(place)].at(-1)
  const found: Found = { controls: [], unexplained: [] }
  const names = new Set<string>()
  document.querySelector(`[${marked}]`)?.removeAttribute(marked)
  for (const node of root?.querySelectorAll<HTMLElement>(kinds) ?? []) {
    const box = node.getBoundingClientRect()
    const label = node instanceof HTMLInputElement ? node.labels?.[0] : undefined
    const words = (label ?? node).innerText.trim().replaceAll(/\s+/g, ' ')
    const name = node.getAttribute('aria-label') ?? words
    // Of the bars of a check, too, the first stands for all.
    const row = node.closest('tbody tr, [role=row], [aria-label^="Checks of"] > button')
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
    const kind = node.matches('[role=switch], [type=checkbox]') ? 'check' : 'press'
    found.controls.push({ name, isMenu, kind })
    if (wanted !== undefined) {
      node.setAttribute(marked, '')
      return found
    }
  }
  return found
}

/**
 * Presses what is marked: whether a change of the address or screen, a call, a file, the choice of
 * one, or a print follows.
 */
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
  page.on('filechooser', act)
  // The way past the frame is for keys alone: it is seen while it has the focus.
  const isForKeys = (await node.and(page.getByText('Skip to content')).count()) > 0
  if (how === 'Enter' || isForKeys) {
    // The bars of a check say what they are as soon as the focus walks over them.
    const showsOnFocus = (await node.and(page.locator('[aria-label^="Checks of"] *')).count()) > 0
    if (showsOnFocus) await page.evaluate(watch)
    await node.focus({ timeout: 5000 })
    if (!showsOnFocus) await page.evaluate(watch)
    await page.keyboard.press(control.kind === 'check' ? 'Space' : 'Enter')
  } else {
    await dismissToast(page)
    await node.scrollIntoViewIfNeeded({ timeout: 5000 })
    await page.evaluate(watch)
    await node.click({ timeout: 5000 })
  }
  const acts = async () => {
    const seen = await page.evaluate(effects).catch(() => 1)
    return hasActed || page.url() !== before || seen > 0
  }
  const alive = await expect
    .poll(acts, { timeout: 1000, intervals: [10, 20, 50, 100, 200] })
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

/** Counts what changes on the page from now on; what only follows the focus is left out. */
function watch(): void {
  const seen = window as Watched
  seen.changes = 0
  seen.prints = 0
  seen.ticks = document.querySelectorAll(':checked').length
  seen.focused = document.activeElement
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

/**
 * How much has changed since `watch`; a link that leads to a field changes only where the focus is.
 * Runs in the page.
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

/** A word of what was pressed before may lie over a control for its five seconds. */
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
  // Some filters of a list are behind a button.
  const more = page.getByRole('button', { name: '+ Filter' })
  if ((await more.count()) > 0) await more.first().click()
  await untilStill(page)
}

/**
 * Waits until nothing is fetched and nothing drawn any more: what comes late, when the browser has
 * time for it, would pass for what a press did.
 */
export function untilStill(page: Page): Promise<void> {
  return page.evaluate(stillness)
}

/** Half a second in which nothing is fetched or drawn. Runs in the page. */
async function stillness(): Promise<void> {
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
  if (/[?&](open|new|report|view)=/.test(page.url())) {
    await expect(page.locator('[role=dialog]').first()).toBeAttached()
  }
  await expect(
    page.locator('main [aria-label=Loading], [role=dialog] [aria-label=Loading]'),
  ).toHaveCount(0)
}

/**
 * What lies over a screen. The header's list of finds is there, empty, when nobody searches, and
 * what fades out is closed.
 */
export const overlays =
  ':is([role=dialog], [role=menu]:not([data-state=closed]), [role=listbox]):visible'

/** The screen as it was: what has opened is closed; where that is not enough it is read anew. */
export async function restore(page: Page, path: string, place: Place): Promise<void> {
  const isInDialog = place.startsWith('[role=dialog]')
  // On a phone the box of the search lies over the header, which no role tells.
  const over = isInDialog ? overlays : `${overlays}, search :focus`
  const isOpen = async () => (await page.locator(over).count()) > (isInDialog ? 1 : 0)
  const isElsewhere = () => placeIn(page.url()) !== placeIn(new URL(path, page.url()).href)
  if (!isInDialog || (await isOpen())) await page.keyboard.press('Escape')
  // What closes fades; a box with words in it closes at the second key.
  if ((await isOpen()) && !(await comes(isOpen, false))) {
    await page.keyboard.press('Escape')
    await comes(isOpen, false)
  }
  if (!(await isOpen()) && isElsewhere()) await goThere(page, path)
  if ((await isOpen()) || isElsewhere()) await open(page, path)
}

/** The address of a screen without the layout of its list, which is kept wherever one goes. */
function placeIn(address: string): string {
  const { pathname, searchParams } = new URL(address)
  for (const kept of ['cols', 'size']) searchParams.delete(kept)
  return `${pathname}?${searchParams}`
}

/** Whether something comes true, or false, within a third of a second. */
function comes(look: () => Promise<boolean>, wanted: boolean): Promise<boolean> {
  const intervals = [20, 50, 100]
  return expect
    .poll(look, { timeout: 300, intervals })
    .toBe(wanted)
    .then(
      () => true,
      () => false,
    )
}

/** The way of the links inside the program: it need not be loaded anew. */
async function goThere(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await settled(page)
}
