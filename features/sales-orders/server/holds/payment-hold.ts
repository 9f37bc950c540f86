import { isPrepaid } from '#features/customers/payment-terms.ts'
import { type Cents, cents, formatMoney, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { unpaidPart } from '../../hold-rules.ts'
import type { LockedOrder } from '../lock-orders.ts'

// Prepaid customers pay before shipment: their deposits, less what they owe, what is set aside for
// refunds and what their other orders may use, must cover the order. A prepared refund lowers the
// balance only when it is released.

type PaidRow = { customerId: number; paymentTerms: string; paid: string; taken: string }

const readPaid = {
  name: 'read_what_is_paid_ahead',
  text: `select c.id as "customerId",
                coalesce((select payment_terms from sales_orders where id = $2),
                         c.payment_terms) as "paymentTerms",
                (0 - c.current_balance
                   - coalesce((select sum(f.amount) from refunds f
                               where f.customer_id = c.id and f.status = 'prepared'), 0))::text
                  as paid,
                coalesce((select sum(greatest(0, o.total_amount - o.shipped_amount))
                          from sales_orders o
                          where o.customer_id = c.id and o.status in ('pending', 'processing')
                            and coalesce(o.hold_reason, '') not in ('credit', 'payment', 'parked')
                            and o.id <> $2), 0)::text as taken
         from customers c where c.id = any($1::int[])`,
}

/**
 * Whether the customer is prepaid, and the money left for one more order; negative if they owe more
 * than they paid.
 */
export type Money = { paysBefore: boolean; left: Cents }

/**
 * The money of customers, not counting what the given order would use. Whoever decides by it holds
 * the customer locks. The payment terms of the order determine whether the customer is prepaid; a
 * new order has the customer's current terms.
 */
export async function moneyOfCustomers(
  ctx: Context,
  customerIds: readonly number[],
  orderId = 0,
): Promise<Map<number, Money>> {
  const found = await rows<PaidRow>(ctx.db, readPaid, [customerIds, orderId])
  return new Map(
    found.map(({ customerId, paymentTerms, paid, taken }) => {
      const remaining = (cents(paid) - cents(taken)) as Cents
      return [customerId, { paysBefore: isPrepaid(paymentTerms), left: remaining }]
    }),
  )
}

type Unwritten = { id: number; customerId: number; totalAmount: string; holdReason: string | null }

/**
 * Ids of the new orders that a prepaid customer's money does not cover, in list order. Orders on
 * hold are skipped. The caller holds the customer locks.
 */
export async function unpaidOf(
  ctx: Context,
  orders: readonly Unwritten[],
): Promise<ReadonlySet<number>> {
  const customerIds = [...new Set(orders.map(({ customerId }) => customerId))]
  if (customerIds.length === 0) return new Set()
  const remaining = new Map(
    [...(await moneyOfCustomers(ctx, customerIds))].map(([id, each]) => [id, each.left]),
  )
  const unpaid = orders.filter(({ customerId, totalAmount, holdReason }) => {
    const [total, money] = [cents(totalAmount), remaining.get(customerId) ?? 0]
    if (holdReason !== null) return false
    if (total > 0 && total > money) return true
    remaining.set(customerId, (money - total) as Cents)
    return false
  })
  return new Set(unpaid.map(({ id }) => id))
}

type Placed = Pick<LockedOrder, 'id' | 'customerId' | 'totalAmount' | 'shippedAmount'>

/** The unpaid amount of an order. Whoever decides by it holds the customer lock. */
export async function unpaidAmount(
  ctx: Context,
  { id, customerId, totalAmount, shippedAmount }: Placed,
): Promise<{ paysBefore: boolean; unpaid: Cents }> {
  const { paysBefore = false, left = zero } =
    (await moneyOfCustomers(ctx, [customerId], id)).get(customerId) ?? {}
  const open = (cents(totalAmount) - cents(shippedAmount)) as Cents
  return { paysBefore, unpaid: unpaidPart({ open, left }) }
}

/** The unpaid amount that blocks processing; zero unless the customer is prepaid. */
export async function unpaidBefore(ctx: Context, order: Placed): Promise<Cents> {
  const { paysBefore, unpaid } = await unpaidAmount(ctx, order)
  return paysBefore ? unpaid : (0 as Cents)
}

/** The control that is waived if an order ships unpaid. */
export const paymentControl = 'payment'

const readWaiver = {
  name: 'read_payment_waiver_of_order',
  text: `select exists (select from approvals
                        where entity = 'sales_order' and entity_id = $1 and is_waiver
                          and control = '${paymentControl}') as "isWaived"`,
}

/** Whether a user released the order although it was unpaid. */
export async function isPaymentWaived(ctx: Context, orderId: number): Promise<boolean> {
  const [found] = await rows<{ isWaived: boolean }>(ctx.db, readWaiver, [orderId])
  return found?.isWaived ?? false
}

/** Throws 409 if a prepaid order is unpaid and payment was not waived. */
export async function guardOrderPrepaid(ctx: Context, order: LockedOrder): Promise<void> {
  const unpaid = await unpaidBefore(ctx, order)
  if (unpaid === 0 || (await isPaymentWaived(ctx, order.id))) return
  const sentence =
    `This customer pays in advance, and ${formatMoney(unpaid)} is not paid yet. ` +
    'Put the order on hold for payment. It is released when it is paid'
  throw new Refusal('refused', 'not-paid', sentence)
}

type AmendedOrder = Placed & Pick<LockedOrder, 'status' | 'holdReason'>

/**
 * The hold of an order whose total rose: on hold for payment if it is now unpaid. Throws 409 if the
 * order is in processing. Reads only; whoever writes the hold has the customer lock.
 */
export async function holdAfter(ctx: Context, after: AmendedOrder): Promise<string | null> {
  if (after.status !== 'pending' && after.status !== 'processing') return after.holdReason
  const unpaid = await unpaidBefore(ctx, after)
  if (unpaid === 0) return after.holdReason
  if (after.status === 'pending') return after.holdReason ?? 'payment'
  const sentence =
    `This customer pays in advance: ${formatMoney(unpaid)} of the new total is not ` +
    'paid yet. Record the payment first'
  throw new Refusal('refused', 'not-paid', sentence)
}
