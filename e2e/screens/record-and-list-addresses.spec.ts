import type { VendorBill } from '#features/payables/contract.ts'
import type { Requisition } from '#features/requisitions/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import { type TestData, expect, test } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { createPurchaseOrder } from '../journeys/create-purchase-order.ts'

// Views can be shared: a row has an address, and an address restores what it showed.

test('the address of a row opens that record in a fresh session @crawl', async ({
  page,
  browser,
  baseURL,
  signIn,
  testData,
}) => {
  await signIn('admin')
  const storageState = await page.context().storageState()
  for (const [list, code] of await createRecords(testData)) {
    await test.step(list, async () => {
      await page.goto(list)
      const link = page.getByRole('row').filter({ hasText: code }).locator('[data-row-link]')
      const href = await link.first().getAttribute('href')
      const context = await browser.newContext({ storageState, ...(baseURL && { baseURL }) })
      const fresh = await context.newPage()
      await fresh.goto(href ?? 'no address')
      const dialog = fresh.getByRole('dialog')
      await expect(dialog).toContainText(code)
      await expect(dialog.getByRole('alert').filter({ hasText: /There is no/ })).toHaveCount(0)
      await context.close()
    })
  }
})

test('Back, Forward and Reload restore the state of a list @crawl', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('admin')
  for (const [list, code] of await createRecords(testData)) {
    await test.step(list, async () => {
      const address = `${list}${list.includes('?') ? '&' : '?'}size=25`
      await page.goto(address)
      const rows = page.getByRole('row').filter({ hasText: code })
      await rows.locator('[data-row-link]').first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(code)
      await page.reload()
      await expect(dialog).toContainText(code)
      await page.goBack()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(new RegExp('size=25'))
      await expect(page.getByRole('combobox', { name: 'Rows' })).toHaveValue('25')
      await expect(rows.first()).toBeVisible()
      await page.goForward()
      await expect(dialog).toContainText(code)
    })
  }
})

/** A record of each kind: the address of its list, and its code. */
async function createRecords(testData: TestData): Promise<[string, string][]> {
  const { customerCode, id: customerId } = await testData.customer({ creditLimit: '1000.00' })
  const item = await createSku(testData)
  const body = { customerId, items: [{ skuId: item.id, quantity: 2 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  const { order: purchase, vendor } = await createPurchaseOrder(testData)
  const bill = await testData.made<VendorBill>('/api/vendor-bills', {
    billNumber: testData.code('BR'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: 'Freight', quantity: 1, unitPrice: '30.00' }],
  })
  const requisition = await testData.made<Requisition>('/api/requisitions', {
    reason: 'For the shop floor',
    items: [{ skuId: item.id, quantity: 1 }],
  })
  return [
    [`/customers?q=${customerCode}`, customerCode],
    [`/vendors?q=${vendor.vendorCode}`, vendor.vendorCode],
    [`/skus?q=${item.sku}`, item.sku],
    [`/sales-orders?q=${order.orderNumber}`, order.orderNumber],
    [`/ar-reports?q=${order.orderNumber}`, order.orderNumber],
    [`/purchase-orders?q=${purchase.orderNumber}`, purchase.orderNumber],
    [`/ap-reports?tab=bills&q=${bill.billNumber}`, bill.billNumber],
    [`/requisitions?q=${requisition.requisitionNumber}`, requisition.requisitionNumber],
  ]
}
