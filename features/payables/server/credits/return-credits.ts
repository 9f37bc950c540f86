import { record } from '#features/audit/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { creditMessage, lockCredits, postCredit, voidLockedCredit } from './credit-postings.ts'
import { amountsToCredit, type ReturnedLine, unitsToCredit } from './return-credit-amounts.ts'
import { vendorCreditLines } from '../tables.ts'

// Credits for goods returned to a vendor. Returned goods count against unbilled units first, which
// are not credited because the vendor never charged them. Only units billed beyond those still in
// our possession are credited. Bills and returns of an order may occur in any sequence, so each of
// them updates the credits of the order's returns, with the order locked.

const insertCredit = {
  name: 'insert_vendor_credit',
  text: `insert into vendor_credits
           (credit_number, vendor_id, return_id, posted_on, amount, goods_amount,
            discount_amount, created_by)
         select $1::text || case when n.count = 0 then '' else '-' || n.count + 1 end,
                $2, $3, $4, $5, $6, $7, $8
         from (select count(*) from vendor_credits where return_id = $3) n
         returning id, credit_number as "creditNumber"`,
}

/** The lines of one return whose goods belong to no purchase order. */
const readReturnLines = {
  name: 'read_lines_of_vendor_return',
  text: `select id as "returnItemId", quantity, total_price as goods
         from return_items where return_id = $1 order by line_no`,
}

/**
 * The returned lines of orders, with their received, returned, billed and credited units and
 * amounts. The early-payment discount taken on a bill is prorated over its order lines by
 * cumulative rounding, so that the shares add up to it. The return `$2` counts as completed,
 * because its status changes only afterwards.
 */
const readReturned = {
  name: 'read_returned_lines_of_orders',
  text: `select i.id as "returnItemId", r.id as "returnId", r.return_number as "returnNumber",
                r.vendor_id as "vendorId", i.purchase_order_item_id as "itemId", i.quantity,
                i.unit_price as "unitPrice", o.qty_received as received,
                r.status = 'completed' or r.id = $2 as "isCompleted",
                coalesce(c.quantity, 0)::int as credited,
                coalesce(c.amount, 0)::numeric(14, 2) as "creditedAmount",
                coalesce(b.quantity, 0)::int as billed,
                coalesce(b.amount, 0)::numeric(14, 2) as "billedAmount",
                coalesce(b.discount, 0)::numeric(14, 2) as discount
         from returns r
         join return_items i on i.return_id = r.id
         join purchase_order_items o on o.id = i.purchase_order_item_id
         left join lateral (
           select sum(l.quantity) as quantity, sum(l.amount) as amount
           from vendor_credit_lines l
           join vendor_credits c on c.id = l.vendor_credit_id and c.voided_on is null
           where l.return_item_id = i.id
         ) c on true
         left join lateral (
           select sum(l.quantity) as quantity, sum(l.total_price) as amount,
                  sum(round(t.taken * l.upto / nullif(l.goods, 0), 2)
                      - round(t.taken * (l.upto - l.total_price) / nullif(l.goods, 0), 2))
                    as discount
           from (
             select k.*, sum(k.total_price) over (partition by k.vendor_bill_id) as goods,
                    sum(k.total_price) over (partition by k.vendor_bill_id order by k.line_no)
                      as upto
             from vendor_bill_lines k
             where k.purchase_order_id is not null and k.vendor_bill_id in (
               select m.vendor_bill_id from vendor_bill_lines m
               where m.purchase_order_item_id = o.id)
           ) l
           join vendor_bills b on b.id = l.vendor_bill_id and b.status = 'posted'
           cross join lateral (
             select coalesce(sum(a.discount), 0) as taken from payable_applications a
             where a.bill_id = b.id and a.reversed_on is null
           ) t
           where l.purchase_order_item_id = o.id
         ) b on true
         where r.type = 'rtv' and r.status in ('shipped', 'completed')
           and r.purchase_order_id = any($1::int[])
         order by r.id, i.line_no`,
}

/** Locks the bills of orders, so that the discounts taken on them do not change. */
const lockBillsOfOrders = {
  name: 'lock_bills_of_returned_orders',
  text: `select id from vendor_bills
         where id in (select vendor_bill_id from vendor_bill_lines
                      where purchase_order_id = any($1::int[]))
         order by id for no key update`,
}

const readCreditsOfOrders = {
  name: 'read_credits_of_returns_of_orders',
  text: `select c.id from vendor_credits c join returns r on r.id = c.return_id
         where r.purchase_order_id = any($1::int[]) and c.voided_on is null`,
}

/** The lines of credits, latest credit first. */
const readCreditLines = {
  name: 'read_lines_of_vendor_credits',
  text: `select vendor_credit_id as "creditId", return_item_id as "returnItemId", quantity
         from vendor_credit_lines where vendor_credit_id = any($1::int[])
         order by vendor_credit_id desc, id`,
}

type ReturnedUnits = {
  returnId: number
  returnNumber: string
  vendorId: number
  /** The purchase order of the goods; null if unknown. */
  orderId: number | null
  date: Day
}

/**
 * Credits the goods of a vendor return in the transaction that completes it: goods of a purchase
 * order as far as they were billed, others in full. The caller ensures that the month is open and
 * holds the order lock.
 */
export async function creditVendorReturn(ctx: Context, goods: ReturnedUnits): Promise<void> {
  const { returnId, orderId, date } = goods
  if (orderId !== null) {
    await rows(ctx.db, lockBillsOfOrders, [[orderId]])
    await updateReturnCredits(ctx, [orderId], { date, completing: returnId })
    return
  }
  type Row = { returnItemId: number; quantity: number; goods: string }
  const found = await rows<Row>(ctx.db, readReturnLines, [returnId])
  const lines = found.map((line) => {
    const amount = cents(line.goods)
    return { ...line, goods: amount, amount, discount: zero }
  })
  await insertReturnCredit(ctx, goods, lines)
}

type Update = { date: Day; completing?: number }

/**
 * Creates credits for units of completed returns of these orders that were billed and are not
 * credited yet. The caller ensures that the month is open and holds the order locks.
 */
export async function updateReturnCredits(
  ctx: Context,
  orderIds: readonly number[],
  { date, completing }: Update,
): Promise<void> {
  if (orderIds.length === 0) return
  const found = await readReturnedLines(ctx, orderIds, completing)
  const due = amountsToCredit(found, unitsToCredit(found))
  for (const returnId of new Set(due.map(({ line }) => line.returnId))) {
    const own = due.filter(({ line }) => line.returnId === returnId)
    const [first] = own
    if (!first) continue
    const { returnNumber, vendorId } = first.line
    const lines = own.map(({ line, ...credited }) => {
      return { ...credited, returnItemId: line.returnItemId }
    })
    // Sequential because each credit gets the next number.
    // oxlint-disable-next-line no-await-in-loop
    await insertReturnCredit(ctx, { returnId, returnNumber, vendorId, date }, lines)
  }
}

/**
 * After a bill was voided, voids the return credits of these orders that cover units no longer
 * billed, and creates new credits for the remaining units. Throws 409 if such a credit was applied
 * to a bill.
 */
export async function reduceReturnCredits(
  ctx: Context,
  orderIds: readonly number[],
  { date, reason }: { date: Day; reason: string },
): Promise<void> {
  const found = await readReturnedLines(ctx, orderIds)
  const excess = new Map(
    unitsToCredit(found).flatMap(({ line, quantity }) =>
      quantity < 0 ? [[line.returnItemId, 0 - quantity] as const] : [],
    ),
  )
  if (excess.size === 0) return
  const credits = await lockReturnCredits(ctx, orderIds)
  type Row = { creditId: number; returnItemId: number; quantity: number }
  const ids = credits.map(({ id }) => id)
  for (const { creditId, returnItemId, quantity } of await rows<Row>(ctx.db, readCreditLines, [
    ids,
  ])) {
    const credit = credits.find(({ id }) => id === creditId)
    const over = excess.get(returnItemId) ?? 0
    if (over <= 0 || !credit) continue
    excess.set(returnItemId, over - quantity)
    if (credit.voidedOn !== null) continue
    if (cents(credit.appliedAmount) > 0) {
      const sentence =
        `Credit ${credit.creditNumber} is for goods of this bill and is applied to another bill. ` +
        'Reverse its applications first'
      throw new Refusal('refused', 'credit-applied', sentence)
    }
    credit.voidedOn = date
    // Sequential, in lock order.
    // oxlint-disable-next-line no-await-in-loop
    await voidLockedCredit(ctx, credit, { date, reason })
  }
  await updateReturnCredits(ctx, orderIds, { date })
}

/** Locks the return credits of these orders. They must be locked before the bill. */
export async function lockReturnCredits(ctx: Context, orderIds: readonly number[]) {
  if (orderIds.length === 0) return []
  const found = await rows<{ id: number }>(ctx.db, readCreditsOfOrders, [orderIds])
  return lockCredits(
    ctx,
    found.map(({ id }) => id),
  )
}

async function readReturnedLines(
  ctx: Context,
  orderIds: readonly number[],
  completing?: number,
): Promise<ReturnedLine[]> {
  type Amounts = 'unitPrice' | 'creditedAmount' | 'billedAmount' | 'discount'
  type Row = Omit<ReturnedLine, Amounts> & Record<Amounts, string>
  const found = await rows<Row>(ctx.db, readReturned, [orderIds, completing ?? null])
  return found.map((line) => ({
    ...line,
    unitPrice: cents(line.unitPrice),
    creditedAmount: cents(line.creditedAmount),
    billedAmount: cents(line.billedAmount),
    discount: cents(line.discount),
  }))
}

type CreditLine = {
  returnItemId: number
  quantity: number
  goods: Cents
  amount: Cents
  discount: Cents
}

/** Inserts and posts a credit for returned goods. Does nothing if the amount is zero. */
async function insertReturnCredit(
  ctx: Context,
  { returnId, returnNumber, vendorId, date }: Omit<ReturnedUnits, 'orderId'>,
  lines: readonly CreditLine[],
): Promise<void> {
  const amount = sum(lines.map((line) => line.amount))
  const goods = sum(lines.map((line) => line.goods))
  const discount = sum(lines.map((line) => line.discount))
  if (amount <= 0 || !ctx.user) return
  const number = `VC-${returnNumber.replace(/^RTV-/, '')}`
  const amounts = [amount, goods, discount].map(decimal)
  const values = [number, vendorId, returnId, date, ...amounts, ctx.user.id]
  type InsertedCredit = { id: number; creditNumber: string }
  const [inserted] = await rows<InsertedCredit>(ctx.db, insertCredit, values)
  if (!inserted) throw new Error('The inserted credit was not found')
  const { id, creditNumber } = inserted
  const creditLines = lines.map((line) => ({
    vendorCreditId: id,
    returnItemId: line.returnItemId,
    quantity: line.quantity,
    amount: decimal(line.amount),
  }))
  await insertMany(ctx, vendorCreditLines, creditLines)
  const memo = `Credit ${creditNumber} for ${returnNumber}`
  const entry = { amount, goods, discount, date, memo }
  await postCredit(ctx, { id, creditNumber, vendorId, account: null }, entry)
  const entryBase = { entity: 'vendor_credit', entityId: id, action: 'create' } as const
  await record(ctx, [{ ...entryBase, toStatus: 'posted' }])
  await enqueue(ctx, [creditMessage({ id, creditNumber, vendorId, version: 1 })])
}
