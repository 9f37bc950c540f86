import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

// Dates are entered by keyboard or from a calendar, in forms and in filters.

/** A Friday in the business time zone; the page's clock is fixed, but its timers run. */
const friday = '2026-03-13T15:00:00Z'

const hintText =
  'A date, t for today, +7 or -1 days from it, fri, or 15 of this month. ' +
  'Alt+Down opens a calendar.'

const theDay = (page: Page) => page.getByRole('dialog').getByLabel('Expected Date')

test.beforeEach(async ({ page, signIn }) => {
  await page.clock.setFixedTime(friday)
  await signIn('admin')
})

test('a date can be entered as t, +7, -1, fri or 15 and becomes ISO on blur', async ({ page }) => {
  await page.goto('/purchase-orders?new=1')
  const field = theDay(page)
  for (const [typed, day, weekday] of [
    ['t', '2026-03-13', 'Fri'],
    ['+7', '2026-03-20', 'Fri'],
    ['-1', '2026-03-12', 'Thu'],
    ['fri', '2026-03-13', 'Fri'],
    ['mon', '2026-03-16', 'Mon'],
    ['15', '2026-03-15', 'Sun'],
    ['3/31/2026', '2026-03-31', 'Tue'],
    ['2026-04-01', '2026-04-01', 'Wed'],
  ] as const) {
    await field.fill('')
    await field.pressSequentially(typed)
    await field.press('Tab')
    await expect(field).toHaveValue(day)
    await expect(field).toHaveAccessibleDescription(`${weekday} ${hintText}`)
  }
})

test('an invalid date remains as typed and is marked invalid', async ({ page }) => {
  await page.goto('/purchase-orders?new=1')
  const field = theDay(page)
  await field.fill('31 frimaire')
  await field.press('Tab')
  await expect(field).toHaveValue('31 frimaire')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/^Invalid input/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: 'Expected Date: Invalid input' })).toBeVisible()
  await expect(field).toHaveValue('31 frimaire')
  await expectAccessible(page)
  await field.fill('31')
  await field.press('Tab')
  await expect(field).toHaveValue('2026-03-31')
  await expect(page.getByRole('link', { name: 'Expected Date: Invalid input' })).toHaveCount(0)
})

test('the calendar opens and navigates by key and returns the focus', async ({ page }) => {
  await page.goto('/purchase-orders?new=1')
  const field = theDay(page)
  await field.fill('2026-01-31')
  await field.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  const dayOf = (name: string) => calendar.getByRole('button', { name })
  await expect(dayOf('Saturday, January 31, 2026')).toBeFocused()
  await expect(calendar.getByRole('grid', { name: 'January 2026' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('PageDown')
  await expect(dayOf('Saturday, February 28, 2026')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dayOf('Saturday, March 7, 2026')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(field).toHaveValue('2026-01-31')
  await page.keyboard.press('Enter')
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await dayOf('Sunday, February 1, 2026').click()
  await expect(calendar).toHaveCount(0)
  await expect(field).toHaveValue('2026-02-01')
  const button = page.getByRole('button', { name: 'Calendar' }).last()
  await expect(button).toBeFocused()
  await expect(button).toHaveAccessibleDescription('Expected Date')
})

test('entering a date or opening a calendar shifts no layout', async ({ page }) => {
  await page.goto('/ap-reports')
  const field = page.getByLabel('As of')
  await expect(field).not.toHaveValue('')
  const place = async () => (await page.getByRole('tablist').boundingBox())?.y
  const before = await place()
  const width = (await field.boundingBox())?.width
  await field.fill('')
  await field.press('Alt+ArrowDown')
  await expect(page.getByRole('dialog', { name: 'Calendar' }).getByRole('grid')).toBeVisible()
  expect(await place()).toBe(before)
  await page.keyboard.press('Escape')
  expect((await field.boundingBox())?.width).toBe(width)
})

test('the date of a report can be entered as -1 and appears in the address', async ({ page }) => {
  // The browser clock is mocked, unlike the server's, which sets the date of the figures.
  const figures = page.waitForResponse(/ar-summary/)
  await page.goto('/ar-reports')
  await figures
  const field = page.getByLabel('As of')
  await expect(field).not.toHaveValue('2026-03-13')
  await field.fill('-1')
  await field.press('Enter')
  await expect(page).toHaveURL(/f\.asOf=2026-03-12/)
  await expect(field).toHaveValue('2026-03-12')
  await field.fill('soon')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/^Invalid input/)
  await expect(page).toHaveURL(/f\.asOf=2026-03-12/)
})

test('a half-typed day survives the turn of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // The day of the figures, which replaces that of the browser.
  const figures = page.waitForResponse(/ar-summary/)
  await page.goto('/ar-reports')
  await figures
  const field = page.getByLabel('As of')
  await expect(field).not.toHaveValue('2026-03-13')
  await field.fill('1/')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(field).toHaveValue('1/')
  await field.fill('2026-01-31')
  await expect(page).toHaveURL(/f\.asOf=2026-01-31/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(field).toHaveValue('2026-01-31')
})

test('a list is filtered by a named period, which its address contains', async ({ page }) => {
  await page.goto('/ap-reports')
  const chip = page.getByRole('button', { name: 'Order date', exact: true })
  await chip.click()
  const periods = page.getByRole('group', { name: 'Periods' })
  await expect(periods.getByRole('button')).toHaveText([
    'This month',
    'Last month',
    'Last 30 days',
    'Last 90 days',
    'This quarter',
    'Year to date',
  ])
  await expect(periods.getByRole('button', { name: 'This month' })).toBeFocused()
  await expectAccessible(page)
  await periods.getByRole('button', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/f\.from=lastMonth&f\.to=lastMonth/)
  const named = page.getByRole('button', { name: 'Order date: Last month' })
  await expect(named).toBeFocused()
  const lastMonthRequest = page.waitForRequest(/[?&]from=2026-02-01&to=2026-02-28/)
  await page.reload()
  await lastMonthRequest
  await named.click()
  await expect(periods.getByRole('button', { name: 'Last month' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const dialog = page.getByRole('dialog', { name: 'Order date' })
  await dialog.getByLabel('From').fill('no day')
  await dialog.getByLabel('To').fill('t')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('From')).toBeFocused()
  await expect(dialog.getByLabel('From')).toHaveValue('no day')
  await dialog.getByLabel('From').fill('1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/f\.from=2026-03-01&f\.to=2026-03-13/)
  await expect(page.getByRole('button', { name: /Order date: 3\/1\/2026 to/ })).toBeVisible()
})

test('the address of the period last month follows the current date', async ({ page }) => {
  const days = (from: string, to: string) =>
    page.waitForRequest((request) => {
      const params = new URL(request.url()).searchParams
      return params.get('from') === from && params.get('to') === to
    })
  const february = days('2026-02-01', '2026-02-28')
  await page.goto('/sales-orders?f.from=lastMonth&f.to=lastMonth')
  await february
  await page.clock.setFixedTime('2026-04-02T15:00:00Z')
  const march = days('2026-03-01', '2026-03-31')
  await page.reload()
  await march
  await expect(page.getByRole('button', { name: 'Order date: Last month' })).toBeVisible()
  await page.getByRole('button', { name: 'Order date: Last month' }).click()
  const dialog = page.getByRole('dialog', { name: 'Order date' })
  await expect(dialog.getByLabel('From')).toHaveValue('2026-03-01')
  await expect(dialog.getByLabel('To')).toHaveValue('2026-03-31')
})

test('two clicks in the two-month calendar select a period', async ({ page }) => {
  await page.goto('/ap-reports')
  await page.getByRole('button', { name: 'Order date', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Order date' })
  const days = dialog.getByRole('group', { name: 'Days' })
  const dayOf = (name: string) => days.getByRole('button', { name })
  await expect(days.getByRole('grid', { name: 'February 2026' })).toBeVisible()
  await expect(days.getByRole('grid', { name: 'March 2026' })).toBeVisible()
  await expect(days.getByRole('grid')).toHaveCount(2)
  await expectAccessible(page)
  await dayOf('Tuesday, February 10, 2026').click()
  await expect(days.getByRole('status')).toHaveText('Now choose the last day')
  await expect(dialog.getByLabel('From')).toHaveValue('2026-02-10')
  await expect(dialog.getByLabel('To')).toHaveValue('')
  await dayOf('Tuesday, March 3, 2026').click()
  await expect(page).toHaveURL(/f\.from=2026-02-10&f\.to=2026-03-03/)
  const chip = page.getByRole('button', { name: /Order date: 2\/10\/2026 to/ })
  await expect(chip).toBeFocused()
  await chip.click()
  await expect(days.locator('[aria-selected=true]')).toHaveCount(22)
  await days.getByRole('button', { name: 'Previous month' }).click()
  await expect(days.getByRole('grid', { name: 'January 2026' })).toBeVisible()
  // The next click starts a new period; the ends may be clicked in either order.
  await dayOf('Tuesday, January 20, 2026').click()
  await dayOf('Thursday, January 15, 2026').click()
  await expect(page).toHaveURL(/f\.from=2026-01-15&f\.to=2026-01-20/)
})

test('a period is selected by keyboard across months', async ({ page }) => {
  await page.goto('/ap-reports')
  await page.getByRole('button', { name: 'Order date', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Order date' })
  const days = dialog.getByRole('group', { name: 'Days' })
  const dayOf = (name: string) => days.getByRole('button', { name })
  const today = dayOf('Friday, March 13, 2026')
  await expect(today).toHaveAttribute('tabindex', '0')
  await expect(days.locator('td [tabindex="0"]')).toHaveCount(1)
  await today.focus()
  await page.keyboard.press('PageDown')
  await expect(dayOf('Monday, April 13, 2026')).toBeFocused()
  await expect(days.getByRole('grid', { name: 'March 2026' })).toBeVisible()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(dayOf('Friday, February 13, 2026')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('From')).toHaveValue('2026-02-13')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dayOf('Friday, March 6, 2026')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/f\.from=2026-02-13&f\.to=2026-03-06/)
})

test('on a narrow screen a period is selected in a one-month calendar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/ap-reports?f.from=2026-01-31')
  await page.getByRole('button', { name: 'Filters and tools, 1 active' }).click()
  await page.getByRole('button', { name: /^Order date/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Order date/ })
  const days = dialog.getByRole('group', { name: 'Days' })
  await expect(days.getByRole('grid')).toHaveCount(1)
  await expect(days.getByRole('grid', { name: 'January 2026' })).toBeVisible()
  const box = await dialog.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  const grid = await days.getByRole('grid').boundingBox()
  expect((grid?.x ?? 0) + (grid?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
  await days.getByRole('button', { name: 'Saturday, January 31, 2026' }).press('ArrowRight')
  await expect(days.getByRole('button', { name: 'Sunday, February 1, 2026' })).toBeFocused()
  await expect(days.getByRole('grid', { name: 'February 2026' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/f\.from=2026-02-01&f\.to=2026-02-07/)
})

test('the calendar opens even if the browser language is not a valid locale', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' })
  })
  await page.goto('/purchase-orders?new=1')
  await theDay(page).press('Alt+ArrowDown')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('columnheader').first()).toHaveAttribute('abbr', 'Sunday')
})
