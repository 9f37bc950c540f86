import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { eventually } from '#e2e/eventually.ts'

const bell = (page: Page, name: string | RegExp) =>
  page.locator('header').getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true })

const notice = (path: string) => ({
  kind: 'lowStock',
  title: 'Low Stock Alert',
  text: '5 items below minimum threshold',
  link: path,
  createdAt: '2026-03-02T14:00:00.000Z',
})

/** Mocks the list: real notifications depend on what other tests do to the shared data. */
async function mockNotifications(page: Page, unread: number) {
  const all = Array.from({ length: Math.min(unread, 30) }, (_, index) => ({
    id: index + 1,
    ...notice('/skus?f.stock=low'),
    title: index === 0 ? 'Low Stock Alert' : `Notice ${index}`,
    readAt: null as string | null,
  }))
  await page.route('**/api/notifications?*', async (route) => {
    const isCount = route.request().url().includes('isRead=false')
    const unreadNotices = all.filter(({ readAt }) => readAt === null)
    const rows = isCount ? unreadNotices.slice(0, 1) : all
    const count = isCount
      ? unreadNotices.length === all.length
        ? unread
        : unreadNotices.length
      : all.length
    await route.fulfill({ json: rows, headers: { 'x-total-count': String(count) } })
  })
  const now = new Date('2026-03-02T15:00:00Z').toISOString()
  await page.route('**/api/notifications/*/read', async (route) => {
    const id = Number(/(\d+)\/read$/.exec(route.request().url())?.[1])
    const found = all.find((each) => each.id === id)
    if (found) found.readAt = now
    await route.fulfill({ json: found })
  })
  await page.route('**/api/notifications/read-all', async (route) => {
    for (const each of all) each.readAt = now
    await route.fulfill({ json: { count: unread } })
  })
}

test('the bell shows the unread count, `99+` above 99, nothing at zero', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  for (const [unread, name, badge] of [
    [0, 'Notifications', ''],
    [3, 'Notifications, 3 unread', '3'],
    [99, 'Notifications, 99 unread', '99'],
    [100, 'Notifications, 99+ unread', '99+'],
  ] as const) {
    await page.unroute('**/api/notifications?*')
    await mockNotifications(page, unread)
    await page.goto('/help')
    await expect(bell(page, name)).toBeVisible()
    await expect(bell(page, name).locator('..')).toHaveText(badge)
  }
})

test('opening a notification shows its record and marks it as read', async ({ page, signIn }) => {
  await signIn('viewer')
  await mockNotifications(page, 2)
  await page.goto('/help')
  await bell(page, 'Notifications, 2 unread').press('Enter')
  const fresh = panel(page).getByRole('region', { name: 'New' })
  await expect(fresh.getByRole('listitem')).toHaveCount(2)
  await expect(fresh).toContainText('5 items below minimum threshold')
  await expectAccessible(page)
  await fresh.getByRole('link', { name: /Low Stock Alert/ }).click()
  await expect(page).toHaveURL(/\/skus\?f\.stock=low$/)
  // The address changes before the page renders, and each page has its own bell.
  await expect(page.getByRole('heading', { name: 'SKU Management', level: 1 })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await bell(page, 'Notifications, 1 unread').click()
  await expect(panel(page).getByRole('region', { name: 'Earlier' })).toContainText('Low Stock')
})

test('a mention appears live, and so does its being read elsewhere', async ({
  page,
  signIn,
  testData,
}) => {
  const { user } = await signIn('sales')
  await page.goto('/help')
  const headers = { origin: new URL(page.url()).origin }
  // Turn off all kinds: business conditions depend on what other tests do.
  const states = ['lowStock', 'approvals', 'purchaseOrders', 'credit', 'system']
  const data = Object.fromEntries(states.map((kind) => [kind, false]))
  await page.request.put('/api/notifications/wanted', { data, headers })
  const changesResponse = page.waitForResponse('**/api/changes*')
  await page.reload()
  await changesResponse
  await expect(bell(page, 'Notifications')).toBeVisible()
  const { id } = await testData.customer()
  const addComment = (text: string) => {
    const body = { entity: 'customer', entityId: id, text }
    return testData.made('/api/comments', body)
  }
  await addComment(`@${user.username} do they pay?`)
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await bell(page, 'Notifications, 1 unread').click()
  const fresh = panel(page).getByRole('region', { name: 'New' })
  await expect(fresh.getByRole('listitem')).toHaveCount(1)
  await addComment(`@${user.username} and when?`)
  await expect(fresh.getByRole('listitem')).toHaveCount(2)
  await expect(fresh).toContainText('and when?')
  await page.request.post('/api/notifications/read-all', { headers })
  await expect(fresh).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bell(page, 'Notifications')).toBeVisible()
})

test('notifications are marked as read one by one or all at once', async ({ page, signIn }) => {
  await signIn('viewer')
  await mockNotifications(page, 3)
  await page.goto('/help')
  await bell(page, 'Notifications, 3 unread').click()
  await panel(page).getByRole('button', { name: 'Mark as read: Notice 1' }).click()
  await expect(panel(page).getByRole('region', { name: 'New' }).getByRole('listitem')).toHaveCount(
    2,
  )
  await panel(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel(page).getByRole('region', { name: 'New' })).toBeHidden()
  await expect(panel(page).getByRole('button', { name: 'Mark all read' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(bell(page, 'Notifications')).toBeFocused()
})

test('notification kinds are chosen in the settings under the bell', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/help')
  await bell(page, /^Notifications/).click()
  await panel(page).getByRole('button', { name: 'Notification settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notification settings' })
  await expect(dialog.getByRole('checkbox', { name: 'Low stock' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Low stock' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Low stock' })).not.toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await bell(page, /^Notifications/).click()
  await panel(page).getByRole('button', { name: 'Notification settings' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Low stock' })).not.toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'System' })).toBeChecked()
})

test('the maintenance notice is shown on the dashboard and under the bell', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change the notice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Maintenance notice' })
  await dialog.getByLabel('Notice').fill('Maintenance scheduled for tonight')
  await dialog.getByRole('button', { name: 'Save notice' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/')
  const alerts = page.getByRole('region', { name: 'System Alerts' })
  await expect(alerts).toContainText('System Update')
  await expect(alerts).toContainText('Maintenance scheduled for tonight')
  await eventually(async (timeout) => {
    await page.reload()
    await bell(page, /^Notifications/).click()
    const news = panel(page).getByText('Maintenance scheduled for tonight')
    await expect(news).toBeVisible({ timeout })
  })
  await page.keyboard.press('Escape')
  await alerts.getByRole('button', { name: 'Change the maintenance notice' }).click()
  await dialog.getByLabel('Notice').fill('')
  await dialog.getByRole('button', { name: 'Save notice' }).click()
  await expect(dialog).toBeHidden()
  await expect(alerts).not.toContainText('System Update')
})
