import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

test('F8 focuses the toast over an open dialog, then the focus returns to the dialog', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('admin')
  const { customerCode } = await testData.customer({ name: 'Northwind' })
  await page.goto('/customers?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create New Customer' })
  await dialog.getByLabel('Customer Code *').fill(customerCode)
  await dialog.getByLabel('Company Name *').fill('Northwind')
  await dialog.getByLabel('Email *').fill('office@northwind.example')
  await page.keyboard.press('Control+Enter')
  const notices = page.locator('[aria-label^=Notifications] ol')
  const notice = notices.getByRole('listitem')
  await expect(notice).toContainText('Failed to create customer')
  await page.keyboard.press('F8')
  await expect(notices).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(notice).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(notice.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await expect(dialog.getByLabel('Customer Code *')).toHaveValue(customerCode)
})
