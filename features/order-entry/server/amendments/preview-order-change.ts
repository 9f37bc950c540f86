import type {
  ChangePreview,
  SalesOrderChanges,
  SalesOrderDetails,
} from '#features/sales-orders/contract.ts'
import { whyNotEdit } from '#features/sales-orders/rules.ts'
import { type Amendment, holdAfter, readSalesOrder } from '#features/sales-orders/server/service.ts'
import { amount, cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import { readRules } from '../placing/order-facts.ts'
import { dropRepeatedValues } from './drop-repeated-values.ts'
import { guardNoUnrecordedShipment } from './unrecorded-shipments.ts'
import { amountsAfter } from './update-sales-order.ts'

/**
 * What an order would cost after a change, decided as `updateSalesOrder` would, but without locks
 * and without writing anything. A change that would be refused has no totals, but the sentence of
 * its refusal. Throws 404 for a missing order, and 403 if the user may not change it.
 */
export async function previewOrderChange(
  ctx: Context,
  id: number,
  sent: SalesOrderChanges,
): Promise<ChangePreview> {
  const rules = await readRules(ctx)
  return onOneConnection(ctx, async (inner) => {
    const before = await readSalesOrder(inner, id)
    const whyNot = whyNotEdit(inner.user, before)
    if (whyNot?.kind === 'forbidden') throw new Refusal(whyNot.kind, whyNot.code, whyNot.sentence)
    if (whyNot) return { totals: null, problem: whyNot.sentence }
    try {
      await guardNoUnrecordedShipment(inner, before)
      const form = dropRepeatedValues(before, sent)
      const change = { order: before, before, form, rules, isPreview: true }
      const amounts = await amountsAfter(inner, change)
      await guardPaid(inner, before, amounts)
      return { totals: totalsOf(amounts ?? before), problem: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { totals: null, problem: error.message }
    }
  })
}

/** Throws 409 if the order is in processing, and its customer must pay a higher total before. */
async function guardPaid(
  ctx: Context,
  before: SalesOrderDetails,
  amounts: Amendment['amounts'],
): Promise<void> {
  if (!amounts || cents(amounts.totalAmount) <= cents(before.totalAmount)) return
  await holdAfter(ctx, { ...before, ...amounts })
}

type Amounts = Record<'subtotal' | 'taxAmount' | 'shippingAmount' | 'totalAmount', string>

function totalsOf({ subtotal, taxAmount, shippingAmount, totalAmount }: Amounts) {
  return {
    subtotal: amount(subtotal),
    taxAmount: amount(taxAmount),
    shippingAmount: amount(shippingAmount),
    totalAmount: amount(totalAmount),
  }
}
