import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

/** Opens the action menu of a user in the user list. */
async function openActions(page: Page, username: string) {
  await page.goto(`/settings?tab=users&q=${username}`)
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
}

test('an administrator resets a password, which ends the old one and all sessions', async ({
  page,
  signIn,
  testData,
  playwright,
  baseURL,
}) => {
  await signIn('admin')
  const username = testData.code('clerk').toLowerCase()
  const old = { username, password: 'the first password' }
  await testData.made('/api/users', { ...old, email: `${username}@example.com`, role: 'sales' })
  const origin = baseURL as string
  const clerkContext = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { origin },
  })
  const signInAs = async (password: string) =>
    (await clerkContext.post('/api/login', { data: { username, password } })).status()
  expect(await signInAs(old.password)).toBe(200)
  expect((await clerkContext.get('/api/user')).status()).toBe(200)

  await openActions(page, username)
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  const dialog = page.getByRole('dialog', { name: `Reset password of ${username}` })
  await dialog.getByLabel('New password *', { exact: true }).fill('the second password')
  await dialog.getByLabel('Confirm new password *').fill('another password')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await expect(dialog.getByText('The two passwords differ').first()).toBeVisible()
  await dialog.getByLabel('Confirm new password *').fill('the second password')
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await expectToast(page, 'Success', `Password for ${username} reset successfully`)
  expect((await clerkContext.get('/api/user')).status()).toBe(401)
  expect(await signInAs(old.password)).toBe(401)
  expect(await signInAs('the second password')).toBe(200)

  await openActions(page, username)
  await page.getByRole('menuitem', { name: 'End sessions' }).click()
  await expectToast(page, 'Success', 'The sessions of that user have ended')
  expect((await clerkContext.get('/api/user')).status()).toBe(401)
  await clerkContext.dispose()
})

test('disables both actions for the administrator’s own account', async ({ page, signIn }) => {
  const { user } = await signIn('admin')
  await openActions(page, user.username)
  await expect(page.getByRole('menuitem', { name: /^Reset password/ })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: /^End sessions/ })).toBeDisabled()
})

test('at 1440 px the list of users fits with date and time of the last visit', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings?tab=users')
  const table = page.getByRole('table', { name: 'Users' })
  const lastSeen = table.getByRole('cell', { name: /^\d+\/\d+\/\d{4}, \d+:\d\d\s[AP]M$/ })
  await expect(lastSeen.first()).toBeVisible()
  const widths = await lastSeen.evaluateAll((cells) =>
    cells.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  )
  expect([...new Set(widths)]).toEqual([0])
  const head = await table.getByRole('columnheader', { name: 'Last seen' }).boundingBox()
  // The width of `12/31/2026, 12:59 PM` in a cell.
  expect(head?.width).toBeGreaterThanOrEqual(170)
  const tooWide = await table
    .locator('xpath=..')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(tooWide).toBe(0)
})
