import { expect, type Page } from '@playwright/test'
import { expectAccessible, firstPage, startProgram, test } from '../fixtures.ts'
import { lists } from '../screens.ts'

// Every list while loading, after a read error, when empty, and with a filter that matches nothing,
// in a program without records. Takes a minute: `npm run crawl`.

test('every list shows loading, failure, no records and no matches @crawl', async ({ browser }) => {
  const program = await startProgram()
  const page = await firstPage(browser, program, { reducedMotion: 'reduce' })
  for (const [address, call] of lists) {
    await test.step(address, () => expectListStates(page, address, call))
  }
  await page.goto('about:blank')
  await page.context().close()
  await program.stop()
})

async function expectListStates(page: Page, address: string, call: string): Promise<void> {
  let answer = () => {}
  const released = new Promise<void>((resolve) => (answer = resolve))
  const pattern = new RegExp(`${call}\\?`)
  await page.route(pattern, async (route) => {
    await released
    await route.fulfill({ status: 500, contentType: 'text/plain', body: 'Broken' })
  })
  await page.goto(address)
  const list = page.getByRole('main')
  await expect(list.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
  answer()
  const failure = list.getByRole('alert').filter({ hasText: 'This list could not be loaded' })
  await expect(failure).toContainText('500: Broken')
  await page.unroute(pattern)
  await failure.getByRole('button', { name: 'Try again' }).click()
  const empty = list.getByText('No results found.').first()
  await expect(empty).toBeVisible()
  const clear = list.getByRole('button', { name: 'Clear filters' })
  await expect(clear).toHaveCount(0)
  await expectAccessible(page)
  await list.getByPlaceholder('Search...', { exact: true }).first().fill('nothing has this')
  await expect(clear.first()).toBeVisible()
  await expect(empty).toBeVisible()
  await clear.first().click()
  await expect(clear).toHaveCount(0)
}
