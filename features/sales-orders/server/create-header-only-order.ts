import { record } from '#features/audit/server/service.ts'
import { isTrialUser } from '#features/auth/server/service.ts'
import { requireScope, may } from '#features/auth/rules.ts'
import { checkCredit, creditRulesOf } from '#features/credit/rules.ts'
import { recordDecision } from '#features/decisions/server/service.ts'
import { isPrepaid } from '#features/customers/payment-terms.ts'
import { addressesOf } from '#features/customers/address-rules.ts'
import { addOpenOrders } from '#features/customers/server/service.ts'
import { guardOpen } from '#features/journal/server/service.ts'
import { invoiceDay } from '#features/receivables/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { advanceOrder } from './advance-order.ts'
import type { SalesOrderDetails, SalesOrderForm } from '../contract.ts'
import { forRecordedFields } from '../recorded-fields.ts'
import { type Buyer, lockBuyer, type LockedOrder } from './lock-orders.ts'
import { type CheckedCredit, recordedTotalReceiptOf } from '../hold-receipt.ts'
import { paymentControl, unpaidOf } from './holds/payment-hold.ts'
import { type OrderVerb, type SalesOrderStatus, stepsTo } from '../rules.ts'
import { readSalesOrder } from './read-order.ts'
import { salesOrders } from './tables.ts'

/**
 * Creates a header-only order that was agreed elsewhere: no lines, no stock. It starts pending and
 * runs each step to the requested status, with all effects. It is never rejected for credit: an
 * open order over the limit is on hold and uses no credit. For a later status, bypassed controls
 * are recorded as waivers, or throw 403 if controls are enforced. Throws for a number already in
 * use, and for an unknown or inactive customer.
 */
export async function createSalesOrder(
  ctx: Context,
  form: SalesOrderForm,
): Promise<SalesOrderDetails> {
  if (form.expectedTotal !== undefined) {
    throw invalid([{ path: 'expectedTotal', message: 'Only an order with lines can be priced' }])
  }
  const settings = await readSettings(ctx)
  const { businessTimeZone, sodMode } = settings
  const date = today(ctx.now, businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    const isSent = stepsTo[form.status ?? 'pending'].includes('ship')
    if (isSent) await guardOpen(inner, [invoiceDay(form.shipDate, date)])
    const buyer = requireBuyer(await lockBuyer(inner, form.customerId, date))
    const total = cents(form.totalAmount ?? '0')
    const facts = { ...buyer.credit, ...creditRulesOf(settings) }
    const decision = checkCredit(facts, total)
    const isOver = total > 0 && !decision.approved
    const status = form.status ?? 'pending'
    const isHeld = isOver && (status === 'pending' || status === 'processing')
    const isUnpaid = !isHeld && (await isNotPaid(inner, buyer, total))
    const mustAwaitPayment = isUnpaid && status === 'pending'
    const holdReason = isHeld ? 'credit' : mustAwaitPayment ? 'payment' : null
    const credit = { facts, decision }
    const order = await insert(inner, form, { buyer, date, holdReason, total, credit })
    if (!isHeld) await addOpenOrders(inner, new Map([[buyer.id, total]]))
    const advanceFacts = { status, isOver, isUnpaid, sodMode }
    await advanceTo(inner, order, { ...advanceFacts, shipDate: form.shipDate, today: date })
    return readSalesOrder(inner, order.id)
  })
}

type AdvanceFacts = {
  status: SalesOrderStatus
  isOver: boolean
  isUnpaid: boolean
  sodMode: Settings['sodMode']
  shipDate: Day | null | undefined
  today: Day
}

/**
 * Advances a new order to the requested status, step by step, in the open transaction. Each step
 * requires its permission, except for a trial user (`isTrialUser`). Bypassed limits are recorded as
 * waivers, or throw 403 if controls are enforced.
 */
export async function advanceTo(
  ctx: Context,
  order: LockedOrder,
  advanceFacts: AdvanceFacts,
): Promise<void> {
  const { status, sodMode, shipDate, today: date } = advanceFacts
  const waived = waiversOf(ctx, advanceFacts)
  const skipsRole = [...waived.values()].flat().includes('role')
  if (skipsRole && !(await isTrialUser(ctx))) throw roleRefusal()
  if (sodMode === 'enforce') refuseWaivers(waived)
  let now = order
  for (const verb of stepsTo[status]) {
    const step = { verb, shipping: { shipDate }, today: date, waives: waived.get(verb) }
    // Each step starts from the result of the previous one.
    // oxlint-disable-next-line no-await-in-loop
    now = await advanceOrder(ctx, now, step)
  }
}

/** Whether a prepaid customer's money does not cover one more order with this total. */
async function isNotPaid(ctx: Context, buyer: Buyer, total: Cents): Promise<boolean> {
  if (!isPrepaid(buyer.paymentTerms)) return false
  const newOrderFacts = {
    id: 0,
    customerId: buyer.id,
    totalAmount: decimal(total),
    holdReason: null,
  }
  return (await unpaidOf(ctx, [newOrderFacts])).size > 0
}

function requireBuyer(buyer: Buyer | undefined): Buyer {
  const refuse = (message: string) => invalid([{ path: 'customerId', message }])
  if (!buyer) throw refuse('This customer does not exist')
  if (!buyer.isActive) throw refuse(`Customer ${buyer.customerCode} is inactive`)
  return buyer
}

type NewOrderFacts = {
  buyer: Buyer
  date: Day
  holdReason: string | null
  total: Cents
  credit: CheckedCredit
}

async function insert(
  ctx: Context,
  form: SalesOrderForm,
  newOrderFacts: NewOrderFacts,
): Promise<LockedOrder> {
  const { buyer, date, holdReason, total, credit } = newOrderFacts
  const totalAmount = form.totalAmount ?? '0'
  const { orderNumber, customerId } = form
  const { shipping, billing } = addressesOf(buyer)
  const [inserted] = await mapConstraintErrors(
    { sales_order_number_taken: numberAlreadyUsed },
    () =>
      ctx.db
        .insert(salesOrders)
        .values({
          orderNumber,
          customerId,
          holdReason,
          orderDate: form.orderDate ?? date,
          shipDate: form.shipDate ?? null,
          cancelAfter: form.cancelAfter ?? null,
          totalAmount,
          subtotal: totalAmount,
          shippingAddress: form.shippingAddress ?? shipping,
          shippingMethod: form.shippingMethod ?? null,
          ...forRecordedFields((name) => form[name] ?? null),
          billingAddress: billing,
          paymentTerms: buyer.paymentTerms,
          headerOnly: true,
          createdBy: ctx.user?.id ?? 0,
        })
        .returning(),
  )
  const order = inserted as LockedOrder
  const { id } = order
  const history = { entity: 'sales_order', entityId: id, action: 'create' } as const
  const receipt = recordedTotalReceiptOf({ customerId, total, holdReason, credit })
  const changes = await recordDecision(ctx, id, receipt)
  await record(ctx, [{ ...history, toStatus: 'pending', changes }])
  await enqueue(ctx, [
    {
      topic: 'sales-order.created',
      aggregate: 'sales_order',
      aggregateId: id,
      aggregateVersion: 1,
      payload: { orderNumber, customerId, totalAmount: order.totalAmount },
    },
  ])
  return order
}

const credit = 'credit'

/** The controls that the creation bypasses, by step: credit limit, payment and role. */
function waiversOf(
  { user }: Context,
  { status, isOver, isUnpaid }: Pick<AdvanceFacts, 'status' | 'isOver' | 'isUnpaid'>,
): Map<OrderVerb, string[]> {
  const [first] = status === 'cancelled' ? [] : stepsTo[status]
  return new Map(
    stepsTo[status].map((verb) => {
      requireScope(user, `salesOrders.${verb}`)
      const isOpen = !user || may(user, `salesOrders.${verb}`)
      const controls = [...(isOver ? [credit] : []), ...(isUnpaid ? [paymentControl] : [])]
      const skipped = verb === first ? controls : []
      return [verb, isOpen ? skipped : [...skipped, 'role']]
    }),
  )
}

function roleRefusal(): Refusal {
  const sentence = 'Your role cannot create an order with this status'
  return new Refusal('forbidden', 'forbidden', sentence)
}

/** Throws 403 for bypassed controls, if they are enforced. */
function refuseWaivers(waived: ReadonlyMap<OrderVerb, readonly string[]>): void {
  const skipped = [...waived.values()].flat()
  if (skipped.includes('role')) throw roleRefusal()
  if (skipped.includes(credit)) {
    const sentence = 'This order is over the credit limit. Create it as pending: it will be on hold'
    throw new Refusal('forbidden', 'over-limit', sentence)
  }
  if (skipped.includes(paymentControl)) {
    const sentence =
      'This order is not paid yet. Create it as pending: it will be on hold for payment'
    throw new Refusal('forbidden', 'not-paid', sentence)
  }
}

/** The 409 refusal of an order number already in use. */
export function numberAlreadyUsed(): Refusal {
  return new Refusal('conflict', 'duplicate-order-number', 'That order number is already taken', [
    { path: 'orderNumber', message: 'Already taken' },
  ])
}
