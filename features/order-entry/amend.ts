import { type Amendment, writeAmendment } from '#features/sales-orders/amend.ts'
import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { assessCredit } from '#features/credit/rules.ts'
import { type LockedOrder, lockOrder } from '#features/sales-orders/locks.ts'
import { creditTaken, whyNotEdit } from '#features/sales-orders/rules.ts'
import { readSalesOrder } from '#features/sales-orders/service.ts'
import { requestedBySku } from '#features/stock/rules.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/db.ts'
import { guardVersion } from '#platform/server/versions.ts'
import { assess, type OrderFacts, refusalOf } from './rules.ts'
import { factsOf, guardZero, readRules, type Rules, wishOf } from './service.ts'
import { readFacts } from './store.ts'

type Change = { form: SalesOrderChanges; ifMatch: number | undefined }

/**
 * Changes a pending order before the warehouse has it. SKUs whose quantity changes are priced
 * again as of the order's date, all others keep their price; stock and credit change by the
 * difference and are decided again under the locks. Refused for who neither entered the order nor
 * manages, and where what it takes more is not there.
 */
export async function amendOrder(
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
    const amounts = await newAmounts(inner, { order, before, form, rules })
    return writeAmendment(inner, { order, before, form, amounts })
  })
}

type Asked = {
  order: LockedOrder
  before: SalesOrderDetails
  form: SalesOrderChanges
  rules: Rules
}

async function newAmounts(ctx: Context, asked: Asked): Promise<Amendment['amounts']> {
  const { before, form } = asked
  if (before.headerOnly) return typedAmounts(ctx, asked)
  if (!form.items || isSame(before, form.items)) return undefined
  return decide(ctx, { ...asked, items: form.items })
}

/** An order by its total costs what is typed; over the limit it is on hold, as a new one is. */
async function typedAmounts(ctx: Context, asked: Asked): Promise<Amendment['amounts']> {
  const { order, before, form, rules } = asked
  if (form.items) {
    throw invalid([{ path: 'items', message: 'This order was recorded by its total alone' }])
  }
  if (form.totalAmount === undefined) return undefined
  const total = cents(form.totalAmount)
  if (total === cents(before.totalAmount)) return undefined
  const facts = await ownFacts(ctx, { order, before, rules, items: [] })
  const { customer, zeroMeans } = facts
  const isOver = !customer || !assessCredit({ ...customer, zeroMeans }, total).approved
  const isHeld = isOver && total > cents(before.totalAmount)
  return {
    subtotal: decimal(total),
    taxAmount: '0.00',
    shippingAmount: '0.00',
    totalAmount: decimal(total),
    ...(isHeld && { holdReason: 'credit' }),
  }
}

type Lines = NonNullable<SalesOrderChanges['items']>

async function decide(
  ctx: Context,
  asked: Asked & { items: Lines },
): Promise<Amendment['amounts']> {
  const { before, form, items } = asked
  const facts = await ownFacts(ctx, asked)
  const { customerId } = before
  const wish = wishOf({ body: { customerId, items, backorder: form.backorder }, user: ctx.user })
  const wasShort = before.items.some(({ qtyBackordered }) => qtyBackordered > 0)
  const mayBackorder = wish.mayBackorder || wasShort
  const decision = assess(facts, { items, mayBackorder })
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
    // An order on hold for credit holds nothing.
    lines: decision.lines.map((line) => (isHeld ? { ...line, reserved: 0, backordered: 0 } : line)),
  }
}

/** The facts of a locked order as if it had not been placed: what it holds is free for it. */
async function ownFacts(
  ctx: Context,
  { order, before, rules, items }: Pick<Asked, 'order' | 'before' | 'rules'> & { items: Lines },
): Promise<OrderFacts> {
  const { customerId } = before
  const date = order.orderDate
  const skuIds = new Set([...before.items, ...items].map(({ skuId }) => skuId))
  const asked = { customerIds: [customerId], skuIds: [...skuIds], date }
  const read = await readFacts(ctx.db, asked, { lock: true })
  const facts = factsOf(read, { ...rules, date }, { customerId, items })
  const { customer } = facts
  const openOrderAmount = ((customer?.openOrderAmount ?? 0) - creditTaken(order)) as Cents
  const held = new Map<number, number>()
  for (const { skuId, qtyReserved } of before.items) {
    held.set(skuId, (held.get(skuId) ?? 0) + qtyReserved)
  }
  const skus = [...facts.skus.values()].map((sku) => {
    return [sku.id, { ...sku, available: sku.available + (held.get(sku.id) ?? 0) }] as const
  })
  return {
    ...facts,
    customer: customer && { ...customer, openOrderAmount },
    // What was taken is changed by the limit alone.
    overdueRule: undefined,
    skus: new Map(skus),
    kept: keptPrices(before, items),
  }
}

/** The prices of SKUs of which as many are wanted as before. */
function keptPrices(before: SalesOrderDetails, items: Lines): NonNullable<OrderFacts['kept']> {
  const wanted = requestedBySku(items)
  const had = requestedBySku(before.items)
  const same = before.items.filter(({ skuId }) => wanted.get(skuId) === had.get(skuId))
  return new Map(
    same.map(({ skuId, unitPrice, priceSource }) => {
      return [skuId, { unitPrice: cents(unitPrice), priceSource }]
    }),
  )
}

function isSame(before: SalesOrderDetails, items: Lines): boolean {
  return (
    items.length === before.items.length &&
    items.every(({ skuId, quantity }, index) => {
      const line = before.items[index]
      return line?.skuId === skuId && line.quantity === quantity
    })
  )
}
