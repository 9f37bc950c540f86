import { record } from '#features/audit/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Terms } from './check-contract-price-terms.ts'
import { historyEntries } from './contract-price-history-entries.ts'
import { isSame, type PlannedPrice } from './plan-contract-price-import.ts'
import * as store from './contract-price-import-store.ts'

/** The customers and SKUs of the file, by lowercase code. */
export type Parties = { customers: Map<string, store.Party>; skus: Map<string, store.Party> }

/** A price whose terms change; `row` is the row of the file that refers to it, if one does. */
type Change = { id: number; before: Terms; terms: Terms; row?: number | undefined }
/** The prices to add, and the prices whose terms change. */
export type PriceWrites = { made: PlannedPrice[]; changed: Change[] }

/** The prices of a plan that are new or change. */
export function writesOf(prices: readonly PlannedPrice[]): PriceWrites {
  const created = prices.filter(({ before }) => !before)
  const changed = prices.flatMap(({ id, before, terms, row }): Change[] =>
    id !== undefined && before && !isSame(before, terms) ? [{ id, before, terms, row }] : [],
  )
  return { made: created, changed }
}

/** Writes prices and their history. Returns the new prices, in the order of the plan. */
export async function writePrices(
  ctx: Context,
  { made, changed }: PriceWrites,
  parties: Parties,
): Promise<store.StoredPrice[]> {
  await changeTerms(ctx, changed)
  const added = await add(
    ctx,
    made.map(({ terms }) => terms),
  )
  const codes = {
    customers: codesOf(parties.customers),
    skus: codesOf(parties.skus),
  }
  const withCodes = (each: store.StoredPrice) => ({
    ...each,
    customerCode: codes.customers.get(each.customerId) ?? '',
    sku: codes.skus.get(each.skuId) ?? '',
  })
  await record(ctx, [
    ...added.flatMap((price) => historyEntries('created', { after: withCodes(price) })),
    ...changed.flatMap(({ id, before, terms }) =>
      historyEntries('changed', {
        before: withCodes({ ...before, id }),
        after: withCodes({ ...terms, id }),
      }),
    ),
  ])
  return added
}

function codesOf(parties: Map<string, store.Party>): Map<number, string> {
  return new Map([...parties.values()].map(({ id, code }) => [id, code]))
}

async function add(ctx: Context, requestedTerms: readonly Terms[]): Promise<store.StoredPrice[]> {
  if (requestedTerms.length === 0) return []
  const found = await rows<PriceKey & { id: number }>(ctx.db, store.addPrices, [
    JSON.stringify(requestedTerms.map((terms, at) => ({ at, ...inColumns(terms) }))),
  ])
  const byKey = new Map(found.map((price) => [keyOf(price), price.id]))
  return requestedTerms.map((terms) => ({ ...terms, id: byKey.get(keyOf(terms)) as number }))
}

type PriceKey = Pick<Terms, 'customerId' | 'skuId' | 'minimumQuantity' | 'effectiveDate'>

function keyOf({ customerId, skuId, minimumQuantity, effectiveDate }: PriceKey): string {
  return [customerId, skuId, minimumQuantity, effectiveDate].join(' ')
}

/**
 * Updates the terms of prices: first those with a shorter validity than before, so that no two
 * prices overlap in between, which the constraint would reject.
 */
export async function changeTerms(ctx: Context, changes: readonly Change[]): Promise<void> {
  const lessens = changes.filter(({ before, terms }) => isLess(terms, before))
  const otherChanges = changes.filter(({ before, terms }) => !isLess(terms, before))
  for (const some of [lessens, otherChanges]) {
    if (some.length === 0) continue
    const values = some.map(({ id, terms }) => ({ id, ...inColumns(terms) }))
    // Sequential, because the order matters.
    // oxlint-disable-next-line no-await-in-loop
    await rows(ctx.db, store.changePrices, [JSON.stringify(values)])
  }
}

function isLess(terms: Terms, before: Terms): boolean {
  if (!terms.isActive) return true
  if (terms.expirationDate === null || !before.isActive) return false
  return before.expirationDate === null || terms.expirationDate < before.expirationDate
}

function inColumns(terms: Terms): Record<string, unknown> {
  return {
    customer_id: terms.customerId,
    sku_id: terms.skuId,
    contract_price: terms.contractPrice,
    effective_date: terms.effectiveDate,
    expiration_date: terms.expirationDate,
    minimum_quantity: terms.minimumQuantity,
    is_active: terms.isActive,
  }
}
