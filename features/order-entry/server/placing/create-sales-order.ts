import { guardOpen } from '#features/journal/server/service.ts'
import { invoiceDay } from '#features/receivables/server/service.ts'
import {
  numberTaken,
  advanceTo,
  lockOrder,
  readSalesOrder,
} from '#features/sales-orders/server/service.ts'
import type { SalesOrderDetails, SalesOrderForm } from '#features/sales-orders/contract.ts'
import { stepsTo } from '#features/sales-orders/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { lockAll, place, readRules } from './place-orders.ts'

/**
 * Creates an order with lines under a typed number: priced as of its order date, decided like a new
 * order today, then advanced to the requested status. A typed total is ignored. Throws the refusals
 * of Order Entry, and for a number already in use. An order with a later status is rejected for
 * credit, never held, because a held order cannot advance.
 */
export async function createSalesOrder(
  ctx: Context,
  form: SalesOrderForm,
): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  const date = form.orderDate ?? rules.date
  const body = { ...form, items: form.items ?? [] }
  const { user, requestId } = ctx
  const request = [{ body, user, requestId, call: undefined }]
  return mapConstraintErrors({ sales_order_number_taken: numberTaken }, () =>
    inTransaction(ctx, async (inner) => {
      const isSent = stepsTo[form.status ?? 'pending'].includes('ship')
      if (isSent) await guardOpen(inner, [invoiceDay(form.shipDate, rules.date)])
      const locked = await lockAll(inner, request, { date, overdueOn: rules.date })
      const numbers = [form.orderNumber]
      const mayRepeat = (form.status ?? 'pending') !== 'pending'
      const mayHold = mayRepeat ? false : undefined
      const terms = { ...rules, date, ...locked, numbers, mayRepeat, mayHold }
      const [result] = await place(inner, request, terms)
      if (!result || result instanceof Refusal) throw result ?? new Error('No order was placed')
      const order = await lockOrder(inner, result.order.id, { buyer: false })
      const { status = 'pending', shipDate } = form
      const { sodMode } = rules.settings
      const advanceOptions = { status, isOver: false, isUnpaid: false, sodMode }
      await advanceTo(inner, order, { ...advanceOptions, shipDate, today: rules.date })
      return readSalesOrder(inner, order.id)
    }),
  )
}
