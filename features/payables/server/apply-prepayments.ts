import { record } from '#features/audit/server/service.ts'
import { type PostingLine, reversedLines } from '#features/journal/rules.ts'
import { post } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, formatMoney, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { BillApplication } from '../rules.ts'
import { applyToBills, reverseApplications } from './apply-to-bills.ts'

// A prepayment to a vendor is on account 1300 until it settles a bill. Each application is posted,
// debiting payables and crediting prepayments, and reversed if the application is reversed.

/** A locked posted prepayment, with the amount that is neither applied nor refunded. */
export type Prepayment = {
  id: number
  paymentNumber: string
  vendorId: number
  postedOn: Day
  /**
   * The day from which the open amount was there: that of the prepayment, or the last on which an
   * application or a refund was reversed. Before it, the money settled a bill or was refunded.
   */
  availableFrom: Day
  open: Cents
}

/** SQL for the open amount of a prepayment `p`, after the applications and refunds that count. */
export const openOfPrepayment = (applied = 'a.reversed_on is null', refunded = 'true') =>
  `(p.amount - coalesce((
      select sum(a.amount) from payable_applications a
      where a.source = 'prepayment' and a.source_id = p.id and ${applied}), 0)
    - coalesce((
      select sum(f.amount) from vendor_prepayment_refunds f
      where f.payment_id = p.id and ${refunded}), 0))::numeric(12, 2)`

const lockOfOrders = {
  name: 'lock_prepayments_of_orders',
  text: `select id from vendor_payments
         where kind = 'prepayment' and status = 'posted' and purchase_order_id = any($1::int[])
         order by id for no key update`,
}

const openNow = openOfPrepayment()

const readOpen = {
  name: 'read_open_prepayments',
  text: `select p.id, p.payment_number as "paymentNumber", p.vendor_id as "vendorId",
                p.posted_on as "postedOn", ${openNow} as open,
                greatest(
                  p.posted_on,
                  (select max(a.reversed_on) from payable_applications a
                   where a.source = 'prepayment' and a.source_id = p.id),
                  (select max(f.received_on) from vendor_prepayment_refunds f
                   where f.payment_id = p.id and f.reverses is not null)
                ) as "availableFrom"
         from vendor_payments p
         where p.id = any($1::int[]) and p.kind = 'prepayment' and p.status = 'posted'
         order by p.posted_on, p.id`,
}

/**
 * Locks the prepayments for orders. Call it before locking a bill, in the same order as payments.
 */
export async function lockPrepaymentsOf(
  ctx: Context,
  orderIds: readonly number[],
): Promise<number[]> {
  if (orderIds.length === 0) return []
  return (await rows<{ id: number }>(ctx.db, lockOfOrders, [orderIds])).map(({ id }) => id)
}

/** The open amounts of posted prepayments, oldest first. The caller holds their locks. */
export async function openPrepayments(ctx: Context, ids: readonly number[]): Promise<Prepayment[]> {
  type Row = Omit<Prepayment, 'open'> & { open: string }
  const found = await rows<Row>(ctx.db, readOpen, [ids])
  return found.map((row) => ({ ...row, open: cents(row.open) }))
}

const readApplied = {
  name: 'read_applications_of_prepayment',
  text: `select a.id, a.amount, b.bill_number as "billNumber", b.id as "billId"
         from payable_applications a join vendor_bills b on b.id = a.bill_id
         where a.source = 'prepayment' and a.source_id = $1 and a.reversed_on is null
         order by a.id`,
}
type AppliedRow = { id: number; amount: string; billNumber: string; billId: number }

/**
 * Applies a prepayment to bills and posts each application. Throws 409 if the amounts exceed the
 * open amount.
 */
export async function applyPrepayment(
  ctx: Context,
  { id, paymentNumber, vendorId, open }: Prepayment,
  { applied, date }: { applied: readonly BillApplication[]; date: Day },
): Promise<void> {
  const total = sum(applied.map(({ amount }) => amount))
  if (total > open) {
    const sentence = `Only ${formatMoney(open)} of prepayment ${paymentNumber} is open`
    throw new Refusal('refused', 'over-application', sentence)
  }
  const before = await rows<AppliedRow>(ctx.db, readApplied, [id])
  const again = before.find(({ billId }) => applied.some((part) => part.billId === billId))
  if (again) {
    const sentence = `It is already applied to bill ${again.billNumber}. Reverse that first`
    throw new Refusal('refused', 'already-applied', sentence)
  }
  await applyToBills(ctx, { source: 'prepayment', sourceId: id, vendorId, date }, applied)
  const after = await rows<AppliedRow>(ctx.db, readApplied, [id])
  const added = after.filter((row) => !before.some((each) => each.id === row.id))
  await postApplications(ctx, added, { vendorId, paymentNumber, date })
  await record(ctx, [{ entity: 'vendor_payment', entityId: id, action: 'apply' }])
}

/** Reverses all applications of a prepayment. Returns false if there are none. */
export async function unapplyPrepayment(
  ctx: Context,
  { id, paymentNumber, vendorId }: Pick<Prepayment, 'id' | 'paymentNumber' | 'vendorId'>,
  date: Day,
): Promise<boolean> {
  const found = await rows<AppliedRow>(ctx.db, readApplied, [id])
  if (found.length === 0) return false
  await reverseApplications(ctx, { source: 'prepayment', sourceId: id, vendorId, date })
  await postApplications(ctx, found, { vendorId, paymentNumber, date, isVoid: true })
  await record(ctx, [{ entity: 'vendor_payment', entityId: id, action: 'unapply' }])
  return true
}

type Posted = { vendorId: number; paymentNumber: string; date: Day; isVoid?: boolean }

async function postApplications(
  ctx: Context,
  applied: readonly AppliedRow[],
  { vendorId, paymentNumber, date, isVoid = false }: Posted,
): Promise<void> {
  const sidesOf = (amount: Cents): PostingLine[] => [
    { account: 'payable', debit: amount, vendorId },
    { account: 'vendorPrepaid', credit: amount, vendorId },
  ]
  const lines = (amount: Cents) => (isVoid ? reversedLines(sidesOf(amount)) : sidesOf(amount))
  await post(
    ctx,
    applied.map(({ id, amount, billNumber }) => ({
      source: 'prepayment' as const,
      sourceId: id,
      event: isVoid ? 'void' : 'post',
      postedOn: date,
      memo: `Prepayment ${paymentNumber} ${isVoid ? 'removed from' : 'on'} bill ${billNumber}`,
      lines: lines(cents(amount)),
    })),
  )
}

type PostedBill = { id: number; totalAmount: string; postedOn: Day; today: Day }

/**
 * Applies the prepayments for a bill's orders, oldest first, to the bill just posted: as of its
 * posting date, or as of today if the money was not available on that date yet. The caller has
 * locked the prepayments and the months of the bill and of today.
 */
export async function settleWithPrepayments(
  ctx: Context,
  { id: billId, totalAmount, postedOn, today }: PostedBill,
  prepaymentIds: readonly number[],
): Promise<void> {
  let remaining: number = cents(totalAmount)
  for (const prepayment of await openPrepayments(ctx, prepaymentIds)) {
    const amount = Math.min(remaining, prepayment.open) as Cents
    if (amount <= 0) continue
    remaining -= amount
    const date = prepayment.availableFrom > postedOn ? today : postedOn
    const applied = [{ billId, amount, discount: zero }]
    // Sequential because each prepayment settles what the earlier ones left open.
    // oxlint-disable-next-line no-await-in-loop
    await applyPrepayment(ctx, prepayment, { applied, date })
  }
}
