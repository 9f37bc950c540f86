import { guardOpen, post } from '#features/ledger/service.ts'
import { creditVendorReturn } from '#features/payables/credits.ts'
import { creditReturn } from '#features/receivables/credit-memos.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/db.ts'
import * as acts from './act-store.ts'
import type { LockedReturn } from './locked.ts'
import type { ReturnVerb } from './rules.ts'

// What a return does to the books beside its goods: a completed return takes back what was
// charged. Goods for a vendor leave at their price, and are credited by the vendor in the end.

/** The locks that stand before a return's own: the month, and the account of its customer. */
export async function lockBooks(
  ctx: Context,
  id: number,
  { verb, date }: { verb: ReturnVerb; date: Day },
): Promise<void> {
  if (verb !== 'receive' && verb !== 'ship' && verb !== 'complete') return
  await guardOpen(ctx, [date])
  if (verb === 'complete') await rows(ctx.db, acts.lockCustomerOf, [id])
}

const readLines = {
  name: 'return_lines_to_credit',
  text: `select sales_order_item_id as "salesOrderItemId", sku_id as "skuId",
                qty_received as quantity, unit_price as "unitPrice"
         from return_items where return_id = $1 and qty_received > 0 order by line_no`,
}

type Replaced = { price: string; orderNumber: string; status: string }
type Row = {
  salesOrderItemId: number | null
  skuId: number
  quantity: number
  unitPrice: string
}

/**
 * Credits the goods of a completed return that arrived, less a fee for putting them back. Goods
 * that an order replaces for nothing are not credited too, unless that order was cancelled. The
 * caller holds the customer, whose lock a replacement and its end wait for.
 */
export async function creditGoods(
  ctx: Context,
  { id, customerId, reason }: { id: number; customerId: number; reason: string },
  { date, restockingFee }: { date: Day; restockingFee: Cents },
): Promise<void> {
  const [replaced] = await rows<Replaced>(ctx.db, acts.readReplacement, [id])
  if (replaced?.price === 'free' && replaced.status !== 'cancelled') {
    if (restockingFee === 0) return
    const message = `Nothing is credited, for ${replaced.orderNumber} replaces the goods`
    throw invalid([{ path: 'restockingFee', message }])
  }
  const found = await rows<Row>(ctx.db, readLines, [id])
  const lines = found.map((line) => ({ ...line, unitPrice: cents(line.unitPrice) }))
  await creditReturn(ctx, {
    customerId,
    returnId: id,
    docDate: date,
    reason,
    restockingFee,
    lines,
  })
}

/**
 * Goods for a vendor leave inventory at their price; completed, the vendor owes us for them. Those
 * that came from a customer were not in inventory again: they lower what was sold.
 */
export async function postVendorGoods(
  ctx: Context,
  { id, returnNumber, vendorId, totalAmount, sourceReturnId }: LockedReturn,
  { verb, date }: { verb: ReturnVerb; date: Day },
): Promise<void> {
  if (vendorId === null) return
  const amount = cents(totalAmount)
  if (verb === 'complete') {
    await creditVendorReturn(ctx, { returnId: id, returnNumber, vendorId, amount, date })
  }
  if (verb !== 'ship') return
  await post(ctx, [
    {
      source: 'return',
      sourceId: id,
      event: 'ship',
      postedOn: date,
      memo: `Goods back to the vendor, ${returnNumber}`,
      lines: [
        { account: 'notBilled', debit: amount, vendorId },
        { account: sourceReturnId === null ? 'inventory' : 'costOfGoods', credit: amount },
      ],
    },
  ])
}
