import { type DecisionFacts, decisionFacts, decisionOutcome } from '#features/decisions/contract.ts'
import { receiptContentOf, type ReceiptOptions } from '#features/order-entry/decision-receipt.ts'
import { assess, type OrderFacts, type RequestedOrder } from '#features/order-entry/rules.ts'
import { day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import type { OrderReceipt } from '#features/order-entry/past-order.ts'

/** A customer of tier 1 in Florida with $500.00 of credit, of which $100.00 is used. */
export const buyer: NonNullable<OrderFacts['customer']> = {
  id: 7,
  customerCode: 'C-7',
  name: 'Customer',
  priceLevel: 'tier1',
  isActive: true,
  allowBackorder: false,
  packingSlipPrices: true,
  duplicateCheck: null,
  addresses: { shipping: null, billing: null },
  country: 'US',
  state: 'FL',
  isTaxExempt: false,
  creditLimit: cents('500.00'),
  currentBalance: cents('60.00'),
  openOrderAmount: cents('40.00'),
  creditStatus: 'normal',
  paymentTerms: 'Net 30',
  overdue: { daysLate: 20, amount: cents('30.00') },
}

/** A SKU of $12.00, in tier 1 $10.00, with a cost of $8.00 and 50 units. */
const item = {
  id: 1,
  sku: 'S-1',
  name: 'Thing',
  unitOfMeasure: 'EA',
  wmsLocation: null,
  isActive: true,
  price: cents('12.00'),
  tier1Price: cents('10.00'),
  tier2Price: null,
  tier3Price: null,
  cost: cents('8.00'),
  available: 50,
  countedAt: null,
}

/** The facts of an order on 2026-03-01: 8 % tax in Florida, free shipping from $500.00. */
export const orderFacts: OrderFacts = {
  customer: buyer,
  skus: new Map([[1, item]]),
  contractPrices: new Map(),
  charges: {
    taxRate: '0.0800',
    taxPlace: { country: 'US', state: 'FL' },
    shippingFlat: cents('15.00'),
    shippingFreeFrom: cents('500.00'),
  },
  zeroMeans: 'none',
  overdueRule: { days: 60, percent: 10 },
  date: day('2026-03-01'),
  creditOver: 'refuse',
}

export const request = (quantity: number, more: object = {}): RequestedOrder => ({
  items: [{ skuId: 1, quantity, ...more }],
  mayBackorder: false,
  prices: { mayOverride: true, mayGoBelowCost: true },
})

/** The receipt of an order, as it is stored and read again. */
export function receiptOf(
  facts: OrderFacts,
  requested: RequestedOrder,
  options: ReceiptOptions = {},
): OrderReceipt {
  const decided = { facts, request: requested, decision: assess(facts, requested) }
  const content = receiptContentOf(decided, options)
  const stored = JSON.parse(JSON.stringify(content)) as { facts: unknown; outcome: unknown }
  const read: DecisionFacts = decisionFacts.parse(stored.facts)
  return { facts: read, outcome: decisionOutcome.parse(stored.outcome) }
}
