import { creditRulesOf } from '#features/credit/rules.ts'
import { taxPlaceOf, taxRateOf } from '#features/pricing/sales-tax.ts'
import { isPickedUp } from '#features/sales-orders/rules.ts'
import { normalizePlace } from '#features/settings/place-rules.ts'
import { cents } from '#platform/kernel/money.ts'
import type { OrderRequest } from '../../contract.ts'
import type { CustomerFacts, OrderFacts } from '../../rules.ts'
import type { Rules } from './place-orders.ts'
import type { Facts } from '../store.ts'

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
    skus: facts.skus,
    contractPrices,
    charges,
    zeroMeans,
    overdueRule,
    creditOver: settings.creditOver,
    date,
    ...stockRules,
  }
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
