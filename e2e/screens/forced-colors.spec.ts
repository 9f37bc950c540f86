import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// In forced colors a browser removes backgrounds and shows every border, so what is chosen needs a
// mark of its own.

test.use({ viewport: { width: 1440, height: 900 } })

/** How an element is drawn, apart from its place and text. */
const lookOf = (element: Locator, part?: string) =>
  element.evaluate((node, pseudo) => {
    const style = getComputedStyle(node, pseudo)
    const edge = (side: 'Top' | 'Bottom') => [
      style[`border${side}Width`],
      style[`border${side}Style`],
      style[`border${side}Color`],
    ]
    const outline = [style.outlineStyle, style.outlineWidth, style.outlineColor]
    return [...edge('Top'), ...edge('Bottom'), ...outline, style.backgroundColor].join(' ')
  }, part)

test('the chosen view, tab, screen, filter and day are marked in forced colors', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/sales-orders')
  const views = page.getByRole('navigation', { name: 'Views' }).getByRole('button')
  await expect(views.first()).toHaveAttribute('aria-pressed', 'true')
  expect(await lookOf(views.first())).not.toBe(await lookOf(views.nth(1)))

  const menu = page.getByRole('complementary')
  const here = menu.getByRole('link', { name: 'Sales Orders' })
  await expect(here).toHaveAttribute('aria-current', 'page')
  expect(await lookOf(here)).not.toBe(await lookOf(menu.getByRole('link', { name: 'Customers' })))

  await page.goto('/ar-reports?tab=invoices')
  const tabs = page.getByRole('tab')
  const selected = page.getByRole('tab', { name: 'Invoices', exact: true })
  await expect(selected).toHaveAttribute('aria-selected', 'true')
  expect(await lookOf(selected)).not.toBe(await lookOf(tabs.first()))
  // The others have no visible border.
  expect(await lookOf(tabs.first())).toBe(await lookOf(tabs.nth(2)))

  await page.goto('/ar-reports?f.asOf=2026-01-15')
  await page.getByRole('button', { name: 'Calendar' }).first().click()
  const day = (date: RegExp) => page.getByRole('gridcell').getByRole('button', { name: date })
  await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveText('15')
  expect(await lookOf(day(/January 15/))).not.toBe(await lookOf(day(/January 13/)))
})

test('a switch that is on looks different in forced colors', async ({ page, signIn }) => {
  await signIn('admin')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/vendors?new=1')
  const active = page.getByRole('dialog').getByRole('switch', { name: 'Active' })
  await expect(active).toBeChecked()
  const on = await lookOf(active, '::before')
  await active.uncheck()
  expect(await lookOf(active, '::before')).not.toBe(on)
})
