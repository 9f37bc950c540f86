import { may } from '#features/auth/rules.ts'
import { decimal } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { SalesOrderDetails, SalesOrderItem } from '../contract.ts'
import { unpaidAmount } from './holds/payment-hold.ts'
import * as store from './store.ts'

type OrderRow = Omit<SalesOrderDetails, 'items' | 'contactName'> & { contactName: string | null }

/**
 * One sales order with its lines. What is unpaid is left out for users who may not see the balance
 * of customers, because it includes what is owed otherwise, and the contact for those who may not
 * read customers. Throws 404 if missing.
 */
export function readSalesOrder(ctx: Context, id: number): Promise<SalesOrderDetails> {
  return readDetails(ctx, id, { hasContact: !ctx.user || may(ctx.user, 'customers.read') })
}

/** The order for a document, which always goes to the attention of the contact. */
export function readOrderOfDocument(ctx: Context, id: number): Promise<SalesOrderDetails> {
  return readDetails(ctx, id, { hasContact: true })
}

function readDetails(
  ctx: Context,
  id: number,
  { hasContact }: { hasContact: boolean },
): Promise<SalesOrderDetails> {
  return onOneConnection(ctx, async (inner) => {
    const [found, items] = await Promise.all([
      rows<OrderRow>(inner.db, store.readOrder, [id]),
      rows<SalesOrderItem>(inner.db, store.readItems, [id]),
    ])
    if (!found[0]) throw missing('That sales order')
    const { contactName, ...fields } = found[0]
    const order = { ...fields, ...(hasContact && contactName !== null && { contactName }) }
    const seesBalance = !ctx.user || may(ctx.user, 'receivables.read')
    if (order.holdReason !== 'payment' || !seesBalance) return { ...order, items }
    const { unpaid } = await unpaidAmount(inner, order)
    return { ...order, items, unpaidAmount: decimal(unpaid) }
  })
}
