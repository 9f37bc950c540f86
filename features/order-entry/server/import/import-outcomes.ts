import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { SamePo } from '#features/sales-orders/server/service.ts'
import { cents, formatDecimal, formatMoney, multiply } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { StoredAnswer } from '#platform/server/http/idempotency.ts'
import type { RowError } from '#platform/server/imports/import-file.ts'
import type { SkippedRow } from '#platform/server/imports/skipped-rows.ts'
import type { ImportedOrder, OrderRow, OrderValidation } from '../../contract.ts'
import type { ImportChoice } from '../../csv-order-choices.ts'
import type { KeyedOrder } from '../placing/idempotent-orders.ts'
import type { Resemblance } from '../placing/resembling-orders.ts'

/** One order of the file: the rows with the same customer and customer PO. */
export type Group = { code: string; po: string | null; rows: { number: number; form: OrderRow }[] }
export type OrderGroup = {
  group: Group
  errors: RowError[]
  /** A person corrected it in the intake inbox, so that no equal order stands for it. */
  isCorrected?: boolean
}
/** An order to decide (`request`), or its known result (`known`). */
export type Step = {
  group: OrderGroup
  choice: ImportChoice
  request?: KeyedOrder
  /** The content hash that versions up to 0.13 had for it. */
  earlierHash?: Buffer
  /** How many of our units one unit of each row is, if it was corrected in the intake inbox. */
  factors?: readonly number[]
  /** Its customer PO is already used, and the rule of the customer parks it. */
  isParked?: boolean
  /** The number of the order that had its customer PO when the file was read. */
  samePoNumber?: string | undefined
  known?: Partial<ImportedOrder>
}

/** The refusal of an order whose customer PO is used since its file was read, with its result. */
export class RepeatedPoRefusal extends Refusal {
  readonly result: Partial<ImportedOrder>

  constructor({ po, orderNumber }: SamePo, result: Partial<ImportedOrder>) {
    super('refused', 'customer-po-repeated', `PO ${po} is already used on ${orderNumber}`)
    this.result = result
  }
}

/** The result for an order with an error in a row or in the order itself. */
export function errorOutcome(sentence: string): Partial<ImportedOrder> {
  return { fate: 'wrong', says: sentence }
}

/** The result of a dry run for one order, which is parked if it resembles another. */
export function dryRunOutcome(
  { group, choice, request, factors = [] }: Step,
  outcome: StoredAnswer | Refusal,
  resemblance: Resemblance | undefined,
): Partial<ImportedOrder> {
  if (outcome instanceof Refusal) return errorOutcome(outcome.message)
  const validation = JSON.parse(outcome.body) as OrderValidation
  const { orderApproved, credit, pricing, stock } = validation
  const { rows: lines } = group.group
  const warnings = lines.flatMap(({ number: row, form: { unitPrice } }, index) => {
    const priceOfOurs = pricing.lineItems[index]?.unitPrice
    if (!unitPrice || !priceOfOurs) return []
    const ourPrice = multiply(cents(priceOfOurs), factors[index] ?? 1)
    if (ourPrice === undefined || cents(unitPrice) === ourPrice) return []
    const message = `The price is ${formatMoney(ourPrice)}, not ${formatDecimal(unitPrice)}`
    return [{ row, field: 'unitPrice', message }]
  })
  const { isHeldForMargin = false, taxNotice = null } = pricing
  const says = isHeldForMargin ? 'A price is below the minimum margin' : taxNotice
  const summary = { total: pricing.total, warnings, says }
  const isOnHold = choice === 'hold' || isHeldForMargin
  if (resemblance) return { fate: 'hold', ...summary, says: parkedText(resemblance.note) }
  if (orderApproved) return { fate: isOnHold ? 'hold' : 'create', ...summary }
  if (!credit.approved) return { fate: 'hold', ...summary, says: credit.message ?? null }
  const shortLines = stock.stockStatus.filter((line) => line.shortfall > 0)
  const errors = shortLines.flatMap(({ skuId, available, shortfall }) => {
    const index = request?.body.items.findLastIndex((item) => item.skuId === skuId) ?? -1
    const row = lines[index]?.number
    if (row === undefined) return []
    return [{ row, field: 'quantity', message: `${shortfall} short, ${available} available` }]
  })
  const sentence = `Not enough stock for ${shortLines.length} of its SKUs`
  return { fate: 'refused', ...summary, says: sentence, errors }
}

/** The result of placing one order. */
export function placementOutcome(outcome: StoredAnswer | Refusal): Partial<ImportedOrder> {
  if (outcome instanceof RepeatedPoRefusal) return outcome.result
  if (outcome instanceof Refusal) {
    const isRefused = outcome.kind === 'refused'
    return { fate: isRefused ? 'refused' : 'wrong', says: outcome.message }
  }
  const { order } = JSON.parse(outcome.body) as {
    order: Pick<
      SalesOrderDetails,
      'orderNumber' | 'totalAmount' | 'holdReason' | 'holdNote' | 'taxNotice'
    >
  }
  const fate = outcome.isReplay ? 'exists' : order.holdReason ? 'hold' : 'create'
  const { totalAmount: total, orderNumber, taxNotice, holdReason, holdNote } = order
  const isParked = holdReason === 'parked' && holdNote !== null
  return { fate, total, orderNumber, says: isParked ? parkedText(holdNote) : taxNotice }
}

/** The first row of each order of the file that was not created, with the reason. */
export function skippedRowsOf(orders: readonly ImportedOrder[]): SkippedRow[] {
  const skipped = orders.filter(({ fate }) => fate !== 'create' && fate !== 'hold')
  return skipped.map((order) => ({ row: order.rows[0] ?? 0, reason: whyNotCreated(order) }))
}

/** Why an order was not created; the row has no record, so the reason names the order. */
function whyNotCreated({ customerCode, customerPO, fate, says, orderNumber }: ImportedOrder) {
  const name = [customerCode, customerPO].filter(Boolean).join(' ') || 'The order'
  if (fate === 'left') return `${name}: skipped by choice`
  if (fate === 'exists' && orderNumber !== null) return `${name}: exists already as ${orderNumber}`
  return `${name}: ${says ?? 'not created'}`
}

function parkedText(note: string): string {
  return `${note}. It is parked until someone reviews it`
}
