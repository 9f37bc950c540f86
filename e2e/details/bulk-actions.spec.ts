import type { Page } from '@playwright/test'
import type { VendorBill } from '#features/payables/contract.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import { type TestData, expect, expectToast, expectToastDetail, test } from '../fixtures.ts'
import {
  createPurchaseOrder as givenPurchase,
  createVendor,
} from '../journeys/create-purchase-order.ts'

// Bulk actions on selected rows, and their undo.

const sheets = (page: Page) => page.locator('.print-sheet article')
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })
const select = (page: Page, code: string) =>
  page.getByRole('checkbox', { name: `Select ${code}` }).check()
// Stubs printing, because a print dialog would block the test.
const withoutPrinter = (page: Page) => page.addInitScript(() => (window.print = () => {}))

/** Two orders of one customer over two bolts each. */
async function createOrders(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('MC'),
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('MS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 20 })
  const place = async () => {
    const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 2 }] }
    const more = { customerPO: testData.code('MPO') }
    return (await testData.made<{ order: SalesOrder }>('/api/orders/create', { ...body, ...more }))
      .order
  }
  return { customer, item, orders: [await place(), await place()] as const }
}

/** The same orders, shipped. */
async function createShippedOrders(testData: TestData) {
  const made = await createOrders(testData)
  for (const { id } of made.orders) {
    await testData.made(`/api/sales-orders/${id}/process`, {})
    await testData.made(`/api/sales-orders/${id}/ship`, {})
  }
  return made
}

test('A approves the selected returns, and P prints their forms', async ({
  page,
  testData,
  signIn,
}) => {
  const { orders, item } = await createShippedOrders(testData)
  const back = (order: SalesOrder) =>
    testData.made<GoodsReturn>('/api/returns', {
      type: 'rma',
      originalOrderId: order.id,
      reason: 'Wrong item',
      items: [{ skuId: item.id, quantity: 1 }],
    })
  const [one, two] = [await back(orders[0]), await back(orders[1])]
  await testData.made(`/api/returns/${two.id}/approve`, {})
  await signIn('manager')
  await withoutPrinter(page)
  await page.goto('/returns')
  await select(page, one.returnNumber)
  await select(page, two.returnNumber)
  await page.keyboard.press('a')
  await expectToast(page, 'Success', '1 approved, 1 unchanged')
  await expectToastDetail(page, `${two.returnNumber}: This is approved, so it cannot be approved`)
  await expect(rowOf(page, one.returnNumber)).toContainText('Approved')
  await page.keyboard.press('p')
  await expect(sheets(page)).toHaveCount(2)
  await expect(sheets(page).filter({ hasText: one.returnNumber })).toContainText(
    'Return Authorization',
  )
})

test('selected invoices are printed as one job', async ({ page, testData, signIn }) => {
  const { customer } = await createShippedOrders(testData)
  await signIn('finance')
  await withoutPrinter(page)
  await page.goto(`/ar-reports?tab=invoices&f.customerCode=${customer.customerCode}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page
    .getByRole('checkbox', { name: /^Select INV-/ })
    .first()
    .check()
  await page
    .getByRole('checkbox', { name: /^Select INV-/ })
    .last()
    .check()
  await page.keyboard.press('p')
  await expect(sheets(page)).toHaveCount(2)
  await expect(sheets(page).first()).toContainText('Balance due')
})

test('selected bills are released with one reason, except by the user who entered them', async ({
  page,
  testData,
  signIn,
}) => {
  const vendor = await createVendor(testData)
  const enter = (unitPrice: string) =>
    testData.made<VendorBill>('/api/vendor-bills', {
      billNumber: testData.code('MB'),
      vendorId: vendor.id,
      docDate: '2026-01-15',
      lines: [{ description: 'Freight', quantity: 1, unitPrice }],
    })
  const [one, two] = [await enter('30.00'), await enter('40.00')]
  await signIn('finance')
  await page.goto(`/ap-reports?tab=bills&f.vendorCode=${vendor.vendorCode}`)
  await select(page, one.billNumber)
  await select(page, two.billNumber)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Release 2 bills' })
  await dialog.getByLabel('Reason *').fill('Agreed by phone')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', '2 released')
  await expect(rowOf(page, one.billNumber)).toContainText('Open')
  const bills = [
    { billId: one.id, amount: '30.00' },
    { billId: two.id, amount: '40.00' },
  ]
  for (const bill of bills) {
    const body = { vendorId: vendor.id, paidOn: '2026-02-10', method: 'ach', bills: [bill] }
    await testData.made('/api/vendor-payments', body)
  }
  await page.goto(`/ap-reports?tab=payments&f.vendorCode=${vendor.vendorCode}`)
  await page
    .getByRole('checkbox', { name: /^Select VP-/ })
    .first()
    .check()
  await page
    .getByRole('checkbox', { name: /^Select VP-/ })
    .last()
    .check()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expectToast(page, 'Success', '2 released')
  await expect(rowOf(page, vendor.name).first()).toContainText('Posted')
})

test('orders started in bulk are reverted in bulk', async ({ page, testData, signIn }) => {
  const { orders, customer } = await createOrders(testData)
  await signIn('manager')
  await page.goto(`/sales-orders?f.customerCode=${customer.customerCode}`)
  for (const { orderNumber } of orders) await select(page, orderNumber)
  await page.keyboard.press('a')
  await expectToast(page, 'Success', '2 started')
  await expect(rowOf(page, orders[0].orderNumber)).toContainText('Processing')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', '2 recalled')
  await expect(rowOf(page, orders[0].orderNumber)).toContainText('Pending')
  await expect(rowOf(page, orders[1].orderNumber)).toContainText('Pending')
})

test('undoing a release restores the hold with its reason, date and note', async ({
  page,
  testData,
  signIn,
}) => {
  const { orders } = await createOrders(testData)
  const [{ id, orderNumber }] = orders
  const hold = { reason: 'address', until: '2099-01-02', note: 'Calls back' }
  await testData.made(`/api/sales-orders/${id}/hold`, hold)
  await signIn('manager')
  await page.goto(`/sales-orders?q=${orderNumber}`)
  await page.getByRole('button', { name: `Actions for ${orderNumber}` }).click()
  await page.getByRole('menuitem', { name: 'Release hold' }).click()
  await expectToast(page, 'Success', `${orderNumber} is released`)
  await page.getByRole('button', { name: 'Undo' }).click()
  const read = async () => {
    const answer = await page.request.get(`/api/sales-orders/${id}`)
    const { holdReason, holdUntil, holdNote } = (await answer.json()) as SalesOrder
    return { holdReason, holdUntil, holdNote }
  }
  const again = { holdReason: 'address', holdUntil: '2099-01-02', holdNote: 'Calls back' }
  await expect.poll(read).toEqual(again)
})

test('purchase orders submitted in bulk are withdrawn in bulk', async ({
  page,
  testData,
  signIn,
}) => {
  const { vendor, order } = await givenPurchase(testData)
  const more = { vendorId: vendor.id, orderNumber: testData.code('PO'), totalAmount: '5.00' }
  await testData.made('/api/purchase-orders', more)
  await signIn('manager')
  await page.goto(`/purchase-orders?f.vendorCode=${vendor.vendorCode}`)
  await select(page, order.orderNumber)
  await select(page, more.orderNumber)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expectToast(page, 'Success', '2 submitted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', '2 withdrawn')
  await expect(rowOf(page, order.orderNumber)).toContainText('Draft')
  await expect(rowOf(page, more.orderNumber)).toContainText('Draft')
})
