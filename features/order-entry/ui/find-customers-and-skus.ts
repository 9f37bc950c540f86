import { type Customer, listCustomers } from '#features/customers/contract.ts'
import { type Sku, listSkus } from '#features/skus/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { send } from '#platform/web/send.ts'
import { orKnown } from './offline/or-known.ts'
import type { ChosenCustomer, ChosenSku } from './order-form.ts'

const maxResults = 8

/**
 * Active customers that match a text, best match first. Without a connection, those that this
 * device knows.
 */
export async function findCustomers(q: string, signal?: AbortSignal): Promise<ChosenCustomer[]> {
  const query = { q, limit: maxResults, isActive: 'true' as const, sort: 'relevance' }
  const found = await send(listCustomers, { query, ...(signal && { signal }) }).catch(
    orKnown(({ records }, { searchCustomers }) => searchCustomers(records, q)),
  )
  return found.map(chosenCustomer)
}

/**
 * Active SKUs that match a text or barcode, best match first. Without a connection, those that this
 * device knows.
 */
export async function findSkus(q: string, signal?: AbortSignal): Promise<ChosenSku[]> {
  const query = { q, limit: maxResults, isActive: 'true' as const, sort: 'relevance' }
  const found = await send(listSkus, { query, ...(signal && { signal }) }).catch(
    orKnown(({ records }, { searchSkus }) => searchSkus(records, q)),
  )
  const searchResultIds = found.map(({ id }) => id)
  return found.map((sku) => chosenSku(sku, searchResultIds))
}

/** A customer as an option of Order Entry: `code - name`. */
export function chosenCustomer(customer: Customer): ChosenCustomer {
  const { id, customerCode, name } = customer
  return { id, code: customerCode, text: `${customerCode} - ${name}`, customer }
}

/** A SKU as an option of Order Entry: `sku - name ($price)`. */
export function chosenSku(found: Sku, searchResultIds: number[] = [found.id]): ChosenSku {
  const { id, sku, name, price, barcode, available } = found
  const text = `${sku} - ${name} (${formatDecimal(price)})`
  return { id, code: sku, text, barcode, name, price, available, searchResultIds }
}
