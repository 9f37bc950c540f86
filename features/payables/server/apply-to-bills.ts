import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatMoney, zero } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { insertMany, updateMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { type LockedBill, messageOf } from './bills/locked-bill.ts'
import { remainingDiscountSql } from './bills/bill-sql.ts'
import { type BillApplication, type OpenBill, refuseOverApplication } from '../rules.ts'
import { payableApplications, vendorBills } from './tables.ts'

const lockBills = {
  name: 'lock_vendor_bills_to_settle',
  text: `select id, bill_number as "billNumber", vendor_id as "vendorId", status,
                doc_date as "docDate", due_date as "dueDate", subtotal,
                tax_amount as "taxAmount", total_amount as "totalAmount",
                settled_amount as "settledAmount", discount_date as "discountDate",
                posting_date as "postingDate", posted_on as "postedOn",
                created_by as "createdBy", version
         from vendor_bills where id = any($1::int[]) order by id for no key update`,
}

/** What draft payments will settle of bills. */
const readPlanned = {
  name: 'read_planned_of_bills',
  text: `select l.bill_id as "billId", sum(l.amount + l.discount) as amount,
                sum(l.discount) as discount
         from vendor_payment_lines l
         join vendor_payments p on p.id = l.payment_id and p.status = 'draft'
         where l.bill_id = any($1::int[])
         group by l.bill_id`,
}

const remainingDiscount = remainingDiscountSql('a.reversed_on is null')

/** The remaining early-payment discount of bills, read after locking them. */
const readDiscounts = {
  name: 'read_early_discounts_of_bills',
  text: `select b.id, ${remainingDiscount} as left
         from vendor_bills b where b.id = any($1::int[])`,
}

const findApplications = {
  name: 'find_payable_applications',
  text: `select bill_id as "billId", amount, discount from payable_applications
         where source = $1 and source_id = $2 and reversed_on is null`,
}

const markReversed = {
  name: 'reverse_payable_applications',
  text: `update payable_applications set reversed_on = $3
         where source = $1 and source_id = $2 and reversed_on is null`,
}

/** A locked bill, with the amounts that can still be applied to it. */
export type BillToSettle = OpenBill &
  LockedBill & {
    dueDate: Day
    discountDate: Day | null
    /** The early-payment discount still available, and how much of it draft payments use. */
    discountRemaining: Cents
    discountPlanned: Cents
  }

/** Locks bills of a vendor. Throws if a bill belongs to another vendor or is not posted. */
export async function lockBillsToSettle(
  ctx: Context,
  vendorId: number,
  ids: readonly number[],
): Promise<BillToSettle[]> {
  const found = await lockAll(ctx, ids)
  ids.forEach((id, index) => {
    const bill = found.find((each) => each.id === id)
    const refuse = (message: string) => invalid([{ path: `bills.${index}.billId`, message }])
    if (!bill) throw refuse('This bill does not exist')
    if (bill.vendorId !== vendorId)
      throw refuse(`Bill ${bill.billNumber} belongs to another vendor`)
    if (bill.status === 'posted') return
    const sentence = `Bill ${bill.billNumber} is ${bill.status}, so it cannot be paid`
    throw new Refusal('refused', 'bill-not-posted', sentence)
  })
  return found
}

/** Locks bills and returns those that are posted once locked; omits the others. */
export async function lockPostedBills(
  ctx: Context,
  ids: readonly number[],
): Promise<BillToSettle[]> {
  return (await lockAll(ctx, ids)).filter(({ status }) => status === 'posted')
}

async function lockAll(ctx: Context, ids: readonly number[]): Promise<BillToSettle[]> {
  type Row = Omit<BillToSettle, 'total' | 'settled' | ComputedField>
  type ComputedField = 'planned' | 'discountRemaining' | 'discountPlanned'
  type Planned = { billId: number; amount: string; discount: string }
  type Discount = { id: number; left: string }
  const found = await rows<Row>(ctx.db, lockBills, [ids])
  const planned = await rows<Planned>(ctx.db, readPlanned, [ids])
  const discounts = await rows<Discount>(ctx.db, readDiscounts, [ids])
  return found.map((bill) => {
    const prepared = planned.find(({ billId }) => billId === bill.id)
    const discount = discounts.find(({ id }) => id === bill.id)
    return {
      ...bill,
      total: cents(bill.totalAmount),
      settled: cents(bill.settledAmount),
      planned: cents(prepared?.amount ?? '0'),
      discountRemaining: cents(discount?.left ?? '0'),
      discountPlanned: cents(prepared?.discount ?? '0'),
    }
  })
}

type Source = { source: 'payment' | 'credit' | 'prepayment'; sourceId: number }

/**
 * Applies a payment or credit, which the caller has locked, to bills. Throws 409 if an amount
 * exceeds the open amount or the remaining early-payment discount. Ignores draft payments.
 */
export async function applyToBills(
  ctx: Context,
  { source, sourceId, vendorId, date }: Source & { vendorId: number; date: Day },
  applied: readonly BillApplication[],
): Promise<void> {
  const bills = await lockBillsToSettle(
    ctx,
    vendorId,
    applied.map(({ billId }) => billId),
  )
  for (const part of applied) {
    const bill = bills.find(({ id }) => id === part.billId)
    if (!bill) continue
    refuseOverApplication({ ...bill, planned: zero }, part)
    if (part.discount <= bill.discountRemaining) continue
    const remainingDiscount = formatMoney(bill.discountRemaining)
    const sentence =
      `Bill ${bill.billNumber} has ${remainingDiscount} of early-payment discount left. ` +
      'Void the payment and prepare it again'
    throw new Refusal('refused', 'discount-not-allowed', sentence)
  }
  const applications = applied.map(({ billId, amount, discount }) => ({
    source,
    sourceId,
    billId,
    amount: decimal(amount),
    discount: decimal(discount),
    appliedOn: date,
  }))
  await insertMany(ctx, payableApplications, applications)
  await change(ctx, bills, { applied, sign: 1, verb: 'settle' })
}

/** Reverses the applications of a payment or credit. Returns the reversed amount per bill. */
export async function reverseApplications(
  ctx: Context,
  { source, sourceId, vendorId, date }: Source & { vendorId: number; date: Day },
): Promise<BillApplication[]> {
  type Row = { billId: number; amount: string; discount: string }
  const found = await rows<Row>(ctx.db, findApplications, [source, sourceId])
  const applied = found.map(({ billId, amount, discount }) => {
    return { billId, amount: cents(amount), discount: cents(discount) }
  })
  if (applied.length === 0) return []
  const bills = await lockBillsToSettle(
    ctx,
    vendorId,
    applied.map(({ billId }) => billId),
  )
  await send(ctx, markReversed, [source, sourceId, date])
  await change(ctx, bills, { applied, sign: -1, verb: 'unsettle' })
  return applied
}

type Change = { applied: readonly BillApplication[]; sign: 1 | -1; verb: string }

async function change(ctx: Context, bills: BillToSettle[], { applied, sign, verb }: Change) {
  const settled = applied.map(({ billId, amount, discount }) => {
    return { id: billId, settledAmount: decimal((sign * (amount + discount)) as Cents) }
  })
  const increments = ['settledAmount'] as const
  await updateMany(ctx, vendorBills, settled, { increments, isNewVersion: true })
  await enqueue(
    ctx,
    bills.map((bill) => messageOf({ ...bill, version: bill.version + 1 }, verb)),
  )
}

/** The open posted bills of a vendor by due date, for allocation. */
const readOpenBills = {
  name: 'read_open_bills_of_vendor',
  text: `select b.id, b.bill_number as "billNumber", b.due_date as "dueDate",
                b.total_amount as total, b.settled_amount as settled,
                coalesce((
                  select sum(l.amount + l.discount)
                  from vendor_payment_lines l
                  join vendor_payments p on p.id = l.payment_id and p.status = 'draft'
                  where l.bill_id = b.id), 0)::text as planned
         from vendor_bills b
         where b.vendor_id = $1 and b.status = 'posted' and b.settled_amount < b.total_amount
         order by b.due_date, b.id`,
}

/** The open bills of a vendor, earliest due date first. */
export async function openBillsOf(ctx: Context, vendorId: number): Promise<OpenBill[]> {
  type Row = Record<'total' | 'settled' | 'planned' | 'billNumber' | 'dueDate', string> & {
    id: number
  }
  const found = await rows<Row>(ctx.db, readOpenBills, [vendorId])
  return found.map(({ total, settled, planned, ...bill }) => ({
    ...bill,
    total: cents(total),
    settled: cents(settled),
    planned: cents(planned),
  }))
}
