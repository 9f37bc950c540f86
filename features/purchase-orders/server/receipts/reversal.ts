import { advance } from '#platform/kernel/flow.ts'
import { openOf, purchaseOrderFlow, type PurchaseOrderStatus } from '../../rules.ts'

/** Units of a receipt that is to be reversed, with what became of their order line since. */
export type ReversedLine = {
  /** The line of the order. */
  id: number
  lineNo: number
  skuId: number
  sku: string
  /** Units that the receipt brought. */
  quantity: number
  /** What they were received at. */
  amount: string
  ordered: number
  qtyReceived: number
  qtyCancelled: number
  /** Units of the SKU in stock that are not reserved. */
  available: number
  billed: number
  /** Units on returns to the vendor; those on a credit were billed before they went back. */
  returned: number
  credited: number
}

type Reversed = {
  number: string
  isReversed: boolean
  lines: readonly ReversedLine[]
  /** Bills of an order by its total. */
  billsOfOrder: number
}

/** Why a receipt cannot be reversed, as a code and a sentence; undefined where it can. */
export function whyNotReverse({ number, isReversed, lines, billsOfOrder }: Reversed) {
  if (isReversed) return { code: 'already-reversed', sentence: `Receipt ${number} is reversed` }
  const isBilled = lines.some(({ billed, returned, credited, qtyReceived, quantity }) => {
    const stays = qtyReceived - quantity
    return billed > stays || (billed > 0 && billed + returned - credited > stays)
  })
  if (isBilled || (lines.length === 0 && billsOfOrder > 0)) {
    const sentence = `Goods of receipt ${number} are on a bill: void the bill first`
    return { code: 'receipt-billed', sentence }
  }
  if (lines.some((line) => line.returned > line.qtyReceived - line.quantity)) {
    const sentence = `Goods of receipt ${number} are on a return to the vendor`
    return { code: 'receipt-returned', sentence }
  }
  const short = [...new Set(lines.map(({ sku }) => sku))].flatMap((sku) => {
    const own = lines.filter((line) => line.sku === sku)
    const asked = own.reduce((units, { quantity }) => units + quantity, 0)
    const there = Math.max(0, own[0]?.available ?? 0)
    return asked > there ? [`${sku} is ${asked - there} short (${there} available)`] : []
  })
  if (short.length === 0) return undefined
  const sentence = `Not enough stock: ${short.slice(0, 3).join('; ')}`
  return { code: 'insufficient-stock', sentence }
}

/** The status of an order whose receipt was reversed: goods are to come again. */
export function statusAfterReversal(status: PurchaseOrderStatus): PurchaseOrderStatus {
  return status === 'received' ? advance(purchaseOrderFlow, status, 'reopen') : status
}

/** How many more units of a line are on order after the reversal; a received order had none. */
export function onOrderAfter(line: ReversedLine, status: PurchaseOrderStatus): number {
  const { ordered: quantity, qtyReceived, qtyCancelled } = line
  const before = status === 'approved' ? openOf({ quantity, qtyReceived, qtyCancelled }) : 0
  return openOf({ quantity, qtyReceived: qtyReceived - line.quantity, qtyCancelled }) - before
}
