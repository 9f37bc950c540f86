import { distinctWords } from '#platform/kernel/fields.ts'
import { type Cents, cents, decimal, isDecimal, maxCents, zero } from '#platform/kernel/money.ts'
import type { Hit } from './contract.ts'

/** The document number a text stands for: `INV-1000012`, `inv 1000012` or only the digits. */
export function parseNumberQuery(series: string, text: string): string | undefined {
  const [, prefix = series, digits] = /^(?:([a-z]+)[- ]?)?(\d{4,15})$/i.exec(text.trim()) ?? []
  return digits && prefix.toUpperCase() === series ? `${series}-${digits}` : undefined
}

export type AmountRange = { from: string; to: string; isAtLeast: boolean }

/**
 * The amounts that match `=1240.50`, `>1000` or `<50`, as a range that includes both ends, and the
 * sort direction; undefined for any other text.
 */
export function parseAmountQuery(text: string): AmountRange | undefined {
  const match = /^([=<>])\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(\.\d{1,2})?$/.exec(text.trim())
  if (!match) return undefined
  const [, compare, integer = '', fraction = ''] = match
  const plain = integer.replaceAll(',', '') + fraction
  if (!isDecimal(plain)) return undefined
  const amount = cents(plain)
  const next = (step: number) => decimal((amount + step) as Cents)
  if (compare === '>') return { from: next(1), to: decimal(maxCents), isAtLeast: true }
  if (compare === '<') return { from: decimal(zero), to: next(-1), isAtLeast: false }
  return { from: next(0), to: next(0), isAtLeast: true }
}

/** Match quality, best first. */
export const matchRanks = { exact: 0, begins: 1, words: 2, rest: 3, misspelled: 4 } as const

/** A hit with its match quality. */
export type RankedHit = Hit & { rank: number }

/**
 * Sorts hits: exact numbers, codes and customer POs, then prefixes, then names with all words, then
 * the rest, misspellings last. Within each, active before inactive, otherwise stable.
 */
export function ranked(found: readonly RankedHit[]): Hit[] {
  const order = ({ rank, status }: RankedHit) => rank * 2 + (status === 'inactive' ? 1 : 0)
  const inOrder = found.toSorted((a, b) => order(a) - order(b))
  return inOrder.map(({ rank: _, ...hit }) => hit)
}

/** Each record once, with its best rank. */
export function withoutDuplicates(found: readonly RankedHit[]): RankedHit[] {
  const best = found.toSorted((a, b) => a.rank - b.rank)
  return best.filter(({ id }, index) => best.findIndex((each) => each.id === id) === index)
}

/** Whether every word of the text is a prefix of a word in the name. */
export function matchesWordPrefixes(name: string, q: string): boolean {
  const named = ` ${name.toLowerCase()}`
  return wordsIn(q).every((word) => named.includes(` ${word}`))
}

/** Whether a word is checked for misspelling: only letters, at least four. */
export function mayBeMisspelled(word: string): boolean {
  return /^\p{L}{4,}$/u.test(word)
}

/**
 * The complete numbers a text may stand for: as typed, in upper case, and with each series' prefix
 * if it is only digits or has a space instead of the hyphen.
 */
export function parseNumberQueries(series: readonly string[], text: string): string[] {
  const [, prefix, digits] = /^(?:([a-z]+)[- ]?)?(\d+)$/i.exec(text) ?? []
  const of = series.filter((each) => prefix === undefined || each === prefix.toUpperCase())
  const numbers = digits === undefined ? [] : of.map((each) => `${each}-${digits}`)
  return [...new Set([text, text.toUpperCase(), ...numbers])]
}

type Fields = {
  code: string
  title: string
  email?: string
  phone?: string | null
  city?: string | null
  contact?: string | null
  category?: string | null
  barcode?: string | null
  available?: number
  notes?: string | null
}

/**
 * The field of a customer, vendor or SKU that contains a search word missing from its code and name
 * (notes last); otherwise a distinguishing detail: its city, or the available units.
 */
export function whyFound(fields: Fields, q: string): string | null {
  const { code, title, email, phone, city, contact, category, barcode, available } = fields
  const words = wordsIn(q)
  const furtherWords = words.filter((word) => !`${code} ${title}`.toLowerCase().includes(word))
  const has = (text: string | null | undefined) =>
    !!text && furtherWords.some((word) => text.toLowerCase().includes(word))
  const digits = q.replaceAll(/\D/g, '')
  const isCalled =
    furtherWords.length > 0 && digits !== '' && phone?.replaceAll(/\D/g, '').includes(digits)
  if (has(barcode)) return `Barcode ${barcode}`
  if (isCalled || has(phone)) return phone ?? null
  const detail = [email, contact, city, category].find(has)
  if (detail) return detail
  const noted =
    furtherWords.length > 0 && matchingNoteExcerpt(fields.notes ?? null, furtherWords.join(' '))
  if (noted) return noted
  const isStocked = available !== undefined
  return isStocked ? `${available.toLocaleString('en-US')} available` : (city ?? null)
}

/** An excerpt of a record's notes around the first search word found; null if none is found. */
export function matchingNoteExcerpt(notes: string | null, q: string): string | null {
  const text = notes?.replaceAll(/\s+/g, ' ') ?? ''
  const at = Math.min(
    ...wordsIn(q).flatMap((word) => {
      const position = text.toLowerCase().indexOf(word)
      return position < 0 ? [] : [position]
    }),
  )
  if (!Number.isFinite(at)) return null
  if (text.length <= 60) return `Notes: ${text}`
  const from = at < 20 ? 0 : Math.min(at, text.indexOf(' ', at - 20) + 1)
  return `Notes: … ${text.slice(from, from + 60).trim()} …`
}

function wordsIn(q: string): string[] {
  return distinctWords(q.toLowerCase())
}
