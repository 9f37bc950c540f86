import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'

// Parts shared by every screen: menu, table, toasts, tooltips and errors. The customer list
// represents all lists, which use one component.

// Located by label, because an open dialog hides the region's role.
const toasts = (page: Page) => page.locator('[aria-label^=Notifications] li')
const footer = (page: Page) => page.getByText(/^Showing .* entries$/)

async function createCustomers(testData: TestData, many: number) {
  const name = testData.code('Frame')
  for (let each = 0; each < many; each += 1) {
    const customerCode = `${name}-${String(each).padStart(2, '0')}`
    await testData.customer({ customerCode, name, city: each === 0 ? 'Boise' : 'Austin' })
  }
  return name
}

test('the menu has the groups and labels of the specification', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/customers')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const groups = menu.getByRole('region')
  await expect(groups).toHaveCount(5)
  const notices = await groups.evaluateAll((all) =>
    all.map((group) => [
      group.getAttribute('aria-label'),
      ...[...group.querySelectorAll('a')].map((link) => link.textContent),
    ]),
  )
  expect(notices).toEqual([
    ['Dashboard', 'Dashboard'],
    ['Master Data', 'Customers', 'Vendors', 'SKU Management'],
    ['Order Processing', 'Order Entry', 'Purchase Orders', 'Sales Orders', 'Returns (RMA/RTV)'],
    ['Financial Reports', 'Accounts Payable', 'Accounts Receivable'],
    ['System', 'WMS Integration', 'Health Check', 'Help Center'],
  ])
  const active = menu.locator('[aria-current=page]')
  await expect(active).toHaveText('Customers')
  await menu.getByRole('link', { name: 'Vendors' }).click()
  await expect(active).toHaveText('Vendors')
})

test('a financial list is the only current entry of the menu, and in sight', async ({
  page,
  signIn,
}) => {
  await signIn('finance')
  await page.setViewportSize({ width: 1440, height: 700 })
  const current = page
    .getByRole('complementary', { name: 'Sidebar' })
    .locator('[aria-current=page]')
  await page.goto('/ap-reports?tab=bills')
  await expect(current).toHaveText('Bills')
  await page.goto('/ar-reports?tab=collections')
  await expect(current).toHaveText('Collections')
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.goto('/ar-reports?tab=aging')
  await expect(current).toHaveText('Accounts Receivable')
})

test('the money desk links to the financial lists that a role may read', async ({
  page,
  signIn,
}) => {
  const links = page.getByRole('navigation', { name: 'Money desk' }).getByRole('link')
  const addressesFor = async (role: 'finance' | 'sales' | 'purchasing' | 'warehouse') => {
    const { user } = await signIn(role)
    await page.goto('/help')
    await expect(page.getByRole('button', { name: user.username })).toBeVisible()
    return links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')]),
    )
  }
  const invoices = ['Invoices', '/ar-reports?tab=invoices']
  const payments = ['Payments', '/ar-reports?tab=payments']
  const collections = ['Collections', '/ar-reports?tab=collections']
  const bills = ['Bills', '/ap-reports?tab=bills']
  const vendorPayments = ['Vendor Payments', '/ap-reports?tab=payments']
  const journal = ['Journal', '/journal']
  const all = [invoices, payments, collections, bills, vendorPayments, journal]
  expect(await addressesFor('finance')).toEqual(all)
  expect(await addressesFor('sales')).toEqual([invoices, payments, collections])
  expect(await addressesFor('purchasing')).toEqual([bills, vendorPayments])
  expect(await addressesFor('warehouse')).toEqual([])
})

test('a table searches, sorts, pages and resizes', async ({ page, signIn, testData }) => {
  await signIn('admin')
  const name = await createCustomers(testData, 21)
  await page.goto('/customers')
  await page.getByPlaceholder('Search...', { exact: true }).fill(name)
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  await expect(page).toHaveURL(new RegExp(`q=${name}`))
  await expect(footer(page)).toHaveText('Showing 1 to 10 of 21 entries')
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await expect(rows).toHaveCount(10)
  const turn = (to: string) => page.getByRole('button', { name: `${to} page` })
  await expect(turn('First')).toBeDisabled()
  await expect(turn('Previous')).toBeDisabled()
  await turn('Next').click()
  await expect(footer(page)).toHaveText('Showing 11 to 20 of 21 entries')
  await turn('Last').click()
  await expect(footer(page)).toHaveText('Showing 21 to 21 of 21 entries')
  await expect(page.getByText('Page 3 of 3')).toBeVisible()
  await expect(turn('Next')).toBeDisabled()
  await expect(turn('Last')).toBeDisabled()
  await turn('Previous').click()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await turn('First').click()
  await expect(page.getByText('Page 1 of 3')).toBeVisible()

  const city = page.getByRole('columnheader', { name: /^City/ })
  await city.getByRole('button', { name: 'City' }).click()
  await expect(city).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first()).toContainText('Austin')
  await city.getByRole('button', { name: 'City' }).click()
  await expect(city).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText('Boise')

  const edge = city.getByRole('separator')
  await expect(edge).toHaveAttribute('aria-valuemin', '20')
  await edge.focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expect(edge).toHaveAttribute('aria-valuenow', '20')
  await expectAccessible(page)

  await page.getByPlaceholder('Search...', { exact: true }).fill(`${name} nobody`)
  await expect(page.getByText('No results found.')).toBeVisible()
  await expect(footer(page)).toHaveText('Showing 0 to 0 of 0 entries')
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  await expectAccessible(page)
})

test('a table shows skeletons while loading; columns are 150 wide', async ({ page, signIn }) => {
  await signIn('admin')
  let answer = (): void => {}
  const released = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/skus?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/skus?cols=sku,wmsLocation')
  await expect(page.locator('[data-skeleton=header]')).toHaveCount(1)
  await expect(page.locator('[data-skeleton=row]')).toHaveCount(5)
  await expectAccessible(page)
  answer()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  const edge = page.getByRole('columnheader', { name: /^Location/ }).getByRole('separator')
  await expect(edge).toHaveAttribute('aria-valuenow', '150')
})

test('shows one toast for five seconds; swiping dismisses it and F8 focuses it', async ({
  page,
  signIn,
  testData,
}) => {
  await page.clock.install()
  await signIn('admin')
  const name = await createCustomers(testData, 3)
  await page.goto(`/customers?q=${name}`)
  const remove = (place: number) => page.getByRole('button', { name: `Delete ${name}-0${place}` })
  await remove(0).click()
  await expect(toasts(page)).toHaveCount(1)
  await remove(1).click()
  await expect(remove(1)).toHaveCount(0)
  await expect(toasts(page)).toHaveCount(1)
  const box = await toasts(page).boundingBox()
  expect(box?.width).toBeLessThanOrEqual(420)
  expect(box?.width).toBeGreaterThan(300)
  // Below the medium breakpoint it spans the full width, as on a phone.
  await page.setViewportSize({ width: 700, height: 720 })
  expect((await toasts(page).boundingBox())?.width).toBe(700 - 2 * 16)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('F8')
  await expect(page.locator('[aria-label^=Notifications] ol')).toBeFocused()
  await expectAccessible(page)

  await swipe(page, 40)
  await expect(toasts(page)).toHaveCount(1)
  await swipe(page, 60)
  await expect(toasts(page)).toHaveCount(0)

  await page.mouse.move(5, 5)
  await page.clock.pauseAt(Date.now() + 60_000)
  await remove(2).click()
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(4900)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts(page)).toHaveCount(0)
})

test('a tooltip waits 700 ms, but not the next one within 300 ms', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn('admin')
  await page.goto('/customers')
  await expect(footer(page)).toBeVisible()
  const tip = page.getByRole('tooltip')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Refresh' }).hover()
  await page.clock.runFor(650)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tip).toHaveText(/Refresh/)
  // The pointer path may cross the tooltip, so some steps on the other button trigger its leave.
  const logout = page.getByRole('button', { name: 'Logout' })
  let place = 8
  await expect(async () => {
    place = 8 + ((place + 1) % 20)
    await logout.hover({ position: { x: place, y: place } })
    await expect(tip).toHaveText(/Logout/, { timeout: 500 })
  }).toPass()
  await page.mouse.move(640, 700)
  await expect(async () => {
    await page.mouse.move(640, 690 + ((place += 1) % 20))
    await expect(tip).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.clock.runFor(350)
  await page.getByRole('button', { name: 'Refresh' }).hover()
  await page.clock.runFor(650)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tip).toHaveText(/Refresh/)
})

test('an error shows status, colon and body; Try again reloads the list', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const answers = [
    { status: 409, contentType: 'application/problem+json', body: '{"detail":"It is locked"}' },
    { status: 500, contentType: 'text/html', body: 'Broken' },
    { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1><p>proxy</p>' },
    { status: 500, contentType: 'application/json', body: '{"message":"No upstream"}' },
    { status: 503, contentType: 'text/plain', body: '' },
  ]
  await page.route('**/api/customers?*', (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.continue()
  })
  await page.goto('/customers')
  const alert = page.getByRole('alert')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(alert).toContainText('409: It is locked')
  // The total is unknown.
  await expect(page.getByText(/^Showing/)).toHaveCount(0)
  await expectAccessible(page)
  await again.click()
  await expect(alert).toContainText('500: Broken')
  await again.click()
  await expect(alert).toContainText('502: Bad Gateway')
  await again.click()
  await expect(alert).toContainText('500: No upstream')
  // Never raw HTML or JSON.
  await expect(alert).not.toContainText(/[<{]/)
  await again.click()
  await expect(alert).toContainText('503: Service Unavailable')
  await again.click()
  await expect(alert).toHaveCount(0)
  await expect(footer(page)).toBeVisible()
})

async function swipe(page: Page, by: number): Promise<void> {
  const box = await toasts(page).boundingBox()
  if (!box) throw new Error('There is no toast')
  const [x, y] = [box.x + 120, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y, { steps: 4 })
  await page.mouse.move(x + by, y, { steps: 4 })
  await page.mouse.up()
}

test('on a phone a dialog from the user menu covers the menu', async ({ page, signIn }) => {
  const { user } = await signIn('user')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/help')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preferences' })
  await expect(dialog).toBeVisible()
  // The menu ignores the pointer as well, so a click would not detect a wrong order.
  const isOver = await dialog.evaluate((over) => {
    const under = document.querySelector('.drawer-in')
    if (!under) return false
    const depth = (node: Element) => Number(getComputedStyle(node).zIndex)
    const isLater = under.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING
    return depth(over) > depth(under) || (depth(over) === depth(under) && isLater !== 0)
  })
  expect(isOver).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})
