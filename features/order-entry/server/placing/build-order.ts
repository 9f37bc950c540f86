import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { forRecordedFields } from '#features/sales-orders/recorded-fields.ts'
import type { NewIds } from '#features/sales-orders/server/service.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import type { Actor } from '#platform/server/database/db.ts'
import type { OrderDraft } from '../../contract.ts'
import type { Decision, OrderFacts, SkuFacts } from '../../rules.ts'
import type { Resemblance } from './resembling-orders.ts'

/** An order to create, in the name of its user. */
export type NewOrder = {
  body: OrderDraft
  number: string
  user: Actor | undefined
  requestId: string
  /** How the request arrived; defaults to the context's channel. */
  channel?: string | undefined
  /** The body of the request as it was sent. */
  bodyText?: string | undefined
  /** Set if the user puts the order on hold, whatever the rules say. */
  holdNote?: string | undefined
  /** True if the user chose to place it although it repeats another, so that it is not parked. */
  isRepeatAccepted?: boolean | undefined
}

/** The parts of an order after the decision. */
type OrderParts = {
  decision: Decision
  /** The order failed the credit check and is created on hold. */
  isHeld: boolean
  /** The order that it resembles: it is parked. */
  resemblance: Resemblance | undefined
  facts: OrderFacts
  ids: NewIds
  index: number
}

/** Builds the order as written and returned; an order with a hold note is on hold. */
export function orderOf(draft: NewOrder, parts: OrderParts): SalesOrderDetails {
  const { body, user, number } = draft
  const { decision, facts, ids, index } = parts
  const holdReason = holdOf(draft, parts)
  const customer = facts.customer as NonNullable<OrderFacts['customer']>
  const { totals } = decision
  return {
    id: ids.orders[index] as number,
    orderNumber: number,
    customerId: customer.id,
    customerCode: customer.customerCode,
    customerName: customer.name,
    status: 'pending',
    holdReason,
    holdUntil: null,
    cancelRequest: null,
    holdNote: holdNoteOf(draft, parts),
    packingSlipPrices: customer.packingSlipPrices,
    displayStatus: holdReason ? 'on hold' : 'pending',
    orderSource: body.orderSource ?? (user?.scopes ? 'api' : 'web'),
    orderDate: facts.date,
    shipDate: body.shipDate ?? null,
    cancelAfter: body.cancelAfter ?? null,
    totalAmount: decimal(totals.total),
    subtotal: decimal(totals.subtotal),
    taxAmount: decimal(totals.taxAmount),
    taxNotice: facts.charges.taxNotice ?? null,
    shippingAmount: decimal(totals.shippingAmount),
    shippingAddress: body.shippingAddress ?? customer.addresses.shipping,
    shippingMethod: body.shippingMethod ?? null,
    billingAddress: body.billingAddress ?? customer.addresses.billing,
    ...forRecordedFields((name) => body[name] ?? null),
    headerOnly: false,
    shipmentCount: 0,
    shippedAmount: decimal(zero),
    revision: 0,
    createdBy: user?.id ?? 0,
    createdByName: user?.username ?? 'system',
    createdAt: ids.at,
    updatedAt: ids.at,
    version: 1,
    items: decision.lines.map((line, lineIndex) => itemOf(line, { facts, ids, at: lineIndex })),
  }
}

function holdOf(
  { holdNote }: NewOrder,
  { isHeld, resemblance, decision }: OrderParts,
): SalesOrderDetails['holdReason'] {
  if (resemblance) return 'parked'
  if (isHeld) return 'credit'
  if (holdNote !== undefined) return 'manual'
  if (decision.stock.isHeldForAge) return 'stock'
  return decision.isHeldForMargin ? 'margin' : null
}

function holdNoteOf({ holdNote }: NewOrder, { resemblance }: OrderParts): string | null {
  if (!resemblance) return holdNote ?? null
  return [resemblance.note, ...(holdNote === undefined ? [] : [holdNote])].join('. ')
}

function itemOf(
  line: Decision['lines'][number],
  { facts, ids, at: lineIndex }: { facts: OrderFacts; ids: NewIds; at: number },
) {
  const sku = facts.skus.get(line.skuId) as SkuFacts
  return {
    id: ids.items.shift() as number,
    lineNo: lineIndex + 1,
    skuId: line.skuId,
    sku: sku.sku,
    name: sku.name,
    unitOfMeasure: sku.unitOfMeasure,
    wmsLocation: sku.wmsLocation,
    quantity: line.quantity,
    unitPrice: decimal(line.unitPrice),
    priceSource: line.priceSource,
    totalPrice: decimal(line.totalPrice),
    taxAmount: decimal(line.taxAmount),
    qtyReserved: line.reserved,
    qtyBackordered: line.backordered,
    qtyShipped: 0,
    qtyCancelled: 0,
  }
}
