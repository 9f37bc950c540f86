import { type Cents, formatMoney, portion, sum, zero } from '#platform/kernel/money.ts'
import { earlyDiscount } from '../../rules.ts'

// How much of an invoice can still be taken back (docs/rules.md, Credit memos): never more than
// was paid or is owed for it. All amounts in cents.

/** What an invoice came to, and what credits, discounts and write-offs have taken off it. */
export type Charged = {
  invoiceNumber: string
  goods: Cents
  tax: Cents
  freight: Cents
  /** Goods and tax of all its credit memos, by units or in one amount. */
  creditedGoods: Cents
  creditedTax: Cents
  /** Early-payment discounts and write-offs in force. */
  discount: Cents
  writtenOff: Cents
  /** Units that are not credited yet, at the price they were charged. */
  unitsLeft: Cents
  /** By how much credited units were credited below that price. */
  unitsReduced: Cents
}

type Amounts = { goods: Cents; tax: Cents }

const notBelowZero = (amount: number) => Math.max(0, amount) as Cents
const lesser = (a: Cents, b: Cents) => Math.min(a, b) as Cents

/**
 * What can still be credited of an invoice: of its goods, of its goods and freight, of its sales
 * tax, and in all. An amount that was credited without units counts against the goods first.
 */
export function creditable(of: Charged) {
  const { goods, tax, freight, creditedGoods, creditedTax, discount, writtenOff } = of
  const goodsGone = creditedGoods + discount
  return {
    goods: notBelowZero(goods - goodsGone),
    goodsAndFreight: notBelowZero(goods + freight - goodsGone),
    tax: notBelowZero(tax - creditedTax),
    total: notBelowZero(goods + freight + tax - goodsGone - creditedTax - writtenOff),
  }
}

/** Why an amount cannot be credited of an invoice, as a sentence; undefined where it can. */
export function whyOverCredited(of: Charged, { goods, tax }: Amounts): string | undefined {
  const free = creditable(of)
  const { invoiceNumber } = of
  if (tax > free.tax) {
    return `Only ${formatMoney(free.tax)} of the sales tax of ${invoiceNumber} is not credited yet`
  }
  const most = goods > free.goodsAndFreight ? free.goodsAndFreight : free.total
  if (goods <= free.goodsAndFreight && goods + tax <= free.total) return undefined
  return `Only ${formatMoney(most)} of ${invoiceNumber} is not credited yet`
}

/**
 * Units of one invoice with what is credited for them: their price less their part of the
 * early-payment discount that was given, and never more than the invoice still has to credit. What
 * is too much comes off the goods of the last lines first, then off their tax.
 */
export function limitLines<Line extends Amounts>(of: Charged, lines: readonly Line[]): Line[] {
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

/** The goods of lines less the discount, which the last unit takes the rounding rest of. */
function withoutDiscount(
  { discount, unitsLeft, unitsReduced }: Charged,
  lines: readonly Amounts[],
): Cents[] {
  let [discountLeft, goodsLeft] = [notBelowZero(discount - unitsReduced), unitsLeft]
  return lines.map(({ goods }) => {
    const part =
      goods >= goodsLeft ? lesser(discountLeft, goods) : portion(discountLeft, goods, goodsLeft)
    discountLeft = notBelowZero(discountLeft - part)
    goodsLeft = notBelowZero(goodsLeft - goods)
    return notBelowZero(goods - part)
  })
}

/** Amounts in their order as far as a limit goes. */
function upTo(limit: Cents, amounts: readonly Cents[]): Cents[] {
  let left = limit
  return amounts.map((amount) => {
    const part = lesser(amount, left)
    left = notBelowZero(left - part)
    return part
  })
}

/**
 * The tax of units that are credited: by the share of all credited so far, so that the last unit
 * takes the rounding rest and all of them are the tax of the line.
 */
export function creditedTax(
  line: { quantity: number; taxAmount: Cents },
  { before, taxBefore, units }: { before: number; taxBefore: Cents; units: number },
): Cents {
  const all = Math.round((line.taxAmount * (before + units)) / line.quantity)
  return notBelowZero(all - taxBefore)
}

/**
 * The early-payment discount that may still be given on an invoice: the percentage of its terms of
 * the goods that are left after credits, less what was given already (docs/rules.md).
 */
export function discountLeft(
  terms: string,
  { goods, creditedGoods, discount }: Pick<Charged, 'goods' | 'creditedGoods' | 'discount'>,
): Cents {
  return notBelowZero(earlyDiscount(terms, notBelowZero(goods - creditedGoods)) - discount)
}
