import { expect, expectAccessible, expectToast } from '#e2e/fixtures.ts'
import { configureCompany, test } from '#e2e/mail-server-fixture.ts'
import type { EmailProblemList } from '../contract.ts'

test('an order is confirmed by itself; a refused address is shown until it is corrected', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await signIn('admin')
  await configureCompany(testData)
  const email = 'moved@automatic.example'
  post.refused.add(email)
  const { id: customerId, customerCode } = await testData.customer({
    email,
    creditLimit: '1000.00',
  })
  const rules = [{ name: 'order-confirmation', isSent: true }]
  await testData.changed(`/api/customers/${customerId}/emails`, { rules })
  const orderNumber = testData.code('AE')
  const fields = { orderNumber, customerId, status: 'pending', totalAmount: '60.00' }
  await testData.made('/api/sales-orders', fields)
  const problems = async () => {
    const answer = await page.request.get('/api/email-problems')
    const { problems: all } = (await answer.json()) as EmailProblemList
    return all.filter(({ to }) => to === email).map(({ state }) => state)
  }
  await expect.poll(problems).toEqual(['failed'])
  await page.goto(`/customers?open=${customerCode}&tab=emails`)
  await expect(page.getByText(`The mail server refused ${email}`)).toBeVisible()
  await expect(page.getByText('550 No such mailbox')).toBeVisible()
  await page.goto('/system-health')
  const card = page.getByRole('region', { name: 'Emails Not Delivered' })
  const failed = card.getByRole('listitem').filter({ hasText: email })
  await expect(failed).toContainText('550 No such mailbox')
  await expectAccessible(page)
  post.refused.delete(email)
  await failed.getByRole('button', { name: /^Retry: Order/ }).press('Enter')
  await expectToast(page, 'Success', 'The email will be sent again')
  await expect(failed).toHaveCount(0)
  await expect.poll(() => post.receivedEmails.filter(({ to }) => to[0] === email).length).toBe(1)
})
