import type { CreditDecision } from '#features/credit/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { AmendedLine } from '#features/sales-orders/server/service.ts'
import { openUnits } from '#features/sales-orders/shipment-rules.ts'
import { assessStock } from '#features/stock/rules.ts'
import { amount } from '#platform/kernel/money.ts'
import {
  receiptContentOf,
  type ReceiptOptions,
  totalReceiptContentOf,
} from '../../decision-receipt.ts'
import type { Decision } from '../../rules.ts'
import type { revisedTotals } from './revised-lines.ts'

// The receipt of a changed order. Each function returns the content for the hold that the order has
// in the end, which is known when the change is written.

type TotalReceipt = Parameters<typeof totalReceiptContentOf>[0] & { skipsCredit: boolean }

/** The receipt of a change that decides no line. */
export function totalReceiptOf(
  before: SalesOrderDetails,
  { skipsCredit, ...decided }: TotalReceipt,
) {
  return (holdReason: string | null) =>
    totalReceiptContentOf(decided, { holdReason, before: factsBefore(before), skipsCredit })
}

/** The order before the change, as its receipt has it. */
function factsBefore({ status, totalAmount, holdReason }: SalesOrderDetails) {
  return { status, totalAmount: amount(totalAmount), holdReason }
}

/** The receipt of a change of lines. */
export function lineReceiptOf(
  before: SalesOrderDetails,
  decided: Parameters<typeof receiptContentOf>[0],
  options: ReceiptOptions,
) {
  return (holdReason: string | null) =>
    receiptContentOf(decided, { ...options, holdReason, before: factsBefore(before) })
}

type WrittenLine = Pick<
  AmendedLine,
  'skuId' | 'quantity' | 'taxAmount' | 'reserved' | 'backordered'
> & { previous?: { qtyShipped: number } | undefined }

type Revised = {
  lines: readonly WrittenLine[]
  totals: ReturnType<typeof revisedTotals>
  credit: CreditDecision | undefined
}

/**
 * The decision with the tax, units and credit that the revised lines have in the end. Only units
 * that have not shipped need stock.
 */
export function revisedDecision(decision: Decision, { lines, totals, credit }: Revised): Decision {
  const remaining = lines.filter(({ quantity }) => quantity > 0)
  const { stock } = decision
  const stockStatus = stockOfOpenUnits(stock.stockStatus, remaining)
  const available = stockStatus.every(({ shortfall }) => shortfall === 0)
  return {
    ...decision,
    stock: { ...stock, available, stockStatus },
    credit: credit ?? decision.credit,
    totals: { ...decision.totals, ...totals },
    lines: decision.lines.map((line, index) => {
      const { taxAmount, reserved, backordered } = remaining[index] as (typeof remaining)[number]
      return { ...line, taxAmount, reserved, backordered }
    }),
  }
}

/** The stock lines of a decision for the units that have not shipped. */
function stockOfOpenUnits(
  stockStatus: Decision['stock']['stockStatus'],
  lines: readonly WrittenLine[],
): Decision['stock']['stockStatus'] {
  const open = lines.map(({ skuId, quantity, previous }) => {
    return { skuId, quantity: openUnits({ quantity, qtyShipped: previous?.qtyShipped ?? 0 }) }
  })
  const found = new Map(stockStatus.map((line) => [line.skuId, line]))
  const needed = assessStock(open, (skuId) => found.get(skuId)?.available ?? 0)
  return needed.map((line) => ({ ...found.get(line.skuId), ...line }))
}
