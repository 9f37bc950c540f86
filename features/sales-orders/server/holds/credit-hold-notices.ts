import { notify } from '#features/notifications/server/service.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { SalesOrderDetails } from '../../contract.ts'
import { readSalesOrder } from '../read-order.ts'

/**
 * Notifies finance, managers and admins of orders on credit hold, because no one else is alerted
 * when an API key or a setting puts an order on hold.
 */
export async function notifyHeldForCredit(
  ctx: Context,
  orders: readonly SalesOrderDetails[],
): Promise<void> {
  const notifications = orders
    .filter(({ holdReason }) => holdReason === 'credit')
    .map(({ id, orderNumber, customerName, customerCode, totalAmount, createdByName }) => ({
      roles: ['finance', 'manager', 'admin'] as const,
      permission: 'salesOrders.release' as const,
      kind: 'credit' as const,
      key: `order-held-for-credit:${id}`,
      title: `${orderNumber} is on hold for credit`,
      text: `${customerName} (${customerCode}), ${formatDecimal(totalAmount)}, by ${createdByName}`,
      link: `/sales-orders?open=${encodeURIComponent(orderNumber)}`,
    }))
  if (notifications.length > 0) await notify(ctx, notifications)
}

/** The same of a parked order that its customer's credit does not cover, before it is written. */
export async function notifyNextCreditHold(ctx: Context, id: number): Promise<void> {
  const order = await readSalesOrder(ctx, id)
  await notifyHeldForCredit(ctx, [{ ...order, holdReason: 'credit' }])
}
