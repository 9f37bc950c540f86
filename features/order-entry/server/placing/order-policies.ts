import type { UnitPrice } from '#features/pricing/rules.ts'
import type { SalesOrderStatus } from '#features/sales-orders/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { ImportOrders } from '../../contract.ts'
import type { PriceOverrides } from '../../rules.ts'
import type { Rules } from './order-facts.ts'

/** What an order may do beyond the rules, by the way it arrived. */
export type OrderPolicy = {
  rules: Rules
  /** The date of the orders: their prices and tax rates are as of this day. */
  orderDate: Day
  /**
   * Whether an order that fails the credit check is refused, or created on hold without stock or
   * credit. By the rules it is held if an API key sent it or the settings say so.
   */
  overCredit: 'by rules' | 'hold' | 'refuse'
  /** Short units: by the rules refused, unless the user or the customer accepts backorders. */
  shortStock: 'by rules' | 'backorder'
  /**
   * An order that repeats another, or its customer PO: by the rules on hold or parked, if the
   * settings or the customer say so.
   */
  repeatedPo: 'by rules' | 'accept'
  /** True if an order of an API key needs the total that was shown, or an approval. */
  needsShownTotal: boolean
  /**
   * Prices already agreed, used instead of the price lists. Such an order ships free, and a total
   * of $0.00 needs no manager.
   */
  agreedPrices?: PriceOverrides
}

/** Order Entry, from the screen or by an API key: the rules decide everything. */
export function orderEntryPolicy(rules: Rules): OrderPolicy {
  return {
    rules,
    orderDate: rules.date,
    overCredit: 'by rules',
    shortStock: 'by rules',
    repeatedPo: 'by rules',
    needsShownTotal: rules.settings.requireShownTotal,
  }
}

/** A file of orders: like Order Entry, but the user may choose what happens over the credit. */
export function importPolicy(rules: Rules, refused: ImportOrders['refused']): OrderPolicy {
  const overCredit = { hold: 'hold', skip: 'refuse' } as const
  const shown = { ...orderEntryPolicy(rules), needsShownTotal: false }
  return { ...shown, ...(refused && { overCredit: overCredit[refused] }) }
}

/** An 850: the partner cannot correct it here, so it is created, on hold if it needs a review. */
export function ediPolicy(rules: Rules): OrderPolicy {
  const received = { ...orderEntryPolicy(rules), needsShownTotal: false }
  return { ...received, overCredit: 'hold', shortStock: 'backorder' }
}

/**
 * An order recorded under a typed number, as of its order date. One with a later status was agreed
 * elsewhere: it may repeat another order, and it is never held, because a held order cannot
 * advance.
 */
export function recordedPolicy(
  rules: Rules,
  { orderDate, status }: { orderDate: Day; status: SalesOrderStatus },
): OrderPolicy {
  const entered = { ...orderEntryPolicy(rules), orderDate }
  return status === 'pending' ? entered : { ...entered, overCredit: 'refuse', repeatedPo: 'accept' }
}

/**
 * An order that replaces returned goods, at their prices and without shipping; a free one skips the
 * credit check.
 */
export function replacementPolicy(
  rules: Rules,
  { prices, isFree }: { prices: readonly UnitPrice[]; isFree: boolean },
): OrderPolicy {
  const agreedPrices = { fixed: prices, isFree }
  const agreed = { ...orderEntryPolicy(rules), needsShownTotal: false, agreedPrices }
  return { ...agreed, overCredit: 'refuse', repeatedPo: 'accept' }
}
