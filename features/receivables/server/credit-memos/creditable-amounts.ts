import { type Cents, formatMoney, prorate, sum, zero } from '#platform/kernel/money.ts'
import { earlyDiscount } from '../../rules.ts'

// How much of an invoice can still be credited (docs/rules.md, Credit memos): never more than was
// paid or is owed for it. All amounts in cents.

/** The amounts of an invoice, and the credits, discounts and write-offs against it. */
export type InvoiceCharges = {
  invoiceNumber: string
  goods: Cents
  tax: Cents
  freight: Cents
  /** Goods and tax of all its credit memos, by units or by amount. */
  creditedGoods: Cents
  creditedTax: Cents
  /** Early-payment discounts and write-offs that are not reversed. */
  discount: Cents
  writtenOff: Cents
  /** Value of the units not credited yet, at the price charged. */
  unitsLeft: Cents
  /** How much less than that price the credited units were credited; below 0 if it was more. */
  unitsReduced: Cents
}

type Amounts = { goods: Cents; tax: Cents }

const notBelowZero = (amount: number) => Math.max(0, amount) as Cents
const lesser = (a: Cents, b: Cents) => Math.min(a, b) as Cents

/**
 * Returns what can still be credited of an invoice: goods, goods and freight, sales tax, and in
 * total. An amount credited without units counts against the goods first.
 */
export function creditable(of: InvoiceCharges) {
  const { goods, tax, freight, creditedGoods, creditedTax, discount, writtenOff } = of
  const goodsSettled = creditedGoods + discount
  return {
    goods: notBelowZero(goods - goodsSettled),
    goodsAndFreight: notBelowZero(goods + freight - goodsSettled),
    tax: notBelowZero(tax - creditedTax),
    total: notBelowZero(goods + freight + tax - goodsSettled - creditedTax - writtenOff),
  }
}

/** Returns why an amount cannot be credited, as a sentence; undefined if it can. */
export function whyOverCredited(of: InvoiceCharges, { goods, tax }: Amounts): string | undefined {
  const free = creditable(of)
  const { invoiceNumber } = of
  if (tax > free.tax) {
    return `Only ${formatMoney(free.tax)} of the sales tax of ${invoiceNumber} can be credited`
  }
  const maxAmount = goods > free.goodsAndFreight ? free.goodsAndFreight : free.total
  if (goods <= free.goodsAndFreight && goods + tax <= free.total) return undefined
  return `Only ${formatMoney(maxAmount)} of ${invoiceNumber} can be credited`
}

/**
 * Returns the credit for units of one invoice: their price less their share of the early-payment
 * discount given, never more than the invoice has left to credit. An excess is deducted from the
 * goods of the last lines first, then from their tax.
 */
export function limitLines<Line extends Amounts>(
  of: InvoiceCharges,
  lines: readonly Line[],
): Line[] {
  const free = creditable(of)
  const discounted = withoutDiscount(of, lines)
  const tax = lesser(free.tax, sum(lines.map((line) => line.tax)))
  const goods = lesser(free.goods, sum(discounted))
  const goodsWithin = lesser(goods, notBelowZero(free.total - tax))
  const goodsParts = upTo(goodsWithin, discounted)
  const taxParts = upTo(
    lesser(tax, free.total),
    lines.map((line) => line.tax),
  )
  return lines.map((line, index) => ({
    ...line,
    goods: goodsParts[index] ?? zero,
    tax: taxParts[index] ?? zero,
  }))
}

/**
 * Deducts the discount from the goods of the lines; the last unit gets the rounding remainder. If
 * the units before were credited less than the discount that is in force now, because its payment
 * bounced, their difference is added: it is owed again.
 */
function withoutDiscount(
  { discount, unitsLeft, unitsReduced }: InvoiceCharges,
  lines: readonly Amounts[],
): Cents[] {
  let [discountLeft, goodsLeft] = [(discount - unitsReduced) as Cents, unitsLeft]
  return lines.map(({ goods }) => {
    const part =
      goods >= goodsLeft ? lesser(discountLeft, goods) : prorate(discountLeft, goods, goodsLeft)
    discountLeft = (discountLeft - part) as Cents
    goodsLeft = notBelowZero(goodsLeft - goods)
    return notBelowZero(goods - part)
  })
}

/** Cuts off the amounts, in order, at the limit. */
function upTo(limit: Cents, amounts: readonly Cents[]): Cents[] {
  let remaining = limit
  return amounts.map((amount) => {
    const part = lesser(amount, remaining)
    remaining = notBelowZero(remaining - part)
    return part
  })
}

/**
 * Returns the tax of credited units, by the share of all units credited so far, so that the last
 * unit gets the rounding remainder and all of them add up to the tax of the line.
 */
export function creditedTax(
  line: { quantity: number; taxAmount: Cents },
  { before, taxBefore, units }: { before: number; taxBefore: Cents; units: number },
): Cents {
  const all = Math.round((line.taxAmount * (before + units)) / line.quantity)
  return notBelowZero(all - taxBefore)
}

/** What determines the remaining discount of an invoice. */
export type DiscountFacts = Pick<
  InvoiceCharges,
  'goods' | 'creditedGoods' | 'discount' | 'unitsReduced'
>

/**
 * Returns the early-payment discount that remains on an invoice: the percentage in its terms of the
 * goods left after credits, less what was given for them already (docs/rules.md). The discount that
 * was deducted from the credit of returned units belongs to those, at the price charged. In total
 * it is never more than the percentage of all goods.
 */
export function remainingDiscount(
  terms: string,
  { goods, creditedGoods, discount, unitsReduced }: DiscountFacts,
): Cents {
  const ofReturned = notBelowZero(lesser(discount, unitsReduced))
  const goodsLeft = notBelowZero(goods - creditedGoods - ofReturned)
  const allowed = lesser(
    earlyDiscount(terms, goods),
    sum([earlyDiscount(terms, goodsLeft), ofReturned]),
  )
  return notBelowZero(allowed - discount)
}
