import { may, type Permission } from '#features/auth/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { newOrderIds, type NewIds } from '#features/sales-orders/server/service.ts'
import { readSettings, currentTaxRates, type TaxRate } from '#features/settings/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, onOneConnection } from '#platform/server/database/db.ts'
import {
  answerOnce,
  type BatchedRequest,
  type StoredAnswer,
} from '#platform/server/http/idempotency.ts'
import { nextNumbers } from '#platform/server/records/numbers.ts'
import { breaks } from '#platform/server/database/pg-errors.ts'
import type { OrderDraft, OrderRequest } from '../contract.ts'
import { refusalOf, totalRefusal } from './refusals.ts'
import {
  assess,
  type PriceOverrides,
  guardZero,
  taking,
  validationOf,
  withGiven,
} from '../rules.ts'
import {
  heldBack,
  holdNewOrders,
  isUnattended,
  notifyHeldForCredit,
  recordHolds,
} from './auto-hold.ts'
import { orderOf } from './build-order.ts'
import { factsOf } from './order-facts.ts'
import { type Facts, readFacts } from './store.ts'
import { typedPrices, writeOrders } from './write-orders.ts'

const numberAttempts = 5

/** The current settings, tax rates and business day, read before any lock. */
export type Rules = { settings: Settings; rates: TaxRate[]; date: Day; now: Date }

type Wished = { body: OrderRequest | OrderDraft; user: Actor | undefined }

/**
 * Prices each order and checks credit and stock, as if it were the only one. Read-only: creation
 * repeats everything under locks.
 */
export async function validateOrders(
  ctx: Context,
  asked: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const facts = await onOneConnection(ctx, ({ db }) =>
    readFacts(db, whatToRead(asked, rules.date), { lock: false }),
  )
  return asked.map((each) =>
    orRefusal(() => {
      const decision = assess(factsOf(facts, rules, each.body), orderRequestOf(each))
      return { status: 200, body: JSON.stringify(validationOf(decision)) }
    }),
  )
}

/**
 * Validates orders as if they were placed one after another: each sees the stock and credit that
 * the previous ones left. An order that would be rejected on its own returns its own reasons.
 * Read-only.
 */
export async function validateTogether(
  ctx: Context,
  asked: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const facts = await onOneConnection(ctx, ({ db }) =>
    readFacts(db, whatToRead(asked, rules.date), { lock: false }),
  )
  const before = { ...facts, customers: new Map(facts.customers), skus: new Map(facts.skus) }
  return asked.map((each) =>
    orRefusal(() => {
      const own = factsOf(facts, rules, each.body)
      const decision = assess(own, orderRequestOf(each))
      if (decision.approved) keep(facts, taking(own, decision))
      const alone = assess(factsOf(before, rules, each.body), orderRequestOf(each))
      const shown = alone.approved ? decision : alone
      return { status: 200, body: JSON.stringify(validationOf(shown)) }
    }),
  )
}

/**
 * Creates orders in one transaction: each is decided again under locks, one after another, and
 * order, lines, reservation, credit, audit log and outbox message are written together or not at
 * all. Returns one answer or refusal per order. An order that fails the credit check is created on
 * hold, without stock or credit, if `mayHold` is true, or if it is undefined and the request is
 * from an API key or the settings say so.
 */
export async function placeOrders(
  ctx: Context,
  asked: readonly BatchedRequest<OrderDraft>[],
  { placed, ...terms }: Pick<Terms, 'mayHold' | 'heldBy'> & Placed = {},
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  for (let attempt = 1; ; attempt++) {
    const numbers = await nextNumbers(ctx.db, 'SO', { count: asked.length, now: ctx.now })
    try {
      const ahead = (inner: Context) => lockAll(inner, asked, rules)
      return await answerOnce(ctx, { asked, status: 201, ahead }, async (inner, fresh, locked) => {
        const answers = await place(inner, fresh, { ...rules, ...locked, numbers, ...terms })
        await placed?.(inner, createdOf(fresh, answers))
        return answers
      })
    } catch (error) {
      // A number of this block was typed by hand in the meantime: retry with new numbers.
      const isTaken = breaks(error, 'sales_order_number_taken')
      if (!isTaken || attempt >= numberAttempts) throw error
    }
  }
}

/** Additional writes for created orders, in the same transaction. */
type Placed = { placed?: (ctx: Context, created: readonly Created[]) => Promise<void> }
type Created = { asked: BatchedRequest<OrderDraft>; orderId: number }

function createdOf(
  asked: readonly BatchedRequest<OrderDraft>[],
  answers: readonly ({ order: SalesOrderDetails } | Refusal)[],
): Created[] {
  return asked.flatMap((each, index) => {
    const answer = answers[index]
    const order = answer && !(answer instanceof Refusal) ? answer.order : undefined
    return order ? [{ asked: each, orderId: order.id }] : []
  })
}

/**
 * Allocates ids and locks the facts of the orders until the transaction ends: prices as of `date`,
 * overdue amounts as of `overdueOn`.
 */
export async function lockAll(
  ctx: Context,
  asked: readonly BatchedRequest<OrderDraft>[],
  { date, overdueOn = date }: { date: Day; overdueOn?: Day },
) {
  const items = asked.reduce((count, each) => count + each.body.items.length, 0)
  const [ids, facts] = await Promise.all([
    newOrderIds(ctx, { orders: asked.length, items }),
    readFacts(ctx.db, whatToRead(asked, date, overdueOn), { lock: true }),
  ])
  return { ids, facts }
}

type Locked = { ids: NewIds; facts: Facts }
/** Terms for requests without a user: put on hold for credit, and backorder missing units. */
type Terms = {
  numbers: string[]
  mayHold?: boolean | undefined
  /** Returns the hold note of an order that a user puts on hold regardless of the rules. */
  heldBy?: (each: BatchedRequest<OrderDraft>) => string | undefined
  mayBackorder?: boolean
  /** True for orders agreed elsewhere: the repeated customer PO check is skipped. */
  mayRepeat?: boolean
  given?: PriceOverrides
}

/** Decides orders one after another on locked facts, and writes the approved and held ones. */
export async function place(
  ctx: Context,
  asked: readonly BatchedRequest<OrderDraft>[],
  { ids, facts, mayHold, mayBackorder, mayRepeat, given, heldBy, ...rules }: Rules & Locked & Terms,
): Promise<({ order: SalesOrderDetails } | Refusal)[]> {
  const outcomes = asked.map((each, index) =>
    orRefusal(() => {
      const own = withGiven(factsOf(facts, rules, each.body), given)
      const wish = orderRequestOf(each)
      const isEased = mayBackorder === true || wish.mayBackorder
      const decision = assess(own, { ...wish, mayBackorder: isEased })
      const { approved, isHeldForCredit = false } = decision.credit
      const isHeld = (mayHold ?? (isUnattended(each.user) || isHeldForCredit)) && !approved
      if (!decision.approved && !isHeld) return refusalOf(own, decision)
      const { expectedTotal } = each.body
      const changed = expectedTotal ? totalRefusal(decision, expectedTotal) : undefined
      if (changed) return changed
      if (!given) guardZero(decision, each.user)
      if (!isHeld) keep(facts, taking(own, decision))
      const number = rules.numbers[index] as string
      const decided = isHeld ? heldBack(decision) : decision
      const made = { decision: decided, isHeld, facts: own, holdNote: heldBy?.(each) ?? null }
      const order = orderOf(each, { ...made, ids, index, number })
      return { order, each, taxed: own.charges, changes: typedPrices(made.decision, own) }
    }),
  )
  const placed = outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome]))
  const decided = placed.map(({ order }) => order)
  const isHolding = rules.settings.customerPoAgain === 'hold' && !mayRepeat && !given
  const looked = await holdNewOrders(ctx, decided, { facts, isHolding })
  const held = new Map(looked.map((order) => [order.id, order]))
  const asHeld = (order: SalesOrderDetails) => held.get(order.id) ?? order
  await writeOrders(
    ctx,
    placed.map(({ order, each: { requestId, channel }, taxed, changes }) => {
      return { ...asHeld(order), requestId, channel, taxed, changes }
    }),
  )
  if (isHolding || heldBy) await recordHolds(ctx, [...held.values()])
  const isRule = rules.settings.creditOver === 'hold'
  const told = placed.filter(({ each }) => isRule || isUnattended(each.user))
  await notifyHeldForCredit(
    ctx,
    told.map(({ order }) => asHeld(order)),
  )
  return outcomes.map((outcome) =>
    outcome instanceof Refusal ? outcome : { order: asHeld(outcome.order) },
  )
}

/** Reads the current settings, tax rates and business day. */
export async function readRules(ctx: Context): Promise<Rules> {
  const [settings, rates] = await Promise.all([readSettings(ctx), currentTaxRates(ctx)])
  return { settings, rates, date: today(ctx.now, settings.businessTimeZone), now: ctx.now }
}

/** The customers and SKUs of the orders, and the dates to read them as of. */
export function whatToRead(asked: readonly Wished[], date: Day, overdueOn = date) {
  const customerIds = [...new Set(asked.map((each) => each.body.customerId))]
  const skuIds = new Set(asked.flatMap((each) => each.body.items.map((item) => item.skuId)))
  return { customerIds, skuIds: [...skuIds], date, overdueOn }
}

/** The requested items, and whether this user may backorder and enter manual prices. */
export function orderRequestOf({ body, user }: Wished) {
  const holds = (permission: Permission) => user !== undefined && may(user, permission)
  return {
    items: body.items,
    mayBackorder: body.backorder === true && holds('orders.backorder'),
    prices: {
      mayOverride: holds('orders.overridePrice'),
      mayGoBelowCost: holds('orders.belowCost'),
    },
  }
}

/** Updates the facts for the next order of the same transaction. */
function keep(facts: Facts, { customer, skus }: ReturnType<typeof taking>): void {
  facts.customers.set(customer.id, customer)
  for (const sku of skus) facts.skus.set(sku.id, sku)
}

function orRefusal<R>(work: () => R): R | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
