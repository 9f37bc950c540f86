import { type Cents, cents, decimal, isDecimal, maxCents, zero } from '#platform/kernel/money.ts'
import type { Hit } from './contract.ts'

/** Letters and digits alone, in lower case: `4500-1188 22` and `4500118822` are the same. */
export function squeezed(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** The number of a document that a text means: `INV-1000012`, `inv 1000012` or its digits alone. */
export function numberAsked(series: string, text: string): string | undefined {
  const [, prefix = series, digits] = /^(?:([a-z]+)[- ]?)?(\d{4,15})$/i.exec(text.trim()) ?? []
  return digits && prefix.toUpperCase() === series ? `${series}-${digits}` : undefined
}

export type AmountRange = { from: string; to: string; isUpwards: boolean }

/**
 * The amounts that `=1240.50`, `>1000` or `<50` ask for, both ends included, and from which end
 * they are told; undefined for any other text.
 */
export function amountAsked(text: string): AmountRange | undefined {
  const match = /^([=<>])\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(\.\d{1,2})?$/.exec(text.trim())
  if (!match) return undefined
  const [, compare, whole = '', fraction = ''] = match
  const plain = whole.replaceAll(',', '') + fraction
  if (!isDecimal(plain)) return undefined
  const amount = cents(plain)
  const next = (step: number) => decimal((amount + step) as Cents)
  if (compare === '>') return { from: next(1), to: decimal(maxCents), isUpwards: true }
  if (compare === '<') return { from: decimal(zero), to: next(-1), isUpwards: false }
  return { from: next(0), to: next(0), isUpwards: true }
}

/**
 * The hits in the order a person expects: an exact number or customer PO first, then what begins
 * with the text, then the rest; within each, active before inactive, else as they were found.
 */
export function ranked(hits: readonly Hit[], text: string): Hit[] {
  const wanted = squeezed(text)
  const rank = (hit: Hit) => {
    const names = [hit.code, hit.why?.replace(/^(PO|Tracking) /, '') ?? ''].map(squeezed)
    const place = names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2
    return place * 2 + (hit.status === 'inactive' ? 1 : 0)
  }
  return hits.toSorted((a, b) => rank(a) - rank(b))
}
