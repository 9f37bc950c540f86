export type StockLine = { skuId: number; available: number; requested: number; shortfall: number }

/** The units each SKU is asked for on all lines together, in the order the SKUs appear. */
export function requestedBySku(
  lines: readonly { skuId: number; quantity: number }[],
): Map<number, number> {
  const requested = new Map<number, number>()
  for (const { skuId, quantity } of lines) {
    requested.set(skuId, (requested.get(skuId) ?? 0) + quantity)
  }
  return requested
}

/** For each SKU what is free, what is asked for and how much is missing. */
export function assessStock(
  lines: readonly { skuId: number; quantity: number }[],
  availableOf: (skuId: number) => number,
): StockLine[] {
  return [...requestedBySku(lines)].map(([skuId, requested]) => {
    const available = availableOf(skuId)
    const shortfall = Math.max(0, requested - Math.max(0, available))
    return { skuId, available, requested, shortfall }
  })
}

/**
 * How the units of each line are found: earlier lines take what is free first, and what is missing
 * is backordered.
 */
export function allocate(
  lines: readonly { skuId: number; quantity: number }[],
  availableOf: (skuId: number) => number,
): { reserved: number; backordered: number }[] {
  const free = new Map<number, number>()
  return lines.map(({ skuId, quantity }) => {
    const left = free.get(skuId) ?? Math.max(0, availableOf(skuId))
    const reserved = Math.min(left, quantity)
    free.set(skuId, left - reserved)
    return { reserved, backordered: quantity - reserved }
  })
}
