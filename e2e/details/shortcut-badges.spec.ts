import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

// Holding Alt shows the shortcut keys of the visible controls.

const badges = (page: Page) => page.locator('[data-key-badge]')

test('holding Alt for half a second shows the shortcut badges until it is released', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer()
  await page.clock.install()
  await signIn('admin')
  await page.goto(`/customers?q=${customerCode}`)
  await expect(page.getByRole('link', { name: customerCode })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const heading = page.getByRole('heading', { name: 'Customer List' })
  const before = await heading.boundingBox()
  await page.keyboard.down('Alt')
  await page.clock.runFor(450)
  await expect(badges(page)).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(badges(page).first()).toBeVisible()
  const badgeTexts = await badges(page).allTextContents()
  for (const key of ['/', 'F', 'N', 'R', 'G C', '1', 'Ctrl+E', 'Ctrl+B']) {
    expect(badgeTexts).toContain(key)
  }
  const link = await page.getByRole('link', { name: 'Customers', exact: true }).boundingBox()
  const badge = await badges(page).getByText('G C', { exact: true }).boundingBox()
  expect(badge && link && badge.x > link.x + link.width / 2).toBe(true)
  // No row has the focus.
  expect(badgeTexts).not.toContain('E')
  expect(await heading.boundingBox()).toEqual(before)
  await page.keyboard.up('Alt')
  await expect(badges(page)).toHaveCount(0)
  await page.keyboard.down('Alt')
  await page.keyboard.press('PageDown')
  await page.clock.runFor(700)
  await expect(badges(page)).toHaveCount(0)
  await page.keyboard.up('Alt')
})

test('a record shows its own shortcuts, without single keys if those are off', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode } = await testData.customer()
  await signIn('admin')
  const show = async () => {
    await page.goto(`/customers?open=${customerCode}`)
    await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
    await page.keyboard.down('Alt')
    await expect(badges(page).first()).toBeVisible()
    const texts = await badges(page).allTextContents()
    await expectAccessible(page)
    await page.keyboard.up('Alt')
    await expect(badges(page)).toHaveCount(0)
    return texts
  }
  const badgeTexts = await show()
  for (const key of ['1', '7', 'E', 'Ctrl+Shift+L']) expect(badgeTexts).toContain(key)
  for (const key of ['N', 'R', 'G C', '/']) expect(badgeTexts).not.toContain(key)
  await page.evaluate(() => localStorage.setItem('prizm.preferences', '{"singleKeys":false}'))
  expect(await show()).toEqual(['Ctrl+Shift+L'])
})
