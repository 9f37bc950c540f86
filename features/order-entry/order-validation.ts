import { decimal } from '#platform/kernel/money.ts'
import type { OrderValidation } from './contract.ts'
import type { Decision, OrderFacts } from './rules.ts'

/** The decision as a preview: each line has the standard price, too. */
export function previewOf(decision: Decision, { skus }: OrderFacts): OrderValidation {
  const validation = validationOf(decision)
  const lineItems = validation.pricing.lineItems.map((line) => {
    const standardPrice = skus.get(line.skuId)?.price
    return standardPrice === undefined ? line : { ...line, standardPrice: decimal(standardPrice) }
  })
  return { ...validation, pricing: { ...validation.pricing, lineItems } }
}

/** Converts the decision to the response shape of the specification. */
export function validationOf(decision: Decision): OrderValidation {
  const { credit, stock, lines, totals } = decision
  return {
    orderApproved: decision.approved,
    credit: {
      approved: credit.approved,
      availableCredit: decimal(credit.availableCredit),
      ...(credit.message && { message: credit.message }),
      ...(credit.isHeldForCredit && { isHeldForCredit: true }),
    },
    stock,
    pricing: {
      subtotal: decimal(totals.subtotal),
      taxAmount: decimal(totals.taxAmount),
      shippingAmount: decimal(totals.shippingAmount),
      total: decimal(totals.total),
      ...(totals.taxNotice && { taxNotice: totals.taxNotice }),
      ...(decision.isHeldForMargin && { isHeldForMargin: true }),
      lineItems: lines.map((line) => ({
        skuId: line.skuId,
        quantity: line.quantity,
        unitPrice: decimal(line.unitPrice),
        priceSource: line.priceSource,
        totalPrice: decimal(line.totalPrice),
        ...(line.listedPrice !== undefined && { listedPrice: decimal(line.listedPrice) }),
        ...(line.isBelowCost && { isBelowCost: true }),
      })),
    },
  }
}
