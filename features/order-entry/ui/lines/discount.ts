import { type Cents, decimal, prorate } from '#platform/kernel/money.ts'

// A line's discount is what its price is below the standard price, as the tiers are described. It
// is derived from the price and not stored: a percentage would not survive the rounding to cents.

/**
 * The discount of a price in percent, rounded half away from zero to one decimal, such as `20%`;
 * with a minus sign for a price above the standard price. Empty if there is none. Far above a
 * standard price that is only a placeholder, such as 0.01, it is no number that helps anybody.
 */
export function discountText(standardPrice: Cents, unitPrice: Cents): string {
  if (standardPrice <= 0) return ''
  const below = (standardPrice - unitPrice) as Cents
  const tenths = prorate(below, 1000, standardPrice)
  if (tenths === 0) return ''
  if (tenths <= -10_000) return '<−999%'
  const digits = Math.abs(tenths)
  const fraction = digits % 10 === 0 ? '' : `.${digits % 10}`
  return `${tenths < 0 ? '−' : ''}${Math.floor(digits / 10)}${fraction}%`
}

const typedDiscount = /^(\d{0,3})(?:\.(\d{1,2}))?\s*%$/

/**
 * The price for a typed discount such as `10%` or `12.5%` off the standard price, rounded half up
 * to the cent, as decimal text. Undefined for any other text, and for more than 100%.
 */
export function priceAfterDiscount(text: string, standardPrice: Cents): string | undefined {
  const [, percent, fraction = ''] = typedDiscount.exec(text.trim()) ?? []
  if (percent === undefined || percent + fraction === '') return undefined
  const hundredths = Number(percent) * 100 + Number(fraction.padEnd(2, '0'))
  if (hundredths > 10_000) return undefined
  return decimal(prorate(standardPrice, 10_000 - hundredths, 10_000))
}
