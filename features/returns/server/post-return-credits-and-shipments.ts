import { type PostingLine, signedLine } from '#features/journal/rules.ts'
import { guardOpen, post } from '#features/journal/server/service.ts'
import { creditVendorReturn } from '#features/payables/server/service.ts'
import { createReturnCreditMemo, replacedUnits } from '#features/receivables/server/service.ts'
import {
  costOfIssue,
  stockLines,
  type ValueEntry,
  valueStockMoves,
} from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import * as acts from './steps/transition-store.ts'
import { costsWhenShipped, type UnitsToCost } from './goods/cost-when-shipped.ts'
import type { LockedReturn } from './steps/locked-return.ts'
import type { ReturnVerb } from '../rules.ts'
import { returnItems } from './tables.ts'

// Postings of a return apart from the receipt of its goods: completing a customer's return credits
// what was charged. Shipping goods to a vendor posts them at their price, and the vendor credits
// them on completion.

/**
 * Acquires the locks that precede the return's own lock: the month, the customer, and the purchase
 * order that the goods came with.
 */
export async function lockBooks(
  ctx: Context,
  id: number,
  { verb, date }: { verb: ReturnVerb; date: Day },
): Promise<void> {
  const isCredit = verb === 'complete' || verb === 'reopen'
  if (verb !== 'receive' && verb !== 'ship' && !isCredit) return
  await guardOpen(ctx, [date])
  if (isCredit) await rows(ctx.db, acts.lockCustomerOf, [id])
  if (verb !== 'receive') await rows(ctx.db, acts.lockPurchaseOrderOf, [id])
}

const readLines = {
  name: 'return_lines_to_credit',
  text: `select "salesOrderItemId", "skuId", quantity, "unitPrice"
         from (
           select i.sales_order_item_id as "salesOrderItemId", i.sku_id as "skuId",
                  (i.qty_received - ${replacedUnits})::int as quantity,
                  i.unit_price as "unitPrice", i.line_no
           from return_items i
           join returns b on b.id = i.return_id
           left join sales_orders o on o.id = b.replacement_order_id
           where b.id = $1
         ) as each
         where quantity > 0 order by line_no`,
}

/** The lines of customer goods sent on to a vendor, with the order line that sold them. */
const readSoldLines = {
  name: 'read_sold_lines_of_vendor_return',
  text: `select i.id, s.sales_order_item_id as "salesOrderItemId", i.sku_id as "skuId", i.quantity
         from return_items i left join return_items s on s.id = i.source_item_id
         where i.return_id = $1 order by i.line_no`,
}

const readShipped = {
  name: 'read_shipped_lines_of_vendor_return',
  text: `select line_no as "lineNo", quantity from return_items where return_id = $1
         order by line_no`,
}

/** Returns the deduplication key of a return line's stock movement. */
export function returnMoveKey(id: number, lineNo: number, kind: string): string {
  return `return:${id}:${lineNo}:${kind}`
}

/**
 * Returns and stores the cost at which customer goods sent on to a vendor were sold; locks their
 * SKUs.
 */
async function costOfShipped(ctx: Context, id: number): Promise<Cents> {
  await rows(ctx.db, acts.lockSkus, [id])
  const lines = await rows<UnitsToCost & { id: number }>(ctx.db, readSoldLines, [id])
  const costs = await costsWhenShipped(ctx, lines)
  const changes = lines.map(({ id: itemId }, index) => {
    return { id: itemId, costAmount: decimal(costs[index] ?? zero) }
  })
  await updateMany(ctx, returnItems, changes)
  return sum(costs)
}

type Replaced = { price: string; orderNumber: string; status: string }
type Row = {
  salesOrderItemId: number | null
  skuId: number
  quantity: number
  unitPrice: string
}

/**
 * Credits the received goods of a completed return, less a restocking fee. Units that a free order
 * replaces are not credited, but those that were cancelled or removed from it are. The caller must
 * hold the customer lock, which replacing and changing or cancelling the replacement also acquire.
 */
export async function creditGoods(
  ctx: Context,
  { id, customerId, reason }: { id: number; customerId: number; reason: string },
  { date, restockingFee }: { date: Day; restockingFee: Cents },
): Promise<void> {
  const found = await rows<Row>(ctx.db, readLines, [id])
  const [replaced] = await rows<Replaced>(ctx.db, acts.readReplacement, [id])
  const isReplaced = replaced?.price === 'free' && replaced.status !== 'cancelled'
  if (isReplaced && found.length === 0) {
    if (restockingFee === 0) return
    const message = `There is no credit, because ${replaced.orderNumber} replaces the goods`
    throw invalid([{ path: 'restockingFee', message }])
  }
  const lines = found.map((line) => ({ ...line, unitPrice: cents(line.unitPrice) }))
  await createReturnCreditMemo(ctx, {
    customerId,
    returnId: id,
    docDate: date,
    reason,
    restockingFee,
    lines,
  })
}

/** Returns the posting lines and the cost of goods that a return to a vendor took from stock. */
async function stockOfShipped(ctx: Context, id: number, entry: ValueEntry): Promise<Shipped> {
  const lines = await rows<{ lineNo: number; quantity: number }>(ctx.db, readShipped, [id])
  const valued = await valueStockMoves(
    ctx,
    lines.map(({ lineNo, quantity }) => {
      return { entry, dedupeKey: returnMoveKey(id, lineNo, 'ship'), units: 0 - quantity }
    }),
  )
  return { cost: sum(valued.map(costOfIssue)), lines: stockLines(valued) }
}

type Shipped = { cost: Cents; lines: PostingLine[] }

/** The same for customer goods sent on to a vendor, which were not back in stock. */
async function soldOfShipped(ctx: Context, id: number): Promise<Shipped> {
  const cost = await costOfShipped(ctx, id)
  return { cost, lines: [{ account: 'costOfGoods', credit: cost }] }
}

/**
 * Posts a return to a vendor. On shipment, goods leave inventory at stock cost, and the difference
 * to the vendor's price posts to variance. On completion, the vendor owes for goods that were
 * billed. Goods from a customer were not back in inventory, so they reduce the cost of goods by the
 * cost they shipped at.
 */
export async function postVendorGoods(
  ctx: Context,
  { id, returnNumber, vendorId, purchaseOrderId, totalAmount, sourceReturnId }: LockedReturn,
  { verb, date }: { verb: ReturnVerb; date: Day },
): Promise<void> {
  if (vendorId === null) return
  const amount = cents(totalAmount)
  if (verb === 'complete') {
    const orderId = purchaseOrderId
    await creditVendorReturn(ctx, { returnId: id, returnNumber, vendorId, orderId, date })
  }
  if (verb !== 'ship') return
  const entry = { source: 'return', sourceId: id, event: 'ship', postedOn: date } as const
  const { cost, lines } =
    sourceReturnId === null ? await stockOfShipped(ctx, id, entry) : await soldOfShipped(ctx, id)
  await post(ctx, [
    {
      ...entry,
      memo: `Return to vendor ${returnNumber}`,
      lines: [
        { account: 'notBilled', debit: amount, vendorId },
        ...lines,
        signedLine('priceVariance', (cost - amount) as Cents),
      ],
    },
  ])
}
