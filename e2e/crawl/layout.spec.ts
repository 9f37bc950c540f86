import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { violationsExceptColors } from '../axe.ts'
import { brokenAmounts } from './layout-faults.ts'
import { createManyRecords, longNames, shortNames } from './many-records.ts'
import {
  delayResponses,
  startCountingShifts,
  waitForDelayedResponse,
  layoutShifts,
  openScreen,
} from '../screens/layout-shifts.ts'
import { lists, plainScreens } from '../screens.ts'

// Every screen at every width, with long names in several scripts, and in forced-colors mode. Takes
// minutes: `npm run crawl`.

const widths = [1920, 1280, 768, 360, 320]

for (const path of plainScreens) {
  test(`${path}: no horizontal scrolling and no layout shifts @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    await createManyRecords(testData, longNames)
    await startCountingShifts(page)
    const bad: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await openScreen(page, path)
      const moves = await layoutShifts(page)
      bad.push(...moves.map((move) => `${width}: ${move}`))
      const wider = await widerOf(page)
      if (wider > 0) bad.push(`${width}: ${wider} pixels too wide`)
      const higher = await page.evaluate(rowsTooHigh)
      bad.push(...higher.map((row) => `${width}: ${row}`))
      const broken = await page.evaluate(brokenAmounts)
      bad.push(...broken.map((amount) => `${width}: ${amount}`))
    }
    expect(bad).toEqual([])
  })
}

/**
 * List rows taller than two lines of text, or four on a phone, where rows are stacked, or with
 * clipped text. Runs in the page.
 */
function rowsTooHigh(): string[] {
  const most = innerWidth < 640 ? 130 : 57
  return [...document.querySelectorAll<HTMLElement>('.data-table [data-row]')]
    .filter(({ offsetHeight }) => offsetHeight > most)
    .map((row) => `a row of ${row.offsetHeight} pixels: ${row.textContent}`)
}

/** How far the page is wider than the window. */
function widerOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

for (const [path] of lists) {
  test(`${path}: no layout shifts while opening, sorting, filtering, searching @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    await createManyRecords(testData, shortNames)
    await startCountingShifts(page)
    const bad: string[] = []
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await openScreen(page, path)
      bad.push(...(await layoutShifts(page)).map((move) => `opened at ${width}: ${move}`))
      await delayResponses(page)
      for (const [name, act] of layoutActions) {
        await act(page)
        await waitForDelayedResponse(page)
        const moves = await layoutShifts(page)
        bad.push(...moves.map((move) => `${name} at ${width}: ${move}`))
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    expect(bad).toEqual([])
  })
}

const layoutActions: readonly [string, (page: Page) => Promise<void>][] = [
  ['sorted', sortList],
  ['filtered', filterList],
  ['searched', searchList],
]

/** Sorts by the first column header, or on a phone by the first menu item. */
async function sortList(page: Page): Promise<void> {
  const head = page.locator('main th button:visible').first()
  if ((await head.count()) > 0) return head.click()
  await openTools(page)
  const menu = page.getByRole('main').getByRole('button', { name: 'Sort', exact: true }).first()
  if (!(await menu.isVisible())) return
  await menu.click()
  const ways = page.getByRole('menuitemcheckbox')
  await expect(page.getByRole('menu')).toBeVisible()
  if ((await ways.count()) > 1) await ways.nth(1).click()
  else await page.keyboard.press('Escape')
}

/** Shows the filters and tools on a phone, where a button opens them. */
async function openTools(page: Page): Promise<void> {
  const button = page
    .getByRole('main')
    .getByRole('button', { name: /^Filters and tools/ })
    .first()
  if (!(await button.isVisible())) return
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

/** Filters by the first chip, whatever it is. */
async function filterList(page: Page): Promise<void> {
  await openTools(page)
  const chips = page.getByRole('group', { name: 'Filters' }).first().locator('> div > button')
  if ((await chips.count()) === 0) return
  const chip = chips.first()
  const choice = page.getByRole('menuitemcheckbox').first()
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  const isOn = page.locator('[role=group] > div > [aria-pressed=true]')
  const record = page.getByRole('dialog').getByRole('combobox')
  await chip.click()
  await expect(choice.or(apply).or(isOn).or(record).first()).toBeVisible()
  if (await choice.isVisible()) return choice.click()
  if (await record.isVisible()) {
    await record.fill('a')
    return page.keyboard.press('Enter')
  }
  if (!(await apply.isVisible())) return
  const days = page.getByRole('dialog').getByLabel('From')
  if ((await days.count()) > 0) await days.fill('2026-01-01')
  else await page.getByRole('dialog').getByRole('textbox').fill('a')
  await apply.click()
}

/** Searches for text that no row has, so that the list is empty. */
async function searchList(page: Page): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Filter this list' }).first()
  await field.pressSequentially('nothing has this')
  await expect(field).toHaveValue('nothing has this')
}

test('text at double size fits, without clipped headings or buttons @crawl', async ({
  playwright,
  launchOptions,
  context,
  baseURL,
  signIn,
  testData,
}) => {
  await signIn('admin')
  await createManyRecords(testData, longNames)
  // The browser's font size setting, which affects rem and em based widths.
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const storageState = await context.storageState()
  const page = await browser.newPage({ storageState, ...(baseURL && { baseURL }) })
  await page.setViewportSize({ width: 1280, height: 800 })
  const bad: string[] = []
  for (const path of plainScreens) {
    await openScreen(page, path)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    )
    const wider = await widerOf(page)
    if (wider > 0) bad.push(`${path} is ${wider} pixels too wide`)
    bad.push(...(await page.evaluate(clippedTexts)).map((name) => `${path}: ${name} is cut`))
  }
  await browser.close()
  expect(bad).toEqual([])
})

/** Headings and buttons whose content is clipped. Runs in the page. */
function clippedTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('h1, h2, main button, main a')]
    .filter(({ offsetParent }) => offsetParent !== null)
    .filter((each) => each.clientHeight > 1 && getComputedStyle(each).overflow !== 'visible')
    .filter((each) => each.scrollHeight > each.clientHeight + 2)
    .map((each) => each.textContent ?? '')
}

test('every screen is accessible in forced-colors mode @crawl', async ({ page, signIn }) => {
  await signIn('admin')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const path of plainScreens) {
    await openScreen(page, path)
    const found = await violationsExceptColors(page)
    expect(found.map((each) => `${path}: ${each}`)).toEqual([])
  }
})
