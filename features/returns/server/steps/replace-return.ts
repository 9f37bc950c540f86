import { applyStep } from '#features/audit/server/service.ts'
import {
  createOneOrder,
  readRules,
  replacementPolicy,
} from '#features/order-entry/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { cents, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import * as acts from './transition-store.ts'
import { whyNotFree, whyNotReplace } from '../../receipt-and-inspection-rules.ts'
import type { ReturnDetails } from '../../contract.ts'
import { type LockedReturn, lockReturn, returnKind } from './locked-return.ts'
import { refusalOf, type ReplacementPrice } from '../../rules.ts'
import { readReturn } from '../read-return.ts'

type ReplaceRequest = {
  ifMatch: number | undefined
  price: ReplacementPrice
  backorder?: boolean | undefined
}

/**
 * Creates the order that replaces a customer's goods, free or at the price charged, without
 * freight. A return is replaced once, for goods received or still expected. Throws if a free order
 * would replace credited goods, if a manager is needed, or if stock is insufficient.
 */
export async function replaceReturn(
  ctx: Context,
  id: number,
  request: ReplaceRequest,
): Promise<ReturnDetails> {
  const settings = await readSettings(ctx)
  const limit = cents(settings.returnApprovalLimit)
  const [number = ''] = await nextNumbers(ctx.db, 'SO', { count: 1, now: ctx.now })
  const lock = async (inner: Context) => {
    // Locks the customer before the return, as completion does, so that only one of them succeeds.
    await rows(inner.db, acts.lockCustomerOf, [id])
    return lockReturn(inner, id)
  }
  const subject = { id, ifMatch: request.ifMatch, lock, read: readReturn }
  return runTransition(ctx, subject, async (inner, goods) => {
    await guardReplacing(inner, goods, request.price)
    const { type, createdBy, totalAmount, status } = goods
    const decided = { type, createdBy, total: cents(totalAmount) }
    const refusal = refusalOf(inner.user, 'approve', { goods: decided, limit })
    if (refusal) throw refusal
    const order = await placeOrder(inner, goods, { ...request, number })
    const changes = { replacementOrder: { from: null, to: order.orderNumber } }
    const write = () => send(inner, acts.linkReplacement, [id, order.id, request.price])
    const step = { action: 'replace', to: status, changes, write }
    return applyStep(inner, goods, { ...returnKind, ...step })
  })
}

async function guardReplacing(
  ctx: Context,
  goods: LockedReturn,
  price: ReplacementPrice,
): Promise<void> {
  const [before] = await rows<{ orderNumber: string }>(ctx.db, acts.readReplacement, [goods.id])
  const replacementOrderNumber = before?.orderNumber ?? null
  const whyNot = whyNotReplace({ ...goods, replacementOrderNumber })
  if (whyNot) {
    throw new Refusal('refused', before ? 'already-replaced' : 'illegal-transition', whyNot)
  }
  const credited = price === 'free' ? whyNotFree(goods) : undefined
  if (credited) throw new Refusal('refused', 'already-credited', credited)
}

type Line = { skuId: number; quantity: number; unitPrice: string }

async function placeOrder(
  ctx: Context,
  goods: LockedReturn,
  { price, backorder, number }: ReplaceRequest & { number: string },
) {
  const lines = await rows<Line>(ctx.db, acts.readToReplace, [goods.id])
  const [original] = await rows<{ address: string | null }>(ctx.db, acts.readShippingAddress, [
    goods.salesOrderId,
  ])
  const isFree = price === 'free'
  const notes = `Replacement for ${goods.returnNumber}, ${isFree ? 'free of charge' : 'charged'}`
  const policy = replacementPolicy(await readRules(ctx), {
    isFree,
    prices: lines.map(({ unitPrice }) => ({
      unitPrice: isFree ? zero : cents(unitPrice),
      priceSource: 'replacement',
    })),
  })
  const body = {
    customerId: goods.customerId ?? 0,
    notes,
    shippingAddress: original?.address ?? undefined,
    backorder,
    items: lines.map(({ skuId, quantity }) => ({ skuId, quantity })),
  }
  return createOneOrder(ctx, { body, number }, policy)
}
