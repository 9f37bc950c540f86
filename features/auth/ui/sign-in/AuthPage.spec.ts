import { expect, expectAccessible, expectToast, startProgram, test } from '#e2e/fixtures.ts'

test('shows a welcome, two tabs and the product description', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up'])
  const blurbs = page.getByRole('region', { name: 'What Prizm does' }).getByRole('listitem')
  await expect(blurbs.getByRole('heading', { level: 2 })).toHaveText([
    'Order Management',
    'Master Data',
    'Analytics',
    'Returns Management',
  ])
  await expect(blurbs).toContainText([
    'purchase-to-pay and order-to-cash workflows',
    'Customers, vendors and SKUs',
    'Analytics dashboards',
    'RMA and RTV',
  ])
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
})

test('username and password are required', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Required')
})

test('arrow keys switch the tabs, and clicking a tab focuses the first field', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('creates an account with username, email and password', async ({ page, testData }) => {
  const username = testData.code('new')
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/tab=signup/)
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(3)
  for (const name of ['Username', 'Email', 'Password']) {
    const field = page.getByLabel(name, { exact: true })
    await expect(field).toHaveAccessibleDescription(/Required$/)
  }
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('long enough 1')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Invalid input', { exact: true })).toBeVisible()
  const email = `${username}@example.com`
  await page.getByLabel('Email').fill(email)
  const sent = page.waitForRequest('**/api/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  const body: unknown = (await sent).postDataJSON()
  expect(body).toEqual({ username, email, password: 'long enough 1', role: 'user' })
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: username })).toContainText('user')
})

for (const [tab, name, call] of [
  ['signin', 'Sign In', 'login'],
  ['signup', 'Create Account', 'register'],
] as const) {
  test(`${name} shows a spinner and sends once`, async ({ page, testData }) => {
    const { user, password } = await testData.account('sales')
    const username = call === 'login' ? user.username : testData.code('new')
    let calls = 0
    let answer = () => {}
    const released = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/api/${call}`, async (route) => {
      calls += 1
      await released
      await route.continue()
    })
    await page.goto(`/auth?tab=${tab}`)
    await page.getByLabel('Username').fill(username)
    if (call === 'register') await page.getByLabel('Email').fill(`${username}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    const button = page.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button.locator('.spinner')).toBeVisible()
    await page.keyboard.press('Enter')
    answer()
    await expect(page).toHaveURL('/')
    expect(calls).toBe(1)
  })
}

test('a failed sign-in shows an alert and a toast', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const sentence = '401: Incorrect username or password'
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeFocused()
  await expectToast(page, 'Login failed', sentence)
  await expectAccessible(page)
})

test('a failed registration shows an alert and a toast', async ({ page, testData }) => {
  const { user } = await testData.account('sales')
  await page.goto('/auth?tab=signup')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Email').fill('other@example.com')
  await page.getByLabel('Password', { exact: true }).fill('long enough 1')
  await page.getByRole('button', { name: 'Create Account' }).click()
  const alert = page.getByRole('alert').filter({ hasText: /^409: / })
  await expect(alert).toBeVisible()
  await expectToast(page, 'Registration failed', (await alert.textContent()) ?? '')
})

test('a failed logout shows a toast and does not end the session', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logout failed', '500: Internal Server Error')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('ignores a return address on another site', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/auth?next=//example.com/')
  await expect(page).toHaveURL('/')
})

test('shows the password on request and warns about caps lock', async ({ page }) => {
  await page.goto('/auth')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

for (const tab of ['signin', 'signup'] as const) {
  test(`a password can be pasted, on ${tab}`, async ({ page }) => {
    const typed = 'pasted by a manager of passwords'
    await page.goto(`/auth?tab=${tab}`)
    await page.getByLabel('Username').fill(typed)
    await page.getByLabel('Username').press('ControlOrMeta+A')
    await page.keyboard.press('ControlOrMeta+C')
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(typed)
  })
}

test('the demo offers usernames; the password must be entered', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Username')).toBeFocused()
  const demo = page.getByRole('group', { name: 'Demo accounts' })
  await expect(demo).toHaveCount(0)
  await page.route('**/api/sign-in', async (route) => {
    const answer = await route.fetch()
    const facts = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...facts, demoAccounts: true } })
  })
  await page.reload()
  const names = ['admin', 'sales', 'purchasing', 'warehouse', 'finance', 'clerk', 'user']
  await expect(demo.getByRole('button')).toHaveText(names)
  await expectAccessible(page)
  await demo.getByRole('button', { name: 'finance' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('finance')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('the first account is an administrator', async ({ page }) => {
  const program = await startProgram()
  await page.goto(`${program.url}/auth`)
  await expect(page.getByText('Create the administrator account')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Username').fill('first')
  await page.getByLabel('Email').fill('first@example.com')
  await page.getByLabel('Password', { exact: true }).fill('long enough 1')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('button', { name: 'first' })).toContainText('admin')
  // Leaves the page first, so that it sends no requests to a stopped server.
  await page.goto('about:blank')
  await program.stop()
})

test('if approval is required, administrators activate accounts', async ({ page, browser }) => {
  const program = await startProgram({ SIGN_UP: 'approval' })
  const data = { username: 'boss', email: 'boss@example.com', password: 'long enough 1' }
  const headers = { origin: program.url }
  await page.request.post(`${program.url}/api/register`, { data, headers })
  const other = await browser.newPage()
  await other.goto(`${program.url}/auth?tab=signup`)
  await other.getByLabel('Username').fill('newcomer')
  await other.getByLabel('Email').fill('newcomer@example.com')
  await other.getByLabel('Password', { exact: true }).fill('long enough 1')
  await other.getByRole('button', { name: 'Create Account' }).click()
  await expect(other.getByText('Your account awaits activation')).toBeVisible()

  await page.goto(`${program.url}/settings?tab=users`)
  await expect(page.getByRole('button', { name: 'Actions for newcomer' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for newcomer' }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await expectToast(page, 'Success', 'newcomer updated successfully')

  await other.goto(`${program.url}/auth`)
  await other.getByLabel('Username').fill('newcomer')
  await other.getByLabel('Password', { exact: true }).fill('long enough 1')
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByRole('button', { name: 'newcomer' })).toBeVisible()
  await other.close()
  await program.stop()
})

test('with sign-up closed, the tab names the administrator as contact', async ({ page }) => {
  const program = await startProgram({ SIGN_UP: 'closed' })
  const data = { username: 'boss', email: 'boss@example.com', password: 'long enough 1' }
  const headers = { origin: program.url }
  await page.request.post(`${program.url}/api/register`, { data, headers })
  await page.request.post(`${program.url}/api/logout`, { headers })
  await page.goto(`${program.url}/auth?tab=signup`)
  await expect(page.getByText('Sign-up is closed')).toBeVisible()
  await program.stop()
})

test('after the session expires, signing in over the page repeats the failed call', async ({
  page,
  signIn,
  testData,
}) => {
  const { password } = await signIn('sales')
  const code = testData.code('C')
  await page.goto('/customers?new=1')
  await page.getByLabel('Customer Code *').fill(code)
  await page.getByLabel('Company Name *').fill('Half typed')
  await page.getByLabel('Email *').fill('half@example.com')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create Customer', exact: true }).click()
  const overlay = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(overlay.getByLabel('Password', { exact: true })).toBeFocused()
  await overlay.getByLabel('Password', { exact: true }).fill(password)
  await overlay.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Success', 'Customer created successfully')
})

test('users change their own password', async ({ page, signIn }) => {
  const { user, password } = await signIn('sales')
  await page.goto('/customers')
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password *').fill(password)
  await dialog.getByLabel('New password *', { exact: true }).fill('a brand new one')
  await dialog.getByLabel('Confirm new password *').fill('a brand new typo')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('The two passwords differ', { exact: true })).toBeVisible()
  await dialog.getByLabel('Confirm new password *').fill('a brand new one')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'Success', 'Password changed successfully')
  await expect(dialog).toBeHidden()
})
