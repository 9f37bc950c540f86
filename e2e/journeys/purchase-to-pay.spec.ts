import type { Page } from '@playwright/test'
import type { Sku } from '#features/skus/contract.ts'
import { type TestData, expect, expectAccessible, expectToast, test } from '../fixtures.ts'
import { createVendor, rowOf, stepOf } from './create-purchase-order.ts'

async function createVendorAndSku(testData: TestData) {
  const vendor = await createVendor(testData)
  const body = { sku: testData.code('PJ'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const sku = await testData.made<Sku>('/api/skus', body)
  return { vendor, sku }
}

const choose = async (page: Page, label: string, text: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().click()
}
const runStep = async (page: Page, code: string, step: string) => {
  await page
    .getByRole('button', { name: `Actions for ${code}` })
    .first()
    .click()
  await stepOf(page, step).click()
}

/** Requests ten of a SKU on the screen and returns the requisition number. */
async function createRequisition(
  page: Page,
  { sku, vendor }: Awaited<ReturnType<typeof createVendorAndSku>>,
) {
  await page.goto('/purchase-orders')
  await page.getByRole('link', { name: 'Requisitions' }).click()
  await page.getByRole('button', { name: 'Create Requisition' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Requisition' })
  await dialog.getByRole('button', { name: 'Create Requisition' }).click()
  await expect(dialog.getByText('Select a SKU or describe what is needed').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason *').fill(`For ${sku.sku}`)
  await choose(page, 'SKU', sku.sku)
  await dialog.getByLabel('Quantity *').fill('10')
  await dialog.getByLabel('Needed by').fill('2026-12-01')
  await choose(page, 'Preferred vendor', vendor.vendorCode)
  await dialog.getByRole('button', { name: 'Create Requisition' }).click()
  await expectToast(page, 'Success', 'Requisition created successfully')
  const row = rowOf(page, sku.sku).first()
  await expect(row).toContainText('Draft')
  const number = /REQ-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? ''
  await runStep(page, number, 'Submit')
  await expectToast(page, 'Success', 'Requisition submitted successfully')
  return number
}

test('one purchase from the requisition to the payment, all on screen', async ({
  page,
  testData,
  signIn,
}) => {
  const goods = await createVendorAndSku(testData)
  const { sku, vendor } = goods
  await signIn('sales')
  const number = await createRequisition(page, goods)

  await signIn('manager')
  await page.goto(`/requisitions?open=${number}`)
  const details = page.getByRole('dialog', { name: /Requisition Details/ })
  await expect(details.getByRole('region', { name: 'Lines' })).toContainText('Not ordered')
  await expectAccessible(page)
  await runStep(page, number, 'Approve')
  await expectToast(page, 'Success', 'Requisition approved successfully')

  await signIn('purchasing')
  await page.goto(`/requisitions?q=${number}`)
  await runStep(page, number, 'Order…')
  const ordering = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(ordering.getByLabel('Unit Price')).toHaveValue('4.00')
  await expectAccessible(page)
  await ordering.getByRole('button', { name: 'Create purchase orders' }).click()
  await expect(rowOf(page, number).first()).toContainText('Ordered')
  await page.goto(`/requisitions?open=${number}`)
  const link = details.getByRole('link', { name: /^PO-\d+$/ }).first()
  const order = (await link.textContent()) ?? ''
  await link.click()
  await expect(page).toHaveURL(/purchase-orders/)
  await page.getByRole('tab', { name: 'Related' }).click()
  await expect(page.getByRole('tabpanel')).toContainText(number)
  await page.goto(`/purchase-orders?q=${order}`)
  await runStep(page, order, 'Submit')
  await expectToast(page, 'Success', 'Purchase order submitted successfully')

  await signIn('manager')
  await page.goto(`/purchase-orders?q=${order}`)
  await runStep(page, order, 'Approve')
  await expectToast(page, 'Success', 'Purchase order approved successfully')

  await signIn('warehouse')
  await page.goto(`/purchase-orders?q=${order}`)
  await runStep(page, order, 'Receive…')
  await page.getByRole('dialog').getByRole('button', { name: 'Record receipt' }).click()
  await expect(rowOf(page, order).first()).toContainText('Received')

  await signIn('finance')
  await page.goto(`/purchase-orders?open=${order}&tab=bills`)
  await page.getByRole('button', { name: 'Enter bill' }).click()
  const entering = page.getByRole('dialog', { name: 'Enter Bill' })
  await expect(entering.getByLabel('Description *')).toHaveValue(/Hex bolt/)
  const bill = testData.code('BJ')
  await entering.getByLabel('Bill Number *').fill(bill)
  await entering.getByLabel('Bill Date *').fill('2026-01-15')
  await entering.getByRole('button', { name: 'Enter Bill', exact: true }).click()
  await expectToast(page, 'Success', `Bill ${bill} is posted`)
  await expect(rowOf(page, bill).first()).toContainText('$40.00')

  await page.goto('/ap-reports?tab=payments')
  await page.getByRole('button', { name: 'Prepare payment' }).click()
  await choose(page, 'Vendor *', vendor.vendorCode)
  await expect(page.getByLabel('Pay on bill 1')).toHaveValue('40.00')
  await page.getByLabel('Pay Date *').fill('2026-02-10')
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare Payment' }).click()
  await expect(rowOf(page, vendor.name).first()).toContainText('Draft')

  await signIn('finance')
  await page.goto(`/ap-reports?tab=payments&f.vendorCode=${vendor.vendorCode}`)
  await rowOf(page, vendor.name).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Release payment' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^Posted$/i)
      .first(),
  ).toBeVisible()
  await page.goto(`/purchase-orders?open=${order}&tab=bills`)
  await expect(rowOf(page, bill).first()).toContainText('Paid')
  await rowOf(page, bill).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Journal entry' }).click()
  await expect(page).toHaveURL(/journal\?f\.source=vendor_bill/)
  await expect(page.getByRole('row').filter({ hasText: '2000' }).first()).toBeVisible()
  expect(sku.id).toBeGreaterThan(0)
})

test('a short SKU is proposed, ordered once, and not proposed again', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor } = await createVendorAndSku(testData)
  const body = { name: 'Short', cost: '4.00', price: '10.00', minimumStock: 20, currentStock: 3 }
  const sku = await testData.made<Sku>('/api/skus', { ...body, sku: testData.code('PS') })
  await testData.made('/api/vendor-skus', { vendorId: vendor.id, skuId: sku.id, unitPrice: '3.50' })
  await signIn('purchasing')
  await page.goto(`/skus?q=${sku.sku}`)
  await runStep(page, sku.sku, 'Purchase proposal')
  await expect(page).toHaveURL(/purchase-proposals/)
  const row = rowOf(page, sku.sku).first()
  await expect(row).toContainText('37 EA')
  await expectAccessible(page)
  await row.getByRole('link', { name: sku.sku }).click()
  const why = page.getByRole('dialog', { name: `Why buy ${sku.sku}?` })
  await expect(why).toContainText('Stock including open orders is 3')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select ${sku.sku}` }).check()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Order…' })
    .click()
  const dialog = page.getByRole('dialog', { name: `Order ${sku.sku}` })
  await expect(dialog.getByLabel('Unit Price')).toHaveValue('3.50')
  await dialog.getByLabel('Quantity *').fill('40')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.goto(`/purchase-orders?f.vendorCode=${vendor.vendorCode}`)
  await expect(rowOf(page, vendor.name).first()).toContainText('$140.00')
})

test('a vendor’s SKUs and certificates are saved, and orders warn of expired ones', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, sku } = await createVendorAndSku(testData)
  await signIn('purchasing')
  await page.goto(`/vendors?open=${vendor.vendorCode}&tab=skus`)
  await page.getByRole('button', { name: 'Add SKU' }).last().click()
  const offer = page.getByRole('dialog', { name: `Add SKU of ${vendor.vendorCode}` })
  await offer.getByRole('combobox', { name: 'SKU *' }).fill(sku.sku)
  await page.getByRole('option').filter({ hasText: sku.sku }).first().click()
  await offer.getByLabel('Price').fill('3.25')
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(rowOf(page, sku.sku).first()).toContainText('$3.25')
  await page.getByRole('tab', { name: 'Certificates' }).click()
  await page.getByRole('button', { name: 'Add Certificate' }).click()
  const paper = page.getByRole('dialog', { name: 'Add Certificate' })
  await paper.getByLabel('Certificate *').fill('ISO 9001')
  await paper.getByLabel('Until *').fill('2020-01-31')
  await paper.getByRole('button', { name: 'Add Certificate', exact: true }).click()
  await expect(rowOf(page, 'ISO 9001').first()).toContainText('Expired')
  await expectAccessible(page)
  const details = page.getByRole('dialog', { name: vendor.vendorCode })
  await page.goto(`/vendors?open=${vendor.vendorCode}`)
  await expect(details).toContainText('ISO 9001 expired on 1/31/2020')
  await page.goto(`/vendors?open=${vendor.vendorCode}&tab=activity`)
  await expect(details).toContainText('ISO 9001')
  await expect(details).not.toContainText('(empty)')
  const number = testData.code('PO')
  const items = [{ skuId: sku.id, quantity: 2 }]
  await testData.made('/api/purchase-orders', { orderNumber: number, vendorId: vendor.id, items })
  await page.goto(`/purchase-orders?open=${number}`)
  await expect(page.getByText('A certificate has expired')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('$6.50')
})

test('a draft bill is edited, duplicate numbers are rejected, a credit settles a bill', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor } = await createVendorAndSku(testData)
  const bill = testData.code('BD')
  const line = { description: 'Freight', quantity: 1, unitPrice: '30.00' }
  const draft = { billNumber: bill, vendorId: vendor.id, docDate: '2026-01-15', lines: [line] }
  await testData.made('/api/vendor-bills', { ...draft, status: 'draft' })
  await signIn('finance')
  await page.goto(`/vendors?open=${vendor.vendorCode}&tab=payables`)
  await rowOf(page, bill).getByRole('link').first().click()
  const details = page.getByRole('dialog', { name: `Bill ${bill}` })
  await details.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Bill' })
  await editing.getByLabel('Unit Price *').fill('25.00')
  await expectAccessible(page)
  await editing.getByRole('button', { name: 'Save Bill' }).click()
  await expectToast(page, 'Success', `Bill ${bill} is a draft`)
  await expect(details).toContainText('$25.00')
  await page.goto('/ap-reports?tab=bills')
  await page.getByRole('button', { name: 'Enter bill' }).click()
  await choose(page, 'Vendor *', vendor.vendorCode)
  const entering = page.getByRole('dialog', { name: 'Enter Bill' })
  await entering.getByLabel('Bill Number *').fill(bill.toLowerCase())
  await entering.getByLabel('Bill Date *').fill('2026-01-15')
  await entering.getByRole('button', { name: 'Add line' }).click()
  await entering.getByLabel('Description *').fill('Freight')
  await entering.getByLabel('Unit Price *').fill('30.00')
  await entering.getByRole('button', { name: 'Enter Bill', exact: true }).click()
  await expect(entering.getByRole('alert')).toContainText(/already/i)
  await expect(entering.getByLabel('Description *')).toHaveValue('Freight')

  await page.goto(`/vendors?open=${vendor.vendorCode}&tab=credits`)
  await page.getByRole('button', { name: 'Enter credit' }).click()
  const credit = page.getByRole('dialog', { name: 'Enter Credit' })
  await credit.getByLabel('Credit Number *').fill('CN-7')
  await credit.getByLabel('Amount *').fill('12.50')
  await credit.getByLabel('Reason *').fill('Price was too high')
  await expectAccessible(page)
  await credit.getByRole('button', { name: 'Enter Credit', exact: true }).click()
  await expectToast(page, 'Success', 'Credit entered successfully')
  await expect(rowOf(page, 'CN-7').first()).toContainText('$12.50')
  await rowOf(page, 'CN-7')
    .getByRole('button', { name: /^Apply/ })
    .first()
    .click()
  await expect(page.getByText('This vendor has no open bills.')).toBeVisible()
})
