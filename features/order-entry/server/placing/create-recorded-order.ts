import { guardOpen } from '#features/journal/server/service.ts'
import { invoiceDay } from '#features/receivables/server/service.ts'
import {
  numberAlreadyUsed,
  advanceTo,
  lockOrder,
  readSalesOrder,
} from '#features/sales-orders/server/service.ts'
import type { SalesOrderDetails, SalesOrderForm } from '#features/sales-orders/contract.ts'
import { stepsTo } from '#features/sales-orders/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { createOneOrder } from './create-orders.ts'
import { readRules } from './order-facts.ts'
import { recordedPolicy } from './order-policies.ts'
import { recordRefusedOrder } from './refused-api-orders.ts'

/**
 * Creates an order with lines under a typed number: priced as of its order date, decided like a new
 * order today, then advanced to the requested status. A typed total is ignored. Throws the refusals
 * of Order Entry, and for a number already in use. An order with a later status is rejected for
 * credit and for its margin, never held, because a held order cannot advance. `bodyText` is the
 * body of the request, which the inbox keeps of a refused order of an API key.
 */
export async function createSalesOrder(
  ctx: Context,
  form: SalesOrderForm,
  bodyText: string,
): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  const { orderNumber: number, status = 'pending', shipDate } = form
  const orderDate = form.orderDate ?? rules.date
  const policy = recordedPolicy(rules, { orderDate, status })
  const body = { ...form, items: form.items ?? [] }
  return mapConstraintErrors({ sales_order_number_taken: numberAlreadyUsed }, () =>
    inTransaction(ctx, async (inner) => {
      const isSent = stepsTo[status].includes('ship')
      if (isSent) await guardOpen(inner, [invoiceDay(shipDate, rules.date)])
      const { id, holdReason } = await createOneOrder(inner, { body, number }, policy).catch(
        (error: unknown) => {
          if (error instanceof Refusal) {
            const sent = { order: { ...body }, text: bodyText }
            inner.afterRefusal?.push((outer) => recordRefusedOrder(outer, sent, error))
          }
          throw error
        },
      )
      if (holdReason === 'margin' && status !== 'pending') throw belowMargin()
      const order = await lockOrder(inner, id, { buyer: false })
      const { sodMode } = rules.settings
      const advanceOptions = { status, isOver: false, isUnpaid: false, sodMode }
      await advanceTo(inner, order, { ...advanceOptions, shipDate, today: rules.date })
      return readSalesOrder(inner, id)
    }),
  )
}

function belowMargin(): Refusal {
  const sentence =
    'A price of this order is below the minimum margin. Create it as pending: it will be on hold'
  return new Refusal('refused', 'below-margin', sentence)
}
