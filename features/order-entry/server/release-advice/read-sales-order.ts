import { creditRulesOf } from '#features/credit/rules.ts'
import type { HiddenFact } from '#features/decisions/contract.ts'
import { hiddenFacts } from '#features/decisions/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { isBelowMargin } from '#features/pricing/margin.ts'
import { holdAfterRelease, unpaidPart } from '#features/sales-orders/hold-rules.ts'
import {
  isPaymentWaived,
  type Money,
  moneyOfCustomers,
  mustAwaitMargin,
  readSalesOrder as readOrder,
} from '#features/sales-orders/server/service.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import type { CreditHold, OpenInvoice } from '../../credit-remedies.ts'
import { allRights, heldLinesOf, noLines, type NumberedItems } from '../../held-lines.ts'
import type { PaymentHold } from '../../prepayment.ts'
import { type HeldOrder, releaseAdviceOf } from '../../release-advice.ts'
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
    const held = { ...order, holdReason: order.holdReason }
    const hidden = hiddenFacts(ctx.user)
    const found = await readHold(inner, held, { rules, hidden })
    return { ...order, releaseAdvice: releaseAdviceOf(heldOrderOf(held, found), hidden) }
  })
}

type HoldReason = NonNullable<SalesOrderDetails['holdReason']>
type OrderOnHold = SalesOrderDetails & { holdReason: HoldReason }

/** What decides the hold of an order; what its advice does not need is empty. */
type HoldFacts = {
  rules: Rules
  /** Undefined if the advice changes no lines and has no credit. */
  read: Facts | undefined
  invoices: readonly OpenInvoice[]
  money: Money | undefined
  waiting: readonly WaitingOrder[]
  /** True if the order must wait for its margin when this hold ends. */
  mustAwaitMargin: boolean
  isPaymentWaived: boolean
}

/** Reads what the advice on a hold needs, and what decides the hold that follows, together. */
async function readHold(
  ctx: Context,
  order: OrderOnHold,
  { rules, hidden }: { rules: Rules; hidden: readonly HiddenFact[] },
): Promise<HoldFacts> {
  const { id, customerId, orderDate, holdReason, status } = order
  const customerIds = [customerId]
  const skuIds = [...new Set(order.items.map(({ skuId }) => skuId))]
  const factsQuery = { customerIds, skuIds, date: orderDate, overdueOn: rules.date }
  const showsCredit = holdReason === 'credit' && !hidden.includes('credit')
  const showsMargin = holdReason === 'margin' && !hidden.includes('cost')
  const showsPayment = holdReason === 'payment' && !hidden.includes('credit')
  const needsFacts = showsCredit || showsMargin || holdReason === 'stock'
  // Only pending orders are held by the rules of margin and payment.
  const mayFollow = (hold: HoldReason) => status === 'pending' && holdReason !== hold
  const [read, invoices, waiting, money, isWaived, isBelow] = await Promise.all([
    needsFacts ? readFacts(ctx.db, factsQuery, { lock: false }) : undefined,
    readOpenInvoices(ctx, showsCredit ? customerIds : [], rules.date),
    readWaitingOrders(ctx, showsPayment ? customerIds : []),
    mayFollow('payment') ? moneyOfCustomers(ctx, customerIds, id) : new Map<number, Money>(),
    mayFollow('payment') && isPaymentWaived(ctx, id),
    mayFollow('margin') && mustAwaitMargin(ctx, id, rules.settings),
  ])
  return {
    rules,
    read,
    invoices: invoices.get(customerId) ?? [],
    money: money.get(customerId),
    waiting: waiting.get(customerId) ?? [],
    mustAwaitMargin: isBelow,
    isPaymentWaived: isWaived,
  }
}

const nothingRead: Facts = {
  customers: new Map(),
  skus: new Map(),
  contractPrices: new Map(),
  ringFences: [],
}

function heldOrderOf(order: OrderOnHold, found: HoldFacts): HeldOrder {
  const { rules, read = nothingRead } = found
  const facts = factsOfChange(read, { order, before: order, form: {}, rules, items: [] })
  const total = cents(order.totalAmount)
  const lines = linesOf(order, facts)
  const decided = { facts, decide: decideChange(order, { rules, read }) }
  return {
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
      isBelowMargin: found.mustAwaitMargin,
    }),
    isPlaced: true,
  }
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
  { rules, read }: { rules: Rules; read: Facts },
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

/** What is unpaid of an order on hold for payment, and what a payment releases before it. */
function paymentOf(order: OrderOnHold, { waiting }: HoldFacts): PaymentHold | undefined {
  if (order.unpaidAmount === undefined) return undefined
  const place = waiting.findIndex(({ id }) => id === order.id)
  const ahead = place < 0 ? waiting : waiting.slice(0, place)
  const open = openPartOf(order)
  return { open, left: (open - cents(order.unpaidAmount)) as Cents, ahead }
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
