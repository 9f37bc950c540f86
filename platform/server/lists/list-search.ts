import { differentWords, squeezed } from '#platform/kernel/fields.ts'
import { type Db, rows } from '../database/db.ts'

/** Where every word of `q` is looked for: constants of the program. */
export type Search =
  /** A column in which the word may stand anywhere: for tables that are read in no time. */
  | string
  /** What the word may begin with, by an index in byte order: as typed or in capitals. */
  | { startOf: string }
  /** The same for `lower(…)`. */
  | { lowerStartOf: string }
  /**
   * What all of `q` may begin, of letters and digits alone, by an index on
   * `regexp_replace(lower(…), '[^a-z0-9]', '', 'g')`; digits alone also behind each of `series`,
   * such as `11328` of `PO-11328`.
   */
  | { squeezedStartOf: string; series?: readonly string[] }
  /** What the word may end, by an index on `reverse(…)`: in capitals. */
  | { endOf: string }
  /** Text of which a word begins so, by an index on `to_tsvector('simple', …)`. */
  | { wordOf: string }
  /** A text in small letters in which it may stand anywhere, by an index on `search_pieces(…)`. */
  | { partOf: string }
  /** Rows of a shorter table that are found first: `key` is among the `id`s of `from`. */
  | Among

type Among = {
  key: string
  id: string
  from: string
  /** Whether `from` is as long as the list: each row is looked at for itself, if too many match. */
  isLong?: boolean
  /** The table that `from` is, where a word may be one of most of its rows: some tell that. */
  sampled?: string
} &
  /** Looked up by an index on the pieces of `within`, which has all of the columns' words. */
  (
    | { columns: readonly string[]; within?: string }
    /** Not shorter at all, but found by its indexes. */
    | { indexed: readonly Indexed[] }
  )
type WholeWord = { squeezedStartOf: string; series?: readonly string[] }
type Indexed = Exclude<Search, string | Among | WholeWord>

/** Words shorter than a piece are in no index. */
const pieceLength = 3
const leastPhoneDigits = 5
const leastSqueezed = 4

/** More ids than these are not sent: the long table is read for them instead. */
const mostIds = 10_000
/** So many rows tell how common a word is, where a table is long enough for that to matter. */
const samples = 300
/** Multiples of it, less what is whole of them, lie evenly, in step with nothing that repeats. */
const goldenRatio = 0.618_033_988_75
const longTable = 100_000

/** The ids that a word found in shorter tables, by word and place in the list of searches. */
export type FoundIds = ReadonlyMap<string, readonly number[]>

/** Takes a value of a statement and answers its place there, such as `$3`. */
export type Add = (value: unknown) => string

/** The different words of `q`; each of them has to be found. */
export function wordsOf(q: string | undefined): string[] {
  return differentWords(q ?? '')
}

/** Looks the words up in the shorter tables, so that the long one is found by its indexes. */
export async function findAmong(
  db: Db,
  searches: readonly Search[],
  q: string | undefined,
): Promise<FoundIds> {
  const lookups = searches.flatMap((search, place) =>
    isAmong(search) ? wordsOf(q).map((word) => ({ search, place, word })) : [],
  )
  const found = await Promise.all(
    lookups.map(async ({ search, place, word }) => {
      if (await isCommon(db, search, word)) return undefined
      const values: unknown[] = []
      const add = (value: unknown) => `$${values.push(value)}`
      const within = 'within' in search && search.within
      const near = within && !isShort(word) ? ` and ${pieceHolds(within, word, add)}` : ''
      const text = `${amongText(search, word, add)}${near} limit ${mostIds + 1}`
      const ids = await rows<{ id: number }>(db, { name: '', text }, values)
      return [placeOf(word, place), ids.map(({ id }) => id)] as const
    }),
  )
  return new Map(found.flatMap((each) => (each && each[1].length <= mostIds ? [each] : [])))
}

/**
 * Whether far more rows than may be named have a word, as some of a long table tell: its index
 * would be gone through for nothing. They are spread by id, as what belongs together lies together,
 * and not at equal distances, as what one kind of run posts comes again and again.
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

/** `q` as a condition: each of its words is found, or all of it in one; undefined where empty. */
export function textHolds(
  searches: readonly Search[],
  q: string | undefined,
  place: { add: Add; found: FoundIds | undefined },
): string | undefined {
  const words = wordsOf(q).map((word) => `(${wordHolds(searches, word, place)})`)
  if (words.length === 0) return undefined
  const whole = squeezed(q ?? '')
  const wholes = whole.length < leastSqueezed ? [] : searches.filter(isWhole)
  const begun = wholes.flatMap(({ squeezedStartOf, series = [] }) => {
    const plain = `regexp_replace(lower(${squeezedStartOf}), '[^a-z0-9]', '', 'g')`
    return inSeries(whole, series).map((start) => `${plain} like ${place.add(`${start}%`)}`)
  })
  return [words.join(' and '), ...begun].join(' or ')
}

/** A squeezed text as typed and, where it is digits alone, behind each series. */
export function inSeries(whole: string, series: readonly string[]): string[] {
  return [whole, ...(/^\d+$/.test(whole) ? series.map((each) => `${each}${whole}`) : [])]
}

/** One word as a condition: one of the searches finds it. */
function wordHolds(
  searches: readonly Search[],
  word: string,
  { add, found }: { add: Add; found: FoundIds | undefined },
): string {
  const costly: string[] = []
  const holds = searches.flatMap((search, place) => {
    if (isWhole(search)) return []
    if (typeof search === 'string') return `${search} ilike ${add(`%${escaped(word)}%`)}`
    if (!isAmong(search)) return indexedHolds(search, word, add)
    const ids = found?.get(placeOf(word, place))
    if (ids) return `${search.key} = any(${add(ids)}::int[])`
    if (!search.isLong) return `${search.key} in (${amongText(search, word, add)})`
    costly.push(oneByOne(search, word, add))
    return []
  })
  // In this order a row that the ids have is not looked at for itself.
  return [...holds, ...costly].join(' or ')
}

function startHolds(column: string, word: string, add: Add): string {
  const starts = new Set([word, word.toUpperCase()])
  return [...starts].map((start) => `${column} like ${add(`${escaped(start)}%`)}`).join(' or ')
}

/** A word as a condition that an index answers. */
function indexedHolds(search: Indexed, word: string, add: Add): string {
  if ('startOf' in search) return startHolds(search.startOf, word, add)
  if ('lowerStartOf' in search) {
    return `lower(${search.lowerStartOf}) like ${add(`${escaped(word.toLowerCase())}%`)}`
  }
  if ('partOf' in search) return partHolds(search.partOf, word, add)
  if ('wordOf' in search) return wordBegins(search.wordOf, word, add)
  const reversed = Array.from(word.toUpperCase()).toReversed().join('')
  return `reverse(${search.endOf}) collate "C" like ${add(`${escaped(reversed)}%`)}`
}

/**
 * The condition that a word of a text begins so, by an index on `to_tsvector('simple', …)`. Of a
 * number such as `INV-1004321`, which stands there in two parts, the first is there as a whole: all
 * that begin like it, most of the index, are not gone through.
 */
function wordBegins(column: string, word: string, add: Add): string {
  const [, series, digits] = /^([a-z]+)-(\d+)$/i.exec(word) ?? []
  const quoted = word.replaceAll('\\', '\\\\').replaceAll("'", "''")
  const asked = series ? `'${series}' <-> '-${digits}':*` : `'${quoted}':*`
  return `to_tsvector('simple', ${column}) @@ to_tsquery('simple', ${add(asked)})`
}

/** The ids that a word finds in another table. */
function amongText(search: Among, word: string, add: Add): string {
  return `select ${search.id} as id from ${search.from} where (${amongHolds(search, word, add)})`
}

/** `offset 0` keeps the database from reading all of the other table first. */
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

/** A word that stands anywhere in a text of small letters; digits of a phone in any format. */
function partHolds(column: string, word: string, add: Add): string {
  const digits = phoneDigits(word)
  const parts = [...new Set(digits === undefined ? [word] : [word, digits])]
  return parts.map((part) => holdsPart(column, part, add)).join(' or ')
}

function holdsPart(column: string, part: string, add: Add): string {
  const like = `${column} like lower(${add(`%${escaped(part)}%`)}::text)`
  return isShort(part) ? like : `(${pieceHolds(column, part, add)} and ${like})`
}

/**
 * The condition that an index on the pieces of a text answers; it may hold of others too. What is
 * asked for is hidden from the planner: of a word of all rows it would take each row's pieces.
 */
export function pieceHolds(column: string, part: string, add: Add): string {
  return `search_pieces(${column}) @> (select search_pieces(lower(${add(part)}::text)))`
}

/** The digits of what may be a phone number or a part of one, in any format. */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '')
  const isPhone = digits.length >= leastPhoneDigits && /^[\d\s()+./-]+$/.test(text)
  return isPhone ? digits : undefined
}

function isShort(word: string): boolean {
  return Array.from(word).length < pieceLength
}

function isWhole(search: Search): search is WholeWord {
  return typeof search === 'object' && 'squeezedStartOf' in search
}

function isAmong(search: Search): search is Among {
  return typeof search === 'object' && 'key' in search
}

function placeOf(word: string, place: number): string {
  return `${place} ${word}`
}

/** A text as `like` takes it literally. */
export function escaped(word: string): string {
  return word.replace(/[\\%_]/g, (char) => `\\${char}`)
}
