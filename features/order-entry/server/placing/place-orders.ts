import { may, type Permission } from '#features/auth/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { newOrderIds, type NewIds } from '#features/sales-orders/server/service.ts'
import { readSettings, currentTaxRates, type TaxRate } from '#features/settings/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { BatchedRequest } from '#platform/server/http/idempotency.ts'
import type { OrderDraft, OrderRequest } from '../../contract.ts'
import { refusalOf, totalRefusal } from './refusals.ts'
import { assess, type PriceOverrides, guardZero, factsAfter, withOverrides } from '../../rules.ts'
import {
  withoutReservation,
  holdNewOrders,
  isUnattended,
  notifyHeldForCredit,
  recordHolds,
} from './auto-hold.ts'
import { orderOf } from './build-order.ts'
import { factsOf } from './order-facts.ts'
import { type Facts, readFacts } from '../store.ts'
import { typedPrices, writeOrders } from './write-orders.ts'

/** The current settings, tax rates and business day, read before any lock. */
export type Rules = { settings: Settings; rates: TaxRate[]; date: Day; now: Date }

type OrderInput = { body: OrderRequest | OrderDraft; user: Actor | undefined }

/**
 * Allocates ids and locks the facts of the orders until the transaction ends: prices as of `date`,
 * overdue amounts as of `overdueOn`.
 */
export async function lockAll(
  ctx: Context,
  requests: readonly BatchedRequest<OrderDraft>[],
  { date, overdueOn = date }: { date: Day; overdueOn?: Day },
) {
  const items = requests.reduce((count, each) => count + each.body.items.length, 0)
  const [ids, facts] = await Promise.all([
    newOrderIds(ctx, { orders: requests.length, items }),
    readFacts(ctx.db, whatToRead(requests, date, overdueOn), { lock: true }),
  ])
  return { ids, facts }
}

type Locked = { ids: NewIds; facts: Facts }

/** Terms for requests without a user: put on hold for credit, and backorder missing units. */
export type Terms = {
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
  requests: readonly BatchedRequest<OrderDraft>[],
  { ids, facts, mayHold, mayBackorder, mayRepeat, given, heldBy, ...rules }: Rules & Locked & Terms,
): Promise<({ order: SalesOrderDetails } | Refusal)[]> {
  const outcomes = requests.map((each, index) =>
    orRefusal(() => {
      const own = withOverrides(factsOf(facts, rules, each.body), given)
      const orderRequest = orderRequestOf(each)
      const isEased = mayBackorder === true || orderRequest.mayBackorder
      const decision = assess(own, { ...orderRequest, mayBackorder: isEased })
      const { approved, isHeldForCredit = false } = decision.credit
      const isHeld = (mayHold ?? (isUnattended(each.user) || isHeldForCredit)) && !approved
      if (!decision.approved && !isHeld) return refusalOf(own, decision)
      const { expectedTotal } = each.body
      const changed = expectedTotal ? totalRefusal(decision, expectedTotal) : undefined
      if (changed) return changed
      if (!given) guardZero(decision, each.user)
      if (!isHeld) updateFacts(facts, factsAfter(own, decision))
      const number = rules.numbers[index] as string
      const decided = isHeld ? withoutReservation(decision) : decision
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
export function whatToRead(inputs: readonly OrderInput[], date: Day, overdueOn = date) {
  const customerIds = [...new Set(inputs.map((each) => each.body.customerId))]
  const skuIds = new Set(inputs.flatMap((each) => each.body.items.map((item) => item.skuId)))
  return { customerIds, skuIds: [...skuIds], date, overdueOn }
}

/** The requested items, and whether this user may backorder and enter manual prices. */
export function orderRequestOf({ body, user }: OrderInput) {
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
export function updateFacts(facts: Facts, { customer, skus }: ReturnType<typeof factsAfter>): void {
  facts.customers.set(customer.id, customer)
  for (const sku of skus) facts.skus.set(sku.id, sku)
}

export function orRefusal<R>(work: () => R): R | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
