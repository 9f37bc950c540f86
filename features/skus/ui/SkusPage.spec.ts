import { amount } from '#platform/kernel/money.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, type TestData, test } from '#e2e/fixtures.ts'
import type { Sku } from '../contract.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

function skuOf(testData: TestData, fields: Partial<Sku> = {}): Promise<Sku> {
  const usual = { name: 'Hex bolt', cost: '4.00', price: '10.00' }
  return testData.made('/api/skus', { ...usual, sku: testData.code('S'), ...fields })
}

test('shows its title, card and columns', async ({ page, signIn, testData }) => {
  await signIn('purchasing')
  const { sku } = await skuOf(testData, { price: amount('1234.50'), category: 'Fasteners' })
  await page.goto(`/skus?q=${sku}`)
  await expect(page.getByRole('heading', { level: 1, name: 'SKU Management' })).toBeVisible()
  await expect(page.getByText('Manage your product catalog')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'SKU List' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add SKU' }).first()).toBeVisible()
  await expect(page).toHaveTitle('SKU Management · Prizm')
  await expect(row(page, sku)).toContainText('$4.00')
  await expect(row(page, sku)).toContainText('$1,234.50')
  await expect(row(page, sku)).toContainText('Active')
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads.filter(Boolean)).toEqual([
    'SKU',
    'Name',
    'Category',
    'UOM',
    'Cost',
    'Price',
    'Stock',
    'Status',
    'Actions',
  ])
  await expectAccessible(page)
})

test('stock is red at or below its minimum, else green, and not by color only', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const category = testData.code('Kind')
  const at = await skuOf(testData, { category, currentStock: 5, minimumStock: 5 })
  const above = await skuOf(testData, { category, currentStock: 6, minimumStock: 5 })
  await page.goto(`/skus?f.category=${category}`)
  const low = row(page, at.sku).getByRole('link', { name: '5 low' })
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['--danger', '--success'].map((name) => {
      const probe = document.createElement('i')
      probe.style.color = style.getPropertyValue(name)
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
  })
  await expect(low).toHaveCSS('color', colors[0] ?? '')
  await expect(row(page, above.sku).getByText('6', { exact: true })).toHaveCSS(
    'color',
    colors[1] ?? '',
  )
  await low.click()
  await expect(page).toHaveURL(/f\.stock=low/)
  await expect(row(page, at.sku)).toBeVisible()
  await expect(row(page, above.sku)).toBeHidden()
})

test('the form has the labels and units of the specification', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/skus')
  await expect(page.getByRole('button', { name: 'Add SKU' }).first()).toBeVisible()
  await page.keyboard.press('n')
  const dialog = form(page, 'Create New SKU')
  for (const label of [
    'SKU Code *',
    'Product Name *',
    'Description',
    'Category',
    'Unit of Measure',
    'Cost *',
    'Selling Price *',
    'Minimum Stock *',
    'Current Stock *',
    'Active',
  ]) {
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible()
  }
  await expect(dialog.getByLabel('Cost *')).toHaveAttribute('step', '0.01')
  await expect(dialog.getByLabel('Unit of Measure')).toHaveValue('EA')
  expect(await dialog.getByLabel('Unit of Measure').getByRole('option').allTextContents()).toEqual([
    'EA (Each)',
    'LB (Pound)',
    'KG (Kilogram)',
    'FT (Foot)',
    'M (Meter)',
    'BOX (Box)',
    'PKG (Package)',
  ])
  await expect(dialog.getByLabel('SKU Code *')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText([
    'SKU Code: Required',
    'Product Name: Required',
    'Cost: Required',
    'Selling Price: Required',
  ])
  await expectAccessible(page)
})

test('create and update show a toast and close the dialog', async ({ page, signIn, testData }) => {
  await signIn()
  const code = testData.code('S')
  await page.goto('/skus?new=1')
  const dialog = form(page, 'Create New SKU')
  await dialog.getByLabel('SKU Code *').fill(code)
  await dialog.getByLabel('Product Name *').fill('Ball bearing')
  await dialog.getByLabel('Unit of Measure').selectOption('BOX (Box)')
  await dialog.getByLabel('Cost *').fill('2')
  await dialog.getByLabel('Selling Price *').fill('3.5')
  await dialog.getByLabel('Current Stock *').fill('40')
  await dialog.getByRole('button', { name: 'Create SKU', exact: true }).click()
  await expectToast(page, 'Success', 'SKU created successfully')
  await expect(dialog).toBeHidden()

  await page.goto(`/skus?q=${code}`)
  await expect(row(page, code)).toContainText('BOX')
  await page.getByRole('button', { name: `Edit ${code}` }).click()
  const edit = form(page, 'Edit SKU')
  await edit.getByLabel('Selling Price *').fill('3.75')
  await edit.getByRole('button', { name: 'Update SKU' }).click()
  await expectToast(page, 'Success', 'SKU updated successfully')
  await expect(row(page, code)).toContainText('$3.75')
  await expect(row(page, code)).toContainText('40')
})

test('a failed create or update shows a toast', async ({ page, signIn, testData }) => {
  await signIn()
  const first = await skuOf(testData)
  const second = await skuOf(testData)
  await page.goto('/skus?new=1')
  const dialog = form(page, 'Create New SKU')
  await dialog.getByLabel('SKU Code *').fill(first.sku)
  await dialog.getByLabel('Product Name *').fill('Again')
  await dialog.getByLabel('Cost *').fill('1')
  await dialog.getByLabel('Selling Price *').fill('1')
  await dialog.getByRole('button', { name: 'Create SKU', exact: true }).click()
  await expectToast(page, 'Error', 'Failed to create SKU')
  await expect(dialog.getByLabel('SKU Code *')).toHaveAccessibleDescription('Already taken')

  await page.goto(`/skus?edit=${second.sku}`)
  const edit = form(page, 'Edit SKU')
  await edit.getByLabel('SKU Code *').fill(first.sku)
  await edit.getByRole('button', { name: 'Update SKU' }).click()
  await expectToast(page, 'Error', 'Failed to update SKU')
})

test('deletes immediately with Undo; a SKU in use is not deleted', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { id, sku } = await skuOf(testData)
  await page.goto(`/skus?q=${sku}`)
  await page.getByRole('button', { name: `Delete ${sku}` }).click()
  await expectToast(page, 'Success', 'SKU deleted successfully')
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, sku)).toBeVisible()

  const customer = await testData.customer()
  const agreed = { customerId: customer.id, skuId: id, contractPrice: '1.50' }
  await testData.made('/api/contract-pricing', agreed)
  await page.getByRole('button', { name: `Delete ${sku}` }).click()
  await expectToast(page, 'Error', 'Failed to delete SKU')
  const why = `${sku} has 1 contract price. Deactivate it instead.`
  await expect(page.getByText(why, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expectToast(page, 'Success', 'SKU updated successfully')
  await expect(row(page, sku)).toContainText('Inactive')
})
