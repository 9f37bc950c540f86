import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Delivery, Subscribers } from '#platform/server/jobs/worker.ts'
import { applyChange } from '../advance-order.ts'
import { lockOrder } from '../lock-orders.ts'
import { recordDecision } from '#features/decisions/server/service.ts'
import { releaseReceiptOf } from '../../hold-receipt.ts'
import { holdAfterRelease } from '../../hold-rules.ts'
import { mustAwaitMargin, notifyNextMarginHold } from './margin-hold.ts'
import { unpaidAmount } from './payment-hold.ts'

const readWaiting = {
  name: 'read_orders_that_wait_for_payment',
  text: `select o.id from sales_orders o join customers c on c.id = o.customer_id
         where o.hold_reason = 'payment' and c.current_balance < 0
           and ($1::int is null or o.customer_id = $1)
         order by o.order_date, o.id limit 500`,
}

/**
 * Releases the orders on hold for payment that are paid by now, of one customer or all, oldest
 * first: each uses its part of the money, and the rest remain on hold.
 */
export async function releasePaymentHolds(ctx: Context, customerId?: number): Promise<void> {
  const settings = await readSettings(ctx)
  const waiting = await rows<{ id: number }>(ctx.db, readWaiting, [customerId ?? null])
  for (const { id } of waiting) {
    // Sequential: each order reduces the money left for the next.
    // oxlint-disable-next-line no-await-in-loop
    await releaseIfPaid(ctx, id, settings)
  }
}

function releaseIfPaid(ctx: Context, id: number, settings: Settings): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    if (order.holdReason !== 'payment') return
    const { unpaid } = await unpaidAmount(inner, order)
    if (unpaid > 0) return
    const isBelowMargin = await mustAwaitMargin(inner, id, settings)
    const holdReason = holdAfterRelease({ ...order, unpaid, isBelowMargin })
    const after = { ...order, holdReason, version: order.version + 1 }
    const receipt = releaseReceiptOf(order, { holdReason, unpaid })
    const decision = await recordDecision(inner, id, receipt)
    const changes = { holdReason: { from: order.holdReason, to: holdReason }, ...decision }
    if (holdReason === 'margin') await notifyNextMarginHold(inner, after)
    await applyChange(inner, order, { after, action: 'release', reason: 'Paid', changes })
  })
}

/** Subscribes to recorded payments, which may release orders on hold for payment. */
export function salesOrderSubscribers(contextOf: () => Context): Subscribers {
  const paid = ({ payload }: Delivery) => {
    const { customerId } = payload as { customerId: number }
    return releasePaymentHolds(contextOf(), customerId)
  }
  return { 'payment.recorded': paid }
}
