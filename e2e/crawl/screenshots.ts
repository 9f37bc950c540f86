import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

export const themes = ['light', 'dark'] as const

type Screenshot = {
  /** The folder in `test-results/pictures`. */
  folder: string
  name: string
  width: number
  theme: (typeof themes)[number]
}

/** Stores a screenshot of the whole page, or of the visible part of a dialog. */
export async function storeScreenshot(page: Page, screenshot: Screenshot): Promise<void> {
  const { folder, name, width, theme } = screenshot
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  // A frame may still have the previous theme.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  const words = name === '/' ? 'dashboard' : name.replaceAll(/\W+/g, '-').replace(/^-/, '')
  const fullPage = (await page.getByRole('dialog').count()) === 0
  const path = `test-results/pictures/${folder}/${words}-${width}-${theme}.png`
  await page.screenshot({ path, fullPage })
}
