import { expect, test } from '#e2e/fixtures.ts'

test('New order in a row menu opens Order Entry with that customer', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode, name } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  await page.getByRole('link', { name: customerCode }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'New order' }).click()
  await expect(page).toHaveURL(/\/order-entry/)
  await expect(page.locator('#order-customer')).toHaveValue(`${customerCode} - ${name}`)
})

test('New order is disabled with a reason: inactive customer, or no permission', async ({
  page,
  signIn,
  testData,
}) => {
  const inactive = await testData.customer({ isActive: false })
  const item = page.getByRole('menuitem', { name: 'New order' })
  const open = async () => {
    await page.goto(`/customers?q=${inactive.customerCode}`)
    await page.getByRole('button', { name: `Actions for ${inactive.customerCode}` }).click()
  }
  await signIn('sales')
  await open()
  await expect(item).toHaveAttribute('aria-disabled', 'true')
  await expect(item).toContainText('This customer is inactive')
  await signIn('warehouse')
  await open()
  await expect(item).toContainText('You do not have permission for this')
  await page.getByRole('menuitem', { name: 'View history' }).click()
  await expect(page.getByRole('tab', { name: 'Activity', selected: true })).toBeVisible()
})
