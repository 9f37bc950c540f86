import { type Customer, listCustomers } from '#features/customers/contract.ts'
import { type Sku, listSkus } from '#features/skus/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { send } from '#platform/web/send.ts'
import type { ChosenCustomer, ChosenSku } from './order-form.ts'

const atMost = 8

/** Active customers for a text, the best first. */
export async function findCustomers(q: string, signal?: AbortSignal): Promise<ChosenCustomer[]> {
  const query = { q, limit: atMost, isActive: 'true' as const, sort: 'relevance' }
  const found = await send(listCustomers, { query, ...(signal && { signal }) })
  return found.map(chosenCustomer)
}

/** Active SKUs for a text or a barcode, the best first. */
export async function findSkus(q: string, signal?: AbortSignal): Promise<ChosenSku[]> {
  const query = { q, limit: atMost, isActive: 'true' as const, sort: 'relevance' }
  const found = await send(listSkus, { query, ...(signal && { signal }) })
  const mates = found.map(({ id }) => id)
  return found.map((sku) => chosenSku(sku, mates))
}

/** A customer as the desk shows one: `code - name`. */
export function chosenCustomer(customer: Customer): ChosenCustomer {
  const { id, customerCode, name } = customer
  return { id, code: customerCode, text: `${customerCode} - ${name}`, customer }
}

/** A SKU as the desk shows one: `sku - name ($price)`. */
export function chosenSku(found: Sku, mates: number[] = [found.id]): ChosenSku {
  const { id, sku, name, price, barcode, available } = found
  const text = `${sku} - ${name} (${formatDecimal(price)})`
  return { id, code: sku, text, barcode, name, price, available, mates }
}
