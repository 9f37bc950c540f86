import { isDay } from '#platform/kernel/days.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import type { Condition } from './list-order.ts'
import { type FoundIds, type Search, textHolds } from './list-search.ts'

/** How a filter parameter compares: values separated by commas match any of them. */
export type Filter =
  | {
      sql: string
      type: 'text' | 'int' | 'numeric' | 'boolean' | 'date'
      compare?: '=' | '>=' | '<='
      /** The field that an index on the column keeps the rows of each value in order of. */
      orderedBy?: string
      /** Whether capitals make no difference; `sql` is in small letters then. */
      isFolded?: boolean
      /** Whether accents make none either; `sql` is `plain` of the column then. */
      isPlain?: boolean
      /**
       * The condition around this one, `%` standing for it: for what lies in another table. What
       * several filters of the same ask for has to be one row there.
       */
      within?: string
    }
  | { when: string; holds: string }
  /** What each value asks for, written out where an index answers that and not the value. */
  | { each: Record<string, string> }
  /** A column of moments: all of a day where `zone`, in SQL, says it is, or one as answered. */
  | { moment: string; zone: string }

type Filterable = {
  where: string
  /** Values of the program that the SQL of the list names `$1`, `$2` and so on. */
  values?: readonly unknown[]
  search: readonly Search[]
  filters: Record<string, Filter>
}

/**
 * What a caller asked for as a condition: the list's own, its filters, every word of `q`. What the
 * words found in shorter tables may be given; they are looked for within the condition otherwise.
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
    // The query's schema gives text or numbers only.
    const given = query[name] as string | number | undefined
    if (given === undefined || given === '') continue
    const around = 'sql' in filter ? (filter.within ?? '%') : '%'
    within.set(around, [...(within.get(around) ?? []), holds(filter, String(given), add)])
  }
  for (const [around, held] of within)
    conditions.push(around.replace('%', () => held.map((each) => `(${each})`).join(' and ')))
  const text = textHolds(list.search, query.q, { add, found })
  if (text) conditions.push(text)
  return { where: conditions.map((condition) => `(${condition})`).join(' and '), values }
}

/** A query whose `q` is the name of a status, or of another word of the list, as its filter. */
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

/** The words of a column that has few values, each asking for its own. */
export function wordsFor(name: string, values: readonly string[]) {
  return Object.fromEntries(values.map((value) => [value, { [name]: value }]))
}

/** `active` and `inactive`, as the badges of records say it. */
export const activeWords = { active: { isActive: 'true' }, inactive: { isActive: 'false' } }

function holds(filter: Filter, given: string, add: (value: unknown) => string): string {
  if ('when' in filter) return given === filter.when ? filter.holds : 'true'
  if ('each' in filter) return anyOf(filter.each, given.split(','))
  if ('moment' in filter) return during(filter, given, add)
  const { sql, type, compare = '=', isFolded = false, isPlain = false } = filter
  const bare = isPlain ? given.trim().normalize('NFD').replace(accents, '') : given
  const folded = isFolded || isPlain ? bare.toLowerCase() : bare
  const [first, ...further] = compare === '=' ? acceptedValues(folded, type, isPlain) : [folded]
  // Of one value an index has the rows in the order of its next column; of any of some it has not.
  return further.length > 0
    ? `${sql} = any(${add([first, ...further])}::${type}[])`
    : `${sql} ${compare} ${add(first)}::${type}`
}

/** Answers cut a moment off at the millisecond. */
function during(
  { moment, zone }: { moment: string; zone: string },
  given: string,
  add: (value: unknown) => string,
): string {
  const value = add(given)
  const starts = (day: string) => `(${day})::timestamp at time zone ${zone}`
  const [from, until] = isDay(given)
    ? [starts(`${value}::date`), starts(`${value}::date + 1`)]
    : [`${value}::timestamptz`, `${value}::timestamptz + interval '1 millisecond'`]
  return `${moment} >= ${from} and ${moment} < ${until}`
}

const accents = /[\u0300-\u036f]/g

/** A column of text without capitals and accents, so that `Québec` and `quebec` are the same. */
export function plain(column: string): string {
  const bare = `regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036f]', '', 'g')`
  return `lower(${bare} collate "und-x-icu")`
}

function anyOf(each: Record<string, string>, given: readonly string[]): string {
  const known = given.filter((value) => Object.hasOwn(each, value))
  return known.map((value) => `(${each[value]})`).join(' or ') || 'false'
}

/** `Austin,Reno` wants either; a text with a comma of its own is wanted as a whole too. */
function acceptedValues(given: string, type: string, isPlain: boolean): string[] {
  const parts = given.split(',').map((part) => (isPlain ? part.trim() : part))
  return type === 'text' && parts.length > 1 ? [given, ...parts] : parts
}

/** The names of the filters that a query uses. */
export function filtersIn(list: Pick<Filterable, 'filters'>, query: Record<string, unknown>) {
  return Object.keys(list.filters).filter((name) => query[name] !== undefined && query[name] !== '')
}
