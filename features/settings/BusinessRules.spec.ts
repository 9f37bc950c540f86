import { expect, expectAccessible, expectToast, test } from '#e2e/app.ts'

test('an administrator changes a rule, sees it in the history, and is told what is wrong', async ({
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
  await dialog.getByLabel('Goods come back within, in days').fill('45')
  await dialog.getByRole('button', { name: 'Save rules' }).click()
  await expectToast(page, 'Success', 'Business rules updated successfully')
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByLabel('Goods come back within, in days')).toHaveValue('45')
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText(user.username)
})
