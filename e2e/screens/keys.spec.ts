import type { Page } from '@playwright/test'
import { shortcuts } from '#platform/ui/keyboard/shortcuts.ts'
import { type TestData, expect, expectToast, test } from '../fixtures.ts'
import { pressSequence } from '../keyboard-user.ts'

// Tests the registered shortcuts one by one: global, on a list, and in an open record. Those of
// order entry have their own tests.

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const codeIn = (page: Page, row: number) => rows(page).nth(row).getByRole('link').first()
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const pageOf = (page: Page) => page.getByText(/^Page \d of \d$/)

/** Creates twelve customers with one name; focuses the first row. */
async function createAndOpenList(page: Page, testData: TestData) {
  const name = testData.code('Keys')
  for (let each = 10; each < 22; each += 1) {
    await testData.customer({ customerCode: `${name}-${each}`, name })
  }
  await page.goto(`/customers?q=${name}&sort=customerCode`)
  await expect(rows(page)).toHaveCount(10)
  return (each: number) => `${name}-${each}`
}

test('G and a letter open every screen of the menu', async ({ page, signIn }) => {
  await signIn('admin')
  const ways = Object.values(shortcuts).filter(({ where }) => where === 'Go to')
  expect(ways).toHaveLength(13)
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const { keys, description } of ways) {
    // Leave the order form, where a letter is typed into a field.
    await page.goto('/help')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await pressSequence(page, ...(keys[0] ?? '').toLowerCase().split(' '))
    await expect(menu.locator('[aria-current=page]')).toContainText(description)
  }
})

test('Ctrl+B collapses and expands the sidebar', async ({ page, signIn }) => {
  const { user } = await signIn('viewer')
  await page.goto('/help')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const width = async () => (await menu.boundingBox())?.width ?? 0
  await expect(page.getByRole('button', { name: user.username })).toBeVisible()
  expect(await width()).toBeGreaterThan(150)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBeLessThanOrEqual(56)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBeGreaterThan(150)
})

test('Ctrl+B opens and closes the drawer menu', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await page.keyboard.press('Control+b')
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(drawer).toHaveCount(0)
})

test('a character entered with AltGr triggers its shortcut', async ({ page, signIn, testData }) => {
  await signIn('viewer')
  await createAndOpenList(page, testData)
  // AltGr as Windows reports it for a German keyboard.
  const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true }
  const press = (key: string) =>
    page.evaluate((keys) => document.body.dispatchEvent(new KeyboardEvent('keydown', keys)), {
      key,
      ...altGr,
    })
  await press(']')
  await expect(pageOf(page)).toHaveText('Page 2 of 2')
  await press('[')
  await expect(pageOf(page)).toHaveText('Page 1 of 2')
})

test('list shortcuts move, page, select and act on the row', async ({ page, signIn, testData }) => {
  await signIn('admin')
  const code = await createAndOpenList(page, testData)
  await page.keyboard.press(']')
  await expect(pageOf(page)).toHaveText('Page 2 of 2')
  await page.keyboard.press('[')
  await expect(pageOf(page)).toHaveText('Page 1 of 2')
  await expect(rows(page)).toHaveCount(10)

  await page.keyboard.press('j')
  await expect(codeIn(page, 0)).toBeFocused()
  await page.keyboard.press('End')
  await expect(codeIn(page, 9)).toBeFocused()
  await page.keyboard.press('k')
  await expect(codeIn(page, 8)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(codeIn(page, 0)).toBeFocused()

  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selection(page)).toContainText('3 selected')
  await expect(codeIn(page, 2)).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(codeIn(page, 1)).toBeFocused()
  await expect(selection(page)).toContainText('2 selected')
  await page.keyboard.press('x')
  await expect(selection(page)).toContainText('1 selected')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(codeIn(page, 2)).toBeFocused()
  // The first row, selected before, and the range from the fourth row to the third.
  await expect(selection(page)).toContainText('3 selected')
  await page.keyboard.press('Control+a')
  await expect(selection(page)).toContainText('10 selected')
  await page.keyboard.press('Control+a')
  await expect(selection(page)).toContainText('12 selected')
  const waiting = page.waitForEvent('download')
  await page.keyboard.press('Control+e')
  expect((await waiting).suggestedFilename()).toMatch(/^customers.*\.csv$/)
  await page.keyboard.press('Escape')
  await expect(selection(page)).toHaveCount(0)

  await page.keyboard.press('Home')
  await page.keyboard.press('m')
  await expect(page.getByRole('menu', { name: `Actions for ${code(10)}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+Delete')
  await expectToast(page, 'Success', 'Customer deleted successfully')
  await expect(codeIn(page, 0)).toHaveText(code(11))
  await page.keyboard.press('Control+z')
  await expect(codeIn(page, 0)).toHaveText(code(10))
  await page.keyboard.press('Home')
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit Customer' })
  await expect(form.getByLabel('Customer Code *')).toHaveValue(code(10))
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  const read = page.waitForRequest(/\/api\/customers\?/)
  await page.keyboard.press('r')
  await read
  await page.keyboard.press('f')
  await expect(page.getByPlaceholder('Search...', { exact: true })).toBeFocused()
  // In a field, a letter is text.
  await page.keyboard.type('m')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

const closing = [
  ['a dialog', 'e', '[role=dialog]'],
  ['a menu', 'm', '[role=menu]'],
  ['a popover', undefined, '[role=dialog]'],
] as const

for (const [what, key, popup] of closing) {
  test(`a field that a key focuses while ${what} closes keeps the focus`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    if (key === undefined) {
      await page.goto('/ar-reports?tab=overdue')
      await page.getByRole('button', { name: 'Order date', exact: true }).press('Enter')
    } else {
      await createAndOpenList(page, testData)
      await page.keyboard.press('j')
      await page.keyboard.press(key)
    }
    await expect(page.locator(popup)).toBeVisible()
    // The key arrives before the timer that returns the focus to the opener.
    await page.evaluate((selector) => {
      const keyAtOnce = new MutationObserver(() => {
        if (document.querySelector(selector)) return
        keyAtOnce.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }))
        setTimeout(() => setTimeout(() => (document.body.dataset['later'] = 'yes')))
      })
      keyAtOnce.observe(document.body, { childList: true, subtree: true })
    }, popup)
    await page.keyboard.press('Escape')
    await expect(page.locator('body')).toHaveAttribute('data-later', 'yes')
    await expect(page.getByPlaceholder('Search...', { exact: true })).toBeFocused()
  })
}

test('record shortcuts page, switch tabs and copy the link', async ({
  page,
  signIn,
  testData,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin')
  const code = await createAndOpenList(page, testData)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const details = (each: number) => page.getByRole('dialog', { name: new RegExp(code(each)) })
  await expect(details(10).getByText('1 of 12')).toBeVisible()
  await page.keyboard.press('j')
  await expect(details(11)).toBeVisible()
  await page.keyboard.press('Alt+PageDown')
  await expect(details(12)).toBeVisible()
  await page.keyboard.press('Alt+PageUp')
  await page.keyboard.press('k')
  await expect(details(10)).toBeVisible()
  await page.keyboard.press('2')
  await expect(details(10).getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+Shift+l')
  await expectToast(page, 'Copied', 'The link opens exactly what you see')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).searchParams.get('open')).toBe(code(10))
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: /comment/i })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.goto(`/customers?open=${code(10)}`)
  await expect(details(10)).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: 'Edit Customer' })).toBeVisible()
})
