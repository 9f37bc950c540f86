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
import { manualPriceChanges, writeOrders } from './write-orders.ts'

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
    readFacts(ctx.db, factsQueryOf(requests, date, overdueOn), { lock: true }),
  ])
  return { ids, facts }
}

type LockedFacts = { ids: NewIds; facts: Facts }

/** Terms for requests without a user: put on hold for credit, and backorder missing units. */
export type Terms = {
  numbers: string[]
  mayHold?: boolean | undefined
  /** Returns the hold note of an order that a user puts on hold regardless of the rules. */
  heldBy?: (each: BatchedRequest<OrderDraft>) => string | undefined
  mayBackorder?: boolean
  /** True for orders agreed elsewhere: the repeated customer PO check is skipped. */
  mayRepeat?: boolean
  priceOverrides?: PriceOverrides
}

/** Decides orders one after another on locked facts, and writes the approved and held ones. */
export async function place(
  ctx: Context,
  requests: readonly BatchedRequest<OrderDraft>[],
  {
    ids,
    facts,
    mayHold,
    mayBackorder,
    mayRepeat,
    priceOverrides,
    heldBy,
    ...rules
  }: Rules & LockedFacts & Terms,
): Promise<({ order: SalesOrderDetails } | Refusal)[]> {
  const outcomes = requests.map((request, index) =>
    catchRefusal(() => {
      const orderFacts = withOverrides(factsOf(facts, rules, request.body), priceOverrides)
      const orderRequest = orderRequestOf(request)
      const allowsBackorder = mayBackorder === true || orderRequest.mayBackorder
      const decision = assess(orderFacts, { ...orderRequest, mayBackorder: allowsBackorder })
      const { approved, isHeldForCredit = false } = decision.credit
      const isHeld = (mayHold ?? (isUnattended(request.user) || isHeldForCredit)) && !approved
      if (!decision.approved && !isHeld) return refusalOf(orderFacts, decision)
      const { expectedTotal } = request.body
      const changed = expectedTotal ? totalRefusal(decision, expectedTotal) : undefined
      if (changed) return changed
      if (!priceOverrides) guardZero(decision, request.user)
      if (!isHeld) updateFacts(facts, factsAfter(orderFacts, decision))
      const number = rules.numbers[index] as string
      const finalDecision = isHeld ? withoutReservation(decision) : decision
      const parts = {
        decision: finalDecision,
        isHeld,
        facts: orderFacts,
        holdNote: heldBy?.(request) ?? null,
      }
      const order = orderOf(request, { ...parts, ids, index, number })
      return {
        order,
        each: request,
        taxed: orderFacts.charges,
        paymentTerms: orderFacts.customer?.paymentTerms ?? null,
        changes: manualPriceChanges(parts.decision, orderFacts),
      }
    }),
  )
  const accepted = outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome]))
  const orders = accepted.map(({ order }) => order)
  const holdsRepeatedPo = rules.settings.customerPoAgain === 'hold' && !mayRepeat && !priceOverrides
  const checkedOrders = await holdNewOrders(ctx, orders, { facts, holdsRepeatedPo })
  const orderById = new Map(checkedOrders.map((order) => [order.id, order]))
  const withHolds = (order: SalesOrderDetails) => orderById.get(order.id) ?? order
  await writeOrders(
    ctx,
    accepted.map(({ order, each: { requestId, channel }, taxed, paymentTerms, changes }) => {
      return { ...withHolds(order), requestId, channel, taxed, paymentTerms, changes }
    }),
  )
  if (holdsRepeatedPo || heldBy) await recordHolds(ctx, [...orderById.values()])
  const isHoldSetting = rules.settings.creditOver === 'hold'
  const toNotify = accepted.filter(({ each }) => isHoldSetting || isUnattended(each.user))
  await notifyHeldForCredit(
    ctx,
    toNotify.map(({ order }) => withHolds(order)),
  )
  return outcomes.map((outcome) =>
    outcome instanceof Refusal ? outcome : { order: withHolds(outcome.order) },
  )
}

/** Reads the current settings, tax rates and business day. */
export async function readRules(ctx: Context): Promise<Rules> {
  const [settings, rates] = await Promise.all([readSettings(ctx), currentTaxRates(ctx)])
  return { settings, rates, date: today(ctx.now, settings.businessTimeZone), now: ctx.now }
}

/** The customers and SKUs of the orders, and the dates to read them as of. */
export function factsQueryOf(inputs: readonly OrderInput[], date: Day, overdueOn = date) {
  const customerIds = [...new Set(inputs.map((each) => each.body.customerId))]
  const skuIds = new Set(inputs.flatMap((each) => each.body.items.map((item) => item.skuId)))
  return { customerIds, skuIds: [...skuIds], date, overdueOn }
}

/** The requested items, and whether this user may backorder and enter manual prices. */
export function orderRequestOf({ body, user }: OrderInput) {
  const hasPermission = (permission: Permission) => user !== undefined && may(user, permission)
  return {
    items: body.items,
    mayBackorder: body.backorder === true && hasPermission('orders.backorder'),
    prices: {
      mayOverride: hasPermission('orders.overridePrice'),
      mayGoBelowCost: hasPermission('orders.belowCost'),
    },
  }
}

/** Updates the facts for the next order of the same transaction. */
export function updateFacts(facts: Facts, { customer, skus }: ReturnType<typeof factsAfter>): void {
  facts.customers.set(customer.id, customer)
  for (const sku of skus) facts.skus.set(sku.id, sku)
}

export function catchRefusal<R>(run: () => R): R | Refusal {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
