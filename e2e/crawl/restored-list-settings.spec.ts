import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { createTestRecords, screens, settingsWithoutList } from '../screens.ts'

// List settings are restored by Back, Forward and Reload, on every list.

/** The settings that a list shows. Runs in the page. */
function stateOf() {
  const all = (selector: string) => [...document.querySelectorAll(`main ${selector}`)]
  const textOf = (node: Element) => node.textContent?.trim() ?? ''
  const valueOf = (node: Element) => (node as HTMLInputElement | HTMLSelectElement).value
  return {
    address: `${location.pathname}${location.search}`,
    tab: all('[role=tab][aria-selected=true]').map(textOf),
    view: all('[aria-label=Views] [aria-pressed=true]').map(textOf),
    filters: all('[role=toolbar] select').map(valueOf),
    sort: all('th[aria-sort]:not([aria-sort=none])').map((node) => {
      return `${textOf(node)} ${node.getAttribute('aria-sort')}`
    }),
    size: all('[aria-label=Rows]').map(valueOf),
    words: all('input[placeholder="Search..."]').map(valueOf),
    entries: all('[role=status]')
      .map(textOf)
      .filter((text) => text.startsWith('Showing ')),
    page: all('[aria-label=Pages]').map(textOf),
  }
}

type ScreenState = ReturnType<typeof stateOf>

async function expectState(page: Page, expectedState: ScreenState, when: string): Promise<void> {
  await expect.poll(() => page.evaluate(stateOf), { message: when }).toEqual(expectedState)
}

/** Waits until Refresh is enabled: until then the rows are the previous ones. */
async function expectAnswered(page: Page): Promise<void> {
  await expect(page.locator('main button:disabled', { hasText: 'Refresh' })).toHaveCount(0)
}

/** Sets a view, sort order, page size, search text and the last page; returns what is shown. */
async function setAll(page: Page, hasView: boolean): Promise<ScreenState> {
  const main = page.getByRole('main')
  const views = main.getByRole('navigation', { name: 'Views' }).getByRole('button')
  if (hasView && (await views.count()) > 1) await views.nth(1).click()
  const head = main.locator('th button:visible').first()
  if ((await head.count()) > 0) {
    await head.click()
    await expect(main.locator('th[aria-sort]:not([aria-sort=none])')).toHaveCount(1)
  }
  await main.getByRole('combobox', { name: 'Rows' }).selectOption('25')
  const words = main.getByPlaceholder('Search...', { exact: true })
  if ((await words.count()) > 0) {
    const found = page.waitForResponse(/[?&]q=a(&|$)/)
    await words.fill('a')
    await expect(page).toHaveURL(/[?&]q=a/)
    await found
    await expectAnswered(page)
  }
  const last = main.getByRole('button', { name: 'Last page' })
  // The search may leave one page after the button was checked.
  await expect(async () => {
    if (await last.isEnabled()) await last.click({ timeout: 2000 })
  }).toPass()
  await expect(page).toHaveURL(/[?&]size=25/)
  await expect(main.getByText(/^Showing \d/).first()).toBeVisible()
  await expectAnswered(page)
  return page.evaluate(stateOf)
}

/** Screens and tabs without a paged list. */
const listless = [
  '/',
  '/settings',
  ...settingsWithoutList,
  '/company-profile',
  '/unsent-orders',
  '/order-entry',
  '/system-health',
  '/help',
  '/wms-integration?tab=exports',
  '/journal?tab=balance',
  '/journal?tab=periods',
  '/ap-reports?tab=months',
  '/ap-reports?tab=aging',
  '/ar-reports?tab=aging',
  '/ar-reports?tab=trends',
]
const places = screens
  .map(([name]) => name)
  .filter((name) => name.startsWith('/') && !listless.includes(name))

for (const place of places) {
  test(`${place}: its list settings are restored @crawl`, async ({ page, signIn, testData }) => {
    await createTestRecords(testData)
    const hasPages = place === '/customers'
    if (hasPages) {
      const codes = Array.from({ length: 30 }, () => testData.code('CA'))
      for (const customerCode of codes) await testData.customer({ customerCode })
    }
    await signIn('admin')
    await page.goto(place)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-label=Loading]')).toHaveCount(0)
    const displayedState = await setAll(page, !hasPages)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Help Center' }).click()
    await expect(page).toHaveURL(/help/)
    await page.goBack()
    await expectState(page, displayedState, 'after Back')
    await page.reload()
    await expectState(page, displayedState, 'after Reload')
    await page.goForward()
    await expect(page).toHaveURL(/help/)
    await page.reload()
    await page.goBack()
    await expectState(page, displayedState, 'after Forward, Reload and Back')
    if (hasPages)
      expect(displayedState.page).toEqual([expect.stringMatching(/Page (?!1 of)\d+ of/)])
  })
}
