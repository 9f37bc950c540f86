import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { recordForm, settlePlaced } from '#features/intake/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { OrderDraft } from '../../contract.ts'
import type { NewOrder } from './build-order.ts'
import { totalRequired } from './order-refusals.ts'

// Orders that programs hand in by an API key: nobody is there to correct a refused one, so that it
// becomes a message of the intake inbox. People see their refusal on the screen.

/** What of an order the inbox needs; its form has no more. */
type ApiOrder = Pick<
  OrderDraft,
  'customerId' | 'customerPO' | 'shipDate' | 'cancelAfter' | 'shippingAddress' | 'notes' | 'items'
> & { orderNumber?: string }

const isByKey = (user: Actor | undefined) => user?.scopes !== undefined

/**
 * Records the refused orders of API keys in the inbox, and settles messages of those that were
 * created after all. Called after the transaction of the orders, because a message is locked before
 * the customer of its order.
 */
export async function recordApiOrders(
  ctx: Context,
  drafts: readonly Pick<NewOrder, 'body' | 'user'>[],
  results: readonly (SalesOrderDetails | Refusal)[],
): Promise<void> {
  const byKeys = drafts.flatMap(({ body, user }, index) => {
    const result = results[index]
    return result && isByKey(user) ? [{ body, user, result }] : []
  })
  const placed = byKeys.flatMap(({ body, result }) => {
    return result instanceof Refusal ? [] : [{ raw: rawOf(body), orderId: result.id }]
  })
  const apiContext = { ...ctx, channel: 'api' }
  if (placed.length > 0) await settlePlaced(apiContext, 'api', placed)
  for (const { body, user, result } of byKeys) {
    if (!(result instanceof Refusal)) continue
    // Sequential: each message is recorded by itself.
    // oxlint-disable-next-line no-await-in-loop
    await recordRefusedOrder({ ...apiContext, user }, body, result)
  }
}

/**
 * Records the refused order of an API key as a message; does nothing for other users, and for an
 * order without the total that was shown, which the program has to send again.
 */
export async function recordRefusedOrder(
  ctx: Context,
  order: ApiOrder,
  refusal: Refusal,
): Promise<void> {
  if (!isByKey(ctx.user) || refusal.code === totalRequired) return
  const { customerId, customerPO = null, shipDate = null, cancelAfter = null, items } = order
  const { shippingAddress = null, notes = null, orderNumber } = order
  const form = { customerId, customerPO, shipDate, cancelAfter, shippingAddress, notes }
  await recordForm(ctx, {
    channel: 'api',
    sender: ctx.user?.keyName ?? ctx.user?.username ?? 'API key',
    subject: orderNumber ? `Order ${orderNumber}` : `Order of ${items.length} lines`,
    sent: order,
    form: { ...form, items },
    refusal: refusal.message,
  })
}

function rawOf(body: OrderDraft): Buffer {
  return Buffer.from(JSON.stringify(body), 'utf8')
}
