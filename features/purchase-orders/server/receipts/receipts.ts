import { post, type Posting } from '#features/journal/server/service.ts'
import { stockLines, valueStockMoves } from '#features/skus/server/service.ts'
import { cents, decimal, sum, multiply, zero } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { Receipt, ReceiptItem } from '../../contract.ts'
import { hidesPurchaseAmounts } from '../../rules.ts'
import type { Transition, Line } from '../apply-transitions.ts'
import { receiptItems } from '../tables.ts'

const findOrder = {
  name: 'find_purchase_order_of_receipts',
  text: 'select id from purchase_orders where id = $1',
}

const readReceipts = {
  name: 'read_purchase_order_receipts',
  text: `select r.id, o.order_number || '/' || r.receipt_no as "receiptNumber",
                r.received_on as "receivedOn", r.delivery_note as "deliveryNote", r.amount,
                coalesce(u.username, 'system') as by, r.created_at as at,
                v.reversed_on as "reversedOn", v.reason as "reversalReason"
         from receipts r
         join purchase_orders o on o.id = r.purchase_order_id
         left join users u on u.id = r.created_by
         left join receipt_reversals v on v.receipt_id = r.id
         where r.purchase_order_id = $1
         order by r.receipt_no desc`,
}

const readItems = {
  name: 'read_receipt_items',
  text: `select t.id, t.receipt_id as "receiptId", i.line_no as "lineNo", i.sku_id as "skuId",
                s.sku, s.name, s.unit_of_measure as "unitOfMeasure", t.quantity, t.amount
         from receipt_items t
         join purchase_order_items i on i.id = t.purchase_order_item_id
         join skus s on s.id = i.sku_id
         where i.purchase_order_id = $1
         order by t.receipt_id, i.line_no`,
}

const addReceipts = {
  name: 'add_receipts',
  text: `insert into receipts
           (purchase_order_id, receipt_no, received_on, delivery_note, amount, created_by)
         select o, (select count(*) from receipts r where r.purchase_order_id = o) + 1, d, n, a, b
         from unnest($1::int[], $2::date[], $3::text[], $4::numeric[], $5::int[])
           as x (o, d, n, a, b)
         returning id, purchase_order_id as "orderId", receipt_no as "receiptNo"`,
}

/**
 * Lists the receipts of a purchase order, newest first. Amounts are null for roles that may not
 * read costs. Throws 404 if the order does not exist.
 */
export async function listReceipts(ctx: Context, id: number): Promise<Receipt[]> {
  type Found = ReceiptItem & { receiptId: number }
  return onOneConnection(ctx, async (inner) => {
    const [order] = await rows<{ id: number }>(inner.db, findOrder, [id])
    if (!order) throw missing('That purchase order')
    const found = await rows<Omit<Receipt, 'items'>>(inner.db, readReceipts, [id])
    const items = await rows<Found>(inner.db, readItems, [id])
    const isHidden = hidesPurchaseAmounts(ctx.user)
    const redact = <R extends { amount: string | null }>(row: R) =>
      isHidden ? { ...row, amount: null } : row
    return found.map((receipt) => {
      const own = items.filter(({ receiptId }) => receiptId === receipt.id)
      return { ...redact(receipt), items: own.map(({ receiptId: _, ...item }) => redact(item)) }
    })
  })
}

/**
 * The cost of a line's units at the order price. The order's total fits an amount, so this does
 * too.
 */
function costOf(line: Line, quantity: number) {
  return multiply(cents(line.unitPrice), quantity) ?? zero
}

/**
 * The idempotency key of the stock move for a line's receipt. Each receipt increments the version
 * of its order, so the key is unique.
 */
export function receiptMoveKey(
  order: { id: number; version: number },
  { lineNo }: { lineNo: number },
): string {
  return `po:${order.id}:${lineNo}:receive:${order.version}`
}

type InsertedReceipt = { id: number; orderId: number; receiptNo: number }

/**
 * Writes the receipts among the given transitions, numbered per order; the orders are locked. Posts
 * their cost at the order price as goods received not billed. The caller ensures that the month is
 * open. An order without lines gets a receipt without lines and no stock value.
 */
export async function writeReceipts(
  ctx: Context,
  transitions: readonly Transition[],
): Promise<void> {
  const arrivals = transitions
    .filter(({ verb }) => verb === 'receive')
    .map(({ order, received, ...act }) => {
      const lines = order.lines.flatMap((line) => {
        const quantity = received.get(line.id) ?? 0
        if (quantity === 0) return []
        const dedupeKey = receiptMoveKey(order, line)
        return [{ id: line.id, quantity, amount: costOf(line, quantity), dedupeKey }]
      })
      return { ...act, order, lines, amount: sum(lines.map(({ amount }) => amount)) }
    })
  if (arrivals.length === 0) return
  const inserted = await rows<InsertedReceipt>(ctx.db, addReceipts, [
    arrivals.map(({ order }) => order.id),
    arrivals.map(({ date }) => date),
    arrivals.map(({ deliveryNote }) => deliveryNote),
    arrivals.map(({ amount }) => decimal(amount)),
    arrivals.map(() => ctx.user?.id ?? null),
  ])
  const receiptOf = (orderId: number) => {
    const receipt = inserted.find((each) => each.orderId === orderId)
    if (!receipt) throw new Error('The inserted receipt was not found')
    return receipt
  }
  const valued = await valueStockMoves(
    ctx,
    arrivals.flatMap(({ order, date, lines }) => {
      const entry = { source: 'receipt', sourceId: receiptOf(order.id).id, postedOn: date } as const
      return lines.map(({ dedupeKey, quantity, amount }) => {
        return { entry, dedupeKey, units: quantity, amount }
      })
    }),
  )
  const postings: Posting[] = []
  for (const { order, date, amount, lines } of arrivals) {
    const { id, receiptNo } = receiptOf(order.id)
    const { vendorId } = order
    const moved = stockLines(valued.splice(0, lines.length))
    postings.push({
      source: 'receipt',
      sourceId: id,
      postedOn: date,
      memo: `Receipt ${order.orderNumber}/${receiptNo}`,
      lines: [...moved, { account: 'notBilled', credit: amount, vendorId }],
    })
  }
  await post(ctx, postings)
  const items = arrivals.flatMap(({ order, lines }) => {
    const receiptId = receiptOf(order.id).id
    return lines.map(({ id, quantity, amount }) => {
      return { receiptId, purchaseOrderItemId: id, quantity, amount: decimal(amount) }
    })
  })
  await insertMany(ctx, receiptItems, items)
}
