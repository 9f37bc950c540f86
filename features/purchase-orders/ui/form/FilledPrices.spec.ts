import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { createVendor } from '#e2e/journeys/create-purchase-order.ts'
import type { Sku } from '#features/skus/contract.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create Purchase Order' })
const choose = async (page: Page, label: string, code: string) => {
  await dialogOf(page).getByRole('combobox', { name: label }).fill(code)
  await page.getByRole('option').filter({ hasText: code }).first().click()
}

test('the price of a line follows its SKU and the vendor; a typed price remains, marked', async ({
  page,
  testData,
  signIn,
}) => {
  const [offers, none] = [await createVendor(testData), await createVendor(testData)]
  const skuOf = (cost: string) =>
    testData.made<Sku>('/api/skus', {
      sku: testData.code('FP'),
      name: 'Bolt',
      cost,
      price: '20.00',
    })
  const [first, second] = [await skuOf('4.00'), await skuOf('6.00')]
  const offer = { vendorId: offers.id, skuId: first.id, rank: 1, unitPrice: '3.50' }
  await testData.made('/api/vendor-skus', offer)
  await signIn('manager')
  await page.goto('/purchase-orders?new=1')
  await choose(page, 'Vendor *', offers.vendorCode)
  await dialogOf(page).getByRole('button', { name: 'Add line' }).click()
  const price = dialogOf(page).getByLabel('Unit Price')
  await choose(page, 'SKU *', first.sku)
  await expect(price).toHaveValue('3.50')
  await choose(page, 'SKU *', second.sku)
  await expect(price).toHaveValue('6.00')
  await choose(page, 'SKU *', first.sku)
  await expect(price).toHaveValue('3.50')
  await choose(page, 'Vendor *', none.vendorCode)
  await expect(price).toHaveValue('4.00')
  await price.fill('3.90')
  await expect(dialogOf(page).getByText('Replaces 4.00', { exact: true })).toBeVisible()
  await choose(page, 'Vendor *', offers.vendorCode)
  await expect(price).toHaveValue('3.90')
  await choose(page, 'SKU *', second.sku)
  await expect(price).toHaveValue('3.90')
  await expect(dialogOf(page).getByText(`Entered for ${first.sku}`, { exact: true })).toBeVisible()
  await expectAccessible(page)
})
