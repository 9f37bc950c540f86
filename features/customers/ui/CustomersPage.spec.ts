import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test('the page shows its title, its card and its columns', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const customer = await testData.customer({ creditLimit: '1234.5', city: 'Seattle' })
  await page.goto(`/customers?q=${customer.customerCode}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await expect(page.getByText('Manage your customer database')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Customer List' })).toBeVisible()
  await expect(page).toHaveTitle('Customers · Prizm')
  await expect(row(page, customer.customerCode)).toContainText('$1,234.50')
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads.filter(Boolean)).toEqual([
    'Customer Code',
    'Name',
    'Email',
    'Phone',
    'City',
    'Credit Limit',
    'Status',
    'Actions',
  ])
  await expect(row(page, customer.customerCode)).toContainText('Active')
  await expectAccessible(page)
})

test('create and update show toasts and close the dialog', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const code = testData.code('C')
  await page.goto('/customers?new=1')
  const dialog = form(page, 'Create New Customer')
  await dialog.getByLabel('Customer Code *').fill(code)
  await dialog.getByLabel('Company Name *').fill('Acme Hardware')
  await dialog.getByLabel('Email *').fill('acme@example.com')
  await dialog.getByRole('button', { name: 'Create Customer', exact: true }).click()
  await expectToast(page, 'Success', 'Customer created successfully')
  await expect(dialog).toBeHidden()

  await page.goto(`/customers?q=${code}`)
  await page.getByRole('button', { name: `Edit ${code}` }).click()
  const edit = form(page, 'Edit Customer')
  await edit.getByLabel('City').fill('Portland')
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')
  await expect(edit).toBeHidden()
  await expect(row(page, code)).toContainText('Portland')
})

test('a duplicate customer code shows an error at the field', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { customerCode } = await testData.customer()
  await page.goto('/customers?new=1')
  const dialog = form(page, 'Create New Customer')
  await dialog.getByLabel('Customer Code *').fill(customerCode)
  await dialog.getByLabel('Company Name *').fill('Second')
  await dialog.getByLabel('Email *').fill('second@example.com')
  await dialog.getByRole('button', { name: 'Create Customer', exact: true }).click()
  await expectToast(page, 'Error', 'Failed to create customer')
  await expect(dialog.getByLabel('Customer Code *')).toHaveAccessibleDescription('Already taken')
  await expect(dialog.getByLabel('Customer Code *')).toBeFocused()
  await expectAccessible(page)
})

test('delete is immediate and can be undone', async ({ page, signIn, testData }) => {
  await signIn()
  const { customerCode } = await testData.customer()
  await page.goto(`/customers?q=${customerCode}`)
  await page.getByRole('button', { name: `Delete ${customerCode}` }).click()
  await expectToast(page, 'Success', 'Customer deleted successfully')
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, customerCode)).toBeVisible()

  await page.getByRole('button', { name: `Delete ${customerCode}` }).click()
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, customerCode)).toBeVisible()

  await page.getByRole('button', { name: `Delete ${customerCode}` }).click()
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: `Restore ${customerCode}` }).click()
  await expectToast(page, 'Success', `${customerCode} restored`)
})

test('a customer in use cannot be deleted, but can be deactivated', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const customer = await testData.customer()
  const sku = await testData.made<{ id: number }>('/api/skus', {
    sku: testData.code('S'),
    name: 'Bolt',
    cost: '1.00',
    price: '2.00',
  })
  const agreed = { customerId: customer.id, skuId: sku.id, contractPrice: '1.50' }
  await testData.made('/api/contract-pricing', agreed)
  const code = customer.customerCode
  await page.goto(`/customers?q=${code}`)
  await page.getByRole('button', { name: `Delete ${code}` }).click()
  await expectToast(page, 'Error', 'Failed to delete customer')
  await expectToastDetail(page, `${code} has 1 contract price. Deactivate it instead.`)
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')
  await expect(row(page, code)).toContainText('Inactive')
})

test('required fields show Required, a malformed email Invalid input', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/customers?new=1')
  const dialog = form(page, 'Create New Customer')
  await dialog.getByLabel('Email *').fill('none')
  await dialog.getByLabel('Customer Code *').fill('x'.repeat(51))
  await page.keyboard.press('Control+Enter')
  const summary = dialog.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Customer Code: Must be at most 50 characters',
    'Company Name: Required',
    'Email: Invalid input',
  ])
  await summary.getByRole('link', { name: 'Company Name: Required' }).click()
  await expect(dialog.getByLabel('Company Name *')).toBeFocused()
  await expect(dialog.getByLabel('Company Name *')).toHaveAccessibleDescription('Required')
  await page.keyboard.type('Now filled')
  await expect(dialog.getByLabel('Company Name *')).toHaveAccessibleDescription('')
  await expectAccessible(page)
})

test('a double click on Create creates one customer', async ({ page, signIn, testData }) => {
  await signIn('sales')
  const code = testData.code('C')
  await page.goto('/customers?new=1')
  const dialog = form(page, 'Create New Customer')
  await dialog.getByLabel('Customer Code *').fill(code)
  await dialog.getByLabel('Company Name *').fill('Once')
  await dialog.getByLabel('Email *').fill('once@example.com')
  await dialog.getByRole('button', { name: 'Create Customer', exact: true }).dblclick()
  await expectToast(page, 'Success', 'Customer created successfully')
  const found = await page.request.get(`/api/customers?q=${code}`)
  expect(await found.json()).toHaveLength(1)
})

test('Escape or a click outside does not discard the unsaved input of a form', async ({
  page,
  signIn,
}) => {
  await signIn('sales')
  await page.goto('/customers')
  await expect(page.getByRole('button', { name: 'Add Customer' })).toBeEnabled()
  await page.keyboard.press('n')
  const dialog = form(page, 'Create New Customer')
  await dialog.getByLabel('Company Name *').fill('Typed')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard changes?')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Company Name *')).toHaveValue('Typed')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/customers')
})

test('a concurrent edit shows both values to choose from', async ({ page, signIn, testData }) => {
  await signIn()
  const customer = await testData.customer({ city: 'Boise', phone: '1' })
  await page.goto(`/customers?edit=${customer.customerCode}`)
  const dialog = form(page, 'Edit Customer')
  const city = dialog.getByRole('textbox', { name: 'City' })
  await city.fill('Denver')
  const { id, customerCode, name, email } = customer
  const concurrentEdit = { customerCode, name, email, city: 'Austin', phone: '2' }
  const headers = { origin: new URL(page.url()).origin, 'if-match': `"${customer.version}"` }
  const saved = await page.request.put(`/api/customers/${id}`, { data: concurrentEdit, headers })
  expect(saved.ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Update Customer' }).click()
  await expect(dialog.getByText('Someone else changed this record')).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'City Austin Denver' })).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByLabel('Phone', { exact: true })).toHaveValue('2')
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(city).toHaveValue('Austin')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(city).toHaveValue('Denver')
  await dialog.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')
})

test('an amount field accepts pasted formatted amounts and ignores the mouse wheel', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/customers?new=1')
  const limit = page.getByLabel('Credit Limit')
  await limit.focus()
  await limit.evaluate((input: HTMLInputElement) => {
    input.select()
    const data = new DataTransfer()
    data.setData('text', '$1,234.50')
    const paste = { clipboardData: data, bubbles: true, cancelable: true }
    input.dispatchEvent(new ClipboardEvent('paste', paste))
  })
  await expect(limit).toHaveValue('1234.50')
  await limit.hover()
  await page.mouse.wheel(0, 300)
  await expect(limit).toHaveValue('1234.50')
})

test('details open by code, store the tab in the URL and close on Back', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { customerCode: code } = await testData.customer({ creditLimit: '500.00' })
  await page.goto(`/customers?q=${code}`)
  await page.getByRole('link', { name: code }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(code) })
  await expect(dialog.getByText('$500.00').first()).toBeVisible()
  await expect(page).toHaveTitle(`${code} · Customers · Prizm`)
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/tab=activity/)
  await expect(dialog.getByText('create')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(dialog.getByRole('tab', { name: 'Activity' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/customers?q=${code}`)
})

test('a link to a customer opens it in a new session; an unknown code shows a message', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { customerCode: code } = await testData.customer()
  await page.goto(`/customers?open=${code}`)
  await expect(page.getByRole('dialog', { name: new RegExp(code) })).toBeVisible()
  await page.goto('/customers?open=NOBODY')
  await expect(page.getByText('There is no customer NOBODY')).toBeVisible()
})
