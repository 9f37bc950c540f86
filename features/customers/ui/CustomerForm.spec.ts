import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })

test('the form has the specified labels', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Add Customer' }).click()
  const dialog = form(page, 'Create New Customer')
  for (const label of [
    'Customer Code *',
    'Company Name *',
    'Email *',
    'Phone',
    'Address',
    'City',
    'State',
    'ZIP Code',
    'Country',
    'Credit Limit',
    'Active',
  ]) {
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible()
  }
  const limit = dialog.getByLabel('Credit Limit')
  await expect(limit).toHaveAttribute('type', 'number')
  await expect(limit).toHaveAttribute('step', '0.01')
  await expect(limit).toHaveValue('0')
  await expect(dialog.getByLabel('Email *')).toHaveAttribute('type', 'email')
  const address = dialog.getByLabel('Address', { exact: true })
  await address.fill('1 Main Street')
  await address.press('Enter')
  await expect(address).toHaveValue('1 Main Street\n')
  await address.fill('')
  await expect(dialog.getByLabel('Active', { exact: true })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Create Customer', exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/customers?edit=${customerCode}`)
  const edit = form(page, 'Edit Customer')
  await expect(edit.getByLabel('Customer Code *')).toHaveValue(customerCode)
  await expect(edit.getByRole('button', { name: 'Update Customer', exact: true })).toBeVisible()
})

test('after a failed update the input is unchanged', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const existing = await testData.customer()
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?edit=${customerCode}`)
  const edit = form(page, 'Edit Customer')
  await edit.getByLabel('Customer Code *').fill(existing.customerCode)
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Error', 'Failed to update customer')
  await expect(edit.getByLabel('Customer Code *')).toHaveAccessibleDescription('Already taken')
  await expect(edit.getByLabel('Customer Code *')).toHaveValue(existing.customerCode)
})

test('the form is disabled during a save', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/customers/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await page.goto(`/customers?edit=${customerCode}`)
  const edit = form(page, 'Edit Customer')
  await edit.getByLabel('City').fill('Portland')
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  for (const label of ['Customer Code *', 'City', 'Credit Limit', 'Active']) {
    await expect(edit.getByLabel(label, { exact: true })).toBeDisabled()
  }
  await expect(edit.getByRole('button', { name: 'Update Customer' })).toBeDisabled()
  answer()
  await expectToast(page, 'Success', 'Customer updated successfully')
  await expect(edit).toHaveCount(0)
})

test('the form saves website, notes, backorder flag and contact; the overview shows them', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?edit=${customerCode}`)
  const edit = form(page, 'Edit Customer')
  for (const [label, text] of [
    ['Website', 'https://acme.example'],
    ['Contact', 'Ada Byron'],
    ['Contact Role', 'Buyer'],
    ['Contact Email', 'ada@acme.example'],
    ['Contact Number', '555-0142'],
    ['Notes', 'Rings twice'],
  ] as const) {
    await edit.getByLabel(label, { exact: true }).fill(text)
  }
  await edit.getByLabel('Allow backorders').check()
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')

  await page.goto(`/customers?open=${customerCode}`)
  const details = form(page, customerCode)
  const fact = (name: string) =>
    details.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
  await expect(fact('Website')).toContainText('https://acme.example')
  await expect(fact('Notes')).toContainText('Rings twice')
  await expect(fact('Backorders')).toContainText('Allowed')
  await expect(fact('Contact')).toContainText('Ada Byron, Buyer')
  await expect(fact('Contact').getByRole('link')).toHaveText(['ada@acme.example', '555-0142'])
})

test('a credit limit that is no number is refused, not saved as 0', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode, id } = await testData.customer({ creditLimit: '500.00' })
  await page.goto(`/customers?edit=${customerCode}`)
  const edit = form(page, 'Edit Customer')
  const limit = edit.getByLabel('Credit Limit')
  await limit.fill('')
  await limit.pressSequentially('1e')
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  await expect(limit).toHaveAccessibleDescription(/Invalid input$/)
  await expect(limit).toBeFocused()
  const read = await page.request.get(`/api/customers/${id}`)
  expect(((await read.json()) as { creditLimit: string }).creditLimit).toBe('500.00')
  await limit.fill('750')
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')
})
