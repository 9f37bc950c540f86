import { advance } from '#platform/kernel/flow.ts'
import { openOf, purchaseOrderFlow, type PurchaseOrderStatus } from '../../rules.ts'

/** A receipt line to be reversed, with the current quantities of its order line. */
export type ReversedLine = {
  /** The id of the order line. */
  id: number
  lineNo: number
  skuId: number
  sku: string
  /** Units on the receipt. */
  quantity: number
  /** The cost at which they were received. */
  amount: string
  ordered: number
  qtyReceived: number
  qtyCancelled: number
  /** Units of the SKU in stock that are not reserved. */
  available: number
  billed: number
  /** Units on vendor returns. Those on a credit were billed before they were returned. */
  returned: number
  credited: number
}

type Reversed = {
  number: string
  isReversed: boolean
  lines: readonly ReversedLine[]
  /** The number of bills for an order without lines. */
  billsOfOrder: number
}

/** Returns why a receipt cannot be reversed, as a code and a sentence; undefined if it can. */
export function whyNotReverse({ number, isReversed, lines, billsOfOrder }: Reversed) {
  if (isReversed)
    return { code: 'already-reversed', sentence: `Receipt ${number} has already been reversed` }
  const isBilled = lines.some(({ billed, returned, credited, qtyReceived, quantity }) => {
    const remainingReceived = qtyReceived - quantity
    return (
      billed > remainingReceived || (billed > 0 && billed + returned - credited > remainingReceived)
    )
  })
  if (isBilled || (lines.length === 0 && billsOfOrder > 0)) {
    const sentence = `Goods of receipt ${number} are on a bill. Void the bill first`
    return { code: 'receipt-billed', sentence }
  }
  if (lines.some((line) => line.returned > line.qtyReceived - line.quantity)) {
    const sentence = `Goods of receipt ${number} are on a return to the vendor`
    return { code: 'receipt-returned', sentence }
  }
  const short = [...new Set(lines.map(({ sku }) => sku))].flatMap((sku) => {
    const own = lines.filter((line) => line.sku === sku)
    const totalUnits = own.reduce((units, { quantity }) => units + quantity, 0)
    const availableUnits = Math.max(0, own[0]?.available ?? 0)
    return totalUnits > availableUnits
      ? [`${sku} is ${totalUnits - availableUnits} short (${availableUnits} available)`]
      : []
  })
  if (short.length === 0) return undefined
  const sentence = `Not enough stock: ${short.slice(0, 3).join('; ')}`
  return { code: 'insufficient-stock', sentence }
}

/** The status of an order after a receipt is reversed: a received order is approved again. */
export function statusAfterReversal(status: PurchaseOrderStatus): PurchaseOrderStatus {
  return status === 'received' ? advance(purchaseOrderFlow, status, 'reopen') : status
}

/**
 * By how many units the reversal raises the on-order quantity of a line. A received order had none
 * on order.
 */
export function onOrderAfter(line: ReversedLine, status: PurchaseOrderStatus): number {
  const { ordered: quantity, qtyReceived, qtyCancelled } = line
  const before = status === 'approved' ? openOf({ quantity, qtyReceived, qtyCancelled }) : 0
  return openOf({ quantity, qtyReceived: qtyReceived - line.quantity, qtyCancelled }) - before
}
