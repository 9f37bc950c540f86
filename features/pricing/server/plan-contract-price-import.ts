import { addDays, type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Terms } from './check-contract-price-terms.ts'

/** A file row with its customer and SKU resolved. */
export type ImportedPrice = Pick<Terms, 'customerId' | 'skuId' | 'contractPrice'> &
  Partial<Pick<Terms, 'minimumQuantity' | 'effectiveDate' | 'expirationDate' | 'isActive'>> & {
    /** The row number in the file. */
    row: number
    /** Why no new price can be created for this pair, such as `C-1042 is inactive`. */
    whyNotNew?: { field: string; message: string } | undefined
  }

/**
 * A price after the import. `id` and `before` are set if it exists already; `row` is the row that
 * refers to it (`isSkipped`: without changing it); `endedBy` is the row of its successor.
 */
export type PlannedPrice = {
  terms: Terms
  id?: number
  before?: Terms
  row?: number
  isSkipped?: true
  endedBy?: number
}

type RowError = { row: number; field: string; message: string }

/**
 * Plans the effect of the file rows on the stored prices. A row refers to the price of its
 * customer, SKU and quantity that starts on its effective date or, without a date, to the one valid
 * today; if there is none, it creates one. With `isUpdate` existing prices are updated, and a price
 * without a last day ends the day before its successor starts; otherwise existing prices do not
 * change. An overlap is an error of the later row.
 */
export function planPriceImport(
  lines: readonly ImportedPrice[],
  onRecord: readonly (Terms & { id: number })[],
  how: Pick<ImportOptions, 'isUpdate' | 'today'> & Partial<ImportOptions>,
): { prices: PlannedPrice[]; errors: RowError[] } {
  const { isUpdate, today, nameOf = (row) => `row ${row}` } = how
  const byKey = new Map<string, PlannedPrice[]>()
  const of = (terms: Key) => {
    const key = `${terms.customerId} ${terms.skuId} ${terms.minimumQuantity ?? 1}`
    const found = byKey.get(key) ?? []
    byKey.set(key, found)
    return found
  }
  for (const { id, ...terms } of onRecord) of(terms).push({ id, terms, before: terms })
  // By date, whatever the order in the file: each price ends the one before it.
  const dayOf = (line: ImportedPrice) => line.effectiveDate ?? today
  const inOrder = lines.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1))
  const errors = inOrder.flatMap(
    (line) => applyRow(line, of(line), { isUpdate, today, nameOf }) ?? [],
  )
  const all = [...byKey.values()]
  return { prices: all.flat(), errors: [...errors, ...all.flatMap(clashesIn)] }
}

type Key = { customerId: number; skuId: number; minimumQuantity?: number | undefined }
type ImportOptions = {
  isUpdate: boolean
  today: Day
  /** How messages call a row; by default `row 7`. */
  nameOf(row: number): string
}

/** Adds a row to the prices of its customer, SKU and quantity, or returns the error. */
function applyRow(
  line: ImportedPrice,
  prices: PlannedPrice[],
  options: ImportOptions,
): RowError | undefined {
  const found = findExisting(line, prices, options.today)
  if (found?.row !== undefined) {
    return errorOf(line, 'sku', `Duplicate of ${options.nameOf(found.row)}`)
  }
  if (found && !options.isUpdate) {
    Object.assign(found, { row: line.row, isSkipped: true })
    return
  }
  if (!found && line.whyNotNew) return errorOf(line, line.whyNotNew.field, line.whyNotNew.message)
  const terms = found ? changedBy(line, found.terms) : newFrom(line, options.today)
  if (terms.expirationDate !== null && terms.expirationDate < terms.effectiveDate) {
    return errorOf(line, 'expirationDate', 'Must not be before the effective date')
  }
  if (found) {
    Object.assign(found, { terms, row: line.row })
    return
  }
  if (options.isUpdate && terms.isActive) endOpenPrice(terms.effectiveDate, prices, line.row)
  prices.push({ terms, row: line.row })
}

function findExisting(line: ImportedPrice, prices: readonly PlannedPrice[], today: Day) {
  const { effectiveDate } = line
  const day = effectiveDate ?? today
  const onDay = prices.filter(({ terms }) => terms.effectiveDate === day)
  // Prefers the active price over a deactivated one.
  const starting = onDay.find(({ terms }) => terms.isActive) ?? onDay[0]
  if (effectiveDate !== undefined) return starting
  return prices.find(({ terms }) => isInEffect(terms, today)) ?? starting
}

function isInEffect({ isActive, effectiveDate, expirationDate }: Terms, day: Day): boolean {
  return isActive && effectiveDate <= day && (expirationDate === null || expirationDate >= day)
}

function changedBy(line: ImportedPrice, terms: Terms): Terms {
  const { contractPrice, expirationDate = terms.expirationDate, isActive = terms.isActive } = line
  return { ...terms, contractPrice, expirationDate, isActive }
}

function newFrom(line: ImportedPrice, today: Day): Terms {
  const { customerId, skuId, contractPrice } = line
  const { minimumQuantity = 1, effectiveDate = today } = line
  const { expirationDate = null, isActive = true } = line
  const parties = { customerId, skuId, contractPrice, minimumQuantity }
  return { ...parties, effectiveDate, expirationDate, isActive }
}

/** Ends the open-ended price before its successor from the file. */
function endOpenPrice(day: Day, prices: readonly PlannedPrice[], row: number): void {
  const open = prices.find(
    ({ terms }) => terms.isActive && terms.expirationDate === null && terms.effectiveDate < day,
  )
  if (!open) return
  open.terms = { ...open.terms, expirationDate: addDays(day, -1) }
  open.endedBy = row
}

/** Overlaps among the prices of one customer, SKU and quantity. */
function clashesIn(prices: readonly PlannedPrice[]): RowError[] {
  const active = prices
    .filter(({ terms }) => terms.isActive)
    .toSorted((one, other) => (one.terms.effectiveDate < other.terms.effectiveDate ? -1 : 1))
  return active.flatMap((later, at) => {
    const earlier = active[at - 1]
    const end = earlier?.terms.expirationDate
    if (!earlier || (end && end < later.terms.effectiveDate)) return []
    const [row, other] =
      rowOf(later) >= rowOf(earlier) ? [rowOf(later), earlier] : [rowOf(earlier), later]
    return [{ row, field: 'effectiveDate', message: `Overlaps with ${describeTerms(other.terms)}` }]
  })
}

/** The first price that overlaps the given terms, of a map by id; undefined if none does. */
export function firstClash(
  terms: Terms,
  id: number,
  termsById: ReadonlyMap<number, Terms>,
): Terms | undefined {
  return [...termsById].find(([other, each]) => other !== id && isOverlapping(terms, each))?.[1]
}

function isOverlapping(one: Terms, other: Terms): boolean {
  const isSameKey =
    one.customerId === other.customerId &&
    one.skuId === other.skuId &&
    one.minimumQuantity === other.minimumQuantity
  const begins = (earlier: Terms, later: Terms) =>
    later.expirationDate === null || earlier.effectiveDate <= later.expirationDate
  return isSameKey && one.isActive && other.isActive && begins(one, other) && begins(other, one)
}

/** The row that creates or changes a price; 0 if it is unchanged. */
function rowOf({ row, isSkipped }: PlannedPrice): number {
  return isSkipped ? 0 : (row ?? 0)
}

function describeTerms({ contractPrice, effectiveDate, expirationDate }: Terms): string {
  const start = `the price of ${formatDecimal(contractPrice)} from ${usDay(effectiveDate)}`
  return expirationDate ? `${start} to ${usDay(expirationDate)}` : `${start} on`
}

function usDay(day: Day): string {
  return formatDay(day, 'en-US')
}

/** True if price, last day and active flag are equal. */
export function isSame(one: Terms, other: Terms): boolean {
  return (
    one.contractPrice === other.contractPrice &&
    one.expirationDate === other.expirationDate &&
    one.isActive === other.isActive
  )
}

function errorOf({ row }: ImportedPrice, field: string, message: string): RowError {
  return { row, field, message }
}
