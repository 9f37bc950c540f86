import { expect, expectAccessible, test } from '../app.ts'

// Shows the signed-in user, and what visitors who are not signed in see.

test('SH-2 the sidebar shows who is signed in, with a menu and a way out', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn('finance')
  await page.goto('/customers')
  const who = page.getByRole('button', { name: user.username })
  await expect(who).toContainText('finance')
  await who.click()
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items).toContainText([
    'Preferences',
    'Change password',
    'Your sessions',
    'Keyboard shortcuts',
    'Take the tour',
  ])
  // Users are for administrators to manage.
  await expect(items.filter({ hasText: 'Manage users' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth')
  await page.goto('/customers')
  await expect(page).toHaveURL(/\/auth/)
})

test('SH-2 administrators manage users from the menu of their name', async ({ page, signIn }) => {
  const { user } = await signIn('admin')
  await page.goto('/customers')
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Manage users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage users' })
  // There may be more users than a page has.
  await dialog.getByRole('searchbox', { name: 'Filter this list' }).fill(user.username)
  await expect(dialog.getByRole('button', { name: `Actions for ${user.username}` })).toBeVisible()
})

test('SH-3 the header has title, subtitle, search and bell', async ({ page, signIn }) => {
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

test('SH-4 a protected page waits with a spinner until it is known who asks', async ({
  page,
  signIn,
}) => {
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

test('SH-4 a protected page leads to the sign-in and back to what was asked for', async ({
  page,
  given,
}) => {
  const { user, password } = await given.account('sales')
  await page.goto('/customers?q=north&size=25')
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/customers?q=north&size=25')
})

for (const next of ['/%09/evil.example', '//evil.example', '/%5Cevil.example']) {
  test(`A8 after sign-in ?next=${next} leads to the first page and not outside`, async ({
    page,
    given,
  }) => {
    const { user, password } = await given.account('sales')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).hostname))
    await page.goto(`/auth?next=${next}`)
    await page.getByLabel('Username').fill(user.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/')
    expect(asked).not.toContain('evil.example')
  })
}

test('SH-5 an address that leads nowhere says so, and offers to search for what was meant', async ({
  page,
  signIn,
  given,
}) => {
  await signIn('admin')
  const { customerCode } = await given.customer({ customerCode: given.code('LOST') })
  await page.goto('/custmers')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expect(page.getByText('/custmers')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  const isWhole = (title: HTMLElement) =>
    title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight
  expect(await page.getByRole('heading', { level: 1 }).evaluate(isWhole)).toBe(true)
  const box = page.getByRole('combobox', { name: 'Search for what you meant' })
  await box.fill(customerCode)
  await expect(page.getByRole('option', { name: new RegExp(customerCode) })).toBeVisible()
  await box.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(customerCode) })).toBeVisible()
})

test('SH-6 somebody signed in is sent on', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})
