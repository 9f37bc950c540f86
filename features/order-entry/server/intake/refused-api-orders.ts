import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { closePlacedMessages, recordForm, sha256Of } from '#features/intake/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { NewOrder } from '../placing/build-order.ts'
import { totalRequired } from '../placing/order-refusals.ts'
import { senderKeyOf } from './sender-key.ts'
import { type ApiOrder, unplacedFields } from './unplaced-fields.ts'

// Orders that programs hand in by an API key: nobody is there to correct a refused one, so that it
// becomes a message of the intake inbox. People see their refusal on the screen.
//
// All of it runs in the background, after the transaction of the orders: a message is locked before
// the customer of its order, and an order that is committed must be answered whatever happens here.

/** True if a program sent an order by an API key. */
export function isByKey(user: Actor | undefined): boolean {
  return user?.scopes !== undefined
}

/** An order as a program sent it, with the body of its request, which becomes the raw message. */
export type SentOrder = { order: ApiOrder; text: string }

/**
 * Records the refused orders of API keys in the inbox, and settles messages of those that were
 * created after all. Called after their transaction.
 */
export function recordApiOrders(
  ctx: Context,
  drafts: readonly Pick<NewOrder, 'body' | 'user' | 'bodyText'>[],
  results: readonly (SalesOrderDetails | Refusal)[],
): void {
  const byKeys = drafts.flatMap(({ body, user, bodyText }, index) => {
    const result = results[index]
    // An order that had no request of its own is kept as JSON.
    const text = bodyText ?? JSON.stringify(body)
    return result && isByKey(user) ? [{ sent: { order: body, text }, user, result }] : []
  })
  settleApiOrders(
    ctx,
    byKeys.flatMap(({ sent, user, result }) =>
      result instanceof Refusal ? [] : [{ sent, user, orderId: result.id }],
    ),
  )
  for (const { sent, user, result } of byKeys) {
    if (result instanceof Refusal) recordRefusedOrder({ ...ctx, user }, sent, result)
  }
}

/** An order of an API key that was created, as its request had it. */
type CreatedOrder = { sent: SentOrder; user: Actor | undefined; orderId: number }

/**
 * Settles the open messages of orders that were created after all, also if they were sent again
 * with other white space or another order of keys.
 */
export function settleApiOrders(ctx: Context, created: readonly CreatedOrder[]): void {
  if (created.length === 0) return
  const { user } = ctx
  // The hashes wait, and not the bodies, which would need memory.
  const placed = created.map(({ sent: { order, text }, user: by, orderId }) => {
    const hashes = [sha256Of(Buffer.from(text, 'utf8')), orderHash(order)]
    return { hashes, senderKey: senderKeyOf(by), orderId }
  })
  ctx.runInBackground?.('settle messages of API orders', (own) =>
    closePlacedMessages({ ...own, user, channel: 'api' }, 'api', placed),
  )
}

/** About what a character of a body needs: two bytes in its text, and two as it was parsed. */
const bytesPerCharacter = 4

/**
 * Records the refused order of an API key, which is the user of the context, as a message. One
 * without the total that was shown leaves none: the program has to send it again.
 */
export function recordRefusedOrder(ctx: Context, sent: SentOrder, refusal: Refusal): void {
  if (refusal.code === totalRequired) return
  const { user } = ctx
  ctx.runInBackground?.(
    'record a refused API order',
    (own) => recordForm({ ...own, user, channel: 'api' }, messageOf(sent, { user, refusal })),
    bytesPerCharacter * sent.text.length,
  )
}

/**
 * The hash of an order as it was parsed, with its fields in the order of the contract. Version 0.12
 * had this as the raw message.
 */
function orderHash(order: ApiOrder): Buffer {
  return sha256Of(Buffer.from(JSON.stringify(order), 'utf8'))
}

function messageOf(
  { order, text }: SentOrder,
  { user, refusal }: { user: Actor | undefined; refusal: Refusal },
): Parameters<typeof recordForm>[1] {
  const { customerId, customerPO = null, shipDate = null, cancelAfter = null, items } = order
  const { shippingAddress = null, notes = null, orderNumber } = order
  const header = { customerId, customerPO, shipDate, cancelAfter, shippingAddress, notes }
  const lines = items.map(({ skuId, quantity, manualPrice: unitPrice = null }) => {
    return { skuId, quantity, unitPrice }
  })
  return {
    channel: 'api',
    sender: user?.keyName ?? user?.username ?? 'API key',
    senderKey: senderKeyOf(user),
    subject: orderNumber ? `Order ${orderNumber}` : `Order of ${items.length} lines`,
    sent: text,
    orderSha256: orderHash(order),
    form: { ...header, items: lines },
    unplaced: unplacedFields(order),
    refusal: refusal.message,
  }
}
