import {
  type Amendment,
  writeAmendment,
  lastShipDay,
  lockLines,
  lockOrder,
  readLinesToShip,
  wasStarted,
  readSalesOrder,
} from '#features/sales-orders/server/service.ts'
import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { checkCredit } from '#features/credit/rules.ts'
import { shippingOf } from '#features/pricing/rules.ts'
import { isPickedUp, isWithoutReservation, whyNotEdit } from '#features/sales-orders/rules.ts'
import { cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { lineReceiptOf, refusedChange, totalReceiptOf } from './amendment-receipt.ts'
import { dropRepeatedValues } from './drop-repeated-values.ts'
import { guardExpectedTotal, guardTotalIsSent } from './shown-total.ts'
import { guardNoUnrecordedShipment } from './unrecorded-shipments.ts'
import { needsMarginRelease } from './margin-of-change.ts'
import { guardReplacedUnits, manualPrices } from './retained-prices.ts'
import {
  currentLines,
  type OrderChange,
  hasRateChanged,
  hasTaxChanged,
  isFreeReplacement,
  isReplacement,
  isSame,
  type Lines,
  shippingMethodAfter,
  factsForChange,
} from './order-change-facts.ts'
import { guardTotal, unshippedTotal } from './change-credit.ts'
import {
  isUnchanged,
  matchLines,
  openUnitsOf,
  matchExistingLines,
  refusalOfStock,
} from './revised-lines.ts'
import { processedFactsOf, reviseDecision } from './revise-decision.ts'
import { guardShipDate, refusalOf } from '../placing/order-refusals.ts'
import { assess, guardZero, withoutReservation } from '../../rules.ts'
import { orderRequestOf, readRules } from '../placing/order-facts.ts'

type Change = { form: SalesOrderChanges; ifMatch: number | undefined }

/**
 * Changes an open order. SKUs whose quantity changes are repriced as of the order date; other SKUs,
 * and SKUs that have partly shipped, do not change price. Stock and credit change by the difference
 * and are checked again under locks. An order that was processed gets a numbered revision, and only
 * its unshipped units change. Throws 403 unless the user created the order or is a manager; 409 if
 * additional stock or credit is not available, if the warehouse has shipped in the meantime, or if
 * the total differs from `expectedTotal`; 422 if goods should ship before the order date.
 */
export async function updateSalesOrder(
  ctx: Context,
  id: number,
  { form: sent, ifMatch }: Change,
): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  return inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    const before = await readSalesOrder(inner, id)
    guardVersion(before, ifMatch)
    const whyNot = whyNotEdit(inner.user, before)
    if (whyNot) throw new Refusal(whyNot.kind, whyNot.code, whyNot.sentence)
    await guardNoUnrecordedShipment(inner, before)
    const form = dropRepeatedValues(before, sent)
    const isMoved = form.shipDate !== before.shipDate
    if (isMoved && !before.headerOnly) guardShipDate(before.orderDate, form.shipDate)
    guardTotalIsSent(inner.user, form, rules.settings)
    const amounts = await amountsAfter(inner, { order, before, form, rules })
    guardExpectedTotal(before, form, amounts)
    return writeAmendment(inner, { order, before, form, amounts })
  })
}

/** The amounts of an order after a change; undefined if they stay. Throws what refuses it. */
export async function amountsAfter(
  ctx: Context,
  change: OrderChange,
): Promise<Amendment['amounts']> {
  const { before, form } = change
  if (before.headerOnly) return headerOnlyAmounts(ctx, change)
  const hasNewTax = !isReplacement(before) && (await hasTaxChanged(ctx, change))
  const items = form.items ?? (hasNewTax ? currentLines(before) : undefined)
  if (!items) return recomputeShipping(ctx, change)
  guardReplacedUnits(before, items)
  if (await wasStarted(ctx, before))
    return repriceUnshipped(ctx, { ...change, items, isMoved: hasNewTax })
  if (isSame(before, items) && !hasNewTax) return recomputeShipping(ctx, change)
  return repriceOrder(ctx, { ...change, items })
}

/**
 * A header-only order costs its typed total. Above the credit limit it goes on hold, like a new
 * order; throws if it is already processing.
 */
async function headerOnlyAmounts(ctx: Context, change: OrderChange): Promise<Amendment['amounts']> {
  const { before, form } = change
  if (form.items) {
    throw invalid([{ path: 'items', message: 'This order has a total but no lines' }])
  }
  if (form.totalAmount === undefined) return undefined
  const total = cents(form.totalAmount)
  if (total === cents(before.totalAmount)) return undefined
  const facts = await factsForChange(ctx, { ...change, items: [] })
  const { customer, zeroMeans } = facts
  const credit = customer && checkCredit({ ...customer, zeroMeans }, total)
  const isHigher = total > cents(before.totalAmount)
  const isHeld = !credit?.approved && isHigher
  if (isHeld && before.status === 'processing') {
    const sentence = 'The credit of this customer does not cover the new total'
    throw new Refusal('refused', 'credit-limit-exceeded', sentence)
  }
  return {
    subtotal: decimal(total),
    taxAmount: '0.00',
    shippingAmount: '0.00',
    totalAmount: decimal(total),
    ...(isHeld && { holdReason: 'credit' }),
    ...(customer && {
      receipt: totalReceiptOf(before, {
        facts,
        totals: { subtotal: total, taxAmount: zero, shippingAmount: zero, total },
        credit,
        skipsCredit: !isHigher,
      }),
    }),
  }
}

/**
 * The lines do not change, and only shipping is recomputed, if the order changes to or from pickup.
 * Shipping does not change after the first shipment, or for a replacement order.
 */
async function recomputeShipping(ctx: Context, change: OrderChange): Promise<Amendment['amounts']> {
  const { before } = change
  const isSamePickup = isPickedUp(shippingMethodAfter(change)) === isPickedUp(before.shippingMethod)
  if (isSamePickup || isReplacement(before) || before.shipmentCount > 0) return undefined
  const facts = await factsForChange(ctx, { ...change, items: [] })
  const [subtotal, taxAmount] = [cents(before.subtotal), cents(before.taxAmount)]
  const shippingAmount = shippingOf(subtotal, facts.charges)
  const total = sum([subtotal, taxAmount, shippingAmount])
  const credit = guardTotal(facts, { before, total })
  const totals = { subtotal, taxAmount, shippingAmount, total }
  guardZero({ totals }, ctx.user)
  return {
    subtotal: before.subtotal,
    taxAmount: before.taxAmount,
    shippingAmount: decimal(shippingAmount),
    totalAmount: decimal(total),
    receipt: totalReceiptOf(before, { facts, totals, credit, skipsCredit: false }),
  }
}

async function repriceOrder(
  ctx: Context,
  change: OrderChange & { items: Lines },
): Promise<Amendment['amounts']> {
  const { before, form, items } = change
  const facts = await factsForChange(ctx, change)
  const { customerId } = before
  const orderRequest = orderRequestOf({
    body: { customerId, items, backorder: form.backorder },
    user: ctx.user,
  })
  const hadBackorders = before.items.some(({ qtyBackordered }) => qtyBackordered > 0)
  const mayBackorder = orderRequest.mayBackorder || hadBackorders
  const lines = matchExistingLines(before.items, items).map((previous, index) => {
    return { ...(items[index] as Lines[number]), previous }
  })
  const { fixed, ...priced } = manualPrices(lines, { before, prices: orderRequest.prices })
  const decidedFacts = { ...facts, fixed }
  const decidedRequest = { ...orderRequest, ...priced, mayBackorder }
  const decision = assess(decidedFacts, decidedRequest)
  const { totals, credit, stock } = decision
  const isHeld = isWithoutReservation(before.holdReason)
  const needsCredit = !isHeld && totals.total > cents(before.totalAmount)
  const acceptsBackorders = isHeld || mayBackorder || facts.customer?.allowBackorder === true
  const request = { ...decidedRequest, mayBackorder: acceptsBackorders }
  const previous = lines.map((line) => line.previous)
  const refused = (refusal: Refusal) => {
    const decided = { facts: decidedFacts, request, decision }
    const options = { skipsCredit: !needsCredit }
    return refusedChange(ctx, change, { refusal, decided, options, previous })
  }
  if (!stock.available && !acceptsBackorders) {
    const forStock = { ...decision, credit: { ...credit, approved: true } }
    throw await refused(refusalOf(facts, forStock))
  }
  if (needsCredit && !credit.approved) throw await refused(refusalOf(facts, decision))
  guardZeroUnlessFree(before, decision, ctx.user)
  const needsRelease = needsMarginRelease(before, decision.lines, previous)
  // An order on credit hold, and a parked one, reserves no stock.
  const written = isHeld ? withoutReservation(decision) : decision
  const decided = { facts: decidedFacts, request, decision: written }
  return {
    subtotal: decimal(totals.subtotal),
    taxAmount: decimal(totals.taxAmount),
    shippingAmount: decimal(totals.shippingAmount),
    totalAmount: decimal(totals.total),
    taxed: facts.charges,
    needsMarginRelease: needsRelease,
    receipt: lineReceiptOf(before, decided, {
      skipsCredit: !needsCredit,
      skipsMargin: !needsRelease,
    }),
    lines: written.lines.map((line, index) => ({ ...line, lineNo: index + 1, cancelled: 0 })),
  }
}

/** Changes an order that was sent to the warehouse: only unshipped units are decided again. */
async function repriceUnshipped(
  ctx: Context,
  change: OrderChange & { items: Lines; isMoved: boolean },
): Promise<Amendment['amounts']> {
  const { order, before, form, items, isMoved: hasNewTax, isPreview } = change
  const matched = matchLines(before.items, items)
  if (isUnchanged(matched) && !hasNewTax) return recomputeShipping(ctx, change)
  const facts = await factsForChange(ctx, change)
  const orderRequest = orderRequestOf({
    body: { customerId: before.customerId, items, backorder: form.backorder },
    user: ctx.user,
  })
  const requestedLines = matched.filter(({ quantity }) => quantity > 0)
  const { fixed, ...priced } = manualPrices(requestedLines, { before, prices: orderRequest.prices })
  const decidedFacts = { ...facts, fixed }
  const decidedRequest = { ...orderRequest, ...priced, mayBackorder: true }
  const decision = assess(decidedFacts, decidedRequest)
  const shippable = await (isPreview ? readLinesToShip : lockLines)(ctx, order.id)
  const shippedTax = new Map(shippable.map((line) => [line.itemId, line.shippedTax]))
  const isMoved = hasNewTax || hasRateChanged(before, { lines: shippable, facts })
  const { lines, totals, credit, revised } = reviseDecision(
    { facts: decidedFacts, decision },
    {
      lines: matched,
      before,
      fixedShipping: before.shipmentCount > 0 ? cents(before.shippingAmount) : undefined,
      shippedTax,
      isMoved,
      isTaxedByOpenUnits: true,
    },
  )
  const hadBackorders = before.items.some(({ qtyBackordered }) => qtyBackordered > 0)
  const acceptsBackorders =
    orderRequest.mayBackorder || hadBackorders || facts.customer?.allowBackorder === true
  const previous = requestedLines.map((line) => line.previous)
  const options = {
    lineNos: requestedLines.map(({ lineNo }) => lineNo),
    skipsCredit: credit === undefined,
    creditAmount: unshippedTotal(before, totals.total),
    processed: processedFactsOf(before, { shippedTax, isMoved, acceptsBackorders }),
  }
  const refused = (refusal: Refusal, request = decidedRequest) => {
    const decided = { facts: decidedFacts, request, decision: revised }
    return refusedChange(ctx, change, { refusal, decided, options, previous })
  }
  const shortage = acceptsBackorders ? undefined : refusalOfStock(facts, lines, revised)
  if (shortage) throw await refused(shortage, { ...decidedRequest, mayBackorder: false })
  if (credit && !credit.approved) {
    throw await refused(refusalOf(facts, { ...decision, credit }))
  }
  guardZeroUnlessFree(before, { totals: revised.totals }, ctx.user)
  const needsRelease = needsMarginRelease(before, decision.lines, previous)
  const shipDate = openUnitsOf(matched) === 0 ? await lastShipDay(ctx, order.id) : null
  return {
    subtotal: decimal(totals.subtotal),
    taxAmount: decimal(totals.taxAmount),
    shippingAmount: decimal(totals.shippingAmount),
    totalAmount: decimal(totals.total),
    ...(shipDate && { status: 'shipped' as const, shipDate }),
    taxed: facts.charges,
    needsMarginRelease: needsRelease,
    receipt: lineReceiptOf(
      before,
      { facts: decidedFacts, request: decidedRequest, decision: revised },
      { ...options, skipsMargin: !needsRelease },
    ),
    lines,
  }
}

/** Throws 403 as `guardZero` does, unless the order is a free replacement of returned goods. */
function guardZeroUnlessFree(
  before: SalesOrderDetails,
  ...decided: Parameters<typeof guardZero>
): void {
  if (!isFreeReplacement(before)) guardZero(...decided)
}
