import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/fixtures.ts'

/** Runs an action and waits until the server has stored the preferences. */
async function runUntilSaved(page: Page, act: () => Promise<void>) {
  const answer = page.waitForResponse('**/api/user/preferences')
  await act()
  expect((await answer).ok()).toBe(true)
}

test('changes to different preferences in two tabs are both stored', async ({
  page,
  context,
  signIn,
}) => {
  const { user } = await signIn('sales')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/customers')
    await expect(tab.getByRole('button', { name: 'Density' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Density' }).click()
  await runUntilSaved(page, () => page.getByRole('menuitemcheckbox', { name: 'Compact' }).click())
  await other.getByRole('button', { name: user.username }).click()
  await other.getByRole('menuitem', { name: 'Preferences' }).click()
  const dialog = other.getByRole('dialog', { name: 'Preferences' })
  await runUntilSaved(other, () => dialog.getByRole('radio', { name: 'Dark', exact: true }).check())
  const me = (await (await page.request.get('/api/user')).json()) as { preferences: object }
  expect(me.preferences).toEqual({ density: 'compact', theme: 'dark' })
  await other.reload()
  await expect(other.getByRole('button', { name: 'Density' })).toBeVisible()
  const here = await other.evaluate(() => localStorage.getItem('prizm.preferences') ?? '')
  expect(JSON.parse(here)).toMatchObject({ density: 'compact', theme: 'dark' })
  await other.close()
})

test('columns, widths and page size follow the user to another browser', async ({
  page,
  browser,
  signIn,
}) => {
  const { user, password } = await signIn('sales')
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Columns' }).click()
  await runUntilSaved(page, () => page.getByRole('menuitemcheckbox', { name: 'City' }).click())
  await page.keyboard.press('Escape')
  await runUntilSaved(page, async () => {
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('25')
  })
  const edge = page.getByRole('separator', { name: 'Column width' }).first()
  await edge.focus()
  await runUntilSaved(page, () => page.keyboard.press('ArrowRight'))
  const width = await page
    .getByRole('columnheader')
    .nth(1)
    .evaluate((head) => head.clientWidth)
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const there = await other.newPage()
  await there.goto('/auth?next=/customers')
  await there.getByLabel('Username').fill(user.username)
  await there.getByLabel('Password', { exact: true }).fill(password)
  await there.keyboard.press('Enter')
  await expect(there).toHaveURL(/customers\?.*size=25/)
  await expect(there.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await expect(there.getByRole('columnheader', { name: 'City' })).toHaveCount(0)
  const same = await there
    .getByRole('columnheader')
    .nth(1)
    .evaluate((head) => head.clientWidth)
  expect(same).toBe(width)
  await other.close()
})

test('preferences unsent when the page closed are stored locally and sent later', async ({
  page,
  signIn,
}) => {
  await signIn('sales')
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Density' }).click()
  await runUntilSaved(page, () => page.getByRole('menuitemcheckbox', { name: 'Relaxed' }).click())
  await page.keyboard.press('Escape')
  await page.route('**/api/user/preferences', (route) => route.abort())
  await page.getByRole('button', { name: 'Density' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Compact' }).click()
  await page.unroute('**/api/user/preferences')
  await runUntilSaved(page, async () => {
    await page.reload()
  })
  const me = (await (await page.request.get('/api/user')).json()) as { preferences: object }
  expect(me.preferences).toEqual({ density: 'compact' })
  const unsent = () => page.evaluate(() => localStorage.getItem('prizm.preferences.unsent'))
  await expect.poll(unsent).toBe('null')
})
