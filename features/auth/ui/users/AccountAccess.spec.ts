import type { Browser, Page } from '@playwright/test'
import { codeAt } from '#features/auth/server/second-factor/totp.ts'
import { expect, expectToast, test } from '#e2e/fixtures.ts'

// A person loses access, is refused with the reason, and gets it back from an administrator, each
// in a browser of their own.

/** A page of a person whose browser has never signed in. */
async function pageOfPerson(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  return context.newPage()
}

async function signInAs(page: Page, { username, password }: Record<string, string>) {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username ?? '')
  await page.getByLabel('Password', { exact: true }).fill(password ?? '')
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const expectSignedIn = (page: Page) =>
  expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

const expectRefused = (page: Page, sentence: string) =>
  expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()

const menuOf = (page: Page, username: string) =>
  page.getByRole('button', { name: `Actions for ${username}`, exact: true })

/** The row of a user in the list of an administrator. */
async function openRow(page: Page, username: string) {
  await page.goto(`/settings?tab=users&q=${username}`)
  return page.getByRole('row').filter({ has: menuOf(page, username) })
}

/** Chooses an action in the menu of a user, whose row is open. */
async function choose(page: Page, username: string, action: string) {
  await menuOf(page, username).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('who lost the phone and the recovery codes signs in after an administrator helped', async ({
  page,
  signIn,
  testData,
  browser,
  program,
}) => {
  const { user, password } = await testData.account('sales')
  const me = { username: user.username, password }
  const theirs = await pageOfPerson(browser, program.url)
  const calls = theirs.context().request
  const headers = { origin: program.url }
  await calls.post('/api/login', { data: me, headers })
  const began = await calls.post('/api/user/second-factor', { data: { password }, headers })
  const { secret } = (await began.json()) as { secret: string }
  const data = { code: codeAt(secret, new Date()) }
  const on = await calls.post('/api/user/second-factor/confirm', { data, headers })
  expect(on.ok(), await on.text()).toBe(true)
  await theirs.context().clearCookies()

  await signInAs(theirs, me)
  await theirs.getByLabel('Code', { exact: true }).fill('000000')
  await theirs.getByRole('button', { name: 'Sign In' }).click()
  await expectToast(theirs, 'Login failed', '401: This code is not valid. Enter the current one')

  await signIn('admin')
  const row = await openRow(page, user.username)
  await expect(row.getByRole('cell', { name: 'On', exact: true })).toBeVisible()
  await choose(page, user.username, 'Remove second factor')
  await expectToast(page, 'Success', 'The second factor was removed')
  await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeVisible()

  await signInAs(theirs, me)
  await expectSignedIn(theirs)
  await theirs.context().close()
})

test('who typed too many wrong passwords waits, or signs in after Unlock', async ({
  page,
  signIn,
  testData,
  browser,
  program,
}) => {
  const { user, password } = await testData.account('sales')
  const me = { username: user.username, password }
  const theirs = await pageOfPerson(browser, program.url)
  for (let n = 0; n < 10; n++) {
    const data = { username: user.username, password: `not the password ${n}` }
    const headers = { origin: program.url }
    const answer = await theirs.context().request.post('/api/login', { data, headers })
    expect(answer.status()).toBe(401)
  }
  await signInAs(theirs, me)
  await expectRefused(theirs, '429: Too many attempts. Wait')

  await signIn('admin')
  const row = await openRow(page, user.username)
  await expect(row).toContainText('Many wrong passwords or codes')
  await choose(page, user.username, 'Unlock')
  await expectToast(page, 'Success', 'The user can try again at once')
  await expect(row).not.toContainText('Many wrong passwords or codes')

  await signInAs(theirs, me)
  await expectSignedIn(theirs)
  await theirs.context().close()
})

test('a deactivated person is signed out and refused until the account is activated', async ({
  page,
  signIn,
  testData,
  browser,
  program,
}) => {
  const { user, password } = await testData.account('sales')
  const me = { username: user.username, password }
  const theirs = await pageOfPerson(browser, program.url)
  await signInAs(theirs, me)
  await expectSignedIn(theirs)

  await signIn('admin')
  await openRow(page, user.username)
  await choose(page, user.username, 'Deactivate')
  await expectToast(page, 'Success', `${user.username} updated successfully`)

  const headers = { origin: program.url }
  const call = await theirs.context().request.get('/api/user', { headers })
  expect(call.status()).toBe(401)
  await signInAs(theirs, me)
  await expectRefused(theirs, '403: An administrator must activate this account first')

  await choose(page, user.username, 'Activate')
  await expectToast(page, 'Success', `${user.username} updated successfully`)
  await signInAs(theirs, me)
  await expectSignedIn(theirs)
  await theirs.context().close()
})

test('a person with another role signs in again and is refused what it does not allow', async ({
  page,
  signIn,
  testData,
  browser,
  program,
}) => {
  const { user, password } = await testData.account('sales')
  const me = { username: user.username, password }
  const { id, customerCode } = await testData.customer()
  const theirs = await pageOfPerson(browser, program.url)
  await signInAs(theirs, me)
  await expectSignedIn(theirs)
  await theirs.goto(`/customers?edit=${customerCode}`)
  const form = theirs.getByRole('dialog', { name: 'Edit Customer' })
  await expect(form.getByLabel('Company Name *')).toBeVisible()

  await signIn('admin')
  const row = await openRow(page, user.username)
  await row.getByRole('combobox', { name: /^Role of / }).selectOption('viewer')
  await expectToast(page, 'Success', `${user.username} updated successfully`)

  const headers = { origin: program.url }
  const call = await theirs.context().request.get('/api/user', { headers })
  expect(call.status()).toBe(401)
  await signInAs(theirs, me)
  await expectSignedIn(theirs)
  await theirs.goto(`/customers?edit=${customerCode}`)
  await expect(form).toContainText('You do not have permission for this')
  const data = { name: 'Renamed' }
  const write = await theirs.context().request.put(`/api/customers/${id}`, { data, headers })
  expect(write.status()).toBe(403)
  await theirs.context().close()
})
