import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { givenSalesOrder } from '../keyboard-user.ts'

// The palette's recent records and commands.

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or command' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const recents = (page: Page) => palette(page).getByRole('group', { name: 'Recent' })

async function open(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  if (text) await box(page).fill(text)
}

/** A record is remembered shortly after it is shown, not if the user leaves the page before. */
async function expectRemembered(page: Page, code: string): Promise<void> {
  const first = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.includes('palette.recent'))
      return JSON.parse(localStorage.getItem(key ?? '') ?? '[]')[0]?.label
    })
  await expect.poll(first).toBe(code)
}

test('remembers records opened from a list, a link or the search', async ({
  page,
  signIn,
  testData,
}) => {
  const name = testData.code('Recent')
  const one = await testData.customer({ customerCode: `${name}-1`, name })
  const other = await testData.customer({ customerCode: `${name}-2`, name })
  const { order } = await givenSalesOrder(testData)
  await signIn()
  await page.goto(`/customers?q=${name}`)
  await page.getByRole('link', { name: one.customerCode }).click()
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
  await expectRemembered(page, one.customerCode)
  await page.goto(`/sales-orders?open=${order.orderNumber}`)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expectRemembered(page, order.orderNumber)
  await page.goto('/vendors')
  const header = page.getByRole('combobox', { name: 'Search', exact: true })
  await header.fill(other.customerCode)
  await header.press('Enter')
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
  await expectRemembered(page, other.customerCode)
  // A missing record is not remembered.
  await page.goto(`/customers?open=${name}-9`)
  await expect(page.getByText(`There is no customer ${name}-9`)).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await open(page)
  await expect(recents(page).getByRole('option')).toHaveText([
    new RegExp(`^${other.customerCode}Customer · ${name}$`),
    new RegExp(`^${order.orderNumber}Order · `),
    new RegExp(`^${one.customerCode}Customer · ${name}$`),
  ])
  await expect(recents(page).locator('svg.lucide-users')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/sales-orders\\?open=${order.orderNumber}$`))
})

test('keeps ten, and moves a reopened record to the top', async ({ page, signIn, testData }) => {
  const name = testData.code('Many')
  const codes = Array.from({ length: 11 }, (_, at) => `${name}-${at + 10}`)
  for (const customerCode of codes) await testData.customer({ customerCode, name })
  await signIn()
  await page.goto(`/customers?q=${name}&sort=customerCode&size=25&open=${codes[0]}`)
  for (const code of codes.slice(1)) {
    await expect(page.getByRole('button', { name: 'Next record' })).toBeEnabled()
    await page.keyboard.press('j')
    await expect(page).toHaveURL(new RegExp(`open=${code}`))
    // A user who leaves before the record loads has not seen it, so it is not remembered.
    await expectRemembered(page, code)
  }
  await page.goto(`/customers?open=${codes[4]}`)
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
  await expectRemembered(page, String(codes[4]))
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page)
  const expectedCodes = [codes[4], ...codes.slice(1).toReversed()].filter(
    (code, at, all) => all.indexOf(code) === at,
  )
  await expect(recents(page).getByRole('option')).toHaveText(
    expectedCodes.map((code) => new RegExp(`^${code}Customer`)),
  )
})

test('remembers commands without an address, but not sign-out, per user', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, '>dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await open(page, '>density compact')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await open(page, '>theme light')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await open(page)
  await expect(recents(page).getByRole('option')).toHaveText([
    'Theme: LightCurrent setting',
    'Table density: CompactCurrent setting',
    'Theme: Dark',
  ])
  await recents(page).getByRole('option', { name: 'Theme: Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await open(page)
  await expect(recents(page).getByRole('option')).toHaveText([
    'Theme: DarkCurrent setting',
    'Theme: Light',
    'Table density: CompactCurrent setting',
  ])
  await box(page).fill('>sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  await signIn('admin')
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page)
  await expect(recents(page)).toHaveCount(0)
})
