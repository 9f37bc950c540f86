import { assessCredit } from '#features/credit/rules.ts'
import { addOpenOrders } from '#features/customers/exposure.ts'
import { currentSettings } from '#features/settings/service.ts'
import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, send } from '#platform/server/db.ts'
import { guardVersion } from '#platform/server/versions.ts'
import { tell } from './advance.ts'
import type { SalesOrderDetails } from './contract.ts'
import { lockBuyer, type LockedOrder, lockOrder } from './locks.ts'
import { takesCredit } from './rules.ts'
import { readSalesOrder } from './service.ts'

/**
 * Ends the hold of an order. A hold for credit ends only where the customer's credit covers the
 * order by now; the order counts for it from then on. Refused with fresh figures otherwise.
 */
export async function releaseOrder(
  ctx: Context,
  id: number,
  { ifMatch }: { ifMatch: number | undefined },
): Promise<SalesOrderDetails> {
  const { creditZeroMeans } = await currentSettings(ctx)
  return inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    guardVersion(order, ifMatch)
    if (!order.holdReason) {
      throw new Refusal('refused', 'not-on-hold', 'This order is not on hold')
    }
    const after = { ...order, holdReason: null, version: order.version + 1 }
    if (takesCredit(after) && !takesCredit(order)) await takeCredit(inner, order, creditZeroMeans)
    await send(inner, endHold, [id])
    await tell(inner, order, { after, action: 'release', reason: null })
    return readSalesOrder(inner, id)
  })
}

async function takeCredit(
  ctx: Context,
  order: LockedOrder,
  zeroMeans: 'none' | 'unlimited',
): Promise<void> {
  const buyer = await lockBuyer(ctx, order.customerId)
  const total = cents(order.totalAmount)
  const decision = buyer && assessCredit({ ...buyer.credit, zeroMeans }, total)
  if (!decision?.approved) {
    const sentence = decision?.message ?? 'The customer of this order was deleted'
    throw new Refusal('refused', 'credit-limit-exceeded', sentence)
  }
  await addOpenOrders(ctx, new Map([[order.customerId, total]]))
}

const endHold = {
  name: 'end_hold_of_sales_order',
  text: `update sales_orders
         set hold_reason = null, updated_at = now(), version = version + 1
         where id = $1`,
}
