import { expect, expectAccessible, expectToast, test } from '#e2e/app.ts'

test('an administrator changes a rule, sees it in the history, and sees validation errors', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn()
  await page.goto('/help')
  const open = async () => {
    await page.getByRole('button', { name: user.username }).click()
    await page.getByRole('menuitem', { name: 'Business rules' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Business rules' })
  await dialog.getByLabel('Business time zone').fill('Mars/Olympus')
  await dialog.getByRole('button', { name: 'Save rules' }).click()
  await expect(dialog.getByText('Must be a time zone such as').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Business time zone').fill('America/New_York')
  await dialog.getByLabel('Return window (days)').fill('45')
  await expect(dialog.getByLabel('Default sales tax, %')).toHaveValue(/^\d+\.\d{2,4}$/)
  await dialog.getByRole('button', { name: 'Save rules' }).click()
  await expectToast(page, 'Success', 'Business rules updated successfully')
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByLabel('Return window (days)')).toHaveValue('45')
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText(user.username)
})

test('with four accounts, blocking is recommended with a link to the report', async ({
  page,
  testData,
  signIn,
}) => {
  for (const role of ['sales', 'finance', 'manager'] as const) await testData.account(role)
  const { user } = await signIn()
  await page.goto('/help')
  const users = await (await page.request.get('/api/users')).json()
  const active = (users as { isActive: boolean }[]).filter(({ isActive }) => isActive)
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Business rules' }).click()
  const dialog = page.getByRole('dialog', { name: 'Business rules' })
  const mode = dialog.getByLabel('Separation of duties')
  await expect(mode).toHaveValue('record')
  const advice = dialog.getByRole('status').filter({ hasText: 'Recommended: Block' })
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

test('an administrator adds a tax rate for a place, deletes it and restores it', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn()
  const state = `State ${user.username}`
  await page.goto('/help')
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Business rules' }).click()
  const rates = page.getByRole('region', { name: 'Tax rates by place' })
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

test('Back prompts in the top dialog, and does not close the dialog below', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn()
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Help' }).first().click()
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Business rules' }).click()
  const rules = page.getByRole('dialog', { name: 'Business rules' })
  await rules.getByLabel('Separation of duties').selectOption('enforce')
  await rules.getByRole('button', { name: 'Add tax rate' }).click()
  const form = page.getByRole('dialog', { name: 'Add tax rate' })
  await form.getByLabel('Country *', { exact: true }).fill('Utopia')
  await page.evaluate(() => history.back())
  await expect(form.getByText('Discard changes?')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await form.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(form).toHaveCount(0)
  await page.evaluate(() => history.back())
  await expect(rules.getByText('Discard changes?')).toBeVisible()
  await expect(page).toHaveURL(/help/)
})
