import type { Settings } from '#features/settings/contract.ts'
import { type Cents, zero } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { LockedOrder } from '../lock-orders.ts'
import { isOrderBelowMargin, mustAwaitMargin } from './margin-hold.ts'
import { isPaymentWaived, unpaidAmount, unpaidBefore } from './payment-hold.ts'

/** An order before its release, with what has shipped of it by now. */
type ReleasedOrder = Pick<
  LockedOrder,
  'id' | 'customerId' | 'holdReason' | 'totalAmount' | 'shippedAmount'
> & { status: string }

/**
 * What a past release would be decided on today, beside the credit: what is unpaid of the order,
 * and whether the margin rule does not accept its lines. Locks and writes nothing, so a release
 * itself must not use it.
 */
export async function releaseFactsNow(
  ctx: Context,
  order: ReleasedOrder,
  settings: Settings,
): Promise<{ unpaid: Cents; isBelowMargin: boolean }> {
  const { id, holdReason, status } = order
  const isBelowMargin =
    holdReason === 'margin'
      ? await isOrderBelowMargin(ctx, id, settings)
      : status === 'pending' && (await mustAwaitMargin(ctx, id, settings))
  if (holdReason === 'payment') {
    const { unpaid } = await unpaidAmount(ctx, order)
    return { unpaid, isBelowMargin }
  }
  const missing = status === 'pending' ? await unpaidBefore(ctx, order) : zero
  const isWaived = missing > 0 && (await isPaymentWaived(ctx, id))
  return { unpaid: isWaived ? zero : missing, isBelowMargin }
}
