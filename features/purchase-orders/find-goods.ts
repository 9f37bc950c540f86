import { listSkus } from '#features/skus/contract.ts'
import { listVendors } from '#features/vendors/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Choice } from '#platform/ui/choices.ts'
import { send } from '#platform/web/send.ts'
import type { SkuChoice } from './form-values.ts'

/** The active SKUs that a text finds, with what they cost for who may read it. */
export async function findSkus(q: string, signal: AbortSignal): Promise<SkuChoice[]> {
  const query = { q, limit: 20, isActive: 'true' as const }
  const found = await send(listSkus, { query, signal })
  return found.map(({ id, sku, name, cost, barcode }) => ({
    id,
    code: sku,
    text: `${sku} - ${name}${cost === null ? '' : ` (${formatDecimal(cost)})`}`,
    barcode,
    cost,
  }))
}

/** The active vendors that a text finds. */
export async function findVendors(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { q, limit: 20, isActive: 'true' as const }
  const found = await send(listVendors, { query, signal })
  return found.map(({ id, vendorCode, name }) => ({
    id,
    code: vendorCode,
    text: `${vendorCode} - ${name}`,
  }))
}
