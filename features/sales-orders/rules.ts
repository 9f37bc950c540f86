import { may } from '#features/auth/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'

/** The life of a sales order (docs/rules.md). */
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

/** The steps that lead a new order to a status; each happens, with all its effects. */
export const wayTo: Readonly<Record<SalesOrderStatus, readonly OrderVerb[]>> = {
  pending: [],
  processing: ['process'],
  shipped: ['process', 'ship'],
  delivered: ['process', 'ship', 'deliver'],
  cancelled: ['cancel'],
}

const doneWords: Record<OrderVerb, string> = {
  process: 'started',
  ship: 'shipped',
  deliver: 'delivered',
  cancel: 'cancelled',
  recall: 'recalled',
}

/** Why an order cannot take a step now, as a sentence; undefined where it can. */
export function whyNotStep(
  { status, holdReason }: { status: string; holdReason: string | null },
  verb: OrderVerb,
): string | undefined {
  if (!verbsFrom(salesOrderFlow, status).includes(verb)) {
    return `This order is ${status}, so it cannot be ${doneWords[verb]}`
  }
  const isForward = verb === 'process' || verb === 'ship'
  return isForward && holdReason ? onHold(holdReason) : undefined
}

/** Why goods of an order cannot come back; undefined where they can. */
export function whyNotReturn(order: { status: string; headerOnly: boolean }): string | undefined {
  const isOut = order.status === 'shipped' || order.status === 'delivered'
  if (!isOut) return 'Only shipped goods can come back'
  return order.headerOnly ? 'This order has no lines to return' : undefined
}

/** Sales and clerks cancel what they entered, before the warehouse has it; managers the rest. */
export function whyNotCancel(
  user: { id: number; role: string } | undefined,
  order: { status: string; createdBy: number },
): string | undefined {
  if (!user || may(user, 'salesOrders.recall')) return undefined
  if (order.status === 'processing') {
    return 'The warehouse is working on this order. A manager can cancel it'
  }
  if (order.createdBy === user.id) return undefined
  return 'Somebody else entered this order. They or a manager can cancel it'
}

/** The sentence that stops an order: `This order is on hold (credit). Release it first`. */
function onHold(reason: string): string {
  return `This order is on hold (${reason}). Release it first`
}

/** True for an order that should have left before today. */
export function isLate(order: { status: string; shipDate: string | null }, today: Day): boolean {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  return isOpen && order.shipDate !== null && order.shipDate < today
}

/** Whether what an order costs is part of what its customer has on order. */
export function takesCredit(order: { status: string; holdReason: string | null }): boolean {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  return isOpen && order.holdReason !== 'credit'
}

/** A line that is to be shipped, and what is free of its SKU beside all that is reserved. */
export type LineToShip = {
  lineNo: number
  skuId: number
  sku: string
  quantity: number
  qtyReserved: number
  qtyBackordered: number
  available: number
}

/**
 * What a shipment lacks: for each SKU whose backordered units are not there yet, how many. Earlier
 * lines take what is free first; no line means that all of it can leave.
 */
export function missingUnits(lines: readonly LineToShip[]): { sku: string; missing: number }[] {
  const needed = new Map<number, { sku: string; units: number; available: number }>()
  for (const { skuId, sku, qtyBackordered, available } of lines) {
    const units = (needed.get(skuId)?.units ?? 0) + qtyBackordered
    needed.set(skuId, { sku, units, available: Math.max(0, available) })
  }
  return [...needed.values()]
    .filter(({ units, available }) => units > available)
    .map(({ sku, units, available }) => ({ sku, missing: units - available }))
}
