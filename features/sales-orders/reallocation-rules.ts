import { promiseOn } from '#features/skus/rules.ts'
import { type RingFence, ringFencedForOthers } from '#features/stock/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import type { SalesOrder } from './contract.ts'

// Which order holds the units of a SKU, and what moving units from one order to another changes.

/** An open line with reserved or backordered units of a SKU. */
export type AllocatedLine = {
  itemId: number
  lineNo: number
  skuId: number
  orderId: number
  orderNumber: string
  customerId: number
  customerCode: string
  /** Whether the customer accepts backorders. */
  mayBackorder: boolean
  status: SalesOrder['status']
  holdReason: SalesOrder['holdReason']
  cancelRequest: SalesOrder['cancelRequest']
  /** The requested ship date. */
  promisedDate: Day | null
  reserved: number
  backordered: number
  /** Units of the other lines of the order. */
  otherReserved: number
  otherBackordered: number
}

/** Units that move from one line to another. */
type ReallocatedUnits = { fromItemId: number; toItemId: number; quantity: number }

/** When the units of a SKU come. */
export type Arrivals = {
  /** Free units: on hand − reserved − held for validated orders. */
  available: number
  ringFences: readonly RingFence[]
  arrivals: Parameters<typeof promiseOn>[0]['arrivals']
  /** The business day. */
  date: Day
}

/** Why a re-allocation is refused. */
type ReallocationRefusal = { code: string; sentence: string }

/** The reason the units of a line cannot move to another order; undefined if they can. */
export function whyNotReallocateFrom(
  line: Pick<AllocatedLine, 'orderNumber' | 'status' | 'reserved'>,
): ReallocationRefusal | undefined {
  const { orderNumber, status, reserved } = line
  if (status !== 'pending') {
    const sentence = `The warehouse is working on ${orderNumber}. Recall it first`
    return { code: 'illegal-transition', sentence }
  }
  if (reserved > 0) return undefined
  const sentence = `${orderNumber} has no reserved units of this SKU. Select another order`
  return { code: 'nothing-reserved', sentence }
}

/** The reason a line cannot get units of another order; undefined if it can. */
export function whyNotReallocateTo(
  line: Pick<AllocatedLine, 'orderNumber' | 'cancelRequest' | 'backordered'>,
): ReallocationRefusal | undefined {
  const { orderNumber, cancelRequest, backordered } = line
  if (cancelRequest) {
    const sentence =
      `The warehouse was asked to cancel ${orderNumber} and has not responded yet. ` +
      'Wait for its response or select another order'
    return { code: 'illegal-transition', sentence }
  }
  if (backordered > 0) return undefined
  const sentence = `${orderNumber} has no backordered units of this SKU. Select another order`
  return { code: 'nothing-backordered', sentence }
}

/** What is ring-fenced for a customer, and what the orders of the customer hold of it. */
type CustomerRingFence = { customerId: number; quantity: number; reserved: number }

/**
 * The reason units cannot move between two lines of one SKU; undefined if they can. Units move
 * between two orders, from reserved ones to backordered ones, and not more than either line has.
 * What is ring-fenced for a customer does not move to another one.
 */
export function whyNotReallocate(
  from: AllocatedLine,
  to: AllocatedLine,
  { quantity, ringFences }: { quantity: number; ringFences: readonly CustomerRingFence[] },
): ReallocationRefusal | undefined {
  if (from.orderId === to.orderId) {
    const sentence = `Both lines are on ${from.orderNumber}. Select a line of another order`
    return { code: 'same-order', sentence }
  }
  const whyNot = whyNotReallocateFrom(from) ?? whyNotReallocateTo(to)
  if (whyNot) return whyNot
  if (quantity > from.reserved) {
    const { orderNumber, reserved } = from
    const most = counted(reserved, 'unit')
    const sentence = `${orderNumber} has only ${most} reserved. Enter ${reserved} or less`
    return { code: 'too-many-units', sentence }
  }
  if (quantity > to.backordered) {
    const { orderNumber, backordered } = to
    const most = counted(backordered, 'unit')
    const sentence = `${orderNumber} has only ${most} backordered. Enter ${backordered} or less`
    return { code: 'too-many-units', sentence }
  }
  return from.customerId === to.customerId ? undefined : whyRingFenced(from, quantity, ringFences)
}

function whyRingFenced(
  { customerId, customerCode }: AllocatedLine,
  quantity: number,
  ringFences: readonly CustomerRingFence[],
): ReallocationRefusal | undefined {
  const own = ringFences.find((each) => each.customerId === customerId)
  if (!own || own.reserved - quantity >= own.quantity) return undefined
  const sentence =
    `${own.quantity} are ring-fenced for ${customerCode}, whose orders would hold only ` +
    `${own.reserved - quantity}. Reduce the ring-fence first`
  return { code: 'ring-fenced', sentence }
}

/**
 * The lines after units have moved. The order that loses units goes on hold `stock` if its customer
 * accepts no backorders, as after a short count; another hold stays.
 */
export function linesAfterReallocation(
  lines: readonly AllocatedLine[],
  { fromItemId, toItemId, quantity }: ReallocatedUnits,
): AllocatedLine[] {
  const from = lines.find(({ itemId }) => itemId === fromItemId)
  return lines.map((line) => {
    const holdReason = line.orderId === from?.orderId ? holdAfterLoss(line) : line.holdReason
    if (line.itemId === toItemId) {
      const [reserved, backordered] = [line.reserved + quantity, line.backordered - quantity]
      return { ...line, reserved, backordered }
    }
    if (line.itemId === fromItemId) {
      const [reserved, backordered] = [line.reserved - quantity, line.backordered + quantity]
      return { ...line, holdReason, reserved, backordered }
    }
    return { ...line, holdReason }
  })
}

/** The hold of an order that loses units. */
function holdAfterLoss({ holdReason, mayBackorder }: AllocatedLine): SalesOrder['holdReason'] {
  return holdReason ?? (mayBackorder ? null : 'stock')
}

/** The day on which the backordered units of a line are expected; null if none wait or unknown. */
export function expectedDateOf(
  lines: readonly AllocatedLine[],
  itemId: number,
  { available, ringFences, arrivals, date }: Arrivals,
): Day | null {
  const index = lines.findIndex((line) => line.itemId === itemId)
  const line = lines[index]
  if (!line || line.backordered === 0) return null
  const ahead = lines.slice(0, index).reduce((units, each) => units + each.backordered, 0)
  const free = available - ringFencedForOthers(ringFences, line) - ahead
  return promiseOn({ free, quantity: line.backordered, arrivals, date }) ?? null
}

/** What a line and its order have, as a trial shows it before and after. */
export type AllocationState = {
  reserved: number
  backordered: number
  holdReason: SalesOrder['holdReason']
  /** Whether every open unit of the order is reserved. */
  isComplete: boolean
  /** Whether the order may be sent to the warehouse as far as hold and stock are concerned. */
  canStart: boolean
  /** The day on which the backordered units are expected; null if none wait or unknown. */
  expectedDate: Day | null
  /** Whether all units of the line can leave by the promised date; null without one. */
  meetsPromise: boolean | null
}

/** The state of a line, among the lines of its SKU in the order in which they are filled. */
export function allocationOf(
  lines: readonly AllocatedLine[],
  itemId: number,
  supply: Arrivals,
): AllocationState | undefined {
  const line = lines.find((each) => each.itemId === itemId)
  if (!line) return undefined
  const { reserved, backordered, holdReason, promisedDate } = line
  const expectedDate = expectedDateOf(lines, itemId, supply)
  const readyOn = backordered === 0 ? supply.date : expectedDate
  const hasUnits = reserved + line.otherReserved > 0
  return {
    reserved,
    backordered,
    holdReason,
    isComplete: backordered + line.otherBackordered === 0,
    canStart: line.status === 'pending' && holdReason === null && hasUnits,
    expectedDate,
    meetsPromise: promisedDate === null ? null : readyOn !== null && readyOn <= promisedDate,
  }
}

/** The place in line of each order, by id: 1 is filled first. The lines are in that order. */
export function prioritiesOf(lines: readonly { orderId: number }[]): ReadonlyMap<number, number> {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  return new Map(orderIds.map((orderId, index) => [orderId, index + 1]))
}
