import { type Customer, listCustomers } from '#features/customers/contract.ts'
import { type Sku, listSkus } from '#features/skus/contract.ts'
import { parseShortCode } from '#platform/kernel/fields.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { send } from '#platform/web/api-client.ts'
import { withCachedFallback } from './offline/with-cached-fallback.ts'
import type { ChosenCustomer, ChosenSku } from './order-form.ts'

const maxResults = 8

/** Active customers that match a text, best match first. While offline, the cached ones. */
export async function findCustomers(q: string, signal?: AbortSignal): Promise<ChosenCustomer[]> {
  const query = { q, limit: maxResults, isActive: 'true' as const, sort: 'relevance' }
  const found = await send(listCustomers, { query, ...(signal && { signal }) }).catch(
    withCachedFallback(({ records }, { searchCustomers }) => searchCustomers(records, q)),
  )
  return found.map(chosenCustomer)
}

/**
 * Active SKUs that match a text or barcode, best match first. With `series`, digits alone also find
 * the SKU of that series with the number, first. Without a connection, those that this device
 * knows.
 */
export async function findSkus(
  q: string,
  signal?: AbortSignal,
  series?: string,
): Promise<ChosenSku[]> {
  const isNumber = series !== undefined && parseShortCode(q)?.series === ''
  const texts = isNumber ? [`${series}${q}`, q] : [q]
  const answers = await Promise.all(texts.map((text) => searchSkus(text, signal)))
  const found = new Map(answers.flat().map((sku) => [sku.id, sku]))
  const searchResultIds = [...found.keys()]
  return [...found.values()].map((sku) => chosenSku(sku, searchResultIds))
}

async function searchSkus(q: string, signal?: AbortSignal): Promise<Sku[]> {
  const query = { q, limit: maxResults, isActive: 'true' as const, sort: 'relevance' }
  return send(listSkus, { query, ...(signal && { signal }) }).catch(
    withCachedFallback(({ records }, rules) => rules.searchSkus(records, q)),
  )
}

/** The longest list of codes in one request: a filter takes a text of this many characters. */
const maxCodesText = 1000

/** The active SKUs with exactly these codes, in few requests. While offline, the cached ones. */
export async function findSkusByCodes(codes: readonly string[]): Promise<ChosenSku[]> {
  const answers = await Promise.all(
    chunksOf(codes).map((chunk) => {
      const query = { sku: chunk.join(','), limit: chunk.length, isActive: 'true' as const }
      return send(listSkus, { query }).catch(
        withCachedFallback(({ records }, { skusWithCodes }) => skusWithCodes(records, chunk)),
      )
    }),
  )
  return answers.flat().map((sku) => chosenSku(sku))
}

/** Splits codes into lists that fit one filter. A comma separates values, so no code has one. */
function chunksOf(codes: readonly string[]): string[][] {
  const chunks: string[][] = []
  for (const code of codes.filter((each) => !each.includes(','))) {
    const last = chunks.at(-1)
    if (last && [...last, code].join(',').length <= maxCodesText) last.push(code)
    else chunks.push([code])
  }
  return chunks
}

/** A customer as an option of Order Entry: `code - name`. */
export function chosenCustomer(customer: Customer): ChosenCustomer {
  const { id, customerCode, name } = customer
  return { id, code: customerCode, text: `${customerCode} - ${name}`, customer }
}

/** A SKU as an option of Order Entry: `sku - name ($price)`. */
export function chosenSku(found: Sku, searchResultIds: number[] = [found.id]): ChosenSku {
  const { id, sku, name, unitOfMeasure, price, barcode, available } = found
  const text = `${sku} - ${name} (${formatDecimal(price)})`
  return { id, code: sku, text, barcode, name, unitOfMeasure, price, available, searchResultIds }
}
