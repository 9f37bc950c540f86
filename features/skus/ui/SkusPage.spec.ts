import { amount } from '#platform/kernel/money.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createHexBolt } from '#e2e/journeys/create-hex-bolt.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test('shows its title, card and columns', async ({ page, signIn, testData }) => {
  await signIn('purchasing')
  const { sku } = await createHexBolt(testData, { price: amount('1234.50'), category: 'Fasteners' })
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
  const at = await createHexBolt(testData, { category, currentStock: 5, minimumStock: 5 })
  const above = await createHexBolt(testData, { category, currentStock: 6, minimumStock: 5 })
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
  const first = await createHexBolt(testData)
  const second = await createHexBolt(testData)
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
  const { id, sku } = await createHexBolt(testData)
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

test('details show stock, the price ladder and the orders of the SKU', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const prices = { tier1Price: amount('9.20'), tier2Price: null, tier3Price: amount('8.30') }
  const { id, sku } = await createHexBolt(testData, {
    currentStock: 50,
    minimumStock: 10,
    ...prices,
  })
  const customer = await testData.customer({ creditLimit: '1000.00' })
  const agreed = { customerId: customer.id, skuId: id, contractPrice: '8.00' }
  await testData.made('/api/contract-pricing', agreed)
  const draft = { customerId: customer.id, items: [{ skuId: id, quantity: 4 }] }
  const made = await testData.made<{ order: { orderNumber: string } }>('/api/orders/create', draft)
  await page.goto(`/skus?open=${sku}`)
  const dialog = page.getByRole('dialog', { name: new RegExp(sku) })
  const counters = dialog.getByRole('region', { name: /^Stock/ }).locator('dl')
  await expect(counters).toHaveText('On hand50Reserved4Available46On order0Minimum10')
  const ladder = dialog.getByRole('region', { name: 'Price ladder' }).getByRole('listitem')
  await expect(ladder).toHaveText([
    new RegExp(`Contract price\\$8\\.00${customer.customerCode}`),
    /Tier 1 price\$9\.20Customers of price level Tier 1, 8% off/,
    /Tier 2 price—None: the standard price applies/,
    /Tier 3 price\$8\.30/,
    /Standard price\$10\.00All other customers/,
  ])
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Orders' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: made.order.orderNumber })).toContainText(
    `Customer #${customer.id} · ${customer.name}`,
  )
  await dialog.getByRole('tab', { name: 'Movements' }).click()
  await expect(dialog.getByRole('row').nth(1)).toContainText('Reserved')
  await expect(dialog.getByRole('link', { name: made.order.orderNumber })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Contract prices' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: customer.customerCode })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(dialog.getByText('root created this')).toBeVisible()
  await expectAccessible(page)
})

test('a bulk delete keeps SKUs in use, and the toast gives the reason', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const category = testData.code('Kind')
  const used = await createHexBolt(testData, { category })
  await createHexBolt(testData, { category })
  const { id } = await testData.customer()
  const agreed = { customerId: id, skuId: used.id, contractPrice: '1.50' }
  await testData.made('/api/contract-pricing', agreed)
  await page.goto(`/skus?f.category=${category}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Success', '1 deleted, 1 kept (in use)')
  const why = `${used.sku} has 1 contract price. Deactivate it instead.`
  await expect(page.getByText(why, { exact: true })).toBeVisible()
  await expect(row(page, used.sku)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
})

test('nothing overflows at 360 px', async ({ page, signIn, testData }) => {
  await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtenbolzen'
  const { sku } = await createHexBolt(testData, { name, currentStock: 3 })
  const queries = [`q=${sku}`, `open=${sku}`, `open=${sku}&tab=movements`, `edit=${sku}`]
  for (const query of queries) {
    await page.goto(`/skus?${query}`)
    const mark = query.startsWith('edit') ? page.getByText('Edit SKU') : page.getByText(name)
    await expect(mark.first()).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, query).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  }
})
