import { formatDecimal } from '#platform/kernel/money.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { send } from '#platform/web/api-client.ts'
import { listSkus, type Sku } from '../../contract.ts'

const limit = 20

/** A SKU to buy, with its standard cost if the user may read it. */
export type BoughtSku = Choice & { cost: string | null }

/** Active SKUs that match a text or barcode, best match first, with prices. */
export async function findSkusToSell(q: string, signal: AbortSignal): Promise<Choice[]> {
  return (await find(q, signal)).map((sku) => choiceOf(sku, sku.price))
}

/** Active SKUs that match a text or barcode, best match first, with costs. */
export async function findSkusToBuy(q: string, signal: AbortSignal): Promise<BoughtSku[]> {
  return (await find(q, signal)).map(boughtSku)
}

/** A SKU as a choice for purchase order lines. */
export function boughtSku(sku: Sku): BoughtSku {
  return { ...choiceOf(sku, sku.cost), cost: sku.cost }
}

function find(q: string, signal: AbortSignal): Promise<Sku[]> {
  const query = { q, limit, isActive: 'true' as const, sort: 'relevance' }
  return send(listSkus, { query, signal })
}

function choiceOf({ id, sku, name, barcode }: Sku, amount: string | null): Choice {
  const text = `${sku} - ${name}${amount === null ? '' : ` (${formatDecimal(amount)})`}`
  return { id, code: sku, text, barcode }
}
