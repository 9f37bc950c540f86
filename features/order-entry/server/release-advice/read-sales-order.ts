import { creditRulesOf } from '#features/credit/rules.ts'
import { hiddenFacts } from '#features/decisions/rules.ts'
import type { ReleaseAdvice, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { isBelowMargin } from '#features/pricing/margin.ts'
import { holdAfterRelease, unpaidPart } from '#features/sales-orders/hold-rules.ts'
import {
  isMarginReleased,
  isPaymentWaived,
  type Money,
  moneyOfCustomers,
  readSalesOrder as readOrder,
} from '#features/sales-orders/server/service.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import type { CreditHold, OpenInvoice } from '../../credit-remedies.ts'
import { allRights, heldLinesOf, noLines, type NumberedItems } from '../../held-lines.ts'
import type { PaymentHold } from '../../prepayment.ts'
import { releaseAdviceOf } from '../../release-advice.ts'
import { assess, type Decision, type OrderFacts } from '../../rules.ts'
import { factsOfChange, isReplacement } from '../amendments/order-change-facts.ts'
import { manualPrices } from '../amendments/retained-prices.ts'
import { matchExistingLines } from '../amendments/revised-lines.ts'
import { readRules, type Rules } from '../placing/order-facts.ts'
import { type Facts, readFacts } from '../store.ts'
import { readOpenInvoices, readWaitingOrders, type WaitingOrder } from './advice-store.ts'

/**
 * One sales order with its lines and, if it is on hold, what releases it. Nothing is locked: a
 * release decides again. Throws 404 if missing.
 */
export async function readSalesOrder(ctx: Context, id: number): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  return onOneConnection(ctx, async (inner) => {
    const order = await readOrder(inner, id)
    if (order.holdReason === null) return order
    const found = await readHold(inner, order, rules)
    const held = { ...order, holdReason: order.holdReason }
    return { ...order, releaseAdvice: adviceOf(found, held, ctx) }
  })
}

type HoldReason = NonNullable<SalesOrderDetails['holdReason']>
type OrderOnHold = SalesOrderDetails & { holdReason: HoldReason }

/** What decides the hold of an order. */
type HoldFacts = {
  rules: Rules
  read: Facts
  invoices: readonly OpenInvoice[]
  money: Money | undefined
  waiting: readonly WaitingOrder[]
  isMarginReleased: boolean
  isPaymentWaived: boolean
}

/** Reads what decides a hold, in one round trip. */
async function readHold(
  ctx: Context,
  order: SalesOrderDetails,
  rules: Rules,
): Promise<HoldFacts> {
  const { id, customerId, orderDate } = order
  const customerIds = [customerId]
  const skuIds = [...new Set(order.items.map(({ skuId }) => skuId))]
  const factsQuery = { customerIds, skuIds, date: orderDate, overdueOn: rules.date }
  const [read, invoices, money, waiting, isReleased, isWaived] = await Promise.all([
    readFacts(ctx.db, factsQuery, { lock: false }),
    readOpenInvoices(ctx, customerIds, rules.date),
    moneyOfCustomers(ctx, customerIds, id),
    readWaitingOrders(ctx, customerIds),
    isMarginReleased(ctx, id),
    isPaymentWaived(ctx, id),
  ])
  return {
    rules,
    read,
    invoices: invoices.get(customerId) ?? [],
    money: money.get(customerId),
    waiting: waiting.get(customerId) ?? [],
    isMarginReleased: isReleased,
    isPaymentWaived: isWaived,
  }
}

function adviceOf(
  found: HoldFacts,
  order: OrderOnHold,
  { user }: Pick<Context, 'user'>,
): ReleaseAdvice {
  const { rules, read } = found
  const facts = factsOfChange(read, { order, before: order, form: {}, rules, items: [] })
  const decided = { facts, decide: decideChange(order, found) }
  const lines = linesOf(order, facts)
  const total = cents(order.totalAmount)
  const isBelow = lines.some((line) => line.isBelowMargin)
  const held = {
    hold: order.holdReason,
    order: canChange(order) ? heldLinesOf({ lines, total }, decided) : noLines(total),
    credit: creditOf(order, { facts, found }),
    payment: paymentOf(order, found),
    until: order.holdUntil,
    staleSkus: staleSkusOf(facts),
    next: holdAfterRelease({
      status: order.status,
      holdReason: order.holdReason,
      unpaid: unpaidOf(order, found),
      isBelowMargin: isBelow && !found.isMarginReleased,
    }),
    isPlaced: true,
  }
  return releaseAdviceOf(held, hiddenFacts(user))
}

/** Lines of an order that has shipped or is a replacement are not changed for a release. */
function canChange(order: SalesOrderDetails): boolean {
  return order.status === 'pending' && order.shipmentCount === 0 && !isReplacement(order)
}

/** The open lines of an order, as the margin rule sees them at today's costs. */
function linesOf({ items }: SalesOrderDetails, { skus, margin }: OrderFacts) {
  const open = items.filter(({ quantity }) => quantity > 0)
  return open.map(({ lineNo, skuId, quantity, unitPrice, priceSource, totalPrice, taxAmount }) => ({
    lineNo,
    skuId,
    quantity,
    totalPrice: cents(totalPrice),
    taxAmount: cents(taxAmount),
    isBelowMargin:
      margin !== undefined &&
      priceSource !== 'replacement' &&
      isBelowMargin(cents(unitPrice), skus.get(skuId)?.cost ?? zero, margin),
  }))
}

/** Decides the order with changed lines, as `updateSalesOrder` would. */
function decideChange(
  order: OrderOnHold,
  { rules, read }: HoldFacts,
): (items: NumberedItems) => Decision {
  return (changed) => {
    const items = [...changed]
    const facts = factsOfChange(read, { order, before: order, form: {}, rules, items })
    const lines = matchExistingLines(order.items, items).map((previous, index) => {
      return { ...(items[index] as (typeof items)[number]), previous }
    })
    const { fixed, items: priced } = manualPrices(lines, { before: order, prices: allRights })
    const request = { items: priced, prices: allRights, mayBackorder: true }
    return assess({ ...facts, fixed }, request)
  }
}

/** The credit of the order as its release checks it: a margin hold only needs the limit. */
function creditOf(
  order: OrderOnHold,
  { facts, found }: { facts: OrderFacts; found: HoldFacts },
): CreditHold | undefined {
  const { customer } = facts
  if (!customer) return undefined
  const { settings } = found.rules
  const { zeroMeans, overdueRule } = creditRulesOf(settings)
  const isChecked = order.holdReason === 'credit'
  return {
    facts: { ...customer, zeroMeans, overdueRule: isChecked ? overdueRule : undefined },
    total: cents(order.totalAmount),
    invoices: found.invoices,
    overrideLimit: cents(settings.creditOverrideLimit),
    isTotalTyped: order.headerOnly,
  }
}

const openPartOf = ({ totalAmount, shippedAmount }: SalesOrderDetails) =>
  (cents(totalAmount) - cents(shippedAmount)) as Cents

/** The customer's money for the order, and the orders that a payment releases before it. */
function paymentOf(order: OrderOnHold, { money, waiting }: HoldFacts): PaymentHold {
  const place = waiting.findIndex(({ id }) => id === order.id)
  const ahead = place < 0 ? waiting : waiting.slice(0, place)
  return { open: openPartOf(order), left: money?.left ?? zero, ahead }
}

/** What is unpaid of an order whose customer pays in advance, unless that was waived. */
function unpaidOf(order: OrderOnHold, { money, isPaymentWaived: isWaived }: HoldFacts): Cents {
  if (!money?.paysBefore || isWaived) return zero
  return unpaidPart({ open: openPartOf(order), left: money.left })
}

function staleSkusOf({ skus, oldBefore }: OrderFacts): string[] {
  return [...skus.values()]
    .filter(({ countedAt }) => countedAt && oldBefore && Date.parse(countedAt) < oldBefore)
    .map(({ sku }) => sku)
}
