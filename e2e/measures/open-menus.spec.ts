import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'
import { createTestRecords, plainScreens, screenTabs } from '../screens.ts'
import { openScreen } from '../screens/layout-shifts.ts'

// Accessibility with every menu and popover of a screen open, one after the other.

/** The records shared by the tests of a worker, which only read them. */
let world: ReturnType<typeof createTestRecords> | undefined
function worldOf(testData: TestData): ReturnType<typeof createTestRecords> {
  world ??= createTestRecords(testData)
  return world
}

const triggerName = 'data-trigger'

/**
 * Marks the enabled buttons in an area that open a menu or a popover, of repeated rows only those
 * of the first; returns their names. Runs in the page.
 */
function markTriggers([area, mark]: readonly [string, string]): string[] {
  const isOfLaterRow = (node: Element) =>
    node.closest('tbody tr, [role=row]')?.previousElementSibling?.matches('tr, [role=row]') ?? false
  const triggers = [...document.querySelectorAll<HTMLElement>(`${area} button[aria-haspopup]`)]
    .filter((node) => node.checkVisibility() && !isOfLaterRow(node))
    .filter((node) => !node.matches(':disabled, [aria-disabled=true]'))
  for (const [at, node] of triggers.entries()) node.setAttribute(mark, String(at))
  return triggers.map((node) => node.getAttribute('aria-label') ?? node.innerText)
}

/** Opens each menu and popover of an area, and expects that the page is accessible with it. */
async function expectAccessiblePopups(page: Page, area: string): Promise<void> {
  const popups = page.locator('[role=menu], [data-radix-popper-content-wrapper] [role=dialog]')
  const mark = () => page.evaluate(markTriggers, [area, triggerName] as const)
  const names = await mark()
  expect(names.length).toBeGreaterThan(0)
  for (const [at, name] of names.entries()) {
    await test.step(name, async () => {
      // The first press replaces a button by one with a loaded list, so mark them anew.
      await mark()
      await page.locator(`[${triggerName}="${at}"]`).press('Enter')
      await expect(popups.first()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(popups).toHaveCount(0)
    })
  }
}

/** Screens whose menus are checked for every change; those of the others by the crawl. */
const mainScreens = ['/', '/sales-orders', '/skus', '/ar-reports']
const others = [...plainScreens, ...screenTabs].filter((path) => !mainScreens.includes(path))

test('the menus of the sidebar are accessible while open', async ({ page, signIn }) => {
  await signIn('admin')
  await openScreen(page, '/help')
  await expectAccessiblePopups(page, 'aside')
})

for (const path of mainScreens) {
  test(`${path}: every menu and popover is accessible while open`, async ({
    page,
    signIn,
    testData,
  }) => {
    await worldOf(testData)
    await signIn('admin')
    await openScreen(page, path)
    await expectAccessiblePopups(page, 'main')
  })
}

for (const path of others) {
  test(`${path}: every menu and popover is accessible while open @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await worldOf(testData)
    await signIn('admin')
    await openScreen(page, path)
    // The search and the bell of the frame are in the header of every screen.
    await expectAccessiblePopups(page, 'main')
  })
}

test('a menu that is higher than the window is scrolled by its keys', async ({
  page,
  signIn,
  testData,
}) => {
  await worldOf(testData)
  await signIn('admin')
  await page.setViewportSize({ width: 1280, height: 360 })
  await openScreen(page, '/sales-orders')
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .press('Enter')
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items.first()).toBeInViewport({ ratio: 1 })
  await expect(items.last()).not.toBeInViewport()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await expect(items.last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  await expect(items.first()).toBeInViewport({ ratio: 1 })
})

test('the list of a combobox in Order Entry is accessible while open', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer } = await worldOf(testData)
  await signIn('sales')
  await openScreen(page, '/order-entry')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).fill(customer)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})
