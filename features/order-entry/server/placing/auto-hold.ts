import { isPrepaid } from '#features/customers/payment-terms.ts'
import { poKey } from '#features/sales-orders/parking-rules.ts'
import { insertHoldNotes, readSamePos, unpaidOf } from '#features/sales-orders/server/service.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { Facts } from '../store.ts'
import type { OrderPolicy } from './order-policies.ts'

/**
 * True if the rules put an order that fails the credit check on hold: the settings say so, or an
 * API key sent it, so that no user is present to correct a rejected order.
 */
export function hasAutomaticHolds({ rules }: OrderPolicy, user: Actor | undefined): boolean {
  return rules.settings.creditOver === 'hold' || user?.scopes !== undefined
}

/** True if an order that fails the credit check is created on hold instead of refused. */
export function isHeldOverCredit(policy: OrderPolicy, user: Actor | undefined): boolean {
  return policy.overCredit === 'by rules'
    ? hasAutomaticHolds(policy, user)
    : policy.overCredit === 'hold'
}

/**
 * Applies the automatic holds to new orders: for a repeated customer PO, if policy and settings say
 * so, and for prepaid customers until their payment arrives.
 */
export async function holdNewOrders(
  ctx: Context & { facts: Facts },
  orders: readonly SalesOrderDetails[],
  policy: OrderPolicy,
): Promise<SalesOrderDetails[]> {
  const checked = holdsRepeatedPos(policy) ? await holdRepeatedPo(ctx, orders) : orders
  return holdUnpaid(ctx, checked)
}

/** True if the settings put an order with a repeated customer PO on hold. */
export function holdsRepeatedPos({ rules, repeatedPo }: OrderPolicy): boolean {
  return repeatedPo === 'by rules' && rules.settings.customerPoAgain === 'hold'
}

type OrderWithPo = { customerId: number; customerPO?: string | null | undefined }

/** The orders that have the customer POs of these already (`readSamePos`), by `keyOfPo`. */
export async function readOrdersWithPos(
  ctx: Context,
  orders: readonly OrderWithPo[],
): Promise<Map<string, string>> {
  const found = await readSamePos(ctx, orders)
  return new Map(found.map((row) => [keyOfPo(row.customerId, row.po), row.orderNumber]))
}

/** A customer PO of a customer, compared as for parking: without case, blanks, leading zeros. */
export function keyOfPo(customerId: number, customerPO: string): string {
  return `${customerId} ${poKey(customerPO)}`
}

/**
 * Puts an order on hold if its customer PO is already on another order of that customer, including
 * an earlier one in this list; cancelled orders do not count. The caller holds the customer locks,
 * so one of two concurrent orders is held. An existing hold is not replaced.
 */
async function holdRepeatedPo(
  ctx: Context,
  orders: readonly SalesOrderDetails[],
): Promise<readonly SalesOrderDetails[]> {
  const orderByPo = await readOrdersWithPos(ctx, orders)
  return orders.map((order) => {
    if (order.customerPO === null) return order
    const key = keyOfPo(order.customerId, order.customerPO)
    const existingOrder = orderByPo.get(key)
    if (existingOrder === undefined) orderByPo.set(key, order.orderNumber)
    if (existingOrder === undefined || order.holdReason !== null) return order
    const holdNote = `PO ${order.customerPO} is already used on ${existingOrder}`
    return { ...order, holdReason: 'duplicate', displayStatus: 'on hold', holdNote }
  })
}

/** Records the hold notes, after the orders are written. */
export async function recordHolds(
  ctx: Context,
  orders: readonly SalesOrderDetails[],
): Promise<void> {
  const withNote = orders.filter(({ holdNote }) => holdNote !== null)
  if (withNote.length > 0) await insertHoldNotes(ctx, withNote)
}

/** Puts orders of prepaid customers on hold until they are paid. */
async function holdUnpaid(
  ctx: Context & { facts: Facts },
  orders: readonly SalesOrderDetails[],
): Promise<SalesOrderDetails[]> {
  const unpaid = await unpaidOf(
    ctx,
    orders.filter((order) => requiresPrepayment(ctx.facts, order)),
  )
  return orders.map((order) =>
    unpaid.has(order.id)
      ? { ...order, holdReason: 'payment' as const, displayStatus: 'on hold' }
      : order,
  )
}

/** True if the customer must pay before the goods ship. */
function requiresPrepayment({ customers }: Facts, { customerId }: SalesOrderDetails): boolean {
  return isPrepaid(customers.get(customerId)?.paymentTerms ?? '')
}
