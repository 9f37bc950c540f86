export type StockLine = { skuId: number; available: number; requested: number; shortfall: number }

/** Sums the requested units of each SKU over all lines, in the order the SKUs first appear. */
export function requestedBySku(
  lines: readonly { skuId: number; quantity: number }[],
): Map<number, number> {
  const requested = new Map<number, number>()
  for (const { skuId, quantity } of lines) {
    requested.set(skuId, (requested.get(skuId) ?? 0) + quantity)
  }
  return requested
}

/** Returns the available, requested and missing units of each SKU. */
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

/** Allocates the available units to the lines in order; the rest is backordered. */
export function allocate(
  lines: readonly { skuId: number; quantity: number }[],
  availableOf: (skuId: number) => number,
): { reserved: number; backordered: number }[] {
  const free = new Map<number, number>()
  return lines.map(({ skuId, quantity }) => {
    const freeUnits = free.get(skuId) ?? Math.max(0, availableOf(skuId))
    const reserved = Math.min(freeUnits, quantity)
    free.set(skuId, freeUnits - reserved)
    return { reserved, backordered: quantity - reserved }
  })
}

/**
 * Units of a SKU that only the orders of one customer may reserve: the ring-fenced quantity without
 * what orders and approvals of the customer hold; negative if they hold more.
 */
export type RingFence = { skuId: number; customerId: number; units: number }

/** The free units of a SKU that are ring-fenced for other customers. */
export function ringFencedForOthers(
  ringFences: readonly RingFence[],
  { skuId, customerId }: { skuId: number; customerId: number },
): number {
  const others = ringFences.filter((each) => {
    return each.skuId === skuId && each.customerId !== customerId
  })
  return others.reduce((total, { units }) => total + Math.max(0, units), 0)
}

/**
 * The ring-fences after orders of a customer reserved units: theirs is smaller by these, or larger
 * by units that were given back (negative).
 */
export function ringFencesAfter(
  ringFences: readonly RingFence[],
  { skuId, customerId, reserved }: { skuId: number; customerId: number; reserved: number },
): RingFence[] {
  return ringFences.map((each) => {
    const isOwn = each.skuId === skuId && each.customerId === customerId
    return isOwn ? { ...each, units: each.units - reserved } : each
  })
}

/**
 * The units that may still be ring-fenced for a customer whose orders and approvals hold `reserved`
 * units: these, and what is free and not ring-fenced for others.
 */
export function mostRingFenced(of: {
  available: number
  ringFencedForOthers: number
  reserved: number
}): number {
  return of.reserved + Math.max(0, of.available - of.ringFencedForOthers)
}
