import { distinctWords, lettersAndDigits, parseShortCode } from '#platform/kernel/fields.ts'
import { type Db, rows } from '../database/db.ts'

/** Where each word of `q` is searched: constants of the program. */
export type Search =
  /** A column that contains the word anywhere, for small tables. */
  | string
  /** A column that starts with the word, as typed or in upper case; uses an index in byte order. */
  | { startOf: string }
  /** The same with an index on `lower(…)`. */
  | { lowerStartOf: string }
  /**
   * A column that starts with all of `q`, reduced to letters and digits; uses an index on
   * `regexp_replace(lower(…), '[^a-z0-9]', '', 'g')`. Digits alone also match behind each prefix in
   * `series`, such as `11328` in `PO-11328`.
   */
  | { squeezedStartOf: string; series?: readonly string[] }
  /**
   * A code column that all of `q` is short for: `f1007` finds `FAS-1007`. Uses the index on the
   * pieces of `within`, which contains the code.
   */
  | { shortCodeOf: string; within: string }
  /** A column that ends with the word in upper case; uses an index on `reverse(…)`. */
  | { endOf: string }
  /** Text with a word that starts with the word; uses an index on `to_tsvector('simple', …)`. */
  | { wordOf: string }
  /** Lower-case text that contains the word anywhere; uses an index on `search_pieces(…)`. */
  | { partOf: string }
  /** Rows of a shorter table, which are found first: `key` matches one of the `id`s of `from`. */
  | Among

type Among = {
  key: string
  id: string
  from: string
  /**
   * True if `from` is as long as the list: if too many rows match, each list row is checked by
   * itself.
   */
  isLong?: boolean
  /** The table of `from`, for estimating from a sample whether a word is in most of its rows. */
  sampled?: string
} &
  /** Uses an index on the pieces of `within`, which contains the words of all columns. */
  (
    | { columns: readonly string[]; within?: string }
    /** Not a shorter table, but one with indexes for the search. */
    | { indexed: readonly Indexed[] }
  )
type PrefixSearch = { squeezedStartOf: string; series?: readonly string[] }
type ShortCodeSearch = { shortCodeOf: string; within: string }
type Indexed = Exclude<Search, string | Among | PrefixSearch | ShortCodeSearch>

/** Shorter words are not in any piece index. */
const pieceLength = 3
const leastPhoneDigits = 5
const leastSqueezed = 4

/** Above this number of ids, the long table is scanned instead of sending them. */
const mostIds = 10_000
/** The sample size for estimating how common a word is, in tables that are long enough. */
const samples = 300
/** Its multiples, modulo 1, are spread evenly, so a sample follows no pattern in the table. */
const goldenRatio = 0.618_033_988_75
const longTable = 100_000

/** The ids that each word matches in shorter tables, by word and index of the search. */
export type FoundIds = ReadonlyMap<string, readonly number[]>

/** Adds a parameter to a statement and returns its placeholder, such as `$3`. */
export type Add = (value: unknown) => string

/** The distinct words of `q`; a row must match all of them. */
export function wordsOf(q: string | undefined): string[] {
  return distinctWords(q ?? '')
}

/** Looks the words up in the shorter tables, so that the long table is searched by its indexes. */
export async function findAmong(
  db: Db,
  searches: readonly Search[],
  q: string | undefined,
): Promise<FoundIds> {
  const lookups = searches.flatMap((search, index) =>
    isAmong(search) ? wordsOf(q).map((word) => ({ search, place: index, word })) : [],
  )
  const found = await Promise.all(
    lookups.map(async ({ search, place, word }) => {
      if (await isCommon(db, search, word)) return undefined
      const values: unknown[] = []
      const add = (value: unknown) => `$${values.push(value)}`
      const within = 'within' in search && search.within
      const narrowed = within && !isShort(word) ? ` and ${trigramCondition(within, word, add)}` : ''
      const text = `${amongText(search, word, add)}${narrowed} limit ${mostIds + 1}`
      const ids = await rows<{ id: number }>(db, { name: '', text }, values)
      return [searchKeyOf(word, place), ids.map(({ id }) => id)] as const
    }),
  )
  return new Map(found.flatMap((each) => (each && each[1].length <= mostIds ? [each] : [])))
}

/**
 * Estimates from a sample of a long table whether a word matches far more rows than can be sent as
 * ids, because then the index lookup would be wasted. The sample is spread by id, because related
 * rows are adjacent, and not at equal distances, because batch jobs create rows at regular
 * intervals.
 */
export async function isCommon(db: Db, search: Among, word: string): Promise<boolean> {
  const { sampled, id } = search
  if (!sampled) return false
  const values: unknown[] = []
  const holds = amongHolds(search, word, (value) => `$${values.push(value)}`)
  const text = `with size as materialized (
      select reltuples as rows from pg_class where oid = '${sampled}'::regclass
    ), last as materialized (
      select max(id) as ids from ${sampled} where (select rows from size) > ${longTable}
    )
    select count(*) * (select rows from size) / ${samples} > ${3 * mostIds} as "isCommon"
    from generate_series(1, ${samples}) s
    join ${search.from} on ${id} = ceil(s * ${goldenRatio} % 1 * (select ids from last))::bigint
    where ${holds}`
  const [row] = await rows<{ isCommon: boolean }>(db, { name: '', text }, values)
  return row?.isCommon ?? false
}

/**
 * The condition for `q`: a row matches each word, or all of `q` as one squeezed text. Returns
 * undefined if `q` is empty.
 */
export function searchCondition(
  searches: readonly Search[],
  q: string | undefined,
  context: { add: Add; found: FoundIds | undefined },
): string | undefined {
  const words = wordsOf(q).map((word) => `(${wordCondition(searches, word, context)})`)
  if (words.length === 0) return undefined
  const squeezedQuery = lettersAndDigits(q ?? '')
  const wholes = squeezedQuery.length < leastSqueezed ? [] : searches.filter(isPrefixSearch)
  const prefixes = wholes.flatMap(({ squeezedStartOf, series = [] }) => {
    const plain = `regexp_replace(lower(${squeezedStartOf}), '[^a-z0-9]', '', 'g')`
    return inSeries(squeezedQuery, series).map(
      (start) => `${plain} like ${context.add(`${start}%`)}`,
    )
  })
  const short = searches.flatMap((search) =>
    isShortCodeSearch(search) ? shortCodeHolds(search, q ?? '', context.add) : [],
  )
  return [words.join(' and '), ...prefixes, ...short].join(' or ')
}

/**
 * The condition for a code typed with fewer letters. Digits alone are part of the code anyway, and
 * short numbers are in no piece index.
 */
function shortCodeHolds({ shortCodeOf, within }: ShortCodeSearch, q: string, add: Add): string[] {
  const { series = '', number = '' } = parseShortCode(q) ?? {}
  if (series === '' || number.length < pieceLength) return []
  const code = `lower(${shortCodeOf}) ~ ${add(shortCodePattern(q))}`
  return [`(${trigramCondition(within, number, add)} and ${code})`]
}

/** If a text is a short code: the regular expression of the lower-case codes it stands for. */
export function shortCodePattern(q: string): string | undefined {
  const parts = parseShortCode(q)
  return parts && `^${parts.series}[^0-9]*0*${parts.number}$`
}

/** A squeezed text as typed and, if it is digits only, with the prefix of each series. */
export function inSeries(squeezedText: string, series: readonly string[]): string[] {
  return [
    squeezedText,
    ...(/^\d+$/.test(squeezedText) ? series.map((each) => `${each}${squeezedText}`) : []),
  ]
}

/** The condition for one word: at least one search matches. */
function wordCondition(
  searches: readonly Search[],
  word: string,
  { add, found }: { add: Add; found: FoundIds | undefined },
): string {
  const costly: string[] = []
  const holds = searches.flatMap((search, index) => {
    if (isPrefixSearch(search) || isShortCodeSearch(search)) return []
    if (typeof search === 'string') return `${search} ilike ${add(`%${escaped(word)}%`)}`
    if (!isAmong(search)) return indexedHolds(search, word, add)
    const ids = found?.get(searchKeyOf(word, index))
    if (ids) return `${search.key} = any(${add(ids)}::int[])`
    if (!search.isLong) return `${search.key} in (${amongText(search, word, add)})`
    costly.push(oneByOne(search, word, add))
    return []
  })
  // With the id conditions first, a row that matches them needs no check by itself.
  return [...holds, ...costly].join(' or ')
}

function startHolds(column: string, word: string, add: Add): string {
  const starts = new Set([word, word.toUpperCase()])
  return [...starts].map((start) => `${column} like ${add(`${escaped(start)}%`)}`).join(' or ')
}

/** The condition for a word that an index supports. */
function indexedHolds(search: Indexed, word: string, add: Add): string {
  if ('startOf' in search) return startHolds(search.startOf, word, add)
  if ('lowerStartOf' in search) {
    return `lower(${search.lowerStartOf}) like ${add(`${escaped(word.toLowerCase())}%`)}`
  }
  if ('partOf' in search) return partHolds(search.partOf, word, add)
  if ('wordOf' in search) return wordPrefixCondition(search.wordOf, word, add)
  const reversed = Array.from(word.toUpperCase()).toReversed().join('')
  return `reverse(${search.endOf}) collate "C" like ${add(`${escaped(reversed)}%`)}`
}

/**
 * The condition that a text has a word with this prefix; uses an index on `to_tsvector('simple',
 * …)`. The index splits a number such as `INV-1004321` into two lexemes. The first must match
 * exactly, because a prefix search for it would scan most of the index.
 */
function wordPrefixCondition(column: string, word: string, add: Add): string {
  const [, series, digits] = /^([a-z]+)-(\d+)$/i.exec(word) ?? []
  const quoted = word.replaceAll('\\', '\\\\').replaceAll("'", "''")
  const tsquery = series ? `'${series}' <-> '-${digits}':*` : `'${quoted}':*`
  return `to_tsvector('simple', ${column}) @@ to_tsquery('simple', ${add(tsquery)})`
}

/** Selects the ids that a word matches in another table. */
function amongText(search: Among, word: string, add: Add): string {
  return `select ${search.id} as id from ${search.from} where (${amongHolds(search, word, add)})`
}

/** `offset 0` prevents the planner from reading all of the other table first. */
function oneByOne(search: Among, word: string, add: Add): string {
  return `exists (select from ${search.from}
    where ${search.id} = ${search.key} and (${amongHolds(search, word, add)}) offset 0)`
}

function amongHolds(search: Among, word: string, add: Add): string {
  if ('indexed' in search) {
    return search.indexed.map((each) => indexedHolds(each, word, add)).join(' or ')
  }
  const holds = search.columns.map((column) => `${column} ilike ${add(`%${escaped(word)}%`)}`)
  return holds.join(' or ')
}

/** Matches a word anywhere in lower-case text; also matches a phone number by its digits. */
function partHolds(column: string, word: string, add: Add): string {
  const digits = phoneDigits(word)
  const parts = [...new Set(digits === undefined ? [word] : [word, digits])]
  return parts.map((part) => holdsPart(column, part, add)).join(' or ')
}

function holdsPart(column: string, part: string, add: Add): string {
  const like = `${column} like lower(${add(`%${escaped(part)}%`)}::text)`
  return isShort(part) ? like : `(${trigramCondition(column, part, add)} and ${like})`
}

/**
 * The condition that a piece index supports; it may match other rows too. The subquery hides the
 * value from the planner, which would otherwise scan all rows for a common word.
 */
export function trigramCondition(column: string, part: string, add: Add): string {
  return `search_pieces(${column}) @> (select search_pieces(lower(${add(part)}::text)))`
}

/**
 * The digits of a text that may be a phone number or part of one, in any format; undefined if it
 * cannot be one.
 */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '')
  const isPhone = digits.length >= leastPhoneDigits && /^[\d\s()+./-]+$/.test(text)
  return isPhone ? digits : undefined
}

function isShort(word: string): boolean {
  return Array.from(word).length < pieceLength
}

function isPrefixSearch(search: Search): search is PrefixSearch {
  return typeof search === 'object' && 'squeezedStartOf' in search
}

function isShortCodeSearch(search: Search): search is ShortCodeSearch {
  return typeof search === 'object' && 'shortCodeOf' in search
}

function isAmong(search: Search): search is Among {
  return typeof search === 'object' && 'key' in search
}

function searchKeyOf(word: string, index: number): string {
  return `${index} ${word}`
}

/** Escapes a text for LIKE. */
export function escaped(word: string): string {
  return word.replace(/[\\%_]/g, (char) => `\\${char}`)
}
