/** The search params of Order Entry: an initial customer or SKU, or a draft. */
export type DeskSearch = {
  customer?: number | undefined
  sku?: number | undefined
  draft?: number | undefined
}

export function readDeskSearch(raw: Record<string, unknown>): DeskSearch {
  const idOf = (value: unknown) => {
    const id = Number(value)
    return Number.isInteger(id) && id > 0 ? id : undefined
  }
  const [customer, sku, draft] = [idOf(raw['customer']), idOf(raw['sku']), idOf(raw['draft'])]
  return { ...(customer && { customer }), ...(sku && { sku }), ...(draft && { draft }) }
}
