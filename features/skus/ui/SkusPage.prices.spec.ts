import { amount } from '#platform/kernel/money.ts'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { Sku } from '../contract.ts'

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
