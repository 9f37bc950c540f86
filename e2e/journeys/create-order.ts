import type { TestData } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

/** A pending order of three hex bolts, of which nine are in stock. */
export async function createOrder(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('SS'),
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('SI'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 9 })
  const body = { customerId: customer.id, items: [{ skuId: item.id, quantity: 3 }] }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  return { order, customer, item }
}
