import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { amount } from '#platform/kernel/money.ts'
import {
  receiptContentOf,
  type ReceiptOptions,
  totalReceiptContentOf,
} from '../../decision-receipt.ts'

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
