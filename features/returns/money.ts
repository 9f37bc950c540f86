import { guardOpen, post } from '#features/ledger/service.ts'
import { creditVendorReturn } from '#features/payables/credits.ts'
import { creditReturn } from '#features/receivables/credit-memos.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/db.ts'
import type { ReturnVerb } from './rules.ts'

// What a return does to the books: restocked goods are worth what they cost again, and a completed
// return takes back what was charged for them. Goods for a vendor leave at their price, and are
// credited by the vendor in the end.

const lockCustomerOf = {
  name: 'lock_customer_of_return',
  text: `select id from customers
         where id = (select customer_id from returns where id = $1)
         for no key update`,
}

/** The locks that stand before a return's own: the month, and the account of its customer. */
export async function lockBooks(
  ctx: Context,
  id: number,
  { verb, date }: { verb: ReturnVerb; date: Day },
): Promise<void> {
  if (verb !== 'receive' && verb !== 'ship' && verb !== 'complete') return
  await guardOpen(ctx, [date])
  if (verb === 'complete') await rows(ctx.db, lockCustomerOf, [id])
}

const costOfRestocked = {
  name: 'cost_of_restocked_goods',
  text: `select coalesce(sum(i.quantity * s.cost), 0)::numeric(12, 2) as cost
         from return_items i join skus s on s.id = i.sku_id
         where i.return_id = $1 and i.disposition = 'restock'`,
}

/** Posts goods that are on hand again as what they cost. */
export async function postRestocked(
  ctx: Context,
  { id, returnNumber }: { id: number; returnNumber: string },
  date: Day,
): Promise<void> {
  const [found] = await rows<{ cost: string }>(ctx.db, costOfRestocked, [id])
  const cost = cents(found?.cost ?? '0')
  await post(ctx, [
    {
      source: 'return',
      sourceId: id,
      postedOn: date,
      memo: `Goods of ${returnNumber} back in stock`,
      lines: [
        { account: 'inventory', debit: cost },
        { account: 'costOfGoods', credit: cost },
      ],
    },
  ])
}

const readLines = {
  name: 'return_lines_to_credit',
  text: `select sales_order_item_id as "salesOrderItemId", sku_id as "skuId", quantity,
                unit_price as "unitPrice"
         from return_items where return_id = $1 order by line_no`,
}

type Row = {
  salesOrderItemId: number | null
  skuId: number
  quantity: number
  unitPrice: string
}

/** Credits the goods of a completed return, less a fee for putting them back. */
export async function creditGoods(
  ctx: Context,
  { id, customerId, reason }: { id: number; customerId: number; reason: string },
  { date, restockingFee }: { date: Day; restockingFee: Cents },
): Promise<void> {
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

type VendorGoods = {
  id: number
  returnNumber: string
  vendorId: number | null
  totalAmount: string
}

/** Goods for a vendor leave inventory at their price; completed, the vendor owes us for them. */
export async function postVendorGoods(
  ctx: Context,
  { id, returnNumber, vendorId, totalAmount }: VendorGoods,
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
        { account: 'inventory', credit: amount },
      ],
    },
  ])
}
