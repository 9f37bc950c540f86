/**
 * The search params of Order Entry: an initial customer or SKU, or a draft. `drafts` opens the list
 * of drafts.
 */
export type OrderEntrySearch = {
  customer?: number | undefined
  sku?: number | undefined
  draft?: number | undefined
  drafts?: number | undefined
}

export function readOrderEntrySearch(raw: Record<string, unknown>): OrderEntrySearch {
  const idOf = (value: unknown) => {
    const id = Number(value)
    return Number.isInteger(id) && id > 0 ? id : undefined
  }
  const [customer, sku, draft] = [idOf(raw['customer']), idOf(raw['sku']), idOf(raw['draft'])]
  return {
    ...(customer && { customer }),
    ...(sku && { sku }),
    ...(draft && { draft }),
    ...(idOf(raw['drafts']) && { drafts: 1 }),
  }
}
