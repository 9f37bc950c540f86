import { notify } from '#features/notifications/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, formatDay, today } from '#platform/kernel/days.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'

export const cancelAfterEveryMs = 60_000

// SKIP LOCKED: orders locked by another transaction are handled in the next run.
const markPast = {
  name: 'mark_orders_past_their_cancel_after_day',
  text: `with past as (
           select id from sales_orders
           where status in ('pending', 'processing') and cancel_after < $1::date
             and cancel_after_told is distinct from cancel_after
           order by id limit 500
           for no key update skip locked
         ), marked as (
           update sales_orders o set cancel_after_told = o.cancel_after
           from past where o.id = past.id
           returning o.id, o.order_number, o.customer_id, o.cancel_after
         )
         select m.id, m.order_number as "orderNumber", m.cancel_after as "cancelAfter",
                c.name as "customerName", c.customer_code as "customerCode"
         from marked m join customers c on c.id = m.customer_id order by m.id`,
}

type Past = {
  id: number
  orderNumber: string
  cancelAfter: Day
  customerName: string
  customerCode: string
}

/**
 * Notifies the order roles of open orders past their cancel-after day, because the customer may
 * refuse later shipments. Once per order, and again if the day changes and passes again.
 */
export async function notifyOfPastCancelAfterDays(ctx: Context): Promise<void> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  await inTransaction(ctx, async (inner) => {
    const past = await rows<Past>(inner.db, markPast, [date])
    await notify(
      inner,
      past.map(({ id, orderNumber, cancelAfter, customerName, customerCode }) => ({
        roles: ['admin', 'manager', 'sales'] as const,
        permission: 'salesOrders.edit' as const,
        kind: 'system' as const,
        key: `cancel-after:${id}:${cancelAfter}`,
        title: `${orderNumber} is past its cancel-after date`,
        text:
          `${customerName} (${customerCode}) requested shipment by ` +
          `${formatDay(cancelAfter, 'en-US')}. ` +
          'Confirm with the customer before shipping',
        link: `/sales-orders?open=${encodeURIComponent(orderNumber)}`,
      })),
    )
  })
}
