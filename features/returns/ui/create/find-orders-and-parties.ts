import { listCustomers } from '#features/customers/contract.ts'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { listSkus, type Sku } from '#features/skus/contract.ts'
import { listVendors } from '#features/vendors/contract.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { send } from '#platform/web/api-client.ts'
import type { ReturnType } from '../../rules.ts'

const atMost = 8

/**
 * Finds orders to return from, by number, customer PO, customer or vendor, and by SKU; returns the
 * latest if the query is empty.
 */
export async function findOrders(
  type: ReturnType,
  q: string,
  signal?: AbortSignal,
): Promise<Choice[]> {
  if (!q) return ordersBy(type, { q }, signal)
  const ofSkus = async () => {
    const skus = await findSkus(q, signal)
    const skuId = skus.map(({ id }) => id).join(',')
    return skuId ? ordersBy(type, { skuId }, signal) : []
  }
  const [named, ordersWithSkus] = await Promise.all([ordersBy(type, { q }, signal), ofSkus()])
  return mergeOrderHits(named, ordersWithSkus, atMost)
}

/** Returns the order with exactly this number; undefined if there is none. */
export async function findOrder(
  type: ReturnType,
  orderNumber: string,
): Promise<Choice | undefined> {
  return (await ordersBy(type, { orderNumber }))[0]
}

type OrderFilter = { q: string } | { skuId: string } | { orderNumber: string }

async function ordersBy(
  type: ReturnType,
  by: OrderFilter,
  signal?: AbortSignal,
): Promise<Choice[]> {
  const more = signal ? { signal } : {}
  if (type === 'rma') {
    const query = { ...by, shipped: 'true' as const, limit: atMost }
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

/** Finds customers for an RMA, vendors for an RTV. */
export async function findParties(
  type: ReturnType,
  q: string,
  signal?: AbortSignal,
): Promise<Choice[]> {
  const more = signal ? { signal } : {}
  const query = { q, limit: atMost, sort: 'relevance' }
  if (type === 'rma') {
    const found = await send(listCustomers, { query, ...more })
    return found.map(({ id, customerCode, name }) => choiceOf(id, customerCode, name))
  }
  const found = await send(listVendors, { query, ...more })
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

/**
 * Merges orders found by name with orders found by SKU, without duplicates; if there are more than
 * `most`, about half of each.
 */
export function mergeOrderHits(
  named: readonly Choice[],
  ordersWithSkus: readonly Choice[],
  limit: number,
): Choice[] {
  const otherChoices = ordersWithSkus.filter(({ id }) => named.every((each) => each.id !== id))
  const first = named.slice(0, Math.max(limit / 2, limit - otherChoices.length))
  return [...first, ...otherChoices].slice(0, limit)
}
