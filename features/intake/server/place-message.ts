import { requirePermission } from '#features/auth/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { cents, formatMoney } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { IntakeMessageDetails } from '../contract.ts'
import type { IntakeForm, IntakeProblem } from '../intake-form.ts'
import { blockingProblems, poPath } from '../problems.ts'
import { type IntakeChannel, isRunAgain } from '../rules.ts'
import { advanceMessage, type LockedMessage } from './advance-message.ts'
import { readProblems } from './form-facts.ts'
import { guardForm, messageSubject } from './update-message.ts'

/** An order as Order Entry takes it. */
type MessageOrder = {
  customerId: number
  customerPO: string | null
  orderSource: IntakeChannel
  shippingAddress: string | null
  shipDate: IntakeForm['shipDate']
  cancelAfter: IntakeForm['cancelAfter']
  notes: string | null
  items: { skuId: number; quantity: number }[]
}

/** Creates one order in the open transaction by the rules of Order Entry; throws its refusal. */
export type PlaceOrder = (
  ctx: Context,
  order: MessageOrder,
  options: { isRepeatAccepted: boolean },
) => Promise<SalesOrderDetails>

/**
 * Prepares the creation of one order, and calls `work` with it. Order Entry implements it: that
 * room is to the right of this one.
 */
export type WithOrderEntry = <R>(
  ctx: Context,
  work: (ctx: Context, place: PlaceOrder) => Promise<R>,
) => Promise<R>

type PlaceRequest = {
  isRepeatAccepted?: boolean | undefined
  isPriceAccepted?: boolean | undefined
  ifMatch: number | undefined
}

const lockCustomer = {
  name: 'lock_customer_of_intake_message',
  text: 'select id from customers where id = $1 for no key update',
}

/**
 * Creates the order of an open message in the name of the caller. The message is locked first, then
 * its customer, so that two people place it once, and two messages with one customer PO are seen.
 * Throws 403 without the permission to create orders; 409 for problems that remain, for a customer
 * PO that is used already, and for prices that differ from those that the customer states; and the
 * refusals of Order Entry.
 */
export function placeIntakeMessage(
  ctx: Context,
  id: number,
  { request, withOrderEntry }: { request: PlaceRequest; withOrderEntry: WithOrderEntry },
): Promise<IntakeMessageDetails> {
  const { isRepeatAccepted = false, isPriceAccepted = false, ifMatch } = request
  // The permission of the call is for people alone; this one says who may create orders.
  requirePermission(ctx.user, 'orders.create')
  return withOrderEntry(ctx, (outer, place) =>
    runTransition(outer, { id, ifMatch, ...messageSubject }, async (inner, locked) => {
      const stored = guardPlaced(locked)
      const { form } = stored
      await rows<{ id: number }>(inner.db, lockCustomer, [form.customerId ?? 0])
      const problems = await readProblems(inner, stored)
      guardProblems(problems, isRepeatAccepted)
      const order = await place(inner, orderOf(form, locked), { isRepeatAccepted })
      if (!isPriceAccepted) guardPrices(form, order)
      const { customerId, customerPO } = form
      const change = { problems: [], customerId, customerPO, orderIds: [order.id] }
      return advanceMessage(inner, locked, { ...change, verb: 'place' })
    }),
  )
}

function guardPlaced(locked: LockedMessage) {
  if (!isRunAgain(locked.channel)) return guardForm(locked)
  const sentence = 'This message has no form to create an order from. Choose Run again'
  throw new Refusal('refused', 'intake-run-again', sentence)
}

function guardProblems(problems: readonly IntakeProblem[], isRepeatAccepted: boolean): void {
  const fields = (found: readonly IntakeProblem[]) =>
    found.map(({ path, message }) => ({ path: path || 'items', message }))
  const [first, ...others] = blockingProblems(problems)
  if (first) {
    const more = others.length > 0 ? ` (and ${others.length} more)` : ''
    const sentence = `${first.message}${more}`
    throw new Refusal('refused', 'intake-incomplete', sentence, fields([first, ...others]))
  }
  const repeated = problems.find(({ path }) => path === poPath)
  if (!repeated || isRepeatAccepted) return
  throw new Refusal('refused', 'customer-po-repeated', repeated.message, fields([repeated]))
}

function orderOf(form: IntakeForm, { channel }: LockedMessage): MessageOrder {
  const { customerId, customerPO, shippingAddress = null, shipDate, cancelAfter, notes } = form
  return {
    customerId: customerId ?? 0,
    customerPO,
    orderSource: channel,
    shippingAddress,
    shipDate,
    cancelAfter,
    notes,
    items: form.items.flatMap(({ skuId, quantity }) =>
      skuId !== null && quantity !== null ? [{ skuId, quantity }] : [],
    ),
  }
}

/** Throws 409 if the customer states other prices than the order has. */
function guardPrices({ items }: IntakeForm, order: SalesOrderDetails): void {
  const different = items.flatMap(({ unitPrice }, index) => {
    const ours = order.items[index]?.unitPrice
    if (unitPrice === null || ours === undefined || cents(unitPrice) === cents(ours)) return []
    const [stated, own] = [formatMoney(cents(unitPrice)), formatMoney(cents(ours))]
    const message = `Line ${index + 1}: customer price ${stated}, our price ${own}`
    return [{ path: `items.${index}.unitPrice`, message }]
  })
  const [first] = different
  if (!first) return
  const more = different.length > 1 ? ` (and ${different.length - 1} more)` : ''
  const sentence = `${first.message}${more}. Turn on Use our prices, or ask the customer`
  throw new Refusal('refused', 'intake-price-differs', sentence, different)
}
