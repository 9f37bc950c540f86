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
  await page.addInitScript(() => {
    const seen = window as Window & { moved?: number }
    seen.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.moved = (seen.moved ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
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
