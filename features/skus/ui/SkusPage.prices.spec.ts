import { amount } from '#platform/kernel/money.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createHexBolt } from '#e2e/journeys/create-hex-bolt.ts'
import type { Sku } from '../contract.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test('unusual tier prices show a warning and never block saving', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const { sku } = await createHexBolt(testData)
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

test('bulk prices change by a percentage as previewed, and can be undone', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const category = testData.code('Kind')
  const first = await createHexBolt(testData, {
    category,
    price: amount('10.00'),
    tier1Price: amount('9.00'),
  })
  const second = await createHexBolt(testData, { category, price: amount('0.10') })
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

test('a price change is planned for many SKUs, previewed, listed and cancelled', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn()
  const category = testData.code('Kind')
  const basic = { name: 'Hex bolt', cost: '4.00', category }
  const made = (fields: Partial<Sku>) =>
    testData.made<Sku>('/api/skus', { ...basic, sku: testData.code('S'), ...fields })
  const first = await made({ price: amount('10.00'), tier1Price: amount('9.00') })
  const second = await made({ price: amount('0.12') })
  await page.goto(`/skus?f.category=${category}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Plan price change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan price change' })
  await dialog.getByLabel('Value *').fill('5')
  await dialog.getByLabel('Effective Date *').fill('2090-01-02')
  await dialog.getByLabel('Round to').selectOption('0.05')
  await expect(dialog.getByRole('row', { name: `${first.sku} $10.00 $10.50` })).toBeVisible()
  await expect(dialog.getByRole('row', { name: `${second.sku} $0.12 $0.15` })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Plan price change' }).click()
  await expectToast(page, 'Success', '2 planned')

  await page.goto(`/skus?open=${first.sku}&tab=price-history`)
  const details = page.getByRole('dialog', { name: first.sku })
  const prices = details.getByRole('list', { name: 'Prices by day' }).getByRole('listitem')
  await expect(prices).toHaveCount(2)
  await expect(prices.nth(0)).toContainText('Planned')
  await expect(prices.nth(0)).toContainText('$10.50')
  await expect(prices.nth(1)).toContainText('From the start')
  await expect(prices.nth(1)).toContainText('$10.00')
  await expectAccessible(page)
  await prices
    .nth(0)
    .getByRole('button', { name: /Cancel the price/ })
    .click()
  await expectToast(page, 'Success', 'Planned price change cancelled')
  await expect(prices).toHaveCount(1)

  await page.goto('/skus?view=planned')
  const list = page.getByRole('dialog', { name: 'Planned prices' })
  await expect(list.getByRole('row').filter({ hasText: second.sku })).toContainText('$0.15')
  await expect(list.getByRole('row').filter({ hasText: first.sku })).toHaveCount(0)
  await expectAccessible(page)
})

test('prices are planned by a CSV file, which is undone', async ({ page, signIn, testData }) => {
  await signIn('manager')
  const sku = testData.code('PF')
  const fields = { sku, name: 'Hex bolt', cost: '4.00', price: '10.00', tier1Price: '9.00' }
  await testData.made('/api/skus', fields)
  await page.goto('/skus?view=planned')
  const list = page.getByRole('dialog', { name: 'Planned prices' })
  await list.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Planned Prices' })
  const head = 'SKU,Effective Date,Selling Price,Reason'
  const rows = [head, `${sku},1/2/2090,12.00,Metal`, `${sku}-X,1/2/2090,1.00,`].join('\n')
  await dialog.getByLabel('Or paste the rows').fill(rows)
  await dialog.getByRole('button', { name: 'Use the pasted rows' }).click()
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('2 rows: 1 new planned price, 1 row with errors.')).toBeVisible()
  await expect(dialog.getByText('This SKU does not exist')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Import 1 correct/ }).click()
  await expect(dialog.getByText('Import done')).toBeVisible()
  const planned = async () => {
    const found = await page.request.get(`/api/planned-prices?q=${sku}`)
    return (
      (await found.json()) as { price: string; tier1Price: string; effectiveDate: string }[]
    ).map((each) => [each.effectiveDate, each.price, each.tier1Price])
  }
  expect(await planned()).toEqual([['2090-01-02', '12.00', '9.00']])
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expectToast(
    page,
    'Import undone',
    'The planned prices imported from the file are cancelled',
  )
  expect(await planned()).toEqual([])
})
