import { may, type Permission } from '#features/auth/rules.ts'
import { creditRulesOf } from '#features/credit/rules.ts'
import { marginRuleOf } from '#features/pricing/margin.ts'
import { taxPlaceOf, taxRateOf } from '#features/pricing/sales-tax.ts'
import { isPickedUp } from '#features/sales-orders/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { normalizePlace } from '#features/settings/countries-and-states.ts'
import { currentTaxRates, readSettings, type TaxRate } from '#features/settings/server/service.ts'
import { ringFencedForOthers, ringFencesAfter } from '#features/stock/rules.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { OrderDraft, OrderRequest } from '../../contract.ts'
import type { CustomerFacts, factsAfter, OrderFacts, SkuFacts } from '../../rules.ts'
import type { Facts } from '../store.ts'

/** The current settings, tax rates and business day, read before any lock. */
export type Rules = { settings: Settings; rates: TaxRate[]; date: Day; now: Date }

type OrderInput = { body: OrderRequest | OrderDraft; user: Actor | undefined }

/** Reads the current settings, tax rates and business day. */
export async function readRules(ctx: Context): Promise<Rules> {
  const [settings, rates] = await Promise.all([readSettings(ctx), currentTaxRates(ctx)])
  return { settings, rates, date: today(ctx.now, settings.businessTimeZone), now: ctx.now }
}

/** Selects the facts of one order from the batch that was read. */
export function factsOf(facts: Facts, rules: Rules, orderRequest: OrderRequest): OrderFacts {
  const { customerId, items, shippingMethod, shippingAddress } = orderRequest
  const customer = facts.customers.get(customerId)
  const contractPrices = new Map(
    items.map(({ skuId }) => [skuId, facts.contractPrices.get(`${customerId} ${skuId}`) ?? []]),
  )
  const { settings, rates, date, now } = rules
  const charges = {
    ...taxOf(customer, { shippingAddress, rates, date, defaultRate: settings.taxDefaultRate }),
    shippingFlat: cents(settings.shippingFlat),
    shippingFreeFrom: cents(settings.shippingFreeFrom),
    isPickedUp: isPickedUp(shippingMethod),
  }
  const { stockOldHours, stockOldMeans: stalePolicy } = settings
  const { zeroMeans, overdueRule } = creditRulesOf(settings)
  const staleBefore = stockOldHours > 0 ? now.getTime() - stockOldHours * 3_600_000 : undefined
  const stockRules = { oldBefore: staleBefore, oldMeans: stalePolicy }
  return {
    customer,
    skus: skusFor(facts, customerId),
    contractPrices,
    charges,
    zeroMeans,
    overdueRule,
    creditOver: settings.creditOver,
    margin: marginRuleOf(settings),
    date,
    ...stockRules,
  }
}

/** The SKUs as one customer's orders see them: what is ring-fenced for others is not available. */
function skusFor({ skus, ringFences }: Facts, customerId: number): ReadonlyMap<number, SkuFacts> {
  if (ringFences.length === 0) return skus
  return new Map(
    [...skus].map(([skuId, sku]): [number, SkuFacts] => {
      const ringFenced = ringFencedForOthers(ringFences, { skuId, customerId })
      if (ringFenced === 0) return [skuId, sku]
      return [skuId, { ...sku, available: sku.available - ringFenced, ringFenced }]
    }),
  )
}

type TaxRequest = Pick<Rules, 'rates' | 'date'> & Pick<OrderRequest, 'shippingAddress'>

/** The tax rate of the ship-to address; adds a notice if only the customer's place is known. */
function taxOf(customer: CustomerFacts | undefined, request: TaxRequest & { defaultRate: string }) {
  const { shippingAddress: shipTo, rates, date, defaultRate } = request
  const { country = null, state = null, isTaxExempt: isExempt = false } = customer ?? {}
  const customerAddress = customer?.addresses.shipping
  const { notice, ...place } = taxPlaceOf({
    shipTo,
    own: customerAddress,
    customer: { country, state },
  })
  const hasTaxNotice = !isExempt && rates.length > 0
  return {
    taxPlace: normalizePlace({ country: place.country, state: place.state }),
    taxRate: taxRateOf({ ...place, isExempt, rates, defaultRate, date }),
    ...(hasTaxNotice && { taxNotice: notice }),
  }
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

/**
 * Updates the facts for the next order of the same transaction, which may be of another customer:
 * what was ring-fenced from this one counts as free again.
 */
export function updateFacts(facts: Facts, { customer, skus }: ReturnType<typeof factsAfter>): void {
  facts.customers.set(customer.id, customer)
  for (const { ringFenced = 0, ...sku } of skus) {
    const available = sku.available + ringFenced
    const reserved = (facts.skus.get(sku.id)?.available ?? available) - available
    const reservation = { skuId: sku.id, customerId: customer.id, reserved }
    facts.ringFences = ringFencesAfter(facts.ringFences, reservation)
    facts.skus.set(sku.id, { ...sku, available })
  }
}

export function catchRefusal<R>(run: () => R): R | Refusal {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
