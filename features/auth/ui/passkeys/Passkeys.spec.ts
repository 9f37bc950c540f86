import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, startProgram, test } from '#e2e/fixtures.ts'

// Chromium's virtual authenticator makes and uses the passkeys. They need a host name, so the
// program is opened as localhost.

/** A page with a device that confirms at once. */
async function pageWithDevice(browser: Browser, url: string): Promise<Page> {
  const baseURL = url.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

async function signInWith(page: Page, username: string, password: string) {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('adds a passkey, signs in with it, renames and removes it', async ({
  browser,
  program,
  testData,
}) => {
  const { user, password } = await testData.account('sales')
  const page = await pageWithDevice(browser, program.url)
  await signInWith(page, user.username, password)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.goto('/help')
  const dialog = page.getByRole('dialog', { name: 'Passkeys' })
  const open = async () => {
    await page.getByRole('button', { name: user.username }).click()
    await page.getByRole('menuitem', { name: 'Passkeys' }).click()
  }
  await open()
  await expect(dialog).toContainText('Your account has no passkey.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is not your password').first()).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByRole('button', { name: 'Make the passkey' }).click()
  const passkeys = dialog.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
  await expect(passkeys).toHaveCount(1)
  await expect(passkeys).toContainText('My laptop')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: user.username })).toBeVisible()

  await page.goto('/help')
  await open()
  await expect(passkeys).toContainText('last used')
  await passkeys.getByRole('button', { name: 'Rename My laptop' }).click()
  await dialog.getByLabel('Name').fill('Old laptop')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expectToast(page, 'Success', 'The passkey was renamed')
  await passkeys.getByRole('button', { name: 'Remove Old laptop' }).click()
  await expect(passkeys).toContainText('It will not sign you in any more.')
  await passkeys.getByLabel('Password', { exact: true }).fill(password)
  await expectAccessible(page)
  await passkeys.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog).toContainText('Your account has no passkey.')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  const refused = page.getByRole('alert').filter({ hasText: 'This passkey does not sign in here' })
  await expect(refused).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})

test('a passkey is the second factor of a role that requires one', async ({ browser }) => {
  const program = await startProgram()
  const page = await pageWithDevice(browser, program.url)
  const headers = { origin: program.url.replace('127.0.0.1', 'localhost') }
  const calls = page.context().request
  const password = 'nine blue kettles'
  const boss = { username: 'boss', email: 'boss@example.com', password }
  await calls.post('/api/register', { data: boss, headers })
  const sue = { username: 'sue', email: 'sue@example.com', password, role: 'sales' }
  await calls.post('/api/users', { data: sue, headers })
  await calls.put('/api/settings', { data: { secondFactorSales: true }, headers })
  await calls.post('/api/logout', { headers })
  await signInWith(page, 'sue', password)
  await page.getByRole('button', { name: 'Add a passkey instead' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name').fill('Phone')
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await signInWith(page, 'sue', password)
  const refused = 'Your role requires a second factor. Sign in with your passkey'
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.context().close()
  await program.stop()
})
