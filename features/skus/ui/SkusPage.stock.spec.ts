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

test('unusual tier prices show a warning and never block saving', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { sku } = await skuOf(testData)
  await page.goto(`/skus?edit=${sku}`)
  const dialog = form(page, 'Edit SKU')
  await expect(dialog.getByText('Margin 60.0%')).toBeVisible()
  await dialog.getByLabel('Tier 1 Price').fill('9.90')
  await expect(dialog.getByLabel('Tier 1 Price')).toHaveAccessibleDescription(
    'Tier 1 is usually 5–10% below the price',
  )
  await dialog.getByLabel('Tier 2 Price').fill('9.95')
  await expect(dialog.getByLabel('Tier 2 Price')).toHaveAccessibleDescription(
    'Tier 2 is above the Tier 1 price of $9.90',
  )
  await dialog.getByLabel('Cost *').fill('12')
  await expect(dialog.getByText('Margin -20.0%: below cost')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Update SKU' }).click()
  await expectToast(page, 'Success', 'SKU updated successfully')
})

test('an entered stock is posted as an adjustment with its reason', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('warehouse')
  const { sku } = await skuOf(testData, { currentStock: 30 })
  await page.goto(`/skus?q=${sku}`)
  await expect(page.getByRole('button', { name: `Edit ${sku}` })).toBeDisabled()
  await page.getByRole('button', { name: `Actions for ${sku}` }).click()
  await page.getByRole('menuitem', { name: 'Adjust stock' }).click()
  const dialog = form(page, `Adjust stock for ${sku}`)
  await expect(dialog.getByLabel('Counted Stock *')).toHaveAccessibleDescription(
    'The difference is posted as an adjustment. A later warehouse count overrides it',
  )
  await dialog.getByLabel('Counted Stock *').fill('28')
  await dialog.getByLabel('Reason').fill('Two broken')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Adjust stock' }).click()
  await expectToast(page, 'Success', 'SKU updated successfully')
  await expect(dialog).toHaveCount(0)
  await page.goto(`/skus?open=${sku}&tab=movements`)
  const moves = page.getByRole('dialog', { name: new RegExp(sku) })
  await expect(moves.getByRole('row').nth(1)).toContainText('Adjusted')
  await expect(moves.getByRole('row').nth(1)).toContainText('−2')
  await expect(moves.getByRole('row').nth(1)).toContainText('28')
  await expect(moves.getByRole('row').nth(1)).toContainText('Two broken')
  await expect(moves.getByText('On hand: 28 · minimum')).toBeVisible()
  await moves.getByRole('button', { name: 'Show as table' }).press('Enter')
  const chart = moves.getByRole('region', { name: 'On hand as a table' })
  await expect(chart.getByRole('row').nth(1)).toHaveText(/\+3030$/)
  await expect(chart.getByRole('row').nth(2)).toHaveText(/−228$/)
  await expectAccessible(page)
  await moves.getByRole('button', { name: 'Show as chart' }).click()
  await expect(moves.getByText('On hand (EA)', { exact: true })).toBeVisible()
  await expect(moves.getByText(/^Minimum: \d+$/)).toBeVisible()
  await expect(moves.getByText('Now', { exact: true })).toBeVisible()
})

test('roles without permission cannot edit the stock or see the cost', async ({
  page,
  signIn,
  testData,
}) => {
  const { sku } = await skuOf(testData, { currentStock: 3 })
  await signIn('purchasing')
  await page.goto(`/skus?edit=${sku}`)
  const dialog = form(page, 'Edit SKU')
  await expect(dialog.getByLabel('Current Stock *')).toBeDisabled()
  await expect(dialog.getByLabel('Current Stock *')).toHaveAccessibleDescription(
    'Your role may not change stock',
  )
  await dialog.getByLabel('Product Name *').fill('Renamed')
  await dialog.getByRole('button', { name: 'Update SKU' }).click()
  await expectToast(page, 'Success', 'SKU updated successfully')

  await signIn('sales')
  await page.goto(`/skus?q=${sku}`)
  await expect(row(page, sku)).toContainText('Renamed')
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toBeHidden()
  await page.getByRole('link', { name: sku }).click()
  await expect(page.getByText('Price ladder')).toBeVisible()
  await expect(page.getByText('Margin')).toBeHidden()
})

test('details show stock, the price ladder and the orders of the SKU', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const prices = { tier1Price: amount('9.20'), tier2Price: null, tier3Price: amount('8.30') }
  const { id, sku } = await skuOf(testData, { currentStock: 50, minimumStock: 10, ...prices })
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

test('bulk prices change by a percentage as previewed, and can be undone', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const category = testData.code('Kind')
  const first = await skuOf(testData, {
    category,
    price: amount('10.00'),
    tier1Price: amount('9.00'),
  })
  const second = await skuOf(testData, { category, price: amount('0.10') })
  await page.goto(`/skus?f.category=${category}&cols=sku,price,tier1Price`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Adjust prices' }).click()
  const dialog = form(page, 'Adjust prices')
  await dialog.getByLabel('Change in % *').fill('much')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByLabel('Change in % *')).toHaveAccessibleDescription(
    /Must be a percentage with at most two decimals/,
  )
  await dialog.getByLabel('Change in % *').fill('5')
  await expect(dialog.getByRole('row', { name: `${first.sku} $10.00 $10.50` })).toBeVisible()
  await expect(dialog.getByRole('row', { name: `${second.sku} $0.10 $0.11` })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Adjust prices' }).click()
  await expectToast(page, 'Success', '2 adjusted')
  await expect(row(page, first.sku)).toContainText('$10.50')
  await expect(row(page, first.sku)).toContainText('$9.45')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', '2 reset to their old prices')
  await expect(row(page, first.sku)).toContainText('$10.00')
  await expect(row(page, first.sku)).toContainText('$9.00')
})

test('a bulk delete keeps SKUs in use, and the toast gives the reason', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const category = testData.code('Kind')
  const used = await skuOf(testData, { category })
  await skuOf(testData, { category })
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
  const { sku } = await skuOf(testData, { name, currentStock: 3 })
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

test('imports a stock count from a CSV file', async ({ page, signIn, testData }) => {
  await signIn('warehouse')
  const sku = testData.code('CT')
  const form = { sku, name: 'Hex bolt', cost: '1.00', price: '2.00', currentStock: 9 }
  await testData.made('/api/skus', form)
  await page.goto(`/skus?q=${sku}`)
  await page.getByRole('button', { name: 'Import Count' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Stock Count' })
  const rows = `SKU,Counted,Reason\n${sku},7,Two damaged\n${sku}-X,1,\n`
  await dialog.getByLabel('Or paste the rows').fill(rows)
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('2 rows: 1 new adjustment, 1 row with errors.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 correct adjustment' }).click()
  await expect(dialog.getByText('Import done')).toBeVisible()
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: sku })
  await expect(row).toContainText('7')
})
