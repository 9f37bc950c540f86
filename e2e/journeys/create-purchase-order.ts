import type { Page } from '@playwright/test'
import type { TestData } from '#e2e/fixtures.ts'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'

// Test data and locators for purchase order journeys.

export async function createVendor(testData: TestData) {
  const vendorCode = testData.code('PV')
  const body = { vendorCode, name: testData.code('Acme'), email: 'office@acme.example' }
  return testData.made<Vendor>('/api/vendors', body)
}

/** Creates an order of ten of one SKU, by default as a draft. */
export async function createPurchaseOrder(testData: TestData, fields: object = {}) {
  const vendor = await createVendor(testData)
  const body = { sku: testData.code('PI'), name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', body)
  const order = await testData.made<PurchaseOrder>('/api/purchase-orders', {
    orderNumber: testData.code('PO'),
    vendorId: vendor.id,
    items: [{ skuId: item.id, quantity: 10 }],
    ...fields,
  })
  return { order, vendor, item }
}

export const detailsOf = (page: Page) =>
  page.getByRole('dialog', { name: /Purchase Order Details/ })
export const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })
export const stepOf = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: true })
