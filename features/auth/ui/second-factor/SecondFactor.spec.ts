import type { Page } from '@playwright/test'
import { codeAt } from '#features/auth/server/second-factor/totp.ts'
import {
  expect,
  expectAccessible,
  expectToast,
  firstPage,
  startProgram,
  test,
} from '#e2e/fixtures.ts'

// Each code counts once, so a test that needs another one uses a recovery code.

/** Sets up a second factor where the page asks for the password; returns key and recovery codes. */
async function setUp(page: Page, password: string) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const key = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeAt(key, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { key, recoveryCodes: await codes.allInnerTexts() }
}

async function openDialog(page: Page, username: string) {
  await page.getByRole('button', { name: username }).click()
  await page.getByRole('menuitem', { name: 'Second factor' }).click()
  return page.getByRole('dialog', { name: 'Second factor' })
}

async function signInWith(page: Page, { username, password }: Record<string, string>) {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username ?? '')
  await page.getByLabel('Password', { exact: true }).fill(password ?? '')
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('sets up a second factor, signs in with it and turns it off', async ({ page, signIn }) => {
  const { user, password } = await signIn('sales')
  await page.goto('/help')
  const dialog = await openDialog(page, user.username)
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  const { recoveryCodes } = await setUp(page, password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await signInWith(page, { username: user.username, password })
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectToast(page, 'Login failed', '401: This code is not valid. Enter the current one')
  await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  const again = await openDialog(page, user.username)
  await expect(again.getByText('9 unused recovery codes')).toBeVisible()
  await again.getByRole('button', { name: 'Turn off' }).click()
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByLabel('Code', { exact: true }).fill(recoveryCodes[1] ?? '')
  await again.getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Success', 'Your second factor is off')
})

test('a role that requires a second factor leads to its setup', async ({ browser }) => {
  const program = await startProgram()
  const page = await firstPage(browser, program)
  const password = 'nine blue kettles'
  const origin = { origin: program.url }
  const account = { username: 'sue', email: 'sue@example.com', password, role: 'sales' }
  const calls = page.context().request
  await calls.post('/api/users', { data: account, headers: origin })
  await calls.put('/api/settings', { data: { secondFactorSales: true }, headers: origin })
  await calls.post('/api/logout', { headers: origin })
  await signInWith(page, account)
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
  await expectAccessible(page)
  await setUp(page, password)
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.context().close()
  await program.stop()
})
