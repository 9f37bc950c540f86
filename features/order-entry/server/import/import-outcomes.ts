import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { BatchedRequest, StoredAnswer } from '#platform/server/http/idempotency.ts'
import type { RowError } from '#platform/server/imports/import-file.ts'
import type { ImportedOrder, OrderDraft, OrderRow, OrderValidation } from '../../contract.ts'
import type { ImportChoice } from '../../import-choices.ts'

/** One order of the file: the rows with the same customer and customer PO. */
export type Group = { code: string; po: string | null; rows: { number: number; form: OrderRow }[] }
export type OrderGroup = { group: Group; errors: RowError[] }
/** An order to decide (`request`), or its known result (`known`). */
export type Step = {
  group: OrderGroup
  choice: ImportChoice
  request?: BatchedRequest<OrderDraft>
  known?: Partial<ImportedOrder>
}
/** The result for an order with an error in a row or in the order itself. */
export function wrong(sentence: string): Partial<ImportedOrder> {
  return { fate: 'wrong', says: sentence }
}

/** The result of a dry run for one order. */
export function checked(
  { group, choice, request }: Step,
  outcome: StoredAnswer | Refusal,
): Partial<ImportedOrder> {
  if (outcome instanceof Refusal) return wrong(outcome.message)
  const validation = JSON.parse(outcome.body) as OrderValidation
  const { orderApproved, credit, pricing, stock } = validation
  const { rows: lines } = group.group
  const warnings = lines.flatMap(({ number: row, form: { unitPrice } }, at) => {
    const ours = pricing.lineItems[at]?.unitPrice
    if (!unitPrice || !ours || cents(unitPrice) === cents(ours)) return []
    const message = `The price is ${formatDecimal(ours)}, not ${formatDecimal(unitPrice)}`
    return [{ row, field: 'unitPrice', message }]
  })
  const seen = { total: pricing.total, warnings, says: pricing.taxNotice ?? null }
  if (orderApproved) return { fate: choice === 'hold' ? 'hold' : 'create', ...seen }
  if (!credit.approved) return { fate: 'hold', ...seen, says: credit.message ?? null }
  const short = stock.stockStatus.filter((line) => line.shortfall > 0)
  const errors = short.flatMap(({ skuId, available, shortfall }) => {
    const at = request?.body.items.findLastIndex((item) => item.skuId === skuId) ?? -1
    const row = lines[at]?.number
    if (row === undefined) return []
    return [{ row, field: 'quantity', message: `${shortfall} short, ${available} available` }]
  })
  const sentence = `Not enough stock for ${short.length} of its SKUs`
  return { fate: 'refused', ...seen, says: sentence, errors }
}

/** The result of placing one order. */
export function placed(outcome: StoredAnswer | Refusal): Partial<ImportedOrder> {
  if (outcome instanceof Refusal) {
    const isDecided = outcome.kind === 'refused'
    return { fate: isDecided ? 'refused' : 'wrong', says: outcome.message }
  }
  const { order } = JSON.parse(outcome.body) as {
    order: Pick<SalesOrderDetails, 'orderNumber' | 'totalAmount' | 'holdReason' | 'taxNotice'>
  }
  const fate = outcome.isReplay ? 'exists' : order.holdReason ? 'hold' : 'create'
  const { totalAmount: total, orderNumber, taxNotice: says } = order
  return { fate, total, orderNumber, says }
}
