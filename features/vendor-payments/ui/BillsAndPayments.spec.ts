import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { VendorBill } from '#features/payables/contract.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import type { VendorPayment } from '../contract.ts'

/** Ten units at 4.00, ordered and received. */
async function createReceivedOrder(testData: TestData) {
  const vendorCode = testData.code('PV')
  const body = { vendorCode, name: testData.code('Acme'), email: 'office@acme.example' }
  const vendor = await testData.made<Vendor>('/api/vendors', body)
  const sku = { sku: testData.code('PS'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', sku)
  const order = await testData.made<PurchaseOrderDetails>('/api/purchase-orders', {
    orderNumber: testData.code('PB'),
    vendorId: vendor.id,
    status: 'received',
    items: [{ skuId: item.id, quantity: 10 }],
  })
  return { vendor, order }
}

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })
const choose = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().click()
}

test('a bill is entered from its order, and paid by two people', async ({
  page,
  testData,
  signIn,
}) => {
  const { order, vendor } = await createReceivedOrder(testData)
  await signIn('finance')
  await page.goto('/ap-reports?tab=bills')
  await page.getByRole('button', { name: 'Enter bill' }).click()
  await choose(page, 'Purchase Order', order.orderNumber)
  await expect(page.getByLabel('Description *')).toHaveValue(/Hex bolt/)
  await expect(page.getByRole('status').filter({ hasText: '$40.00' })).toBeVisible()
  const number = testData.code('BN')
  await page.getByLabel('Bill Number *').fill(number)
  await page.getByLabel('Bill Date *').fill('2026-01-15')
  await page.getByRole('dialog').getByRole('button', { name: 'Enter Bill' }).click()
  await expectToast(page, 'Success', `Bill ${number} is posted`)
  await expect(rowOf(page, number)).toContainText('$40.00')

  await page.getByRole('tab', { name: 'Payments', exact: true }).click()
  await page.getByRole('button', { name: 'Prepare payment' }).click()
  await choose(page, 'Vendor *', vendor.vendorCode)
  await expect(page.getByLabel('Pay on bill 1')).toHaveValue('40.00')
  await page.getByLabel('Pay Date *').fill('2026-02-10')
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare Payment' }).click()
  await expect(rowOf(page, vendor.name)).toContainText('Draft')

  await signIn('finance')
  await page.goto(`/ap-reports?tab=payments&f.vendorCode=${vendor.vendorCode}`)
  await rowOf(page, vendor.name).getByRole('link').first().click()
  const details = page.getByRole('dialog', { name: /^Payment VP-/ })
  await expect(details).toContainText(number)
  await expect(page).toHaveTitle(/^Payment VP-\d+ · Accounts Payable Reports · Prizm$/)
  await details.getByRole('tab', { name: 'Bills' }).click()
  await expect(page).toHaveURL(/tab=payments.*part=bills|part=bills.*tab=payments/)
  await expect(details.getByRole('region', { name: 'Bills' })).toContainText('$40.00$40.00')
  await details.getByRole('button', { name: 'Release payment' }).click()
  await expect(details.getByText(/^Posted$/i).first()).toBeVisible()
  await page.goto(`/vendors?open=${vendor.vendorCode}&tab=payables`)
  await expect(rowOf(page, number).first()).toContainText('Paid')
  await expectAccessible(page)
})

test('a bill at another price marks the ordered price, and its order is a link', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, order } = await createReceivedOrder(testData)
  const { id } = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BD'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ purchaseOrderItemId: order.items[0]?.id, quantity: 10, unitPrice: '4.01' }],
  })
  await signIn('admin')
  await page.goto(`/ap-reports?tab=bills&open=${id}&full=1`)
  const lines = page.getByRole('region', { name: 'Lines', exact: true })
  await expect(lines).toContainText('$4.00 differs from the bill')
  await expectAccessible(page)
  await lines.getByRole('link', { name: order.orderNumber }).click()
  await expect(page).toHaveURL(new RegExp(`/purchase-orders\\?.*open=${order.orderNumber}`))
})

test('a payment is prepared for a selected bill, and the preparation is undone', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, order } = await createReceivedOrder(testData)
  const line = { purchaseOrderItemId: order.items[0]?.id, quantity: 10, unitPrice: '4.00' }
  const { billNumber } = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BP'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [line],
  })
  await signIn('finance')
  await page.goto(`/ap-reports?tab=bills&f.vendorCode=${vendor.vendorCode}`)
  await page.getByRole('checkbox', { name: `Select ${billNumber}` }).check()
  await page.getByRole('button', { name: 'Prepare payment…' }).click()
  const form = page.getByRole('dialog', { name: 'Prepare Payment' })
  await expect(form.getByRole('combobox', { name: 'Vendor *' })).toHaveValue(
    `${vendor.vendorCode} - ${vendor.name}`,
  )
  await expect(form.getByLabel('Pay on bill 1')).toHaveValue('40.00')
  await form.getByLabel('Pay Date *').fill('2026-02-10')
  await form.getByRole('button', { name: 'Prepare Payment' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/VP-\d+ for \$40\.00 is void/).first()).toBeVisible()
})

test('a payment is released on an earlier day and voided on a later one', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, order } = await createReceivedOrder(testData)
  const line = { purchaseOrderItemId: order.items[0]?.id, quantity: 10, unitPrice: '4.00' }
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BD'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    postingDate: '2026-01-20',
    lines: [line],
  })
  const { id } = await testData.made<{ id: number }>('/api/vendor-payments', {
    vendorId: vendor.id,
    paidOn: '2026-02-10',
    method: 'check',
    bills: [{ billId: bill.id, amount: '40.00' }],
  })
  await signIn('finance')
  await page.goto(`/ap-reports?tab=payments&open=${id}`)
  const details = page.getByRole('dialog', { name: /^Payment VP-/ })
  const act = async (label: string) => {
    await details.getByRole('button', { name: /^Actions for payment/ }).click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  await act('Release on another day…')
  const release = page.getByRole('dialog', { name: /^Release payment/ })
  await expect(release.getByText('Defaults to today')).toBeVisible()
  await expectAccessible(page)
  await release.getByLabel('Posting Date').fill('2026-02-09')
  await release.getByRole('button', { name: 'Release payment' }).click()
  const refused = 'Posting Date: Must not be before 2/10/2026, the pay date'
  await expect(release.getByRole('link', { name: refused })).toBeVisible()
  await release.getByLabel('Posting Date').fill('2026-02-12')
  await release.getByRole('button', { name: 'Release payment' }).click()
  await expect(release).toHaveCount(0)
  await expect(details).toContainText('2/12/2026')
  await act('Void…')
  const voiding = page.getByRole('dialog', { name: /^Void payment/ })
  await voiding.getByLabel('Reason *').fill('Lost in the mail')
  await voiding.getByLabel('Posting Date').fill('2026-02-20')
  await voiding.getByRole('button', { name: 'Void payment' }).click()
  await expect(voiding).toHaveCount(0)
  await details.getByRole('tab', { name: 'Bills' }).click()
  await expect(details.getByRole('region', { name: 'Bills' })).toContainText(
    'reversed on 2/20/2026',
  )
})

test('selected payments are released together on another day', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, order } = await createReceivedOrder(testData)
  const line = { purchaseOrderItemId: order.items[0]?.id, quantity: 10, unitPrice: '4.00' }
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BM'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    postingDate: '2026-01-20',
    lines: [line],
  })
  const ids: number[] = []
  for (const amount of ['15.00', '25.00']) {
    const { id } = await testData.made<{ id: number }>('/api/vendor-payments', {
      vendorId: vendor.id,
      paidOn: '2026-02-10',
      method: 'check',
      bills: [{ billId: bill.id, amount }],
    })
    ids.push(id)
  }
  await signIn('finance')
  await page.goto(`/ap-reports?tab=payments&f.vendorCode=${vendor.vendorCode}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Release on another day…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release 2 payments' })
  await expect(dialog.getByText('Defaults to today')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Posting Date').fill('2026-02-12')
  await dialog.getByRole('button', { name: 'Release payments' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 released').first()).toBeVisible()
  const days = await Promise.all(
    ids.map(async (id) => (await page.request.get(`/api/vendor-payments/${id}`)).json()),
  )
  expect(days.map(({ status, postedOn }) => [status, postedOn])).toEqual([
    ['posted', '2026-02-12'],
    ['posted', '2026-02-12'],
  ])
})

test('a blocked bill lists its findings by line and amount, and is then released', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor } = await createReceivedOrder(testData)
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BB'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })
  await signIn('finance')
  await page.goto(`/ap-reports?tab=bills&f.vendorCode=${vendor.vendorCode}`)
  await rowOf(page, bill.billNumber).getByRole('link').first().click()
  const details = page.getByRole('dialog', { name: `Bill ${bill.billNumber}` })
  const sentence = 'AN: Line 1, Freight: $30.00 without a purchase order needs a release'
  await expect(details.getByRole('alert')).toContainText(sentence)
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Release…' }).click()
  await page.getByLabel('Reason *').fill('Agreed by phone')
  await page.getByRole('button', { name: 'Release bill' }).click()
  await expectToast(page, 'Success', `Bill ${bill.billNumber} is posted`)
  await expect(details.getByText(/^Open$/i).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})

test('choosing another vendor clears the order to prepay', async ({ page, testData, signIn }) => {
  const [first, second] = [await createReceivedOrder(testData), await createReceivedOrder(testData)]
  await signIn('finance')
  await page.goto('/ap-reports?tab=payments')
  await page.getByRole('button', { name: 'Prepay vendor' }).click()
  const order = page.getByRole('combobox', { name: 'Purchase Order' })
  await choose(page, 'Vendor *', first.vendor.vendorCode)
  await choose(page, 'Purchase Order', first.order.orderNumber)
  await expect(order).toHaveValue(new RegExp(`^${first.order.orderNumber} - `))
  await choose(page, 'Vendor *', first.vendor.vendorCode)
  await expect(order).toHaveValue(new RegExp(`^${first.order.orderNumber} - `))
  await choose(page, 'Vendor *', second.vendor.vendorCode)
  await expect(order).toHaveValue('')
  await page.getByLabel('Amount *').fill('15.00')
  await page.getByLabel('Pay Date *').fill('2026-02-10')
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare Prepayment' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const query = `vendorCode=${second.vendor.vendorCode}`
  const read = await page.request.get(`/api/vendor-payments?${query}`)
  const paid = (await read.json()) as VendorPayment[]
  expect(paid.map((each) => [each.amount, each.orderNumber])).toEqual([['15.00', null]])
})

test('an order number that is not found is not left out of a prepayment', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, order } = await createReceivedOrder(testData)
  await signIn('finance')
  await page.goto('/ap-reports?tab=payments')
  await page.getByRole('button', { name: 'Prepay vendor' }).click()
  const field = page.getByRole('combobox', { name: 'Purchase Order' })
  await choose(page, 'Vendor *', vendor.vendorCode)
  await page.getByLabel('Amount *').fill('15.00')
  await page.getByLabel('Pay Date *').fill('2026-02-10')
  await field.fill(`${order.orderNumber}-X`)
  const save = page.getByRole('dialog').getByRole('button', { name: 'Prepare Prepayment' })
  await save.click()
  await expect(field).toHaveAccessibleDescription('Choose one of the matches, or clear the field')
  await choose(page, 'Purchase Order', order.orderNumber)
  await save.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const read = await page.request.get(`/api/vendor-payments?vendorCode=${vendor.vendorCode}`)
  const paid = (await read.json()) as VendorPayment[]
  expect(paid.map((each) => [each.amount, each.orderNumber])).toEqual([
    ['15.00', order.orderNumber],
  ])
})
