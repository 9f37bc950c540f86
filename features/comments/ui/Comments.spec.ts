import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createPurchaseOrder } from '#e2e/journeys/create-purchase-order.ts'

const details = (page: Page) => page.locator('[role=dialog][data-placement=Details]')
const field = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const lines = (page: Page) => details(page).getByRole('listitem')

async function opened(page: Page, code: string) {
  await page.getByRole('link', { name: code }).click()
  await expect(details(page).getByRole('tab', { name: 'Overview' })).toBeVisible()
}

test('C opens the timeline at the comment input; Ctrl+Enter sends it', async ({
  page,
  signIn,
  testData,
}) => {
  const { user } = await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?open=${customerCode}`)
  await expect(details(page).getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/tab=activity/)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(details(page).getByText('Write something first')).toBeVisible()
  await page.keyboard.type('Pays <b>late</b> in May')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and in June')
  await page.keyboard.press('Control+Enter')
  await expect(lines(page).first()).toContainText(`${user.username} commented`)
  await expect(lines(page).first()).toContainText('Pays <b>late</b> in May\nand in June')
  await expect(lines(page).last()).toContainText('created this')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  // The shortcut also works again when the focus is elsewhere in the tab.
  await details(page).getByRole('tab', { name: 'Activity' }).focus()
  await page.keyboard.press('c')
  await expect(field(page)).toBeFocused()
})

test('a mention is selected by keyboard, and its notification opens the record', async ({
  page,
  signIn,
  testData,
}) => {
  const { user } = await testData.account('manager')
  await signIn('purchasing')
  const { order } = await createPurchaseOrder(testData)
  await page.goto(`/purchase-orders?open=${order.orderNumber}&tab=timeline`)
  const option = page.getByRole('option', { name: user.username, exact: true })
  await field(page).fill('Please see ')
  await field(page).press('End')
  await page.keyboard.type(`@${user.username.slice(0, -1)}`)
  await expect(option).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-controls', /./)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option').first()).toBeHidden()
  await expect(details(page)).toBeVisible()
  await page.keyboard.type(user.username.slice(-1))
  await expect(option).toHaveAttribute('aria-selected', 'true')
  const chosen = await option.getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', String(chosen))
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue(`Please see @${user.username} `)
  await page.keyboard.type('today')
  await page.keyboard.press('Control+Enter')
  await expect(lines(page).first().locator('strong')).toHaveText(`@${user.username}`)

  await page.context().clearCookies()
  const data = { username: user.username, password: 'a long enough password' }
  const headers = { origin: new URL(page.url()).origin }
  expect((await page.context().request.post('/api/login', { data, headers })).ok()).toBe(true)
  await page.goto('/help')
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).press('Enter')
  const notification = page.getByRole('link', { name: /mentioned you/ })
  await expect(notification).toContainText(
    `${order.orderNumber}: Please see @${user.username} today`,
  )
  await notification.press('Enter')
  await expect(page).toHaveURL(new RegExp(`open=${order.orderNumber}&tab=timeline`))
  await expect(lines(page).first()).toContainText('today')
})

test('users delete their own comments, and Undo restores them', async ({
  page,
  signIn,
  testData,
}) => {
  const { customerCode, id } = await testData.customer()
  const otherComment = { entity: 'customer', entityId: id, text: 'Of somebody else' }
  await testData.made('/api/comments', otherComment)
  await signIn('warehouse')
  await page.goto(`/customers?open=${customerCode}&tab=activity`)
  await field(page).fill('Mine')
  await details(page).getByRole('button', { name: 'Send' }).click()
  const deletion = details(page).getByRole('button', { name: 'Delete comment' })
  await expect(deletion).toHaveCount(1)
  await deletion.press('Enter')
  await expectToast(page, 'Success', 'Comment deleted successfully')
  await expect(details(page).getByText('Mine')).toHaveCount(0)
  await expect(lines(page).first()).toContainText('deleted a comment')
  await expect(details(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(details(page).getByText('Mine')).toBeVisible()
  await expect(details(page).getByText('Of somebody else')).toBeVisible()
})

test('a viewer can read comments but not write them', async ({ page, signIn, testData }) => {
  const { customerCode, id } = await testData.customer()
  await testData.made('/api/comments', {
    entity: 'customer',
    entityId: id,
    text: 'Of somebody else',
  })
  await signIn('viewer')
  await page.goto(`/customers?open=${customerCode}&tab=activity`)
  await expect(details(page).getByText('Of somebody else')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
})

test('a draft prompts before the dialog closes, and is kept on navigation', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  await opened(page, customerCode)
  await page.keyboard.press('c')
  await field(page).fill('Half a thou')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert').filter({ hasText: 'Discard changes?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeFocused()
  // Switching tabs or going Back does not lose the draft.
  await details(page).getByRole('tab', { name: 'Overview' }).click()
  await details(page).getByRole('tab', { name: 'Activity' }).click()
  await expect(field(page)).toHaveValue('Half a thou')
  await page.goBack()
  await expect(details(page)).toBeHidden()
  await opened(page, customerCode)
  await page.keyboard.press('c')
  await expect(field(page)).toHaveValue('Half a thou')
  await details(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(details(page)).toBeHidden()
  await opened(page, customerCode)
  await page.keyboard.press('c')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
})

test('comments by others appear live', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const { customerCode, id } = await testData.customer()
  const isListening = page.waitForResponse(/\/api\/changes/)
  await page.goto(`/customers?open=${customerCode}&tab=activity`)
  await expect(lines(page)).toHaveCount(1)
  await isListening
  await testData.made('/api/comments', { entity: 'customer', entityId: id, text: 'Just now' })
  await expect(lines(page).first()).toContainText('Just now')
})

test('a rejected comment remains in its field, with the reason', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?open=${customerCode}&tab=activity`)
  await field(page).fill('x'.repeat(2001))
  await expect(details(page).getByText('2,001 of 2,000')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(details(page).getByText('Must be at most 2,000 characters')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('x'.repeat(2001))
})

test('a bill has comments too, and its timeline fits 360 px', async ({
  page,
  signIn,
  testData,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('finance')
  const { vendor } = await createPurchaseOrder(testData)
  const { id } = await testData.made<{ id: number }>('/api/vendor-bills', {
    billNumber: testData.code('BC'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })
  await page.goto(`/ap-reports?tab=bills&open=${id}`)
  await expect(details(page).getByRole('tab', { name: 'Activity' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`${'long'.repeat(60)} word`)
  await page.keyboard.press('Control+Enter')
  await expect(lines(page).filter({ hasText: 'longlong' })).toBeVisible()
  await expectAccessible(page)
  const body = details(page).locator('.overflow-y-auto')
  const [inner, outer] = await body.evaluate((node) => [node.scrollWidth, node.clientWidth])
  expect(inner).toBeLessThanOrEqual(Number(outer))
})
