import type { TestData } from '#e2e/app.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'

/** Five hex bolts of an order, shipped. */
export async function givenShipped(given: TestData) {
  const customer = await given.customer({
    customerCode: given.code('RC'),
    name: given.code('Northwind'),
    address: '1 Main Street',
    creditLimit: '1000.00',
  })
  const sku = { sku: given.code('RS'), name: 'Hex bolt', cost: '1.00', price: '10.00' }
  const item = await given.made<Sku>('/api/skus', { ...sku, currentStock: 20 })
  const body = {
    customerId: customer.id,
    customerPO: given.code('RPO'),
    items: [{ skuId: item.id, quantity: 5 }],
  }
  const { order } = await given.made<{ order: SalesOrder }>('/api/orders/create', body)
  await given.made(`/api/sales-orders/${order.id}/process`, {})
  await given.made(`/api/sales-orders/${order.id}/ship`, {})
  return { order, customer, item }
}
