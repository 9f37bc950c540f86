import type { BelowMinimum, PurchaseOrderDetails } from './contract.ts'

// The warning texts for an order with SKUs below the vendor's minimum order quantity.

/** States how many units of a SKU are ordered and how many the vendor requires at least. */
export function minimumText({ sku, quantity, minimum, from }: BelowMinimum): string {
  const source = from === 'offer' ? 'by the offer of this SKU' : 'by the vendor’s record'
  const [ordered, least] = [quantity, minimum].map((units) => units.toLocaleString('en-US'))
  return `${sku}: ${ordered} ordered, at least ${least} ${source}`
}

const maxListed = 3

/**
 * Returns the second line of a notice about an order, or nothing if no SKU is below its minimum.
 */
export function minimumDetail({ belowMinimum }: Pick<PurchaseOrderDetails, 'belowMinimum'>): {
  detail?: string
} {
  if (belowMinimum.length === 0) return {}
  const first = belowMinimum.slice(0, maxListed).map(minimumText).join('; ')
  const more =
    belowMinimum.length > maxListed ? `; and ${belowMinimum.length - maxListed} more` : ''
  return { detail: `Less than the minimum order quantity. ${first}${more}` }
}
