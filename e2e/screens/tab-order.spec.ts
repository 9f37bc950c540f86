import type { Page } from '@playwright/test'
import { expect, firstPage, startProgram, test } from '../fixtures.ts'
import { plainScreens } from '../screens.ts'

// The Tab order of every screen of an empty shop, compared with the list beside this file; the
// focus must go left to right, down the page, and be visible. After an intended change: `npx
// playwright test e2e/screens/tab-order.spec.ts -u`.

const mostSteps = 150
/** A bar of a health check: their number depends on the checks so far. */
const aCheck = / \d+:\d\d:\d\d [AP]M: /
/** A button of an incident: a slow machine may have some. */
const aNote = /button Add note$/

type TabStop = { name: string; isVisible: boolean; isCovered: boolean }

test('Tab moves through every screen in reading order @crawl', async ({ browser }) => {
  const program = await startProgram()
  const page = await firstPage(browser, program, { reducedMotion: 'reduce' })
  const tabOrders: string[] = []
  for (const path of plainScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-label=Loading]')).toHaveCount(0)
    // Refresh is enabled only after loading ends.
    await expect(page.locator('main button:disabled', { hasText: 'Refresh' })).toHaveCount(0)
    const stops = await tabThrough(page)
    expect(
      stops.filter(({ isVisible }) => !isVisible).map(({ name }) => `${path}: ${name}`),
    ).toEqual([])
    expect(
      stops.filter(({ isCovered }) => isCovered).map(({ name }) => `${path}: ${name}`),
    ).toEqual([])
    const names = stops
      .map(({ name }) => `  ${name}`)
      .filter((name) => !aCheck.test(name) && !aNote.test(name))
    tabOrders.push([path, ...names].join('\n'))
  }
  expect(`${tabOrders.join('\n')}\n`).toMatchSnapshot('tab-order.txt')
  await page.context().close()
  await program.stop()
})

/** All Tab stops, from the top of the page to its end. */
async function tabThrough(page: Page): Promise<TabStop[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    delete (window as Window & { before?: Element }).before
  })
  const stops: TabStop[] = []
  while (stops.length < mostSteps) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeFocus)
    if (!stop) return stops
    stops.push(stop)
  }
  throw new Error('Tab leads in a circle')
}

/** The element with the focus, undefined at the end of the page. Runs in the page. */
function describeFocus(): TabStop | undefined {
  const watchedWindow = window as Window & { before?: Element; first?: Element }
  const element = document.activeElement
  if (!element || element === document.body || element === watchedWindow.first) return undefined
  if (!watchedWindow.before) watchedWindow.first = element
  const { width, height } = element.getBoundingClientRect()
  const isBehind =
    watchedWindow.before !== undefined &&
    (watchedWindow.before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  watchedWindow.before = element
  const label = element.getAttribute('aria-label')
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const text = label ?? labels[0]?.textContent ?? element.textContent ?? ''
  const name = text.replace(/\s+/g, ' ').trim().slice(0, 60)
  const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
  return { name: `${role} ${name}`, isVisible: width > 0 && height > 0, isCovered: isBehind }
}
