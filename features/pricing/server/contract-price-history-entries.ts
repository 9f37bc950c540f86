import { type AuditEntry, changesBetween } from '#features/audit/server/service.ts'
import type { Terms } from './check-contract-price-terms.ts'

/** A contract price as recorded in the history. */
export type PriceEntry = Omit<Terms, 'effectiveDate' | 'expirationDate'> & {
  id: number
  customerCode: string
  sku: string
  effectiveDate: string
  expirationDate: string | null
}

/** The history entries of a change: on the price itself, its customers and its SKUs. */
export function historyEntries(
  verb: 'created' | 'changed' | 'deleted',
  { before, after }: { before?: PriceEntry | undefined; after?: PriceEntry | undefined },
): AuditEntry[] {
  const prices = [before, after].filter((price) => price !== undefined)
  const changes = changesBetween(historyFields(before), historyFields(after))
  if (Object.keys(changes).length === 0) return []
  const action = `contract_price_${verb}`
  const own = { created: 'create', changed: 'update', deleted: 'delete' }[verb]
  const on = (entity: AuditEntry['entity'], ids: number[]) =>
    [...new Set(ids)].map((entityId) => ({ entity, entityId, action, changes }))
  return [
    { entity: 'contract_price', entityId: prices[0]?.id ?? 0, action: own, changes },
    ...on(
      'customer',
      prices.map((price) => price.customerId),
    ),
    ...on(
      'sku',
      prices.map((price) => price.skuId),
    ),
  ]
}

/** The fields of a price in the history; null without a price. */
function historyFields(price: PriceEntry | undefined): object {
  const { customerCode = null, sku = null, contractPrice = null } = price ?? {}
  const { effectiveDate = null, expirationDate = null } = price ?? {}
  const { minimumQuantity = null, isActive = null } = price ?? {}
  const parties = { customerCode, sku }
  return { ...parties, contractPrice, effectiveDate, expirationDate, minimumQuantity, isActive }
}
