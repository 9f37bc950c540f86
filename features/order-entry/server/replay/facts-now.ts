import { checkCredit, creditRulesOf } from '#features/credit/rules.ts'
import type { DecisionToReplay } from '#features/decisions/server/service.ts'
import type { CheckedCredit } from '#features/sales-orders/hold-receipt.ts'
import { creditUsedBy } from '#features/sales-orders/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { CustomerFacts } from '../../rules.ts'
import { factsWithoutAll } from '../approvals/approval-steps.ts'
import { readHeldOf } from '../approvals/approval-store.ts'
import type { Rules } from '../placing/order-facts.ts'
import { type Facts, readFacts } from '../store.ts'
import { readOwnHoldings } from './replay-store.ts'

/** What the order holds today, which counts as available. */
export type Holdings = {
  credit: Cents
  /** What is open of its invoices. */
  invoiced: Cents
  /** Units by SKU, also those of a changed order that have shipped since the change. */
  units: ReadonlyMap<number, number>
}

/** The order of a decision as it is today. */
export type OrderNow = {
  status: string
  holdReason: string | null
  cancelRequest: string | null
  totalAmount: string
  shippedAmount: string
  openInvoices: string
  reserved: Record<string, number>
  shipped: Record<string, number>
}

/** Reads the order of a decision; undefined for a decision without one. */
export async function readOrderNow(
  { db }: Context,
  { salesOrderId }: Pick<DecisionToReplay, 'salesOrderId'>,
): Promise<OrderNow | undefined> {
  const [order] = await rows<OrderNow>(db, readOwnHoldings, [salesOrderId])
  return order
}

/**
 * Customer and SKUs of a decision as they are now, without what its order or approval holds. Prices
 * are as of `date`, and past-due invoices as of `overdueOn`.
 */
export async function readNow(
  ctx: Context,
  stored: DecisionToReplay,
  days: { date: Day; overdueOn: Day },
): Promise<{ read: Facts; held: Holdings; order: OrderNow | undefined }> {
  const { id, facts, outcome } = stored
  const skuIds = [...new Set((outcome.lines ?? []).map(({ skuId }) => skuId))]
  const query = { customerIds: [facts.customerId], skuIds, ...days }
  const [found, order, approvals] = await onOneConnection(ctx, (inner) =>
    Promise.all([
      readFacts(inner.db, query, { lock: false }),
      readOrderNow(inner, stored),
      readHeldOf(inner, id),
    ]),
  )
  const read = factsWithoutAll(found, approvals)
  const held = holdingsOf(stored, order)
  const customer = read.customers.get(facts.customerId)
  if (customer) read.customers.set(facts.customerId, withoutOwn(customer, held))
  return { read, held, order }
}

/** What had shipped before the change of a processed order was used already, and stays used. */
function holdingsOf(
  { facts: { processed } }: DecisionToReplay,
  order: OrderNow | undefined,
): Holdings {
  if (!order) return { credit: zero, invoiced: zero, units: new Map() }
  const credit = creditUsedBy(order)
  const open = cents(order.openInvoices)
  const units = new Map(skuUnitsOf(order.reserved))
  if (!processed) return { credit, invoiced: open, units }
  const shippedSince = cents(order.shippedAmount) - cents(processed.shippedAmount)
  for (const [skuId, shipped] of skuUnitsOf(order.shipped)) {
    const before = processed.lines
      .filter((line) => line.skuId === skuId)
      .reduce((total, line) => total + line.shipped, 0)
    units.set(skuId, (units.get(skuId) ?? 0) + Math.max(0, shipped - before))
  }
  return { credit, invoiced: Math.min(open, Math.max(0, shippedSince)) as Cents, units }
}

function skuUnitsOf(units: Readonly<Record<string, number>>): [skuId: number, units: number][] {
  return Object.entries(units).map(([skuId, count]) => [Number(skuId), count])
}

/**
 * The credit check of today for this total. Past-due invoices do not block a change; only the
 * credit limit does. Throws the refusal of an order whose customer was deleted.
 */
export function creditNow(
  { kind, facts: { customerId } }: DecisionToReplay,
  { read, rules, total }: { read: Facts; rules: Pick<Rules, 'settings'>; total: Cents },
): CheckedCredit {
  const customer = read.customers.get(customerId)
  if (!customer) {
    throw invalid([{ path: 'customerId', message: 'The customer of this order was deleted' }])
  }
  const { zeroMeans, overdueRule } = creditRulesOf(rules.settings)
  const facts = { ...customer, zeroMeans, overdueRule: kind === 'amend' ? undefined : overdueRule }
  return { facts, decision: checkCredit(facts, total) }
}

function withoutOwn(customer: CustomerFacts, { credit, invoiced }: Holdings): CustomerFacts {
  const openOrderAmount = (customer.openOrderAmount - credit) as Cents
  return {
    ...customer,
    openOrderAmount,
    currentBalance: (customer.currentBalance - invoiced) as Cents,
  }
}
