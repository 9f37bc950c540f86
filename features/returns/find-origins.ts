import { listCustomers } from '#features/customers/contract.ts'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { listSkus, type Sku } from '#features/skus/contract.ts'
import { listVendors } from '#features/vendors/contract.ts'
import type { Choice } from '#platform/ui/choices.ts'
import { send } from '#platform/web/send.ts'
import type { ReturnType } from './rules.ts'

const atMost = 8

/**
 * Orders goods can come from: by number, customer PO, customer or vendor, else by a SKU on them;
 * the latest where nothing is typed.
 */
export async function findOrders(
  type: ReturnType,
  q: string,
  signal?: AbortSignal,
): Promise<Choice[]> {
  const found = await ordersBy(type, { q }, signal)
  if (found.length > 0 || !q) return found
  const [sku] = await findSkus(q, signal)
  return sku ? ordersBy(type, { skuId: sku.id }, signal) : []
}

/** The order with exactly this number. */
export async function findOrder(
  type: ReturnType,
  orderNumber: string,
): Promise<Choice | undefined> {
  return (await ordersBy(type, { orderNumber }))[0]
}

type By = { q: string } | { skuId: number } | { orderNumber: string }

async function ordersBy(type: ReturnType, by: By, signal?: AbortSignal): Promise<Choice[]> {
  const more = signal ? { signal } : {}
  if (type === 'rma') {
    const query = { ...by, status: 'shipped,delivered', limit: atMost }
    const found = await send(listSalesOrders, { query, ...more })
    return found.map(({ id, orderNumber, customerName, customerPO }) => {
      const text = `${orderNumber} - ${customerName}${customerPO ? ` (${customerPO})` : ''}`
      return { id, code: orderNumber, text }
    })
  }
  const query = { ...by, status: 'approved,received', limit: atMost }
  const found = await send(listPurchaseOrders, { query, ...more })
  return found.map(({ id, orderNumber, vendorName }) => {
    return { id, code: orderNumber, text: `${orderNumber} - ${vendorName}` }
  })
}

/** Customers for an RMA, vendors for an RTV. */
export async function findParties(
  type: ReturnType,
  q: string,
  signal?: AbortSignal,
): Promise<Choice[]> {
  const more = signal ? { signal } : {}
  if (type === 'rma') {
    const found = await send(listCustomers, { query: { q, limit: atMost }, ...more })
    return found.map(({ id, customerCode, name }) => choiceOf(id, customerCode, name))
  }
  const found = await send(listVendors, { query: { q, limit: atMost }, ...more })
  return found.map(({ id, vendorCode, name }) => choiceOf(id, vendorCode, name))
}

export type SkuChoice = Choice & { found: Sku }

export async function findSkus(q: string, signal?: AbortSignal): Promise<SkuChoice[]> {
  const query = { q, limit: atMost, sort: 'relevance' }
  const found = await send(listSkus, { query, ...(signal && { signal }) })
  return found.map((sku) => ({ ...choiceOf(sku.id, sku.sku, sku.name), found: sku }))
}

function choiceOf(id: number, code: string, name: string): Choice {
  return { id, code, text: `${code} - ${name}` }
}
