import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('a manager delegates approvals for some days and ends it again', async ({
  page,
  signIn,
  testData,
}) => {
  const deputy = await testData.account('manager')
  const { user } = await signIn('manager')
  await page.goto('/customers')
  await page.getByRole('button', { name: user.username }).click()
  await page.getByRole('menuitem', { name: 'Delegated approvals' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delegated approvals' })
  await dialog.getByRole('button', { name: 'Delegate Approvals' }).click()
  const form = page.getByRole('dialog', { name: 'Delegate Approvals' })
  await form.getByLabel('Decided by *').selectOption(deputy.user.username)
  await form.getByLabel('First day *').fill('2031-01-01')
  await form.getByLabel('Last day *').fill('2031-01-05')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Delegate', exact: true }).click()
  const success = `${deputy.user.username} can approve in your name on these days`
  await expectToast(page, 'Success', success)
  const row = dialog.getByRole('listitem').filter({ hasText: deputy.user.username })
  await expect(row).toContainText('planned', { ignoreCase: true })
  await row.getByRole('button', { name: /^End the delegation/ }).click()
  await expectToast(page, 'Success', 'The delegation was ended')
  await expect(row).toContainText('ended', { ignoreCase: true })
})
