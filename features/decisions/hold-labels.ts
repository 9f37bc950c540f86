// What the hold reasons of sales orders are called. This room is the leftmost that shows them.

/** Display names of the hold reasons of sales orders. */
export const holdReasonLabels = {
  credit: 'Credit',
  stock: 'Stock',
  price: 'Price',
  address: 'Address',
  duplicate: 'Possible duplicate',
  manual: 'Other reason',
  payment: 'Payment',
  margin: 'Margin',
  parked: 'Parked',
} as const

const names: Readonly<Record<string, string>> = holdReasonLabels

/** The display name of a hold reason: `Possible duplicate`. */
export function holdReasonLabel(reason: string): string {
  return names[reason] ?? reason
}

const irregularTexts: Readonly<Record<string, string>> = {
  duplicate: 'on hold as a possible duplicate',
  manual: 'on hold',
  parked: 'parked as a possible duplicate',
}

/** How an order is held, after `is`: `on hold for credit`, `parked as a possible duplicate`. */
export function onHoldText(reason: string): string {
  return irregularTexts[reason] ?? `on hold for ${holdReasonLabel(reason).toLowerCase()}`
}
