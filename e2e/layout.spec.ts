import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { violationsBesideColours } from './axe.ts'
import { plainScreens } from './screens.ts'

// Every screen at every width, with long names of several scripts in its lists, and in the colours
// of the system. It takes minutes: `npm run crawl`.

test.setTimeout(600_000)

const widths = [320, 360, 768, 1280, 1920]
const longNames = [
  'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft',
  '株式会社東京中央倉庫管理システム開発販売流通センター本社第一営業部受注管理課御中',
]

/** Counts how much moves by itself. Runs in the page. */
function watchMoves(): void {
  const seen = window as Window & { moved?: number }
  seen.moved = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      if (!entry.hadRecentInput) seen.moved = (seen.moved ?? 0) + entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

type Shift = { value: number; hadRecentInput: boolean }

/** How far the page is wider than the window, and how much moved by itself since it was opened. */
function measured(page: Page) {
  return page.evaluate(() => ({
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    moved: (window as Window & { moved?: number }).moved ?? 0,
  }))
}

test('no screen scrolls sideways, none moves under the eye @crawl', async ({
  page,
  signIn,
  given,
}) => {
  await signIn('admin')
  for (const name of longNames) await given.customer({ name, city: name.slice(0, 60) })
  await page.addInitScript(watchMoves)
  const bad: string[] = []
  for (const path of plainScreens) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-label=Loading]')).toHaveCount(0)
      const { wider, moved } = await measured(page)
      if (wider > 0) bad.push(`${path} at ${width} is ${wider} pixels too wide`)
      if (moved > 0.02) bad.push(`${path} at ${width} moves by ${moved.toFixed(3)}`)
    }
  }
  expect(bad).toEqual([])
})

test('nothing moves when a list is sorted and searched @crawl', async ({ page, signIn, given }) => {
  await signIn('admin')
  for (const name of longNames) await given.customer({ name, city: name.slice(0, 60) })
  await page.addInitScript(watchMoves)
  const bad: string[] = []
  for (const path of plainScreens) {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-label=Loading]')).toHaveCount(0)
      const head = page.locator('main th button:visible').first()
      if ((await head.count()) > 0) await head.click()
      const search = page.locator('main input[type=search]:visible').first()
      if ((await search.count()) > 0) {
        await search.click()
        await page.keyboard.press('a')
      }
      // What moves within half a second of a key or a tap was asked for.
      await page.waitForTimeout(700)
      const { moved } = await measured(page)
      if (moved > 0.02) bad.push(`${path} at ${width} moves by ${moved.toFixed(3)}`)
    }
  }
  expect(bad).toEqual([])
})

test('letters twice as large fit, no heading and no button is cut @crawl', async ({
  playwright,
  launchOptions,
  context,
  baseURL,
  signIn,
  given,
}) => {
  await signIn('admin')
  for (const name of longNames) await given.customer({ name, city: name.slice(0, 60) })
  // As a person sets it in the browser: what depends on the width in letters follows.
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const storageState = await context.storageState()
  const page = await browser.newPage({ storageState, ...(baseURL && { baseURL }) })
  await page.setViewportSize({ width: 1280, height: 800 })
  const bad: string[] = []
  for (const path of plainScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-label=Loading]')).toHaveCount(0)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    )
    const { wider } = await measured(page)
    if (wider > 0) bad.push(`${path} is ${wider} pixels too wide`)
    bad.push(...(await page.evaluate(cutOff)).map((name) => `${path}: ${name} is cut`))
  }
  await browser.close()
  expect(bad).toEqual([])
})

/** Headings and buttons that hold more than they show. Runs in the page. */
function cutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>('h1, h2, main button, main a')]
    .filter(({ offsetParent }) => offsetParent !== null)
    .filter((each) => each.clientHeight > 1 && getComputedStyle(each).overflow !== 'visible')
    .filter((each) => each.scrollHeight > each.clientHeight + 2)
    .map((each) => each.textContent ?? '')
}

test('every screen is accessible in the colours of the system @crawl', async ({ page, signIn }) => {
  await signIn('admin')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const path of plainScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-label=Loading]')).toHaveCount(0)
    const found = await violationsBesideColours(page)
    expect(found.map((each) => `${path}: ${each}`)).toEqual([])
  }
})
