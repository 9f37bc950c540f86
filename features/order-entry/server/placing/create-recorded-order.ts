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
import {
  isByKey,
  recordRefusedOrder,
  type SentOrder,
  settleApiOrders,
} from '../intake/refused-api-orders.ts'
import { createOneOrder } from './create-orders.ts'
import { guardShipDate } from './order-refusals.ts'
import { readRules, type Rules } from './order-facts.ts'
import { recordedPolicy } from './order-policies.ts'

/**
 * Creates an order with lines under a typed number: priced as of its order date, decided like a new
 * order today, then advanced to the requested status. A typed total is ignored. Throws the refusals
 * of Order Entry, for a number already in use, and for a ship date before the order date. An order
 * with a later status is rejected for credit and for its margin, never held, because a held order
 * cannot advance. A refused order of an API key becomes a message of the intake inbox, and one that
 * is created settles its message; one whose number is in use, or whose ship date is invalid, leaves
 * none. `bodyText` is the body of the request, which the inbox keeps.
 */
export async function createSalesOrder(
  ctx: Context,
  form: SalesOrderForm,
  bodyText: string,
): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  guardShipDate(form.orderDate ?? rules.date, form.shipDate)
  const body = { ...form, items: form.items ?? [] }
  const sent = { order: body, text: bodyText }
  return mapConstraintErrors({ sales_order_number_taken: numberAlreadyUsed }, () =>
    inTransaction(ctx, async (inner) => {
      if (!isByKey(inner.user)) return createRecorded(inner, rules, body)
      try {
        const order = await createRecorded(inner, rules, body)
        const created = [{ sent, user: inner.user, orderId: order.id }]
        inner.afterCommit?.push(() => settleApiOrders(inner, created))
        return order
      } catch (error) {
        if (error instanceof Refusal) recordAfterwards(inner, sent, error)
        throw error
      }
    }),
  )
}

type RecordedForm = SalesOrderForm & { items: NonNullable<SalesOrderForm['items']> }

async function createRecorded(
  ctx: Context,
  rules: Rules,
  body: RecordedForm,
): Promise<SalesOrderDetails> {
  const { orderNumber: number, status = 'pending', shipDate } = body
  const orderDate = body.orderDate ?? rules.date
  const policy = recordedPolicy(rules, { orderDate, status })
  const isSent = stepsTo[status].includes('ship')
  if (isSent) await guardOpen(ctx, [invoiceDay(shipDate, rules.date)])
  const { id, holdReason } = await createOneOrder(ctx, { body, number }, policy)
  if (holdReason === 'margin' && status !== 'pending') throw belowMargin()
  const order = await lockOrder(ctx, id, { buyer: false })
  const { sodMode } = rules.settings
  const advanceOptions = { status, isOver: false, isUnpaid: false, sodMode }
  await advanceTo(ctx, order, { ...advanceOptions, shipDate, today: rules.date })
  return readSalesOrder(ctx, id)
}

/** Records a refused order after its receipt is committed, so that an error leaves the receipt. */
function recordAfterwards(ctx: Context, sent: SentOrder, refusal: Refusal): void {
  ctx.afterRefusal?.push(async (outer) => {
    outer.afterCommit?.push(() => recordRefusedOrder(ctx, sent, refusal))
  })
}

function belowMargin(): Refusal {
  const sentence =
    'A price of this order is below the minimum margin. Create it as pending: it will be on hold'
  return new Refusal('refused', 'below-margin', sentence)
}
