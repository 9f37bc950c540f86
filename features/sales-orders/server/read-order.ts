import { decimal } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { SalesOrderDetails, SalesOrderItem } from '../contract.ts'
import { unpaidAmount } from './holds/payment-hold.ts'
import * as store from './store.ts'

/** One sales order with its lines. Throws 404 if missing. */
export function readSalesOrder(ctx: Context, id: number): Promise<SalesOrderDetails> {
  return onOneConnection(ctx, async (inner) => {
    const [found, items] = await Promise.all([
      rows<Omit<SalesOrderDetails, 'items'>>(inner.db, store.readOrder, [id]),
      rows<SalesOrderItem>(inner.db, store.readItems, [id]),
    ])
    const order = found[0]
    if (!order) throw missing('That sales order')
    if (order.holdReason !== 'payment') return { ...order, items }
    const { unpaid } = await unpaidAmount(inner, order)
    return { ...order, items, unpaidAmount: decimal(unpaid) }
  })
}
