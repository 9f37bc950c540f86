import { isDay } from '#platform/kernel/days.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import type { Condition } from './list-order.ts'
import { type FoundIds, type Search, searchCondition } from './list-search.ts'

/** How a filter parameter is compared. Several values, separated by commas, match any of them. */
export type Filter =
  | {
      sql: string
      type: 'text' | 'int' | 'numeric' | 'boolean' | 'date'
      compare?: '=' | '>=' | '<='
      /** The sort field that an index on the column preserves for rows with equal values. */
      orderedBy?: string
      /** True to ignore case; `sql` must be lower case. */
      isFolded?: boolean
      /** True to ignore case and accents; `sql` must be `normalizedSql` of the column. */
      isPlain?: boolean
      /**
       * Wraps the condition, at `%`, in a subquery on another table. Several filters with the same
       * wrapper must match the same row there.
       */
      within?: string
    }
  | { when: string; holds: string }
  /** A condition for each value, for indexes that cover the condition but not the value. */
  | { each: Record<string, string> }
  /**
   * A timestamp column: matches a whole day in the time zone `zone` (SQL), or one timestamp. With
   * `bound` it matches from the start of the first day, or to the end of the last one.
   */
  | { moment: string; zone: string; bound?: 'first' | 'last' }

type Filterable = {
  where: string
  /** Values that the SQL of the list refers to as `$1`, `$2` and so on. */
  values?: readonly unknown[]
  search: readonly Search[]
  filters: Record<string, Filter>
}

/**
 * Builds the condition of a list query: the list's own condition, its filters, and every word of
 * `q`. `found` holds the ids that the words match in shorter tables; without it, they are
 * subqueries.
 */
export function conditionOf(
  list: Filterable,
  query: ListQuery & Record<string, unknown>,
  found?: FoundIds,
): Condition {
  const values: unknown[] = [...(list.values ?? [])]
  const add = (value: unknown) => `$${values.push(value)}`
  const conditions = [list.where]
  const within = new Map<string, string[]>()
  for (const [name, filter] of Object.entries(list.filters)) {
    // The query's schema allows only text and numbers.
    const filterValue = query[name] as string | number | undefined
    if (filterValue === undefined || filterValue === '') continue
    const around = 'sql' in filter ? (filter.within ?? '%') : '%'
    within.set(around, [...(within.get(around) ?? []), holds(filter, String(filterValue), add)])
  }
  for (const [around, held] of within)
    conditions.push(around.replace('%', () => held.map((each) => `(${each})`).join(' and ')))
  const text = searchCondition(list.search, query.q, { add, found })
  if (text) conditions.push(text)
  return { where: conditions.map((condition) => `(${condition})`).join(' and '), values }
}

/** Converts a `q` that names a status, or another keyword of the list, to the filter for it. */
export function withNamedFilter<Query extends ListQuery & Record<string, unknown>>(
  { words = {} }: { words?: Record<string, Record<string, string>> },
  query: Query,
): Query {
  const word = query.q?.trim().toLowerCase() ?? ''
  const named = Object.hasOwn(words, word) ? words[word] : undefined
  const isFree = (name: string) => query[name] === undefined || query[name] === ''
  if (!named || !Object.keys(named).every(isFree)) return query
  return { ...query, q: undefined, ...named }
}

/** Keywords for a column with few values, each filtering by that value. */
export function keywordsFor(name: string, values: readonly string[]) {
  return Object.fromEntries(values.map((value) => [value, { [name]: value }]))
}

/** The keywords `active` and `inactive`, as on the badges of records. */
export const activeKeywords = { active: { isActive: 'true' }, inactive: { isActive: 'false' } }

function holds(filter: Filter, text: string, add: (value: unknown) => string): string {
  if ('when' in filter) return text === filter.when ? filter.holds : 'true'
  if ('each' in filter) return anyOf(filter.each, text.split(','))
  if ('moment' in filter) return during(filter, text, add)
  const { sql, type, compare = '=', isFolded = false, isPlain = false } = filter
  const withoutAccents = isPlain ? text.trim().normalize('NFD').replace(accents, '') : text
  const folded = isFolded || isPlain ? withoutAccents.toLowerCase() : withoutAccents
  const [first, ...further] = compare === '=' ? acceptedValues(folded, type, isPlain) : [folded]
  // For a single value, an index returns rows in the order of its next column; for several it does
  // not.
  return further.length > 0
    ? `${sql} = any(${add([first, ...further])}::${type}[])`
    : `${sql} ${compare} ${add(first)}::${type}`
}

/** Responses truncate timestamps to the millisecond. */
function during(
  { moment, zone, bound }: Extract<Filter, { moment: string }>,
  text: string,
  add: (value: unknown) => string,
): string {
  const value = add(text)
  const starts = (day: string) => `(${day})::timestamp at time zone ${zone}`
  if (bound === 'first') return `${moment} >= ${starts(`${value}::date`)}`
  if (bound === 'last') return `${moment} < ${starts(`${value}::date + 1`)}`
  const [from, until] = isDay(text)
    ? [starts(`${value}::date`), starts(`${value}::date + 1`)]
    : [`${value}::timestamptz`, `${value}::timestamptz + interval '1 millisecond'`]
  return `${moment} >= ${from} and ${moment} < ${until}`
}

const accents = /[\u0300-\u036f]/g

/** Normalizes a text column in SQL, without case and accents: `Québec` and `quebec` are equal. */
export function normalizedSql(column: string): string {
  const withoutAccents = `regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036f]', '', 'g')`
  return `lower(${withoutAccents} collate "und-x-icu")`
}

function anyOf(each: Record<string, string>, values: readonly string[]): string {
  const known = values.filter((value) => Object.hasOwn(each, value))
  return known.map((value) => `(${each[value]})`).join(' or ') || 'false'
}

/** `Austin,Reno` matches either; a text that contains a comma also matches as a whole. */
function acceptedValues(text: string, type: string, isPlain: boolean): string[] {
  const parts = text.split(',').map((part) => (isPlain ? part.trim() : part))
  return type === 'text' && parts.length > 1 ? [text, ...parts] : parts
}

/** The names of the filters that a query uses. */
export function filtersIn(list: Pick<Filterable, 'filters'>, query: Record<string, unknown>) {
  return Object.keys(list.filters).filter((name) => query[name] !== undefined && query[name] !== '')
}
