import { cents, decimal, isDecimal } from '#platform/kernel/money.ts'

/**
 * Parses a typed price such as `8.5`, `$8.50` or `1,200` to decimal text. Undefined for anything
 * else, and for a negative price.
 */
export function parsePrice(text: string): string | undefined {
  const normalized = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  if (normalized.startsWith('-') || !isDecimal(normalized)) return undefined
  return decimal(cents(normalized))
}
