import { addDays, type Day } from '#platform/kernel/days.ts'

/** What was agreed on when a customer pays. */
export type Terms =
  | { kind: 'prepaid' | 'receipt' | 'eom' }
  | { kind: 'net'; days: number; isEom: boolean; discount?: { percent: string; days: number } }
  /** A day of the next month, its last where it is shorter. */
  | { kind: 'prox'; day: number }

const usual: Terms = { kind: 'net', days: 30, isEom: false }

const prepaid = /^(?:prepaid|cia|cash in advance|cwo)$/
const receipt = /^(?:due[ -]on[ -]receipt|net-0|cod)$/
const early = /^(\d{1,2}(?:\.\d{1,2})?) ?%?(?: ?\/ ?| )(\d{1,3})(?: ?days)?,? (.+)$/
const net = /^(?:net|n)(?: ?[-/] ?| )(\d{1,3})(?: days)?( eom)?$/
const monthEnd = /^(?:net )?eom$/
const proximo = /^(\d{1,2})(?:st|nd|rd|th)? (?:prox|mfi)$/

/**
 * Payment terms as people write them: `net-30`, `n/30`, `2/10 net 30 eom`, `eom`, `10th prox`,
 * `cod`, `prepaid`; capitals and blanks make no difference. Undefined for any other text.
 */
export function parseTerms(text: string): Terms | undefined {
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (prepaid.test(plain)) return { kind: 'prepaid' }
  if (receipt.test(plain)) return { kind: 'receipt' }
  if (monthEnd.test(plain)) return { kind: 'eom' }
  const [, ofMonth] = proximo.exec(plain) ?? []
  if (ofMonth)
    return isDayOfMonth(Number(ofMonth)) ? { kind: 'prox', day: Number(ofMonth) } : undefined
  const [, percent, within, rest] = early.exec(plain) ?? []
  const [, days, eom] = net.exec(rest ?? plain) ?? []
  if (days === undefined) return undefined
  const discount = percent && within ? { percent, days: Number(within) } : undefined
  return {
    kind: 'net',
    days: Number(days),
    isEom: eom !== undefined,
    ...(discount && { discount }),
  }
}

function isDayOfMonth(count: number): boolean {
  return count >= 1 && count <= 31
}

/**
 * The day an amount is due by its terms, counted from the day of its document, without a shift for
 * weekends. Terms that nobody understands are net 30. Terms end of month count from its last day.
 */
export function dueDate(terms: string, documentDate: Day): Day {
  const agreed = parseTerms(terms) ?? usual
  if (agreed.kind === 'net') return addDays(baseOf(agreed, documentDate), agreed.days)
  if (agreed.kind === 'eom') return lastOfMonth(documentDate)
  if (agreed.kind === 'prox') return dayOfNextMonth(documentDate, agreed.day)
  return documentDate
}

/** The last day on which an early payment may take its discount; undefined where none is agreed. */
export function discountDate(terms: string, documentDate: Day): Day | undefined {
  const agreed = parseTerms(terms)
  if (agreed?.kind !== 'net' || !agreed.discount) return undefined
  return addDays(baseOf(agreed, documentDate), agreed.discount.days)
}

function baseOf({ isEom }: { isEom: boolean }, documentDate: Day): Day {
  return isEom ? lastOfMonth(documentDate) : documentDate
}

function firstOfNextMonth(date: Day): Day {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  // Beyond the calendar's years too: a bound may lie before the first day anybody can type.
  return `${next[0]}-${String(next[1]).padStart(2, '0')}-01` as Day
}

function lastOfMonth(date: Day): Day {
  return addDays(firstOfNextMonth(date), -1)
}

function dayOfNextMonth(date: Day, ofMonth: number): Day {
  const first = firstOfNextMonth(date)
  const last = lastOfMonth(first)
  const wanted = addDays(first, ofMonth - 1)
  return wanted < last ? wanted : last
}

/**
 * How long receivables have been due: not yet, or for so many days. The due day itself is in the
 * first bucket, 90 in the third (specification, section 9).
 */
export const buckets = [
  { id: 'notDue', label: 'Not due', from: undefined },
  { id: 'days0to30', label: '0-30 days', from: 0 },
  { id: 'days31to60', label: '31-60 days', from: 31 },
  { id: 'days61to90', label: '61-90 days', from: 61 },
  { id: 'over90', label: 'Over 90 days', from: 91 },
] as const
export type BucketId = (typeof buckets)[number]['id']
export const bucketIds = buckets.map(({ id }) => id) as [BucketId, ...BucketId[]]

/**
 * The last document day whose amount has been due for at least `days` on a day, by its terms. A
 * later document is never due earlier, so that everything up to that day has been due as long.
 */
export function lastDocumentDue(terms: string, asOf: Day, days: number): Day {
  const limit = addDays(asOf, -days)
  let date = limit
  while (dueDate(terms, date) > limit) date = addDays(date, -1)
  return date
}
