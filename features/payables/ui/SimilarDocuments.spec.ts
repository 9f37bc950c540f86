import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createVendor } from '#e2e/journeys/create-purchase-order.ts'

const choose = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().click()
}

const createBill = (testData: TestData, vendorId: number, billNumber: string) =>
  testData.made('/api/vendor-bills', {
    billNumber,
    vendorId,
    docDate: '2026-01-15',
    status: 'draft',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })

test('a bill whose number is like that of another shows a warning before it is saved', async ({
  page,
  testData,
  signIn,
}) => {
  const [vendor, other] = [await createVendor(testData), await createVendor(testData)]
  await createBill(testData, vendor.id, 'INV-0123')
  await signIn('finance')
  await page.goto('/ap-reports?tab=bills')
  await page.getByRole('button', { name: 'Enter bill' }).click()
  const form = page.getByRole('dialog', { name: 'Enter Bill' })
  const warning = form.getByText('This bill may already be entered')
  await choose(page, 'Vendor *', other.vendorCode)
  await form.getByLabel('Bill Number *').fill('INV 123')
  await expect(warning).toBeHidden()
  await choose(page, 'Vendor *', vendor.vendorCode)
  await expect(warning).toBeVisible()
  const warningText = 'This may be bill INV-0123 of this vendor (1/15/2026, $30.00, draft)'
  await expect(form.getByText(warningText)).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Bill Number *').fill('INV 124')
  await expect(warning).toBeHidden()
  await form.getByLabel('Bill Number *').fill('INV\u2013123')
  await expect(warning).toBeVisible()
  await form.getByLabel('Bill Date *').fill('2026-01-16')
  await form.getByRole('button', { name: 'Add line' }).click()
  await form.getByLabel('Description *').fill('Freight')
  await form.getByLabel('Unit Price *').fill('30.00')
  await form.getByLabel('Then').selectOption('draft')
  await form.getByRole('button', { name: 'Enter Bill', exact: true }).click()
  await expect(form).toBeHidden()
})

test('a credit whose number is like that of another shows a warning before it is saved', async ({
  page,
  testData,
  signIn,
}) => {
  const vendor = await createVendor(testData)
  await testData.made('/api/vendor-credits', {
    vendorId: vendor.id,
    creditNumber: 'CN-7',
    amount: '12.50',
    account: 'priceVariance',
    reason: 'Price was too high',
  })
  await signIn('finance')
  await page.goto(`/vendors?open=${vendor.vendorCode}&tab=credits`)
  await page.getByRole('button', { name: 'Enter credit' }).click()
  const form = page.getByRole('dialog', { name: 'Enter Credit' })
  const warning = form.getByText('This credit may already be entered')
  await form.getByLabel('Credit Number *').fill('CN-8')
  await expect(warning).toBeHidden()
  await form.getByLabel('Credit Number *').fill('cn 007')
  await expect(warning).toBeVisible()
  await expect(form.getByText('This may be credit CN-7 of this vendor')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Amount *').fill('12.50')
  await form.getByLabel('Reason *').fill('Price was too high')
  await form.getByRole('button', { name: 'Enter Credit', exact: true }).click()
  await expectToast(page, 'Success', 'Credit entered successfully')
})
