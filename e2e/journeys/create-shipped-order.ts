import type { TestData } from '#e2e/fixtures.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

/** Five hex bolts of an order, shipped. */
export async function createShippedOrder(testData: TestData) {
  const customer = await testData.customer({
    customerCode: testData.code('RC'),
    name: testData.code('Northwind'),
    address: '1 Main Street',
    creditLimit: '1000.00',
  })
  const sku = { sku: testData.code('RS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await testData.made<Sku>('/api/skus', { ...sku, currentStock: 20 })
  const body = {
    customerId: customer.id,
    customerPO: testData.code('RPO'),
    items: [{ skuId: item.id, quantity: 5 }],
  }
  const { order } = await testData.made<{ order: SalesOrder }>('/api/orders/create', body)
  await testData.made(`/api/sales-orders/${order.id}/process`, {})
  await testData.made(`/api/sales-orders/${order.id}/ship`, {})
  return { order, customer, item }
}
