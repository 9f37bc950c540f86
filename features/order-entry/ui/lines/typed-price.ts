import { cents, decimal, isDecimal } from '#platform/kernel/money.ts'

/**
 * A price as managers type it: `8.5`, `$8.50` or `1,200`, as decimal text. Undefined for anything
 * else and for what is negative.
 */
export function parsePrice(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  if (plain.startsWith('-') || !isDecimal(plain)) return undefined
  return decimal(cents(plain))
}
