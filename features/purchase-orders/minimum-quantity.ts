import type { BelowMinimum, PurchaseOrderDetails } from './contract.ts'

// What is said of an order that has less of a SKU than the vendor sells at once.

/** How much is ordered of a SKU, and how much the vendor sells at least. */
export function minimumText({ sku, quantity, minimum, from }: BelowMinimum): string {
  const source = from === 'offer' ? 'by the offer of this SKU' : 'by the vendor’s record'
  const [ordered, least] = [quantity, minimum].map((units) => units.toLocaleString('en-US'))
  return `${sku}: ${ordered} ordered, at least ${least} ${source}`
}

const shown = 3

/** The second line of a notice about an order; nothing where no SKU is below its minimum. */
export function minimumDetail({ belowMinimum }: Pick<PurchaseOrderDetails, 'belowMinimum'>): {
  detail?: string
} {
  if (belowMinimum.length === 0) return {}
  const first = belowMinimum.slice(0, shown).map(minimumText).join('; ')
  const more = belowMinimum.length > shown ? `; and ${belowMinimum.length - shown} more` : ''
  return { detail: `Less than the minimum order quantity. ${first}${more}` }
}
