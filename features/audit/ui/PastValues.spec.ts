import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

test('a clerk reads which credit limit a customer had on a day, and since when', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const customer = await testData.customer({ creditLimit: '1000.00', paymentTerms: 'net-30' })
  const { id, customerCode, name, email } = customer
  const form = { customerCode, name, email, creditLimit: '250.00', paymentTerms: 'net-30' }
  await testData.changed(`/api/customers/${id}`, form)
  await page.goto(`/customers?open=${customerCode}&tab=activity`)
  await page.getByText('What was it on …?').click()
  const day = page.getByLabel('Day', { exact: true })
  await day.fill('t')
  await day.blur()
  const status = page.getByRole('status').filter({ hasText: 'Credit limit' })
  await expect(status).toContainText('Credit limit250.00')
  await expect(status).toContainText('Payment termsNet 30')
  await expect(status).toContainText(/Unchanged since .+, when \S+ changed it/)
  await expectAccessible(page)
  await day.fill('2020-01-01')
  await day.blur()
  await expect(page.getByText(/Past values are not known before /)).toBeVisible()
})
