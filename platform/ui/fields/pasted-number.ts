const plain = /^\d*\.?\d+$/
const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const decimalComma = /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+),\d{1,2}$/

/**
 * A copied number as a number input takes it: `$1,234.50` is 1234.50 and `(12.00)`, as accountants
 * write it, -12.00. A comma before one or two last digits is that of decimals: `12,50` is 12.50 and
 * `1.234,50` is 1234.50, never 1250 or 1.2345. Undefined for anything else.
 */
export function pastedNumber(pasted: string): string | undefined {
  const bare = pasted.replaceAll(/[$\s]/g, '').replace(/^[−–]/, '-')
  const negative = /^-(.+)$/.exec(bare) ?? /^\((.+)\)$/.exec(bare)
  const digits = negative?.[1] ?? bare
  const sign = negative ? '-' : ''
  if (plain.test(digits)) return sign + digits
  if (grouped.test(digits)) return sign + digits.replaceAll(',', '')
  if (decimalComma.test(digits)) return sign + digits.replaceAll('.', '').replace(',', '.')
  return undefined
}
