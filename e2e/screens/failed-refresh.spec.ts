import { expect, expectAccessible, test } from '../fixtures.ts'

// Loaded data stays visible when a refresh fails.

const broken = { status: 500, contentType: 'text/plain', body: 'Broken' }

test('a list and a record stay visible and show an error if a refresh fails', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  const code = page.getByRole('main').getByRole('link', { name: customerCode, exact: true })
  await expect(code).toBeVisible()
  await page.route('**/api/customers?*', (route) => route.fulfill(broken))
  const tools = page.getByRole('toolbar', { name: 'Table' })
  await tools.getByRole('button', { name: 'Refresh' }).click()
  const refreshFailure = page.getByRole('status').filter({ hasText: 'could not be refreshed' })
  await expect(refreshFailure).toContainText('500: Broken')
  await expect(code).toBeVisible()
  await expectAccessible(page)
  await code.click()
  const details = page.getByRole('dialog', { name: new RegExp(customerCode) })
  const within = details.getByRole('status').filter({ hasText: 'could not be refreshed' })
  await expect(within).toBeVisible()
  await expect(details.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/customers?*')
  await within.getByRole('button', { name: 'Try again' }).click()
  await expect(within).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(code).toBeVisible()
  await expect(refreshFailure).toHaveCount(0)
})
