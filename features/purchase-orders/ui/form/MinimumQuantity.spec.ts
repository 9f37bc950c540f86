import { expect, expectAccessible, expectToast, expectToastDetail, test } from '#e2e/fixtures.ts'
import { createVendor } from '#e2e/journeys/create-purchase-order.ts'
import type { Sku } from '#features/skus/contract.ts'

test('an order below the minimum quantity shows a warning in its form, notice and details', async ({
  page,
  testData,
  signIn,
}) => {
  await signIn('manager')
  const vendor = await createVendor(testData)
  const body = { sku: testData.code('MQ'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const sku = await testData.made<Sku>('/api/skus', body)
  const offer = { vendorId: vendor.id, skuId: sku.id, rank: 1, minimumQuantity: 50 }
  await testData.made('/api/vendor-skus', offer)
  const number = testData.code('PO')
  await page.goto('/purchase-orders?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Order' })
  await dialog.getByLabel('Order Number *').fill(number)
  await dialog.getByRole('combobox', { name: 'Vendor *' }).fill(vendor.vendorCode)
  await page.getByRole('option', { name: new RegExp(vendor.name) }).click()
  await dialog.getByRole('button', { name: 'Add line' }).click()
  const line = dialog.getByRole('group', { name: 'Line 1' })
  await line.getByRole('combobox', { name: 'SKU *' }).fill(sku.sku)
  await page.getByRole('option', { name: new RegExp(sku.sku) }).click()
  const hint = line.getByText('The vendor’s minimum is 50')
  await line.getByLabel('Quantity *').fill('50')
  await expect(hint).toBeHidden()
  await line.getByLabel('Quantity *').fill('49')
  await expect(hint).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Purchase order created successfully')
  const message = `${sku.sku}: 49 ordered, at least 50 by the offer of this SKU`
  await expectToastDetail(page, `Less than the minimum order quantity. ${message}`)
  await page.goto(`/purchase-orders?open=${number}`)
  const details = page.getByRole('dialog', { name: /Purchase Order Details/ })
  await expect(details.getByText('Less than the minimum order quantity')).toBeVisible()
  await expect(details.getByText(message)).toBeVisible()
  await expectAccessible(page)
})
