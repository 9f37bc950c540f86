import { expect, expectAccessible, expectToast, test } from '#e2e/app.ts'
import type { Sku } from '../contract.ts'

test('a price change is planned for many SKUs, previewed, listed and canceled', async ({
  page,
  signIn,
  given,
}) => {
  await signIn()
  const category = given.code('Kind')
  const basic = { name: 'Hex bolt', cost: '4.00', category }
  const made = (fields: Partial<Sku>) =>
    given.made<Sku>('/api/skus', { ...basic, sku: given.code('S'), ...fields })
  const first = await made({ price: '10.00', tier1Price: '9.00' })
  const second = await made({ price: '0.12' })
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
  await expectToast(page, 'Success', 'Planned price change canceled')
  await expect(prices).toHaveCount(1)

  await page.goto('/skus?view=planned')
  const list = page.getByRole('dialog', { name: 'Planned prices' })
  await expect(list.getByRole('row').filter({ hasText: second.sku })).toContainText('$0.15')
  await expect(list.getByRole('row').filter({ hasText: first.sku })).toHaveCount(0)
  await expectAccessible(page)
})
