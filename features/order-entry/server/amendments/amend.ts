import {
  type Amendment,
  writeAmendment,
  lastShipDay,
  lockLines,
  lockOrder,
  wasStarted,
  readSalesOrder,
} from '#features/sales-orders/server/service.ts'
import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { assessCredit } from '#features/credit/rules.ts'
import { shippingOf } from '#features/pricing/rules.ts'
import { isPickedUp, whyNotEdit } from '#features/sales-orders/rules.ts'
import { cents, decimal, sum } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { manualPrices, isPriceKept, linesBefore } from './retained-prices.ts'
import {
  type OrderChange,
  heldBySku,
  isTaxedAnew,
  type Lines,
  methodAfter,
  factsForChange,
} from './order-change.ts'
import {
  guardCredit,
  guardStock,
  guardTotal,
  heldLines,
  isUnchanged,
  matchLines,
  openOf,
  pricedLines,
  revisedTotals,
} from './revise.ts'
import { refusalOf, totalChanged } from '../placing/refusals.ts'
import { assess, guardZero } from '../../rules.ts'
import { readRules, orderRequestOf } from '../placing/place-orders.ts'

type Change = { form: SalesOrderChanges; ifMatch: number | undefined }

/**
 * Changes an open order. SKUs whose quantity changes are priced again as of the order's date, all
 * others and those of which something has left keep their price; stock and credit change by the
 * difference and are decided again under the locks. An order that was started gets a numbered
 * revision, and only what has not left changes. Refused for who neither entered the order nor
 * manages, where what it takes more is not there, where the warehouse has shipped meanwhile, and
 * where its total would be another than the one that was shown.
 */
export async function updateSalesOrder(
  ctx: Context,
  id: number,
  { form, ifMatch }: Change,
): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  return inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    const before = await readSalesOrder(inner, id)
    guardVersion(before, ifMatch)
    const whyNot = whyNotEdit(inner.user, before)
    if (whyNot) throw new Refusal(whyNot.kind, whyNot.code, whyNot.sentence)
    await guardNotSent(inner, before)
    const amounts = await newAmounts(inner, { order, before, form, rules })
    guardShownTotal(before, form, amounts)
    return writeAmendment(inner, { order, before, form, amounts })
  })
}

/** Refuses a total after the change that is another than the one that was shown. */
function guardShownTotal(
  before: SalesOrderDetails,
  { expectedTotal }: SalesOrderChanges,
  amounts: Amendment['amounts'],
): void {
  if (expectedTotal === undefined) return
  if (before.headerOnly) {
    throw invalid([{ path: 'expectedTotal', message: 'Only an order with lines is priced' }])
  }
  const total = cents(amounts?.totalAmount ?? before.totalAmount)
  if (total !== cents(expectedTotal)) throw totalChanged(total, expectedTotal)
}

async function newAmounts(ctx: Context, asked: OrderChange): Promise<Amendment['amounts']> {
  const { before, form } = asked
  if (before.headerOnly) return typedAmounts(ctx, asked)
  const isMoved = !isGiven(before) && (await isTaxedAnew(ctx, asked))
  const items = form.items ?? (isMoved ? sameLines(before) : undefined)
  if (!items) return shippingAgain(ctx, asked)
  if (await wasStarted(ctx, before)) return decideAgain(ctx, { ...asked, items, isMoved })
  if (isSame(before, items) && !isMoved) return shippingAgain(ctx, asked)
  return decide(ctx, { ...asked, items })
}

/** True where its goods replace others: they cost nothing, whatever changes. */
function isGiven({ items }: SalesOrderDetails): boolean {
  return items.some(({ priceSource }) => priceSource === 'replacement')
}

/** The lines of an order as a change without lines leaves them. */
function sameLines({ items }: SalesOrderDetails): Lines {
  const open = items.filter(({ quantity }) => quantity > 0)
  return open.map(({ lineNo, skuId, quantity }) => ({ lineNo, skuId, quantity }))
}

/** An order by its total costs what is typed; over the limit it is on hold, as a new one is. */
async function typedAmounts(ctx: Context, asked: OrderChange): Promise<Amendment['amounts']> {
  const { before, form } = asked
  if (form.items) {
    throw invalid([{ path: 'items', message: 'This order was recorded by its total alone' }])
  }
  if (form.totalAmount === undefined) return undefined
  const total = cents(form.totalAmount)
  if (total === cents(before.totalAmount)) return undefined
  const facts = await factsForChange(ctx, { ...asked, items: [] })
  const { customer, zeroMeans } = facts
  const isOver = !customer || !assessCredit({ ...customer, zeroMeans }, total).approved
  const isHeld = isOver && total > cents(before.totalAmount)
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
  }
}

/**
 * The lines stay, and of what they cost only shipping changes: where the order is to be picked up
 * now, or no longer. It stays too once something has left, and with goods that replace others.
 */
async function shippingAgain(ctx: Context, asked: OrderChange): Promise<Amendment['amounts']> {
  const { before } = asked
  const isSameWay = isPickedUp(methodAfter(asked)) === isPickedUp(before.shippingMethod)
  if (isSameWay || isGiven(before) || before.shipmentCount > 0) return undefined
  const facts = await factsForChange(ctx, { ...asked, items: [] })
  const [subtotal, taxAmount] = [cents(before.subtotal), cents(before.taxAmount)]
  const shippingAmount = shippingOf(subtotal, facts.charges)
  const total = sum([subtotal, taxAmount, shippingAmount])
  guardTotal(facts, { before, total })
  guardZero({ totals: { subtotal, taxAmount, shippingAmount, total } }, ctx.user)
  return {
    subtotal: before.subtotal,
    taxAmount: before.taxAmount,
    shippingAmount: decimal(shippingAmount),
    totalAmount: decimal(total),
  }
}

async function decide(
  ctx: Context,
  change: OrderChange & { items: Lines },
): Promise<Amendment['amounts']> {
  const { before, form, items } = change
  const facts = await factsForChange(ctx, change)
  const { customerId } = before
  const wish = orderRequestOf({
    body: { customerId, items, backorder: form.backorder },
    user: ctx.user,
  })
  const wasShort = before.items.some(({ qtyBackordered }) => qtyBackordered > 0)
  const mayBackorder = wish.mayBackorder || wasShort
  const lines = linesBefore(before.items, items).map((was, index) => {
    return { ...(items[index] as Lines[number]), was }
  })
  const { fixed, ...asked } = manualPrices(lines, { before, prices: wish.prices })
  const decision = assess({ ...facts, fixed }, { ...wish, ...asked, mayBackorder })
  const { totals, credit, stock } = decision
  const isHeld = before.holdReason === 'credit'
  const needsCredit = !isHeld && totals.total > cents(before.totalAmount)
  const mayBeShort = isHeld || mayBackorder || facts.customer?.allowBackorder === true
  if (!stock.available && !mayBeShort) {
    throw refusalOf(facts, { ...decision, credit: { ...credit, approved: true } })
  }
  if (needsCredit && !credit.approved) throw refusalOf(facts, decision)
  guardZero(decision, ctx.user)
  return {
    subtotal: decimal(totals.subtotal),
    taxAmount: decimal(totals.taxAmount),
    shippingAmount: decimal(totals.shippingAmount),
    totalAmount: decimal(totals.total),
    taxed: facts.charges,
    // An order on hold for credit holds nothing.
    lines: decision.lines.map((line, index) => ({
      ...line,
      lineNo: index + 1,
      cancelled: 0,
      ...(isHeld && { reserved: 0, backordered: 0 }),
    })),
  }
}

/** The change of an order that the warehouse had: only what has not left is decided again. */
async function decideAgain(
  ctx: Context,
  asked: OrderChange & { items: Lines; isMoved: boolean },
): Promise<Amendment['amounts']> {
  const { order, before, form, items, isMoved } = asked
  const matched = matchLines(before.items, items)
  if (isUnchanged(matched) && !isMoved) return shippingAgain(ctx, asked)
  const facts = await factsForChange(ctx, asked)
  const { customerId } = before
  const wish = orderRequestOf({
    body: { customerId, items, backorder: form.backorder },
    user: ctx.user,
  })
  const wanted = matched.filter(({ quantity }) => quantity > 0)
  const { fixed, ...priced } = manualPrices(wanted, { before, prices: wish.prices })
  const decision = assess({ ...facts, fixed }, { ...wish, ...priced, mayBackorder: true })
  const locked = await lockLines(ctx, order.id)
  const shippedTax = new Map(locked.map((line) => [line.itemId, line.shippedTax]))
  const held = heldBySku(before)
  const freeOf = (skuId: number) => {
    return (facts.skus.get(skuId)?.available ?? 0) - (held.get(skuId) ?? 0)
  }
  const isHeld = before.holdReason === 'credit'
  const costing = pricedLines(matched, { decided: decision.lines, shippedTax, isMoved })
  const lines = heldLines(costing, { freeOf, isHeld })
  const wasShort = before.items.some(({ qtyBackordered }) => qtyBackordered > 0)
  const mayWait = wish.mayBackorder || wasShort || facts.customer?.allowBackorder === true
  if (!mayWait) guardStock(facts, lines)
  const shipping = decision.totals.shippingAmount
  const totals = revisedTotals(lines, { shipping, before })
  guardCredit(facts, { before, total: totals.total, decision })
  guardZero({ ...decision, totals }, ctx.user)
  const shipDate = openOf(matched) === 0 ? await lastShipDay(ctx, order.id) : null
  return {
    subtotal: decimal(totals.subtotal),
    taxAmount: decimal(totals.taxAmount),
    shippingAmount: decimal(totals.shippingAmount),
    totalAmount: decimal(totals.total),
    ...(shipDate && { status: 'shipped' as const, shipDate }),
    taxed: facts.charges,
    lines,
  }
}

const readUntold = {
  name: 'read_shipments_not_imported',
  text: `select exists (select from wms_imports
                        where state in ('parked', 'failed') and kind = 'shipment.created'
                          and data->>'orderNumber' = $1) as "hasLeft"`,
}

/** Refuses to change what the warehouse says has left, although it could not be booked yet. */
async function guardNotSent(ctx: Context, { status, orderNumber }: SalesOrderDetails) {
  if (status !== 'processing') return
  const [found] = await rows<{ hasLeft: boolean }>(ctx.db, readUntold, [orderNumber])
  if (!found?.hasLeft) return
  const sentence =
    'The warehouse has shipped goods of this order that are not booked yet. ' +
    'See to its shipment under WMS Integration first'
  throw new Refusal('refused', 'already-shipped', sentence)
}

function isSame(before: SalesOrderDetails, items: Lines): boolean {
  return (
    items.length === before.items.length &&
    items.every(({ skuId, quantity, manualPrice }, index) => {
      const line = before.items[index]
      const isSameLine = line?.skuId === skuId && line.quantity === quantity
      return isSameLine && isPriceKept(line, manualPrice)
    })
  )
}
