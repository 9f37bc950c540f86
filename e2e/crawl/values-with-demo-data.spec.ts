import type { Page } from '@playwright/test'
import { startDemoProgram } from '../demo-program.ts'
import { expect, test } from '../fixtures.ts'
import { listAddresses } from '../list-addresses.ts'
import { plainScreens, screenTabs } from '../screens.ts'
import { expectRead, openScreen } from '../screens/layout-shifts.ts'

// A value is shown as people write it: a date as the browser writes it, and terms and price levels
// by name. Dates had five styles, and terms and price levels were shown as they are stored.

/**
 * Texts that are stored values: a date, month or time in ISO form, or the code of payment terms or
 * of a price level. Runs in the page.
 */
function storedValues(): string[] {
  const stored = /^(?:20\d\d-[01]\d(?:-[0-3]\d)?(?:T[\d:.]+Z)?|net-\d+|tier\d)$/
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement
    const words = text.nodeValue?.trim() ?? ''
    if (!stored.test(words) || !holder?.checkVisibility()) continue
    if (holder.closest('script, style, option, textarea, code, pre')) continue
    found.push(`${words} in ${holder.closest('tr, li, dl, section')?.textContent ?? ''}`)
  }
  return found
}

async function expectNoStoredValues(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await openScreen(page, path)
    expect(await page.evaluate(storedValues)).toEqual([])
  })
}

/** The same of a record: of its page, or of its dialog if it has none. */
async function expectNoStoredValuesOfRecord(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.locator('[data-record-page], [role="dialog"]').first()).toBeVisible()
    await expectRead(page)
    expect(await page.evaluate(storedValues)).toEqual([])
  })
}

test('no screen, list or first record of a list shows a value as it is stored @crawl', async ({
  browser,
}) => {
  test.setTimeout(45 * 60_000)
  const { page, close } = await startDemoProgram(browser)
  for (const path of [...plainScreens, ...screenTabs]) await expectNoStoredValues(page, path)
  for (const path of listAddresses) {
    await openScreen(page, path)
    const link = page.locator('main [data-row-link][href*="open="]').first()
    if ((await link.count()) === 0) continue
    await expectNoStoredValuesOfRecord(page, `${await link.getAttribute('href')}&full=1`)
  }
  await close()
})
