import { recordApprovals } from '#features/audit/server/service.ts'
import { permissions, requirePermission } from '#features/auth/rules.ts'
import { notify } from '#features/notifications/server/service.ts'
import { isBelowMargin, marginRuleOf } from '#features/pricing/margin.ts'
import type { Settings } from '#features/settings/contract.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { SalesOrderDetails } from '../../contract.ts'
import { noMarginRelease } from '../../rules.ts'
import type { LockedOrder } from '../lock-orders.ts'
import { readSalesOrder } from '../read-order.ts'

// The margin hold: an order with a price below cost, or below the least margin, waits for a role
// that may release it.

const readPrices = {
  name: 'read_prices_and_costs_of_order',
  text: `select i.unit_price as "unitPrice", round(coalesce(s.average_cost, s.cost), 2) as cost
         from sales_order_items i join skus s on s.id = i.sku_id
         where i.sales_order_id = $1 and i.quantity > 0 and i.price_source <> 'replacement'`,
}

type PriceRow = { unitPrice: string; cost: string }

// The last act that decided the prices of an order, or released them.
const readLastAct = {
  name: 'read_last_act_on_margin',
  text: `select action from audit_log
         where entity = 'sales_order' and entity_id = $1
           and (action = 'create'
                or action in ('update', 'revise') and changes -> 'items' is not null
                or action = 'release' and changes -> 'holdReason' ->> 'from' = 'margin')
         order by id desc limit 1`,
}

/** Whether somebody released the margin of an order since its prices were decided. */
async function isMarginReleased(ctx: Context, orderId: number): Promise<boolean> {
  const [last] = await rows<{ action: string }>(ctx.db, readLastAct, [orderId])
  return last?.action === 'release'
}

/** Whether the margin rule does not accept a line of an order at today's costs. */
export async function isOrderBelowMargin(
  ctx: Context,
  orderId: number,
  settings: Settings,
): Promise<boolean> {
  const rule = marginRuleOf(settings)
  if (!rule) return false
  const lines = await rows<PriceRow>(ctx.db, readPrices, [orderId])
  return lines.some(({ unitPrice, cost }) => isBelowMargin(cents(unitPrice), cents(cost), rule))
}

/** Whether an order must wait for its margin: a line is below it, and nobody released that. */
export async function mustAwaitMargin(
  ctx: Context,
  orderId: number,
  settings: Settings,
): Promise<boolean> {
  const isBelow = await isOrderBelowMargin(ctx, orderId, settings)
  return isBelow && !(await isMarginReleased(ctx, orderId))
}

/** The control that is skipped by who enters an order and releases its margin. */
const marginControl = 'enter-margin'

/**
 * Checks who releases a margin hold, and records it if the order is still below the least margin,
 * which it returns. Throws 403 without the permission, and for the person who entered such an order
 * if duties are enforced; otherwise that is a waiver.
 */
export async function releaseMargin(
  ctx: Context,
  order: LockedOrder,
  settings: Settings,
): Promise<boolean> {
  requirePermission(ctx.user, 'salesOrders.releaseMargin', noMarginRelease)
  if (!(await isOrderBelowMargin(ctx, order.id, settings))) return false
  const isOwn = ctx.user !== undefined && ctx.user.id === order.createdBy
  if (isOwn && settings.sodMode === 'enforce') {
    const own = 'You entered this order. Another person must release its margin'
    throw new Refusal('forbidden', 'self-approval', own)
  }
  const control = isOwn ? marginControl : undefined
  const subject = { entity: 'sales_order', entityId: order.id, action: 'release' } as const
  const amount = order.totalAmount
  await recordApprovals(ctx, [{ ...subject, isWaiver: isOwn, control, amount }])
  return true
}

type MarginHold = Pick<
  SalesOrderDetails,
  'id' | 'version' | 'orderNumber' | 'customerName' | 'customerCode' | 'totalAmount'
>

/** Notifies the roles that may release them of orders that are now on hold for their margin. */
export async function notifyHeldForMargin(
  ctx: Context,
  orders: readonly MarginHold[],
): Promise<void> {
  await notify(
    ctx,
    orders.map(({ id, version, orderNumber, customerName, customerCode, totalAmount }) => ({
      roles: permissions['salesOrders.releaseMargin'],
      kind: 'credit' as const,
      key: `order-held-for-margin:${id}:${version}`,
      title: `${orderNumber} is on hold for its margin`,
      text: `${customerName} (${customerCode}), ${formatDecimal(totalAmount)}`,
      link: `/sales-orders?open=${encodeURIComponent(orderNumber)}`,
    })),
  )
}

/** The same of an order whose hold ends, before the hold for its margin is written. */
export async function notifyNextMarginHold(
  ctx: Context,
  { id, version }: Pick<MarginHold, 'id' | 'version'>,
): Promise<void> {
  await notifyHeldForMargin(ctx, [{ ...(await readSalesOrder(ctx, id)), version }])
}
