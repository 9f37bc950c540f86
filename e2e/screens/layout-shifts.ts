import { type Page, expect } from '@playwright/test'
import { waitUntilStable } from '../crawl/press-controls.ts'

// Measures layout shifts that the user did not cause.

type LayoutShift = {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null }[]
}
type WatchedWindow = Window & { shifts?: { by: number; what: string }[] }

/** Shifts within half a second of a key or tap do not count, so responses come later than that. */
const responseDelayMs = 700

/** The allowed Cumulative Layout Shift (CLS) of a screen. */
const allowedShift = 0.02

/** Counts layout shifts without user input on every page opened from now on. */
export async function startCountingShifts(page: Page): Promise<void> {
  await page.addInitScript(watchShifts)
}

/** Records layout shifts and their elements. Runs in the page. */
function watchShifts(): void {
  const watchedWindow = window as WatchedWindow
  watchedWindow.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[]) {
      // Reordered rows are the result of a requested sort, and content below follows rows of two
      // lines, so these are ignored. A shift without a row counts.
      const isRow = ({ node }: { node: Node | null }) =>
        node instanceof Element && node.closest('tbody') !== null
      const isUnder = ({ node }: { node: Node | null }) =>
        [...document.querySelectorAll('main tbody')].some(
          (body) => node && body.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING,
        )
      const { sources } = entry
      const isOfRows = sources.some(isRow) && sources.every((each) => isRow(each) || isUnder(each))
      if (entry.hadRecentInput || isOfRows) continue
      const nodes = entry.sources.map(({ node }) => (node instanceof Element ? node : null))
      const what = nodes.map((node) => `${node?.tagName} ${node?.textContent.slice(0, 20)}`)
      watchedWindow.shifts?.push({ by: entry.value, what: what.join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shift since the screen opened or since the last call, as text if too much. */
export async function layoutShifts(page: Page): Promise<string[]> {
  const moves = await page.evaluate(() => {
    const watchedWindow = window as WatchedWindow
    const all = watchedWindow.shifts ?? []
    watchedWindow.shifts = []
    return all
  })
  const sum = moves.reduce((total, { by }) => total + by, 0)
  if (sum <= allowedShift) return []
  const worst = moves.toSorted((one, other) => other.by - one.by)[0]
  return [`moves by ${sum.toFixed(3)}, most of it ${worst?.what}`]
}

/** Delays every response so long that its layout shifts count as unexpected. */
export async function delayResponses(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    // The change stream never ends, so it cannot be delayed.
    if (route.request().url().includes('/api/changes')) return route.continue()
    delayedCount.set(page, (delayedCount.get(page) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, responseDelayMs))
    // Requests of the page may outlive it.
    await route.continue().catch(() => undefined)
    delayedCount.set(page, (delayedCount.get(page) ?? 0) - 1)
  })
}

/** The number of delayed responses of a page in flight. */
const delayedCount = new WeakMap<Page, number>()

/** Waits for the last delayed response, and until its rendering is measured. */
export async function waitForDelayedResponse(page: Page): Promise<void> {
  do await waitUntilStable(page)
  while ((delayedCount.get(page) ?? 0) > 0)
  await expectRead(page)
}

/** Opens a screen and waits for its data. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectRead(page)
}

/** Expects that nothing on the page is loading. */
export async function expectRead(page: Page): Promise<void> {
  await expect(page.locator(':is(main, [role=dialog]) [aria-label=Loading]')).toHaveCount(0)
}
