import {
  expect,
  expectAccessible,
  expectToast,
  firstPage,
  startProgram,
  test,
} from '#e2e/fixtures.ts'
import {
  clientId,
  clientSecret,
  startProvider,
} from '#features/auth/server/single-sign-on/testing.ts'

test('an administrator sets up single sign-on, and people sign in and out by it', async ({
  browser,
}) => {
  const program = await startProgram({ SIGN_ON_LOOPBACK: 'on' })
  const provider = await startProvider([program.url])
  provider.person = 'bo'
  provider.people.set('bo', {
    email: 'bo@example.com',
    email_verified: true,
    preferred_username: 'bo.of.provider',
    groups: ['erp-sales'],
  })
  const page = await firstPage(browser, program)
  await page.goto('/settings?tab=single-sign-on')
  const form = page.getByRole('form', { name: 'Single sign-on' })
  await expect(form).toContainText(`${program.url}/auth`)
  await expectAccessible(page)
  await form.getByLabel('Issuer').fill('https://10.0.0.7')
  await form.getByLabel('Client ID').fill(clientId)
  await form.getByLabel('Client secret').fill(clientSecret)
  await form.getByLabel('Text of the button').fill('Company account')
  await form.getByLabel('Create accounts').check()
  await form.getByRole('button', { name: 'Add a group' }).click()
  await form.getByLabel('Group 1', { exact: true }).fill('erp-sales')
  await form.getByLabel('Role of group 1').selectOption('sales')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Issuer')).toHaveAccessibleDescription(
    /10\.0\.0\.7 is in a private network, which is not allowed/,
  )
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Success', 'Single sign-on updated successfully')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth/)

  await page.goto('/auth?next=/customers')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Company account' }).click()
  await expect(page).toHaveURL(`${program.url}/customers`)
  await expect(page.getByRole('button', { name: 'bo.of.provider' })).toContainText('sales')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`${program.url}/auth`)

  provider.people.set('bo', { groups: ['staff'] })
  await page.getByRole('button', { name: 'Company account' }).click()
  const refused = 'None of your groups has a role here. Ask an administrator'
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
  await expect(page).toHaveURL(`${program.url}/auth`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.context().close()
  await program.stop()
  await provider.close()
})

test('an open form is saved after a new sign-in at the provider in another tab', async ({
  browser,
}) => {
  const program = await startProgram({ SIGN_ON_LOOPBACK: 'on' })
  const provider = await startProvider([program.url])
  provider.person = 'bo'
  provider.people.set('bo', { email: 'bo@example.com', email_verified: true })
  const page = await firstPage(browser, program)
  const data = {
    issuer: provider.issuer,
    clientId,
    clientSecret,
    groupClaim: 'groups',
    groupRoles: [],
    createsAccounts: true,
    defaultRole: 'sales',
    buttonText: 'Company account',
    isOnly: false,
    breakGlassId: null,
  }
  const headers = { origin: program.url }
  const saved = await page.context().request.put('/api/single-sign-on', { data, headers })
  expect(saved.ok(), await saved.text()).toBe(true)
  await page.context().clearCookies()
  await page.goto('/auth?next=/customers')
  await page.getByRole('button', { name: 'Company account' }).click()
  await expect(page).toHaveURL(`${program.url}/customers`)
  await page.goto('/customers?new=1')
  await page.getByLabel('Customer Code *').fill('HALF')
  await page.getByLabel('Company Name *').fill('Half typed')
  await page.getByLabel('Email *').fill('half@example.com')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create Customer', exact: true }).click()
  const overlay = page.getByRole('dialog', { name: 'Sign in again' })
  const resume = overlay.getByRole('button', { name: 'I have signed in there' })
  await resume.click()
  await expect(overlay.getByRole('alert')).toContainText('You are not signed in yet')
  await expectAccessible(page)
  const opened = page.context().waitForEvent('page')
  await overlay.getByRole('button', { name: 'Open “Company account” in a new tab' }).click()
  const tab = await opened
  await tab.getByRole('button', { name: 'Company account' }).click()
  await expect(tab.getByRole('button', { name: 'Logout' })).toBeVisible()
  await resume.click()
  await expectToast(page, 'Success', 'Customer created successfully')
  await page.context().close()
  await program.stop()
  await provider.close()
})

test('single sign-on only leaves the password to the break-glass administrator', async ({
  browser,
}) => {
  const program = await startProgram({ SIGN_ON_LOOPBACK: 'on' })
  const provider = await startProvider([program.url])
  const page = await firstPage(browser, program)
  const headers = { origin: program.url }
  const calls = page.context().request
  const me = (await (await calls.get('/api/user')).json()) as { id: number }
  const data = {
    issuer: provider.issuer,
    clientId,
    clientSecret,
    groupClaim: 'groups',
    groupRoles: [],
    createsAccounts: false,
    defaultRole: null,
    buttonText: 'Company account',
    isOnly: true,
    breakGlassId: me.id,
  }
  const saved = await calls.put('/api/single-sign-on', { data, headers })
  expect(saved.ok(), await saved.text()).toBe(true)
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Company account' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Break-glass administrator' }).click()
  await page.getByLabel('Username').fill('first')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.context().close()
  await program.stop()
  await provider.close()
})
