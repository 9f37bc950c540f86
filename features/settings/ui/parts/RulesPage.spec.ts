import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('an administrator changes a rule, sees it in the history, and sees validation errors', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn()
  await page.goto('/settings')
  await page.getByLabel('Business time zone').fill('Mars/Olympus')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Must be a time zone such as').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Business time zone').fill('America/New_York')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Success', 'Settings updated successfully')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await menu.getByRole('link', { name: 'Returns' }).click()
  const days = page.getByLabel('Return window (days)')
  await expect(days).toHaveAccessibleDescription(/Default: 30$/)
  await days.fill('45')
  // The notice of the first save may still be there, so the answer of this one is awaited.
  const saved = page.waitForResponse((each) => each.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(days).toHaveValue('45')
  await menu.getByRole('link', { name: 'History' }).click()
  const changes = page.getByRole('region', { name: 'Changes', exact: true })
  await expect(changes.getByRole('row', { name: /Settings/ }).first()).toContainText(user.username)
  await expectAccessible(page)
})

test('a setting is found by a word of its explanation and focused, by keyboard alone', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/settings')
  const finder = page.getByRole('searchbox', { name: 'Find a setting' })
  await finder.fill('zebra')
  await expect(page.getByText('No setting contains these words.')).toBeVisible()
  await finder.fill('subtotal free')
  const found = page.getByRole('list', { name: 'Settings found' })
  await expect(found.getByRole('link')).toHaveText(['Free shipping fromShipping'])
  await expectAccessible(page)
  await finder.press('Enter')
  await expect(page).toHaveURL(/\/settings\?tab=shipping#shippingFreeFrom$/)
  await expect(page.getByLabel('Free shipping from')).toBeFocused()
  await expect(found).toHaveCount(0)
})

test('a save sends only what was changed, so that another person’s change stays', async ({
  page,
  signIn,
  testData,
}) => {
  await testData.changed('/api/settings', { refundLimit: '1000.00', writeOffLimitFinance: '25.00' })
  await signIn()
  await page.goto('/settings?tab=receivables')
  const refunds = page.getByLabel('Refund limit for finance')
  await expect(refunds).toHaveValue('1000.00')
  await testData.changed('/api/settings', { writeOffLimitFinance: '35.00' })
  await refunds.fill('1200.00')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({ refundLimit: '1200.00' })
  await expectToast(page, 'Success', 'Settings updated successfully')
  await page.reload()
  await expect(page.getByLabel('Write-off limit for finance')).toHaveValue('35.00')
  await testData.changed('/api/settings', { refundLimit: '1000.00', writeOffLimitFinance: '25.00' })
})

test('who may not change the settings reads them and the history, without Save and Users', async ({
  page,
  signIn,
}) => {
  await signIn('finance')
  await page.goto('/settings?tab=tax')
  await expect(page.getByLabel('Default sales tax, %')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Tax rates by location' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add tax rate' })).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await expect(menu.getByRole('link', { name: 'Credit' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'History', exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('on a phone the pages are one choice above the form', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings')
  await page.getByLabel('Settings page', { exact: true }).selectOption('Credit')
  await expect(page).toHaveURL(/\/settings\?tab=credit$/)
  await expect(page.getByRole('heading', { name: 'Credit', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('with four accounts, blocking is recommended with a link to the report', async ({
  page,
  testData,
  signIn,
}) => {
  for (const role of ['sales', 'finance', 'manager'] as const) await testData.account(role)
  await signIn()
  await page.goto('/settings?tab=accounting')
  const users = await (await page.request.get('/api/users')).json()
  const active = (users as { isActive: boolean }[]).filter(({ isActive }) => isActive)
  const mode = page.getByLabel('Separation of duties')
  await expect(mode).toHaveValue('record')
  const advice = page.getByRole('status').filter({ hasText: 'Recommended: Block' })
  await expect(advice).toContainText(
    `${active.length} accounts are active, so another person can always decide.`,
  )
  await expectAccessible(page)
  const link = advice.getByRole('link', { name: 'the exceptions so far' })
  await mode.focus()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  const opening = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const report = await opening
  await expect(report).toHaveURL(/\?report=separation-of-duties$/)
  const names = report.getByRole('combobox', { name: 'Report', exact: true })
  await expect(names).toHaveValue('separation-of-duties')
  await report.close()
  await mode.selectOption('enforce')
  await expect(advice).toHaveCount(0)
  await mode.selectOption('record')
  await expect(advice).toBeVisible()
})

test('an administrator adds a tax rate for a location, deletes it and restores it', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn()
  const state = `State ${user.username}`
  await page.goto('/settings?tab=tax')
  const rates = page.getByRole('region', { name: 'Tax rates by location' })
  await rates.getByRole('button', { name: 'Add tax rate' }).click()
  const form = page.getByRole('dialog', { name: 'Add tax rate' })
  await form.getByLabel('Country *', { exact: true }).fill('Utopia')
  await form.getByLabel('State', { exact: true }).fill(state)
  await form.getByLabel('Rate, % *', { exact: true }).fill('0.0825')
  await form.getByLabel('From *', { exact: true }).fill('2026-01-01')
  await form.getByRole('button', { name: 'Add tax rate' }).click()
  await expect(form.getByText('Must be a percentage such as 8.25').first()).toBeVisible()
  await form.getByLabel('Rate, % *', { exact: true }).fill('8.25')
  await form.getByRole('button', { name: 'Add tax rate' }).click()
  await expectToast(page, 'Success', 'Tax rate created successfully')
  const row = rates.getByRole('listitem').filter({ hasText: state })
  await expect(row).toContainText('8.25%')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Delete/ }).dblclick()
  await expectToast(page, 'Success', 'Tax rate deleted successfully')
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Failed to delete tax rate')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', 'Tax rate restored')
  await expect(row).toContainText('8.25%')
})

test('Back prompts in the top dialog, and does not leave the page below', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Settings' }).click()
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await menu.getByRole('link', { name: 'Sales tax' }).click()
  await page.getByLabel('Default sales tax, %').fill('7.5')
  await page.getByRole('button', { name: 'Add tax rate' }).click()
  const form = page.getByRole('dialog', { name: 'Add tax rate' })
  await form.getByLabel('Country *', { exact: true }).fill('Utopia')
  await page.evaluate(() => history.back())
  await expect(form.getByText('Discard changes?')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await form.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(form).toHaveCount(0)
  await page.evaluate(() => history.back())
  await expect(page.getByText('Discard changes?')).toBeVisible()
  await expect(page).toHaveURL(/tab=tax/)
})
