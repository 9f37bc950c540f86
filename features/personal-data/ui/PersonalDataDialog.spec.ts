import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

const contact = {
  name: 'Jane Miller',
  email: 'jane@miller.example',
  phone: '555-0100',
  contactName: 'Joe Miller',
}

async function openPersonalData(page: Page, customerCode: string) {
  await page.goto(`/customers?open=${customerCode}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Personal data…' }).click()
  return page.getByRole('dialog', { name: `Personal data of ${customerCode}` })
}

test('an administrator exports what is stored about a customer, and sees what it is', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { id, customerCode } = await testData.customer(contact)
  await testData.made('/api/comments', { entity: 'customer', entityId: id, text: 'Called Joe' })
  const dialog = await openPersonalData(page, customerCode)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export as JSON' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`personal-data-of-customer-${id}.json`)
  const stored = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    customer: object[]
    comments: object[]
  }
  expect(stored.customer).toMatchObject([{ id, name: 'Jane Miller', contact_name: 'Joe Miller' }])
  expect(stored.comments).toMatchObject([{ body: 'Called Joe' }])
  const counts = dialog.getByRole('status').getByRole('listitem')
  await expect(counts).toHaveText([
    '1 customer record',
    '0 sales orders',
    '0 reminders',
    '0 emailed documents',
    '0 lists of email recipients',
    '1 comment',
    '2 history entries',
  ])
  await expectAccessible(page)
})

test('a customer is erased after its code was typed, and the result says what remains', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { id, customerCode } = await testData.customer(contact)
  const dialog = await openPersonalData(page, customerCode)
  await dialog.getByRole('button', { name: 'Erase…' }).click()
  const form = page.getByRole('dialog', { name: `Erase the personal data of ${customerCode}` })
  await form.getByLabel('Reason *').fill('Request of the person')
  await form.getByLabel('Confirmation *').fill('C-0')
  await form.getByRole('button', { name: 'Erase', exact: true }).click()
  const sentence = `Type ${customerCode} to confirm`
  await expect(form.getByLabel('Confirmation *')).toHaveAccessibleDescription(
    new RegExp(`${sentence}$`),
  )
  await expectAccessible(page)
  const stored = await page.request.get(`/api/customers/${id}`)
  expect(await stored.json()).toMatchObject({ name: 'Jane Miller', version: 1 })

  await form.getByLabel('Confirmation *').fill(customerCode)
  await form.getByRole('button', { name: 'Erase', exact: true }).click()
  await expectToast(page, 'Success', `The personal data of ${customerCode} was erased`)
  const result = page.getByRole('dialog', {
    name: `The personal data of ${customerCode} was erased`,
  })
  await expect(result).toContainText(`The name is now Erased customer ${id}.`)
  const erased = result.getByRole('region', { name: 'Erased' }).getByRole('listitem')
  await expect(erased).toHaveText([
    'name',
    'email',
    'phone',
    'address',
    'city',
    'ZIP code',
    'billing address',
    'website',
    'notes',
    'contact name',
    'contact role',
    'contact email',
    'contact phone',
    'note on documents',
    'recipients of automatic emails',
  ])
  const remaining = result.getByRole('region', { name: 'What remains, and why' })
  await expect(remaining.getByRole('listitem')).toHaveCount(5)
  await expect(remaining).toContainText(
    'The customer code, state and country, which the books and the sales tax reports need.',
  )
  await expectAccessible(page)
  await result.getByRole('button', { name: 'Done' }).click()
  const record = page.getByRole('dialog')
  await expect(record).toContainText(`Erased customer ${id}`)
  await expect(record).not.toContainText('Miller')
})

test('a customer with open documents is refused with the documents', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const { id, customerCode } = await testData.customer({ ...contact, creditLimit: '1000.00' })
  const orderNumber = testData.code('SO')
  await testData.made('/api/sales-orders', { orderNumber, customerId: id, totalAmount: '5.00' })
  const dialog = await openPersonalData(page, customerCode)
  await dialog.getByRole('button', { name: 'Erase…' }).click()
  const form = page.getByRole('dialog', { name: `Erase the personal data of ${customerCode}` })
  await form.getByLabel('Reason *').fill('Request of the person')
  await form.getByLabel('Confirmation *').fill(customerCode)
  await form.getByRole('button', { name: 'Erase', exact: true }).click()
  const sentence = `${customerCode} has 1 open sales order. Finish that first`
  await expect(form.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  const stored = await page.request.get(`/api/customers/${id}`)
  expect(await stored.json()).toMatchObject({ name: 'Jane Miller' })
})

test('a user is erased after the account was deactivated', async ({ page, signIn, testData }) => {
  await signIn('admin')
  const { user } = await testData.account('sales')
  await testData.changed(`/api/users/${user.id}`, { isActive: false })
  await page.goto(`/settings?tab=users&q=${user.username}`)
  await page.getByRole('button', { name: `Actions for ${user.username}` }).click()
  await page.getByRole('menuitem', { name: 'Personal data…' }).click()
  const dialog = page.getByRole('dialog', { name: `Personal data of ${user.username}` })
  await dialog.getByRole('button', { name: 'Erase…' }).click()
  const form = page.getByRole('dialog', { name: `Erase the personal data of ${user.username}` })
  await form.getByLabel('Reason *').fill('Left the company')
  await form.getByLabel('Confirmation *').fill(user.username)
  await form.getByRole('button', { name: 'Erase', exact: true }).click()
  const result = page.getByRole('dialog', {
    name: `The personal data of ${user.username} was erased`,
  })
  await expect(result).toContainText(`The name is now Erased user ${user.id}.`)
  const erased = result.getByRole('region', { name: 'Erased' }).getByRole('listitem')
  await expect(erased).toHaveText(['username', 'email', 'preferences', 'passkeys'])
})

test('only an administrator opens personal data', async ({ page, signIn, testData }) => {
  await signIn('manager')
  const { customerCode } = await testData.customer(contact)
  await page.goto(`/customers?open=${customerCode}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  const item = page.getByRole('menuitem', { name: /^Personal data/ })
  await expect(item).toBeDisabled()
  await expect(item).toContainText('Only an administrator may do this')
})
