import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { recordForm, settlePlaced } from '#features/intake/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { OrderDraft } from '../../contract.ts'
import type { NewOrder } from './build-order.ts'

// Orders that programs hand in by an API key: nobody is there to correct a refused one, so that it
// becomes a message of the intake inbox. People see their refusal on the screen.

/** An order as a program sent it; `bodyText` is the body of its request. */
type SentOrder = Pick<NewOrder, 'body' | 'user' | 'bodyText'>

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
  drafts: readonly SentOrder[],
  results: readonly (SalesOrderDetails | Refusal)[],
): Promise<void> {
  const byKeys = drafts.flatMap((draft, index) => {
    const result = results[index]
    return result && isByKey(draft.user) ? [{ draft, result }] : []
  })
  const placed = byKeys.flatMap(({ draft, result }) => {
    if (result instanceof Refusal) return []
    return [{ raw: Buffer.from(textOf(draft), 'utf8'), orderId: result.id }]
  })
  const apiContext = { ...ctx, channel: 'api' }
  if (placed.length > 0) await settlePlaced(apiContext, 'api', placed)
  for (const { draft, result } of byKeys) {
    if (!(result instanceof Refusal)) continue
    const sent = { order: draft.body, text: textOf(draft) }
    // Sequential: each message is recorded by itself.
    // oxlint-disable-next-line no-await-in-loop
    await recordRefusedOrder({ ...apiContext, user: draft.user }, sent, result)
  }
}

/**
 * Records the refused order of an API key as a message, with the text of its request; does nothing
 * for other users.
 */
export async function recordRefusedOrder(
  ctx: Context,
  { order, text }: { order: ApiOrder; text: string },
  refusal: Refusal,
): Promise<void> {
  if (!isByKey(ctx.user)) return
  const { customerId, customerPO = null, shipDate = null, cancelAfter = null, items } = order
  const { shippingAddress = null, notes = null, orderNumber } = order
  const form = { customerId, customerPO, shipDate, cancelAfter, shippingAddress, notes }
  await recordForm(ctx, {
    channel: 'api',
    sender: ctx.user?.keyName ?? ctx.user?.username ?? 'API key',
    subject: orderNumber ? `Order ${orderNumber}` : `Order of ${items.length} lines`,
    sent: text,
    form: { ...form, items },
    refusal: refusal.message,
  })
}

/** The body of the request; of an order that had none of its own, the order as JSON. */
function textOf({ body, bodyText }: SentOrder): string {
  return bodyText ?? JSON.stringify(body)
}
