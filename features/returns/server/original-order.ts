import { type Day, formatDay } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { isPastWindow, type OriginalOrderLine, type ReturnType } from '../rules.ts'
import * as store from './store.ts'

type OriginRow = {
  orderId: number
  orderNumber: string
  partyId: number
  partyCode: string
  partyName: string
  status: string
  shipDate: Day | null
  headerOnly: boolean
}

type LineRow = Omit<OriginalOrderLine, 'unitPrice'> & {
  name: string
  unitOfMeasure: string
  ordered: number
  unitPrice: string
}

/** The original order, with the quantities moved and already on returns. */
export type Origin = OriginRow & {
  type: ReturnType
  lines: (LineRow & { returnableQuantity: number })[]
}

/**
 * Reads the original order; undefined if it does not exist. With `lock`, no other return of the
 * order can be created until the transaction ends.
 */
export async function readOrigin(
  ctx: Context,
  { type, id, lock }: { type: ReturnType; id: number; lock: boolean },
): Promise<Origin | undefined> {
  const isSale = type === 'rma'
  if (lock) await rows(ctx.db, isSale ? store.lockSalesOrigin : store.lockPurchaseOrigin, [id])
  const [found, lines] = await Promise.all([
    rows<OriginRow>(ctx.db, isSale ? store.readSalesOrigin : store.readPurchaseOrigin, [id]),
    rows<LineRow>(ctx.db, isSale ? store.readSalesLines : store.readPurchaseLines, [id]),
  ])
  const [order] = found
  if (!order) return undefined
  const withReturnable = (line: LineRow) => ({
    ...line,
    returnableQuantity: Math.max(0, line.moved - line.returned),
  })
  return { ...order, type, lines: lines.map(withReturnable) }
}

/** Returns why nothing of an order can be returned now; undefined if something can. */
export function whyNotReturnable(origin: Origin): string | undefined {
  const { type, orderNumber, status, headerOnly, lines } = origin
  if (type === 'rma' && !hasShipped(origin)) {
    return `${orderNumber} is ${status}. Only shipped goods can be returned`
  }
  if (headerOnly) return `${orderNumber} has no lines, so nothing can be returned`
  if (lines.every((line) => line.moved === 0)) return `No goods of ${orderNumber} were received yet`
  if (lines.every((line) => line.returnableQuantity === 0))
    return `All goods of ${orderNumber} are already in returns`
  return undefined
}

/** True if any goods of a sales order have shipped, even if the rest is still open. */
function hasShipped({ status, lines }: Origin): boolean {
  const isSent = status === 'shipped' || status === 'delivered'
  return isSent || lines.some(({ moved }) => moved > 0)
}

/** Returns the sentence for an order past its return window; undefined if it is not. */
export function lateSentence(
  origin: Origin,
  { date, windowDays }: { date: Day; windowDays: number },
): string | undefined {
  const { orderNumber, shipDate } = origin
  if (!shipDate || !isPastWindow(shipDate, date, windowDays)) return undefined
  const shipped = `${orderNumber} shipped on ${formatDay(shipDate, 'en-US')}`
  const window = `${windowDays} ${windowDays === 1 ? 'day' : 'days'}`
  return `${shipped}, more than ${window} ago. Only a manager can still accept the return`
}
