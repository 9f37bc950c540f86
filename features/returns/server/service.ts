import { may } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, formatDay, today } from '#platform/kernel/days.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import type {
  GoodsReturn,
  Returnable,
  ReturnDetails,
  ReturnItem,
  ReturnQuery,
  ReturnReceipt,
  ReturnReceiptItem,
} from '../contract.ts'
import { isPastWindow, type OriginLine, type ReturnType } from '../rules.ts'
import * as store from './store.ts'

/** Returns a page of returns, or all of them if the query has no limit. */
export function listReturns(ctx: Context, query: ReturnQuery) {
  return readList<GoodsReturn>(ctx.db, mayReadCosts(ctx) ? store.list : store.pricelessList, query)
}

/**
 * Returns one return with its lines. Prices on returns to vendors are null for roles that may not
 * read costs. Throws 404 if it does not exist.
 */
export function readReturn(ctx: Context, id: number): Promise<ReturnDetails> {
  return onOneConnection(ctx, async ({ db }) => {
    type Parts = 'items' | 'receipts' | 'vendorReturns'
    type Received = ReturnReceiptItem & { receiptId: number }
    const [found, items, receipts, received, vendorReturns] = await Promise.all([
      rows<Omit<ReturnDetails, Parts>>(db, store.readReturn, [id]),
      rows<ReturnItem>(db, store.readItems, [id]),
      rows<Omit<ReturnReceipt, 'items'>>(db, store.readReceipts, [id]),
      rows<Received>(db, store.readReceiptItems, [id]),
      rows<ReturnDetails['vendorReturns'][number]>(db, store.readVendorReturns, [id]),
    ])
    const goods = found[0]
    if (!goods) throw missing('That return')
    const isShown = goods.type === 'rma' || mayReadCosts(ctx)
    const shown = (item: ReturnItem) =>
      isShown ? item : { ...item, unitPrice: null, totalPrice: null }
    const of = (receipt: { id: number }) =>
      received
        .filter(({ receiptId }) => receiptId === receipt.id)
        .map(({ receiptId: _, ...item }) => item)
    return {
      ...goods,
      ...(!isShown && { totalAmount: null }),
      items: items.map(shown),
      receipts: receipts.map((receipt) => ({ ...receipt, items: of(receipt) })),
      vendorReturns,
    }
  })
}

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
type LineRow = Omit<OriginLine, 'unitPrice'> & {
  name: string
  unitOfMeasure: string
  ordered: number
  unitPrice: string
}

/** The original order, with the quantities moved and already on returns. */
export type Origin = OriginRow & { type: ReturnType; lines: (LineRow & { left: number })[] }

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
  const left = (line: LineRow) => ({ ...line, left: Math.max(0, line.moved - line.returned) })
  return { ...order, type, lines: lines.map(left) }
}

/** Returns why nothing of an order can be returned now; undefined if something can. */
export function whyNotReturnable(origin: Origin): string | undefined {
  const { type, orderNumber, status, headerOnly, lines } = origin
  if (type === 'rma' && !hasLeft(origin)) {
    return `${orderNumber} is ${status}. Only shipped goods can come back`
  }
  if (headerOnly) return `${orderNumber} was recorded without lines, so nothing can be picked`
  if (lines.every((line) => line.moved === 0)) return `Nothing of ${orderNumber} was received yet`
  if (lines.every((line) => line.left === 0)) return `All of ${orderNumber} is in returns already`
  return undefined
}

/** True if any goods of a sales order have shipped, even if the rest is still open. */
function hasLeft({ status, lines }: Origin): boolean {
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
  const left = `${orderNumber} left on ${formatDay(shipDate, 'en-US')}`
  const window = `${windowDays} ${windowDays === 1 ? 'day' : 'days'}`
  return `${left}, more than ${window} ago. A manager can still take it back`
}

/**
 * Returns the returnable lines of an order: `salesOrderId` for customers, `purchaseOrderId` for
 * vendors. Throws unless exactly one is given, or if the order does not exist.
 */
export async function readReturnable(
  ctx: Context,
  query: { salesOrderId?: number | undefined; purchaseOrderId?: number | undefined },
): Promise<Returnable> {
  const { salesOrderId, purchaseOrderId } = query
  const id = salesOrderId ?? purchaseOrderId
  if (id === undefined || (salesOrderId && purchaseOrderId)) {
    throw invalid([{ path: 'salesOrderId', message: 'Say one order, a sales or a purchase order' }])
  }
  const type = salesOrderId === undefined ? 'rtv' : 'rma'
  const { businessTimeZone, returnWindowDays } = await readSettings(ctx)
  const window = { date: today(ctx.now, businessTimeZone), windowDays: returnWindowDays }
  const origin = await onOneConnection(ctx, (inner) => readOrigin(inner, { type, id, lock: false }))
  if (!origin) throw missing('That order')
  const { lines, headerOnly: _, ...order } = origin
  const isShown = type === 'rma' || mayReadCosts(ctx)
  return {
    ...order,
    whyNot: whyNotReturnable(origin) ?? null,
    warning: lateSentence(origin, window) ?? null,
    items: lines.map(({ id: originalItemId, left, unitPrice, ...line }) => ({
      ...line,
      originalItemId,
      returnable: left,
      unitPrice: isShown ? decimal(cents(unitPrice)) : null,
    })),
  }
}

/** True if the user may read costs, or if there is no user. */
export function mayReadCosts({ user }: Context): boolean {
  return !user || may(user, 'skus.cost')
}
