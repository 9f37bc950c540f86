import { may } from '#features/auth/rules.ts'
import { onHoldText } from '#features/decisions/hold-labels.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'

/** Maximum number of lines per order. */
export const maxLines = 500

/** The sales order life cycle (docs/rules.md). */
export const salesOrderFlow = {
  pending: { process: 'processing', cancel: 'cancelled' },
  processing: { ship: 'shipped', recall: 'pending', cancel: 'cancelled' },
  shipped: { deliver: 'delivered' },
  delivered: {},
  cancelled: {},
} as const satisfies Flow

export const salesOrderStatuses = statusesOf(salesOrderFlow)
export type SalesOrderStatus = (typeof salesOrderStatuses)[number]

export type OrderVerb = 'process' | 'ship' | 'deliver' | 'cancel' | 'recall'

/** The steps from a new order to a status; each step runs with all its effects. */
export const stepsTo: Readonly<Record<SalesOrderStatus, readonly OrderVerb[]>> = {
  pending: [],
  processing: ['process'],
  shipped: ['process', 'ship'],
  delivered: ['process', 'ship', 'deliver'],
  cancelled: ['cancel'],
}

/**
 * The statuses at which a user may create an order: those for which the user may run every step.
 * Role `user` gets all statuses; the server decides whether it may use them.
 */
export function creatableStatuses(user: { role: string } | undefined): SalesOrderStatus[] {
  if (user?.role === 'user') return [...salesOrderStatuses]
  return salesOrderStatuses.filter((status) =>
    stepsTo[status].every((verb) => user && may(user, `salesOrders.${verb}`)),
  )
}

/** The shipping methods; the CHECK constraint of the column has the same values. */
export const shippingMethods = ['standard', 'express', 'overnight', 'freight', 'pickup'] as const
export type ShippingMethod = (typeof shippingMethods)[number]

/** Display names of the shipping methods. */
export const shippingMethodNames: Readonly<Record<ShippingMethod, string>> = {
  standard: 'Standard',
  express: 'Express',
  overnight: 'Overnight',
  freight: 'Freight',
  pickup: 'Customer pickup',
}

/** True if the customer picks up the goods, so that there is no shipping charge. */
export function isPickedUp(method: ShippingMethod | null | undefined): boolean {
  return method === 'pickup'
}

const outcomeTexts: Record<OrderVerb, string> = {
  process: 'started',
  ship: 'shipped',
  deliver: 'delivered',
  cancel: 'cancelled',
  recall: 'recalled',
}

/** The warehouse has a pending cancellation request; until it answers, the order cannot change. */
const cancellationPending = 'The warehouse was asked to cancel this order and has not responded yet'

type InSteps = {
  status: string
  holdReason: string | null
  shipmentCount: number
  cancelRequest: string | null
}

/** The reason an order cannot run a step now; undefined if it can. */
export function whyNotStep(order: InSteps, verb: OrderVerb): string | undefined {
  const { status, holdReason, shipmentCount, cancelRequest } = order
  if (!verbsFrom(salesOrderFlow, status).includes(verb)) {
    return `This order is ${status}, so it cannot be ${outcomeTexts[verb]}`
  }
  if (cancelRequest) return cancellationPending
  if (shipmentCount > 0 && verb === 'cancel') {
    return 'Part of this order has shipped. Cancel the unshipped units instead'
  }
  if (shipmentCount > 0 && verb === 'recall') {
    return 'Part of this order has shipped, so it cannot be recalled'
  }
  const isForward = verb === 'process' || verb === 'ship'
  return isForward && holdReason ? onHold(holdReason) : undefined
}

/** The reason an order's open units cannot be cancelled; undefined if they can. */
export function whyNotCancelOpenUnits(order: {
  status: string
  headerOnly: boolean
  cancelRequest: string | null
}): string | undefined {
  if (order.cancelRequest) return cancellationPending
  const isOpen = order.status === 'pending' || order.status === 'processing'
  if (!isOpen) return `This order is ${order.status}, so it has no open units`
  return order.headerOnly ? 'This order has no lines. Cancel the order instead' : undefined
}

/** The reason an order cannot be returned; undefined if it can. */
export function whyNotReturn(order: { status: string; headerOnly: boolean }): string | undefined {
  const isOut = order.status === 'shipped' || order.status === 'delivered'
  if (!isOut) return 'Only shipped goods can be returned'
  return order.headerOnly ? 'This order has no lines to return' : undefined
}

/**
 * The reason a user may not cancel an order; undefined if they may. Users cancel orders they
 * entered before processing starts; managers cancel any order.
 */
export function whyNotCancel(
  user: { id: number; role: string } | undefined,
  order: { status: string; createdBy: number },
): string | undefined {
  if (!user || may(user, 'salesOrders.recall')) return undefined
  if (order.status === 'processing') {
    return 'The warehouse is working on this order. A manager can cancel it'
  }
  if (order.createdBy === user.id) return undefined
  return 'Someone else entered this order. That person or a manager can cancel it'
}

/**
 * The reason an order cannot be edited: it shipped, it was cancelled, a cancellation request is
 * pending, or, for users who are not managers, it is in processing or was entered by another user.
 * Undefined if it can.
 */
export function whyNotEdit(
  user: { id: number; role: string } | undefined,
  order: { status: string; createdBy: number; cancelRequest: string | null },
): { kind: 'refused' | 'forbidden'; code: string; sentence: string } | undefined {
  const { status } = order
  if (order.cancelRequest) {
    return { kind: 'refused', code: 'illegal-transition', sentence: cancellationPending }
  }
  if (status === 'shipped' || status === 'delivered') {
    const sentence = `This order is ${status}, so it cannot be changed`
    return { kind: 'refused', code: 'already-shipped', sentence }
  }
  if (status === 'cancelled') {
    const sentence = 'This order is cancelled, so it cannot be changed'
    return { kind: 'refused', code: 'illegal-transition', sentence }
  }
  if (!user || may(user, 'salesOrders.recall')) return undefined
  const refuse = (sentence: string) => {
    return { kind: 'forbidden', code: 'forbidden', sentence } as const
  }
  if (status === 'processing') {
    return refuse('The warehouse is working on this order. A manager can change it')
  }
  if (user.id === order.createdBy) return undefined
  return refuse('Someone else entered this order. That person or a manager can change it')
}

/**
 * The reason an order cannot be put on hold; undefined if it can. Another hold may replace one for
 * payment or margin; when it ends, that one applies again.
 */
export function whyNotHold(
  order: { status: string; holdReason: string | null; cancelRequest: string | null },
  reason?: string,
): string | undefined {
  if (order.cancelRequest) return cancellationPending
  const isOpen = order.status === 'pending' || order.status === 'processing'
  if (!isOpen) return `This order is ${order.status}, so it cannot be put on hold`
  const waitsOnly =
    (order.holdReason === 'payment' && reason !== 'payment') ||
    (order.holdReason === 'margin' && reason !== 'margin' && reason !== 'payment')
  if (order.holdReason && !waitsOnly) {
    return `This order is already ${onHoldText(order.holdReason)}`
  }
  return reason === 'credit' && order.status === 'processing'
    ? 'The warehouse is processing this order. Recall it before you put it on hold for credit'
    : undefined
}

/** Why a role without the permission cannot release a margin hold. */
export const noMarginRelease = 'Your role cannot release an order on hold for its margin'

/**
 * The reason a user who may release holds cannot release that of this order; undefined if they can.
 */
export function whyNotRelease(
  user: Parameters<typeof may>[0] | undefined,
  { holdReason }: { holdReason: string | null },
): string | undefined {
  if (holdReason !== 'margin' || !user || may(user, 'salesOrders.releaseMargin')) return undefined
  return noMarginRelease
}

/** The message that blocks an order: `This order is on hold for credit. Release it first`. */
function onHold(reason: string): string {
  if (reason === 'parked') {
    return 'This order is parked as a possible duplicate. Choose Compare and decide first'
  }
  if (reason === 'payment') {
    return 'This order is on hold for payment. It is released when it is paid, or manually'
  }
  return `This order is ${onHoldText(reason)}. Release it first`
}

/** True for an open order whose ship date is before today. */
export function isLate(order: { status: string; shipDate: string | null }, today: Day): boolean {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  return isOpen && order.shipDate !== null && order.shipDate < today
}

/** True for an open order whose cancel-after day is before today. */
export function isPastCancelAfter(
  order: { status: string; cancelAfter: string | null },
  today: Day,
): boolean {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  return isOpen && order.cancelAfter !== null && order.cancelAfter < today
}

/** The credit an order still uses, in cents: its unshipped amount. */
export function creditUsedBy(order: {
  status: string
  holdReason: string | null
  totalAmount: string
  shippedAmount: string
}): Cents {
  const open = cents(order.totalAmount) - cents(order.shippedAmount)
  return (usesCredit(order) ? Math.max(0, open) : 0) as Cents
}

/** Whether an order counts toward its customer's open order amount. */
export function usesCredit(order: { status: string; holdReason: string | null }): boolean {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  return isOpen && !isWithoutReservation(order.holdReason)
}

/**
 * True for the holds for credit and of parked orders: such an order has neither stock nor credit,
 * and its release decides on both.
 */
export function isWithoutReservation(holdReason: string | null): boolean {
  return holdReason === 'credit' || holdReason === 'parked'
}

/** Computed fields of a line: a request body may contain them, and they are ignored. */
export const computedOfLines = ['items.id', 'items.salesOrderId', 'items.totalPrice']

/** Computed fields of an order, also ignored. Its source is the channel of the request. */
export const computedOfOrders = [
  'id',
  'status',
  'orderSource',
  'orderDate',
  'subtotal',
  'taxAmount',
  'shippingAmount',
  'totalAmount',
  'createdBy',
  'createdAt',
  'updatedAt',
  'version',
  ...computedOfLines,
]
