import { type Page, expect } from '@playwright/test'
import { untilStill } from '../crawl/press.ts'

// Measures layout shifts that the user did not cause.

type Shift = {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null }[]
}
type Seen = Window & { moved?: { by: number; what: string }[] }

/** Shifts within half a second of a key or tap do not count, so responses come later than that. */
const answerMs = 700

/** The allowed Cumulative Layout Shift (CLS) of a screen. */
const allowedMoves = 0.02

/** From now on every page that is opened counts what moves by itself. */
export async function countMoves(page: Page): Promise<void> {
  await page.addInitScript(watchMoves)
}

/** Counts layout shifts and what made each. Runs in the page. */
function watchMoves(): void {
  const seen = window as Seen
  seen.moved = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      // Rows change places in a list because somebody asked for another order; where some of them
      // have two lines, what stands under them goes along. What moves without a row is told.
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
      seen.moved?.push({ by: entry.value, what: what.join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** How much has moved since the screen was opened or this was asked, in words if too much. */
export async function movesOf(page: Page): Promise<string[]> {
  const moves = await page.evaluate(() => {
    const seen = window as Seen
    const all = seen.moved ?? []
    seen.moved = []
    return all
  })
  const sum = moves.reduce((total, { by }) => total + by, 0)
  if (sum <= allowedMoves) return []
  const worst = moves.toSorted((one, other) => other.by - one.by)[0]
  return [`moves by ${sum.toFixed(3)}, most of it ${worst?.what}`]
}

/** Every answer comes so late that what it moves counts as moving by itself. */
export async function answerLate(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    // The line of changes has no end that could be waited for.
    if (route.request().url().includes('/api/changes')) return route.continue()
    held.set(page, (held.get(page) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    // What the page reads again at its end may outlive it.
    await route.continue().catch(() => undefined)
    held.set(page, (held.get(page) ?? 0) - 1)
  })
}

/** How many late answers of a page are still held back. */
const held = new WeakMap<Page, number>()

/** Waits for the last late answer, and until what it draws has been counted. */
export async function lateAnswer(page: Page): Promise<void> {
  do await untilStill(page)
  while ((held.get(page) ?? 0) > 0)
  await expectRead(page)
}

/** Opens a screen and waits for what it reads. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectRead(page)
}

/** Nothing on the page waits for its data any more. */
export async function expectRead(page: Page): Promise<void> {
  await expect(page.locator(':is(main, [role=dialog]) [aria-label=Loading]')).toHaveCount(0)
}
