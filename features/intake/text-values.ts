import { type Day, day } from '#platform/kernel/days.ts'
import { type Confidence, type Guess, guessOf, type Span } from './text-spans.ts'

// Values in a pasted text: days, quantities, prices, units and codes. The patterns are tried on
// short pieces only, so that no text of any length makes them slow.

const mostCharacters = 40
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * Reads a day: `2026-03-01` is sure; `3/14/2026` and `March 1, 2026` are likely; `3/4/2026` is a
 * guess, because it may be a day before a month. Undefined if the piece is no day.
 */
export function dayIn(span: Span): Guess<Day> | undefined {
  const text = span.text.slice(0, mostCharacters).toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text)
  if (iso) return dayGuess(span, iso.slice(1), 'sure')
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})(?!\d)/.exec(text)
  if (slashed) {
    const [, first = '', second = '', year = ''] = slashed
    const isDayFirst = Number(first) > 12
    const [month, date] = isDayFirst ? [second, first] : [first, second]
    const isClear = isDayFirst || Number(second) > 12 || first === second
    return dayGuess(span, [fullYear(year), month, date], isClear ? 'likely' : 'guess')
  }
  const words = text.split(/[\s,.]{1,3}/, 3)
  const [first = '', second = '', third = ''] = words
  const isMonthFirst = monthOf(first) !== undefined
  const month = monthOf(isMonthFirst ? first : second)
  const date = /^\d{1,2}/.exec(isMonthFirst ? second : first)?.[0]
  const year = /^\d{4}/.exec(third)?.[0]
  if (month === undefined || date === undefined || year === undefined) return undefined
  return dayGuess(span, [year, String(month), date], 'likely')
}

function monthOf(word: string): number | undefined {
  if (word.length < 3) return undefined
  const index = months.findIndex((month) => month === word || month.slice(0, 3) === word)
  return index === -1 ? undefined : index + 1
}

const fullYear = (year: string) => (year.length === 2 ? `20${year}` : year)

function dayGuess(
  span: Span,
  [year = '', month = '', date = '']: readonly string[],
  confidence: Confidence,
): Guess<Day> | undefined {
  try {
    const value = day(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
    return guessOf(span, value, confidence)
  } catch {
    return undefined
  }
}

const mostUnits = 9_999_999

/** Reads a whole number of units, such as `1,000`, `12` or `12.0`; undefined for anything else. */
export function quantityIn({ text }: Span): number | undefined {
  if (text.length > mostCharacters) return undefined
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.0+)?$/.test(text) ? text.replaceAll(',', '') : text
  const [, digits] = /^(\d{1,7})(?:\.0{1,4})?$/.exec(plain) ?? []
  const units = Number(digits)
  return digits !== undefined && units >= 1 && units <= mostUnits ? units : undefined
}

/**
 * Reads a price with a currency sign or decimals, such as `$12`, `12.50` or `1,250.00`, as
 * decimal text. `12,50` is read with a decimal comma. Undefined for anything else, also for a price
 * with parts of a cent.
 */
export function priceIn({ text }: Span): string | undefined {
  if (text.length > mostCharacters) return undefined
  const [, sign, amount = ''] = /^(@?\$|@|usd)?([\d.,]{1,16})$/i.exec(text.replace(' ', '')) ?? []
  const withPoint = /^\d{1,9},\d{2}$/.test(amount)
    ? amount.replace(',', '.')
    : /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(amount)
      ? amount.replaceAll(',', '')
      : amount
  const [, units, cents] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(withPoint) ?? []
  if (units === undefined || (cents === undefined && sign === undefined)) return undefined
  return `${units.replace(/^0+(?=\d)/, '')}.${(cents ?? '').padEnd(2, '0')}`
}

const unitWords: ReadonlySet<string> = new Set(
  (
    'ea each pc pcs piece pieces cs case cases ca bx box boxes dz doz dozen pk pack packs pkg ' +
    'ctn carton cartons ft foot feet pr pair pairs rl roll rolls bg bag bags st set sets kit ' +
    'kits gal gallon gallons lb lbs pallet pallets unit units'
  ).split(' '),
)

/** Reads a unit of measure, as it is written; undefined for any other word. */
export function unitIn({ text }: Span): string | undefined {
  const word = text.toLowerCase().replace(/[.,;:]$/, '')
  return unitWords.has(word) ? text.replace(/[.,;:]$/, '') : undefined
}

/** True if a word may be a part number: it has a digit, and a letter or a hyphen, or is long. */
export function isCode(text: string): boolean {
  if (text.length < 3 || text.length > mostCharacters) return false
  if (!/^[A-Za-z0-9][A-Za-z0-9./_-]*$/.test(text) || /[./_-]$/.test(text)) return false
  const digits = text.replaceAll(/\D/g, '').length
  if (digits === 0) return false
  if (digits === text.length) return digits >= 6
  return /[A-Za-z]/.test(text) || /^\d+-\d+$/.test(text)
}
