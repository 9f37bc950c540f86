import { receiptForm } from '#features/decisions/rules.ts'
import type { OrderReceipt } from '#features/order-entry/past-order.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { compareOrder, type CompareOptions } from './compare-order.ts'
import { type BacktestSummary, type ComparedOrder, summaryOf } from './summary.ts'

/** A stored receipt of a creation. */
export type StoredReceipt = {
  id: number
  salesOrderId: number | null
  isFromProgram: boolean
  /** The canonical text (`canonicalReceipt`). */
  canonical: string
}

type Options = Omit<CompareOptions, 'isFromProgram'>

/** Compares some orders with what they would have been. */
export function compareReceipts(
  receipts: readonly StoredReceipt[],
  options: Options,
): BacktestSummary {
  return summaryOf(receipts.map((receipt) => compared(receipt, options)))
}

function compared(receipt: StoredReceipt, options: Options): ComparedOrder | undefined {
  const { id, salesOrderId, isFromProgram, canonical } = receipt
  // Not parsed by its schema, which would take longer than the decision: this program wrote the
  // text, and a data check compares its hash.
  const { form, ...content } = JSON.parse(canonical) as OrderReceipt & { form: number }
  if (form !== receiptForm) return undefined
  const { customerId, date = '' } = content.facts
  const comparison = comparable(() => compareOrder(content, { ...options, isFromProgram }))
  return comparison && { decisionId: id, salesOrderId, customerId, date, ...comparison }
}

/** The result, or undefined if the rules refuse to decide, as for an amount that is too large. */
function comparable<R>(run: () => R): R | undefined {
  try {
    return run()
  } catch (error) {
    // A RangeError is an amount beyond what the program can hold.
    if (error instanceof Refusal || error instanceof RangeError) return undefined
    throw error
  }
}
