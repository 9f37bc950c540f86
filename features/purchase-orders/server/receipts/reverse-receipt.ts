import { record } from '#features/audit/server/service.ts'
import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import { guardNotBefore, postingDateOf, guardOpen, post } from '#features/journal/server/service.ts'
import type { PostingLine } from '#features/journal/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import {
  postMoves,
  lastValued,
  stockLines,
  valueStockMoves,
} from '#features/skus/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import type { Receipt } from '../../contract.ts'
import { guardNoPendingCancellation } from '../purchase-cancellation.ts'
import { listReceipts } from './receipts.ts'
import {
  onOrderAfter,
  type ReversedLine,
  statusAfterReversal,
  whyNotReverse,
} from './receipt-reversal-rules.ts'
import { type LockedOrder, lockOrders, messageOf } from '../apply-transitions.ts'
import * as store from '../store.ts'
import { purchaseOrderItems } from '../tables.ts'

// An incorrect receipt is reversed by a counter-document: the receipt remains, with the date, user
// and reason of its reversal.

const findReceipt = {
  name: 'find_receipt_to_reverse',
  text: `select r.id, r.purchase_order_id as "orderId", r.receipt_no as "receiptNo",
                r.received_on as "receivedOn", r.amount,
                v.id is not null as "isReversed"
         from receipts r left join receipt_reversals v on v.receipt_id = r.id
         where r.id = $1`,
}

/** The lines of a receipt, with the billed, returned and available units of each order line. */
const readLines = {
  name: 'read_lines_of_receipt_to_reverse',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, t.quantity, t.amount,
                i.quantity as ordered, i.qty_received as "qtyReceived",
                i.qty_cancelled as "qtyCancelled",
                s.current_stock - s.reserved - s.soft_reserved as available,
                coalesce((
                  select sum(l.quantity) from vendor_bill_lines l
                  join vendor_bills b on b.id = l.vendor_bill_id and b.status <> 'void'
                  where l.purchase_order_item_id = i.id), 0)::int as billed,
                coalesce((
                  select sum(l.quantity) from return_items l
                  join returns r on r.id = l.return_id
                    and r.status not in ('rejected', 'cancelled')
                  where l.purchase_order_item_id = i.id), 0)::int as returned,
                coalesce((
                  select sum(k.quantity) from vendor_credit_lines k
                  join vendor_credits c on c.id = k.vendor_credit_id and c.voided_on is null
                  join return_items l on l.id = k.return_item_id
                  where l.purchase_order_item_id = i.id), 0)::int as credited
         from receipt_items t
         join purchase_order_items i on i.id = t.purchase_order_item_id
         join skus s on s.id = i.sku_id
         where t.receipt_id = $1
         order by i.line_no`,
}

/** Counts the bills that were entered for an order as a whole, not for its lines. */
const readBilledOrder = {
  name: 'read_bills_of_order_by_total',
  text: `select count(*)::int as bills from vendor_bill_lines l
         join vendor_bills b on b.id = l.vendor_bill_id and b.status <> 'void'
         where l.purchase_order_id = $1 and l.purchase_order_item_id is null`,
}

const insertReversal = {
  name: 'insert_receipt_reversal',
  text: `insert into receipt_reversals (receipt_id, reversed_on, reason, created_by)
         values ($1, $2, $3, $4)`,
}

type FoundReceipt = {
  id: number
  orderId: number
  receiptNo: number
  receivedOn: Day
  amount: string
  isReversed: boolean
}

/**
 * Reverses a receipt: its goods leave the stock, are on order again and are not owed; a received
 * order becomes approved. Throws 409 if the receipt is already reversed, its goods are billed,
 * returned or no longer available in stock, or the month is closed. Refuses a posting date before
 * the receipt or before the last stock change of its goods.
 */
export async function reverseReceipt(
  ctx: Context,
  id: number,
  { reason, postedOn }: ReasonedPostingForm,
): Promise<Receipt[]> {
  const { businessTimeZone } = await readSettings(ctx)
  const posting = postingDateOf(postedOn, today(ctx.now, businessTimeZone))
  const date = posting.postedOn
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    const [found] = await rows<FoundReceipt>(inner.db, findReceipt, [id])
    if (!found) throw missing('That receipt')
    const { orderId } = found
    const [order] = await lockOrders(inner, [orderId], 'receive')
    if (!order) throw missing('That purchase order')
    guardNoPendingCancellation(inner, order)
    const [receipt = found] = await rows<FoundReceipt>(inner.db, findReceipt, [id])
    const lines = await rows<ReversedLine>(inner.db, readLines, [id])
    const [billed] = await rows<{ bills: number }>(inner.db, readBilledOrder, [orderId])
    const number = `${order.orderNumber}/${receipt.receiptNo}`
    const whyNot = whyNotReverse({ ...receipt, number, lines, billsOfOrder: billed?.bills ?? 0 })
    if (whyNot) throw new Refusal('refused', whyNot.code, whyNot.sentence)
    guardNotBefore(posting, [
      { day: receipt.receivedOn, event: 'the receipt date' },
      await lastValued(
        inner,
        lines.map(({ skuId }) => skuId),
      ),
    ])
    await send(inner, insertReversal, [id, date, reason, inner.user?.id ?? null])
    await writeReversal(inner, order, { receipt, number, lines, date, reason })
    return listReceipts(inner, orderId)
  })
}

type Reversal = {
  receipt: FoundReceipt
  number: string
  lines: readonly ReversedLine[]
  date: Day
  reason: string
}

async function writeReversal(
  ctx: Context,
  order: LockedOrder,
  { receipt, number, lines, date, reason }: Reversal,
): Promise<void> {
  const status = statusAfterReversal(order.status)
  const moveKeyOf = ({ lineNo }: ReversedLine) => `po:${order.id}:${lineNo}:reverse:${receipt.id}`
  await send(ctx, store.moveOrders, [[order.id], [status]])
  const returned = lines.map(({ id, quantity }) => ({ id, qtyReceived: 0 - quantity }))
  await updateMany(ctx, purchaseOrderItems, returned, { increments: ['qtyReceived'] })
  await postMoves(
    ctx,
    lines.map((line) => ({
      skuId: line.skuId,
      kind: 'receive' as const,
      onHand: 0 - line.quantity,
      onOrder: onOrderAfter(line, order.status),
      refType: 'purchase_order',
      refId: order.id,
      refLine: line.lineNo,
      reason,
      dedupeKey: moveKeyOf(line),
      by: ctx.user?.id ?? null,
    })),
  )
  const { vendorId } = order
  const amount = cents(receipt.amount)
  const entry = {
    source: 'receipt',
    sourceId: receipt.id,
    event: 'void',
    postedOn: date > receipt.receivedOn ? date : receipt.receivedOn,
  } as const
  const valued = await valueStockMoves(
    ctx,
    lines.map((line) => ({
      entry,
      dedupeKey: moveKeyOf(line),
      units: 0 - line.quantity,
      amount: (0 - cents(line.amount)) as Cents,
    })),
  )
  const moved = stockLines(valued)
  const accrualLine: PostingLine = { account: 'notBilled', debit: amount, vendorId }
  await post(ctx, [
    { ...entry, memo: `Reversal of receipt ${number}`, lines: [accrualLine, ...moved] },
  ])
  const counted = lines.map(({ lineNo, qtyReceived, quantity }) => {
    return [`line ${lineNo} received`, { from: qtyReceived, to: qtyReceived - quantity }]
  })
  const changes = { receipt: { from: number, to: null }, ...Object.fromEntries(counted) }
  const steps = status !== order.status && { fromStatus: order.status, toStatus: status }
  const entryBase = {
    entity: 'purchase_order',
    entityId: order.id,
    action: 'reverse-receipt',
  } as const
  await record(ctx, [{ ...entryBase, ...steps, reason, changes }])
  const after = { ...order, status, version: order.version + 1 }
  await enqueue(ctx, [messageOf(after, 'reverse-receipt')])
}
