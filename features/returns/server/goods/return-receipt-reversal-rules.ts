import { advance } from '#platform/kernel/flow.ts'
import { onHoldSentence, cancellationPending, returnFlow, type ReturnStatus } from '../../rules.ts'

/** Units of a receipt to be reversed, with the current figures of their line and SKU. */
export type ReversedUnits = {
  /** The id of the return line. */
  itemId: number
  lineNo: number
  skuId: number
  sku: string
  salesOrderItemId: number | null
  quantity: number
  disposition: string
  /** The posted cost; null for units that are not decided on, and on older rows. */
  cost: string | null
  /** Received units of the line. */
  qtyReceived: number
  /** Units of the line marked for a vendor that are not on a vendor return. */
  toVendor: number
  /** Units of the SKU in stock that are not reserved. */
  available: number
}

type Reversed = {
  number: string
  isReversed: boolean
  goods: {
    returnNumber: string
    status: ReturnStatus
    cancelRequest: string | null
    holdReason: string | null
  }
  units: readonly ReversedUnits[]
  /** The numbers of the vendor returns of these goods that are not rejected or cancelled. */
  vendorReturns: readonly string[]
}

type WhyNot = { code: string; sentence: string } | undefined

/** Returns why a receipt cannot be reversed, as a code and a sentence; undefined if it can. */
export function whyNotReverse({ number, isReversed, goods, ...reversed }: Reversed): WhyNot {
  const { returnNumber, status, cancelRequest, holdReason } = goods
  if (isReversed) {
    return { code: 'already-reversed', sentence: `Receipt ${number} is reversed already` }
  }
  if (status === 'completed') {
    const sentence = `${returnNumber} is completed. Reopen it first: that voids its credit memo`
    return { code: 'receipt-credited', sentence }
  }
  const stopped =
    cancelRequest === null ? holdReason && onHoldSentence(holdReason) : cancellationPending
  if (stopped) return { code: 'illegal-transition', sentence: stopped }
  return whyNotVendor(number, reversed) ?? whyNotInStock(reversed.units)
}

function whyNotVendor(
  number: string,
  { units, vendorReturns }: Pick<Reversed, 'units' | 'vendorReturns'>,
): WhyNot {
  const isSent = units.some(({ itemId, toVendor }) => {
    const own = units.filter((each) => each.itemId === itemId && each.disposition === 'vendor')
    return unitsOf(own) > toVendor
  })
  if (!isSent) return undefined
  const listed = vendorReturns.join(', ')
  const sentence = `Goods of receipt ${number} are on a return to the vendor: ${listed}`
  return { code: 'receipt-returned', sentence }
}

function whyNotInStock(units: readonly ReversedUnits[]): WhyNot {
  const restocked = units.filter(({ disposition }) => disposition === 'restock')
  const short = [...new Set(restocked.map(({ sku }) => sku))].flatMap((sku) => {
    const own = restocked.filter((each) => each.sku === sku)
    const availableUnits = Math.max(0, own[0]?.available ?? 0)
    const missing = unitsOf(own) - availableUnits
    return missing > 0 ? [`${sku} is ${missing} short (${availableUnits} available)`] : []
  })
  if (short.length === 0) return undefined
  const sentence = `Not enough stock: ${short.slice(0, 3).join('; ')}`
  return { code: 'insufficient-stock', sentence }
}

function unitsOf(parts: readonly { quantity: number }[]): number {
  return parts.reduce((units, { quantity }) => units + quantity, 0)
}

/** The status of a return after a receipt is reversed: a received return is approved again. */
export function statusAfterReversal(status: ReturnStatus): ReturnStatus {
  return status === 'received' ? advance(returnFlow, status, 'reverse') : status
}
