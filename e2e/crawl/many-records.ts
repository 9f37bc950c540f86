import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import type { TestData } from '../fixtures.ts'
import { createSku } from '../journeys/fill-order-entry.ts'
import { createTestRecords } from '../screens.ts'

// Creates more records of each kind than fit on a page, with very short or very long names.

/** Eighty characters each: one German word, words, and a script that may break anywhere. */
export const longNames = [
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'Vereinigte Straßenbau- und Wasserwirtschaftsbetriebe Mecklenburg-Vorpommern GmbH',
  '株式会社東京中央倉庫管理システム開発販売流通センター本社第一営業部受注管理課御中'.repeat(2),
] as const

/** Short enough for one line anywhere, so that all rows are equally high. */
export const shortNames = ['Acme', 'Birch', 'Cedar'] as const

type Names = readonly [string, ...string[]]
const count = 12

/** The standard test records, plus many with these names. */
export async function createManyRecords(testData: TestData, names: Names) {
  const world = await createTestRecords(testData)
  const places = Array.from({ length: count }, (_, place) => names[place % names.length] ?? '')
  const made = { customers: [], skus: [], orders: [], vendors: [], purchases: [] } as CreatedCodes
  for (const name of places) await addRecords(testData, name, made)
  return {
    ...world,
    customer: made.customers[0] ?? '',
    sku: made.skus[0] ?? '',
    order: made.orders[0] ?? '',
    vendor: made.vendors[0] ?? '',
    purchase: made.purchases[0] ?? '',
  }
}

type CreatedCodes = Record<'customers' | 'skus' | 'orders' | 'vendors' | 'purchases', string[]>

/** Adds a customer, SKU and vendor, and the documents of both sides. */
async function addRecords(testData: TestData, name: string, made: CreatedCodes): Promise<void> {
  const place = { address: `${name} 1`, city: name.slice(0, 60), country: 'DE' }
  const customer = await testData.customer({ name, ...place, creditLimit: '99000.00' })
  const item = await createSku(testData, { name, category: name.slice(0, 30), minimumStock: 200 })
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', {
    customerId: customer.id,
    customerPO: testData.code('4500118822'),
    items: [{ skuId: item.id, quantity: 2 }],
  })
  const vendorCode = testData.code('V')
  const vendor = await testData.made<Vendor>('/api/vendors', {
    vendorCode,
    name,
    email: 'office@acme.example',
    contactName: name,
    ...place,
  })
  const purchase = await testData.made<PurchaseOrder>('/api/purchase-orders', {
    orderNumber: testData.code('PO'),
    vendorId: vendor.id,
    items: [{ skuId: item.id, quantity: 10 }],
  })
  await testData.made('/api/vendor-bills', {
    billNumber: testData.code('BC'),
    vendorId: vendor.id,
    docDate: '2026-01-15',
    lines: [{ description: name, quantity: 1, unitPrice: '30.00' }],
  })
  made.customers.push(customer.customerCode)
  made.skus.push(item.sku)
  made.orders.push(order.orderNumber)
  made.vendors.push(vendor.vendorCode)
  made.purchases.push(purchase.orderNumber)
}
