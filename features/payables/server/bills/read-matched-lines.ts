import { cents } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import * as sql from './bill-sql.ts'
import type { MatchedLine } from './matching.ts'
import type { FreeAccount } from '../../rules.ts'

type LineRow = {
  lineNo: number
  orderId: number | null
  itemId: number | null
  description: string
  account: FreeAccount | null
  quantity: number
  unitPrice: string
  totalPrice: string
}
type OrderRow = { id: number; orderNumber: string; status: string; totalAmount: string }
type ItemRow = {
  id: number
  skuId: number
  unitPrice: string
  qtyReceived: number
  qtyReturned: number
}
type BilledRow = { itemId: number | null; orderId: number; units: number; amount: string }

/** Reads the lines of a bill with the data of their orders, and locks these orders. */
export async function readMatched(ctx: Context, id: number): Promise<MatchedLine[]> {
  const lines = await rows<LineRow>(ctx.db, sql.readBillLines, [id])
  const orderIds = [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))]
  const itemIds = lines.flatMap(({ itemId }) => itemId ?? [])
  const orders = await rows<OrderRow>(ctx.db, sql.lockOrders, [orderIds, []])
  const items = await rows<ItemRow>(ctx.db, sql.readOrderItems, [itemIds])
  const billed = await rows<BilledRow>(ctx.db, sql.readBilled, [orderIds, id])
  return lines.map((line): MatchedLine => {
    const { lineNo, description, quantity } = line
    const base = { lineNo, description, total: cents(line.totalPrice) }
    const order = orders.find((each) => each.id === line.orderId)
    if (!order) return { ...base, kind: 'free', account: line.account ?? 'costOfGoods' }
    const { orderNumber } = order
    const item = items.find((each) => each.id === line.itemId)
    const before = billed.find(
      ({ itemId, orderId }) => itemId === line.itemId && orderId === order.id,
    )
    if (item) {
      return {
        ...base,
        kind: 'item',
        orderNumber,
        skuId: item.skuId,
        quantity,
        unitPrice: cents(line.unitPrice),
        orderedPrice: cents(item.unitPrice),
        received: item.qtyReceived,
        returned: item.qtyReturned,
        billed: before?.units ?? 0,
      }
    }
    return {
      ...base,
      kind: 'order',
      orderNumber,
      orderTotal: cents(order.totalAmount),
      isReceived: order.status === 'received',
      billed: cents(before?.amount ?? '0'),
    }
  })
}
