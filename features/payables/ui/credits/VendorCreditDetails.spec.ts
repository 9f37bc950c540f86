import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { createVendor } from '#e2e/journeys/create-purchase-order.ts'
import type { VendorBill, VendorCredit } from '#features/payables/contract.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

/** A received order of ten units at 4.00, and the posted bill for it. */
async function createBill(testData: TestData) {
  const vendor = await createVendor(testData)
  const sku = { sku: testData.code('VS'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', sku)
  const order = await testData.made<PurchaseOrderDetails>('/api/purchase-orders', {
    orderNumber: testData.code('VO'),
    vendorId: vendor.id,
    status: 'received',
    items: [{ skuId: item.id, quantity: 10 }],
  })
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('VB'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ purchaseOrderItemId: order.items[0]?.id, quantity: 10, unitPrice: '4.00' }],
  })
  return { vendor, item, order, bill }
}

/** A credit note of 12.50, of which 10.00 is applied to a bill of 40.00. */
async function createAppliedCredit(testData: TestData) {
  const { vendor, bill } = await createBill(testData)
  const credit = await testData.made<VendorCredit>('/api/vendor-credits', {
    vendorId: vendor.id,
    creditNumber: testData.code('CN'),
    amount: '12.50',
    account: 'priceVariance',
    reason: 'Price was too high',
  })
  const bills = [{ billId: bill.id, amount: '10.00' }]
  await testData.made(`/api/vendor-credits/${credit.id}/apply`, { bills })
  return { vendor, bill, credit }
}

test('a credit opens from the list, and links to the bill that it settled', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, bill, credit } = await createAppliedCredit(testData)
  await signIn('finance')
  await page.goto(`/ap-reports?tab=credits&f.vendorCode=${vendor.vendorCode}`)
  const row = page.getByRole('row').filter({ hasText: credit.creditNumber })
  await row.getByRole('link', { name: credit.creditNumber }).click()
  const details = page.getByRole('dialog', { name: /^Credit / })
  await expect(page).toHaveTitle(/^Credit CN.* · Accounts Payable Reports · Prizm$/)
  const panel = details.getByRole('tabpanel')
  for (const text of [vendor.name, '5100 Price variance', 'Price was too high', '$2.50']) {
    await expect(panel).toContainText(text)
  }
  await details.getByRole('tab', { name: 'Applications' }).click()
  await expect(page).toHaveURL(/part=applications/)
  const applications = details.getByRole('region', { name: 'Applications', exact: true })
  await expect(applications.getByRole('row').nth(1)).toHaveText(/\$40\.00\$10\.00$/)
  await expect(applications).toContainText('Credit amount$12.50Applied$10.00Open$2.50')
  await expectAccessible(page)

  await applications.getByRole('link', { name: bill.billNumber }).click()
  const settled = page.getByRole('dialog', { name: `Bill ${bill.billNumber}` })
  await settled.getByRole('tab', { name: 'Payments' }).click()
  const payments = settled.getByRole('list', { name: 'Payments' })
  await expect(payments).toContainText(`${credit.creditNumber}: $10.00`)
  await expectAccessible(page)
  await page.goBack()
  await expect(applications.getByRole('link', { name: bill.billNumber })).toBeVisible()
  await page.goForward()
  await settled.getByRole('tab', { name: 'Payments' }).click()
  await payments.getByRole('link', { name: credit.creditNumber }).click()
  await expect(panel).toContainText('Price was too high')
})

test('on the page of a credit its applications are reversed, and it is voided', async ({
  page,
  testData,
  signIn,
}) => {
  const { credit } = await createAppliedCredit(testData)
  await signIn('finance')
  await page.goto(`/ap-reports?tab=credits&open=${credit.id}&full=1`)
  const record = page.locator('[data-record-page]')
  await expect(record.getByRole('heading', { level: 1 })).toContainText(credit.creditNumber)
  const actions = record.getByRole('group', { name: 'Actions', exact: true })
  await expect(actions.getByRole('button', { name: 'Apply…' })).toBeVisible()
  await expect(actions.getByRole('button', { name: 'Void…' })).toHaveCount(0)
  await actions.getByRole('button', { name: 'Reverse applications' }).click()
  await expectToast(page, 'Success', 'Reversed. The bills are open again')
  const applications = record.getByRole('region', { name: 'Applications', exact: true })
  await expect(applications).toContainText('Reversed')
  await expect(applications).toContainText('Applied$0.00Open$12.50')
  await actions.getByRole('button', { name: 'Void…' }).click()
  const form = page.getByRole('dialog', { name: /^Void credit / })
  await form.getByLabel('Reason *').fill('It was entered twice')
  await form.getByRole('button', { name: 'Void credit' }).click()
  await expectToast(page, 'Success', 'Credit voided successfully')
  const summary = record.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('Voided On')
  await expect(actions.getByRole('button')).toHaveCount(1)
  await expectAccessible(page)
})

test('a role that only reads payables sees a credit without its actions', async ({
  page,
  testData,
  signIn,
}) => {
  const { credit, bill } = await createAppliedCredit(testData)
  await signIn('purchasing')
  await page.goto(`/ap-reports?tab=credits&open=${credit.id}&full=1`)
  const record = page.locator('[data-record-page]')
  await expect(record.getByRole('link', { name: bill.billNumber })).toBeVisible()
  const actions = record.getByRole('group', { name: 'Actions', exact: true })
  await expect(actions.getByRole('button')).toHaveCount(1)
  await actions.getByRole('button', { name: `Actions for credit ${credit.creditNumber}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Copy credit number/, /^Copy link/])
})

test('the credit for returned goods shows them and the documents of their order', async ({
  page,
  testData,
  signIn,
}) => {
  const { order, item } = await createBill(testData)
  const goods = await testData.made<GoodsReturn>('/api/returns', {
    type: 'rtv',
    reason: 'Faulty',
    originalOrderId: order.id,
    items: [{ originalItemId: order.items[0]?.id, quantity: 2 }],
  })
  for (const verb of ['approve', 'ship', 'complete']) {
    await testData.made(`/api/returns/${goods.id}/${verb}`, {})
  }
  await signIn('finance')
  await page.goto(`/returns?open=${goods.returnNumber}&tab=credit`)
  await page.getByRole('link', { name: /^VC-/ }).click()
  const details = page.getByRole('dialog', { name: /^Credit VC-/ })
  const lines = details.getByRole('region', { name: 'Lines', exact: true })
  await expect(lines).toContainText(item.sku)
  await expect(lines).toContainText('Total$8.00')
  await details.getByRole('tab', { name: 'Related' }).click()
  const flow = details.getByRole('region', { name: `Document flow of ${order.orderNumber}` })
  await expect(flow.locator('[aria-current]')).toHaveText(/^Vendor creditVC-/)
  await expect(flow.getByRole('link', { name: goods.returnNumber })).toBeVisible()
  await expectAccessible(page)
})
