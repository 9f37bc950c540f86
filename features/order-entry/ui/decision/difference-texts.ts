import { priceName } from '#features/customers/labels.ts'
import { holdReasonLabel } from '#features/decisions/hold-labels.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { OrderDifference } from '../../contract.ts'

const amountNames: Readonly<Record<string, string>> = {
  unitPrice: 'Unit price',
  totalPrice: 'Line total',
  taxAmount: 'Tax',
  subtotal: 'Subtotal',
  shippingAmount: 'Shipping',
  total: 'Total',
}

const otherNames: Readonly<Record<string, string>> = {
  priceSource: 'Price',
  qtyReserved: 'Ships now',
  qtyBackordered: 'Backordered',
  holdReason: 'Hold',
  credit: 'Credit',
  stock: 'Stock',
  customerId: 'Customer',
}

/** What an order without this value has: it is approved, or not on hold. */
const emptyTexts: Readonly<Record<string, string>> = {
  holdReason: 'None',
  credit: 'Approved',
  stock: 'Available',
}

/** A field that differs, in words; `codes` are the SKU codes of the lines. */
export function differenceText(
  { path, shown, now }: OrderDifference,
  codes: readonly string[],
): { name: string; shown: string; now: string } {
  const [, index, field = path] = /^items\.(\d+)\.(\w+)$/.exec(path) ?? []
  const line = Number(index)
  const code = index === undefined ? undefined : codes[line] || `Line ${line + 1}`
  const plain = amountNames[field] ?? otherNames[field] ?? field
  const name = code === undefined ? plain : `${code}: ${plain.toLowerCase()}`
  return { name, shown: valueText(field, shown), now: valueText(field, now) }
}

function valueText(field: string, value: string | null): string {
  if (value === null) return emptyTexts[field] ?? ''
  if (field in amountNames) return formatDecimal(value)
  if (field === 'priceSource') return priceName(value)
  return field === 'holdReason' ? holdReasonLabel(value) : value
}
