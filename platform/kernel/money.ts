/** An amount of money as a whole number of cents. Never a float, never a formatted string. */
export type Cents = number & { readonly __brand: 'Cents' }

/** An amount in a response: decimal text with two decimals. */
export type Amount = string & { readonly __brand: 'Amount' }

/** The largest amount that `numeric(12,2)` holds, in cents: 9,999,999,999.99. */
export const maxCents = 999_999_999_999 as Cents
export const zero = 0 as Cents

const decimalPattern = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/

/** True for text such as `12`, `12.5` or `-12.50` that fits `numeric(12,2)`. */
export function isDecimal(text: string): boolean {
  return decimalPattern.test(text)
}

/** True for an amount of at most two decimals that exceeds `numeric(12,2)`. */
export function isBeyondMoney(text: string): boolean {
  return /^-?\d{11,}(?:\.\d{1,2})?$/.test(text)
}

/**
 * Converts decimal text to cents. Throws a RangeError if `isDecimal` is false: validate input
 * first.
 */
export function cents(decimalText: string): Cents {
  const match = decimalPattern.exec(decimalText)
  if (!match) throw new RangeError(`not an amount: ${decimalText.slice(0, 40)}`)
  return centsFrom(match)
}

/**
 * Like `cents`, for a sum, which may exceed the largest amount: at most 13 digits before the point,
 * so that it is exact. Throws a RangeError for anything else.
 */
export function centsOfSum(decimalText: string): Cents {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(decimalText)
  if (!match) throw new RangeError(`not a sum: ${decimalText.slice(0, 40)}`)
  return centsFrom(match)
}

function centsFrom([, sign, integer, fraction = '']: RegExpExecArray): Cents {
  const amount = Number(integer) * 100 + Number(fraction.padEnd(2, '0'))
  return (sign && amount !== 0 ? -amount : amount) as Cents
}

/**
 * Formats cents as decimal text with two decimals, for the API and the database: 1250 → `12.50`.
 */
export function decimal(amount: Cents): Amount {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Amount
}

const amountPattern = /^-?\d+\.\d{2}$/

/** Brands text as an Amount. Throws a RangeError if it is not decimal text with two decimals. */
export function amount(text: string): Amount {
  if (!amountPattern.test(text)) throw new RangeError(`not an amount: ${text.slice(0, 40)}`)
  return text as Amount
}

/** Formats cents for display: 123450 → `$1,234.50`, −1200 → `-$12.00`. */
export function formatMoney(amount: Cents): string {
  return formatDecimal(decimal(amount))
}

/**
 * Formats decimal text for display: `1234.5` → `$1,234.50`. Accepts sums beyond the largest amount.
 * Throws a RangeError for anything else.
 */
export function formatDecimal(decimalText: string): string {
  const match = /^(-?)(\d{1,16})(?:\.(\d{1,2}))?$/.exec(decimalText)
  if (!match) throw new RangeError(`not an amount: ${decimalText.slice(0, 40)}`)
  const [, sign, integer = '', fraction = ''] = match
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',')
  const isZero = /^0*$/.test(integer + fraction)
  return `${isZero ? '' : sign}$${grouped}.${fraction.padEnd(2, '0')}`
}

/** Formats an amount for display; a dash if the role may not see it (null). */
export function formatHidden(decimalText: string | null): string {
  return decimalText === null ? '—' : formatDecimal(decimalText)
}

/** The sum of a list of amounts; 0 for an empty list. */
export function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce<number>((total, amount) => total + amount, 0) as Cents
}

/**
 * True if an amount fits `numeric(12,2)`. Check products with this before storing them: a quantity
 * (< 2^31) times a price (< 10^12 cents) may exceed 2^53.
 */
export function fitsMoney(amount: number): boolean {
  return Number.isSafeInteger(amount) && Math.abs(amount) <= maxCents
}

/** Quantity × unit price in cents, or undefined if the product does not fit an amount. */
export function multiply(unitPrice: Cents, quantity: number): Cents | undefined {
  const product = unitPrice * quantity
  return fitsMoney(product) ? (product as Cents) : undefined
}

/** Prorates an amount: `part` of `whole` units, rounded half away from zero to the cent. */
export function prorate(amount: Cents, part: number, whole: number): Cents {
  const product = BigInt(amount) * BigInt(part) * 2n
  const half = product < 0n ? -BigInt(whole) : BigInt(whole)
  return Number((product + half) / (BigInt(whole) * 2n)) as Cents
}

/**
 * A percentage of an amount, rounded half away from zero to the cent, as PostgreSQL `round(numeric,
 * 2)` does. `rate` is decimal text of at most six decimals: percentageOf(cents('10.00'), '0.0825')
 * is 0.83.
 */
export function percentageOf(amount: Cents, rate: string): Cents {
  const [integer = '0', fraction = ''] = rate.split('.')
  const scaled = BigInt(integer + fraction.padEnd(6, '0').slice(0, 6))
  const product = BigInt(amount) * scaled
  const half = product < 0n ? -500_000n : 500_000n
  return Number((product + half) / 1_000_000n) as Cents
}
