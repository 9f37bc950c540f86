import { expect, expectAccessible, test } from '../fixtures.ts'

// Shows the signed-in user, and what visitors who are not signed in see.

test('the sidebar shows the signed-in user, with a menu and sign-out', async ({ page, signIn }) => {
  const { user } = await signIn('finance')
  await page.goto('/customers')
  const who = page.getByRole('button', { name: user.username })
  await expect(who).toContainText('finance')
  await who.click()
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items).toContainText([
    'Preferences',
    'Change password',
    'Second factor',
    'Passkeys',
    'Your sessions',
    'Delegated approvals',
    'Keyboard shortcuts',
    'Take the tour',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth')
  await page.goto('/customers')
  await expect(page).toHaveURL(/\/auth/)
})

test('administrators reach the users through Settings, others have no link', async ({
  page,
  signIn,
}) => {
  await signIn('finance')
  await page.goto('/customers')
  await expect(page.getByRole('link', { name: 'WMS Integration' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await page.goto('/settings?tab=users')
  await expect(page.getByText('There is no such settings page')).toBeVisible()
  const { user } = await signIn('admin')
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Settings' }).click()
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await menu.getByRole('link', { name: 'Users' }).click()
  // The list may have more than one page.
  await page.getByRole('searchbox', { name: 'Filter this list' }).fill(user.username)
  await expect(page.getByRole('button', { name: `Actions for ${user.username}` })).toBeVisible()
})

test('the menu behind the name of an administrator has what is their own alone', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn('admin')
  await page.goto('/customers')
  await page.getByRole('button', { name: user.username }).click()
  await expect(page.getByRole('menu').getByRole('menuitem')).toHaveText([
    'Preferences',
    'Change password',
    'Second factor',
    'Passkeys',
    'Your sessions',
    'Delegated approvals',
    /^Keyboard shortcuts/,
    'Take the tour',
    'First steps',
  ])
})

test('the header has title, subtitle, search and bell', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/vendors')
  const header = page.locator('header')
  await expect(header.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible()
  await expect(header.getByText('Manage your vendor database')).toBeVisible()
  await expect(header.getByRole('combobox')).toHaveAttribute(
    'placeholder',
    'Search orders, customers...',
  )
  await expect(header.getByRole('button', { name: /^Notifications/ })).toBeVisible()
})

test('a protected page shows a spinner until the session is checked', async ({ page, signIn }) => {
  await signIn('sales')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/user', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/customers')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/customers')
})

test('a protected page redirects to sign-in and back to the requested page', async ({
  page,
  testData,
}) => {
  const { user, password } = await testData.account('sales')
  await page.goto('/customers?q=north&size=25')
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/customers?q=north&size=25')
})

for (const next of ['/%09/evil.example', '//evil.example', '/%5Cevil.example']) {
  test(`after sign-in ?next=${next} opens the home page, never another site`, async ({
    page,
    testData,
  }) => {
    const { user, password } = await testData.account('sales')
    const requestedHosts: string[] = []
    page.on('request', (request) => requestedHosts.push(new URL(request.url()).hostname))
    await page.goto(`/auth?next=${next}`)
    await page.getByLabel('Username').fill(user.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/')
    expect(requestedHosts).not.toContain('evil.example')
  })
}

test('an unknown address shows a 404 page with a search', async ({ page, signIn, testData }) => {
  await signIn('admin')
  const { customerCode } = await testData.customer({ customerCode: testData.code('LOST') })
  await page.goto('/custmers')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expect(page.getByText('/custmers')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  const isFullyVisible = (title: HTMLElement) =>
    title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight
  expect(await page.getByRole('heading', { level: 1 }).evaluate(isFullyVisible)).toBe(true)
  const box = page.getByRole('combobox', { name: 'Search for a page or record' })
  await box.fill(customerCode)
  await expect(page.getByRole('option', { name: new RegExp(customerCode) })).toBeVisible()
  await box.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(customerCode) })).toBeVisible()
})

test('a signed-in user is redirected from the sign-in page', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})
