import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

test('a customer gets invoices by email at an address of its own', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('finance')
  const { customerCode, email } = await testData.customer()
  await page.goto(`/customers?open=${customerCode}&tab=emails`)
  const emails = page.getByRole('list', { name: 'Emails' })
  const invoice = emails.getByRole('listitem').filter({ hasText: /^Invoice/ })
  await expect(invoice).toHaveText(`InvoiceCompany setting: not sent${email}`)
  await page.getByRole('button', { name: 'Edit emails' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Emails' })
  await form.getByLabel('Invoice', { exact: true }).selectOption('Sent')
  await form.getByLabel('Invoice: recipients').fill('not an address')
  await form.getByRole('button', { name: 'Save emails' }).click()
  await expect(form.getByText('Must be email addresses, separated by commas').first()).toBeVisible()
  await form.getByLabel('Invoice: recipients').fill('ap@shop.example')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save emails' }).click()
  await expectToast(page, 'Success', 'Emails updated successfully')
  await expect(invoice).toHaveText('InvoiceSentap@shop.example')
})

test('a role that may not send documents cannot change who gets them', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('warehouse')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?open=${customerCode}&tab=emails`)
  const edit = page.getByRole('button', { name: 'Edit emails' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
})
