import { expectedCredit } from '#features/receivables/server/service.ts'
import { type Cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import type { ReturnForm, previewReturn as endpoint } from '../contract.ts'
import {
  guardOrigin,
  linesOfRequest,
  originOf,
  partyOf,
  refusalOfRole,
  windowNow,
} from './create-return.ts'
import type { ReturnLine } from '../rules.ts'
import { mayReadCosts } from './read-return.ts'

/**
 * Returns the credit a return would get if its goods were received now: customer goods as charged,
 * vendor goods at their price. Writes nothing, and throws whatever creating or crediting would
 * throw.
 */
export async function previewReturn(
  ctx: Context,
  form: ReturnForm,
): Promise<AnswerOf<typeof endpoint>> {
  const window = await windowNow(ctx)
  return onOneConnection(ctx, async (inner) => {
    const whyNot = refusalOfRole(inner, form)
    if (whyNot) throw whyNot
    const origin = await originOf(inner, form, { lock: false })
    if (origin) guardOrigin(inner, origin, window)
    await partyOf(inner, form, origin)
    const lines = await linesOfRequest(inner, form, origin)
    if (form.type === 'rtv' && !mayReadCosts(inner)) {
      return { goods: null, tax: null, restockingFee: null, total: null }
    }
    const { goods, tax } = await creditOf(inner, form, lines)
    return {
      goods: decimal(goods),
      tax: decimal(tax),
      restockingFee: decimal(zero),
      total: decimal(sum([goods, tax])),
    }
  })
}

/** A vendor credits the price only, because purchases do not record tax separately. */
function creditOf(ctx: Context, { type }: ReturnForm, lines: readonly ReturnLine[]) {
  if (type === 'rtv') {
    const goods: Cents = sum(lines.map(({ totalPrice }) => totalPrice))
    return { goods, tax: zero }
  }
  const returned = lines.map(({ originalItemId, skuId, quantity, unitPrice }) => {
    return { salesOrderItemId: originalItemId ?? null, skuId, quantity, unitPrice }
  })
  return expectedCredit(ctx, returned)
}
