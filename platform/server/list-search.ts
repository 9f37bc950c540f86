import { type Db, rows } from './db.ts'

/** Where every word of `q` is looked for: constants of the program. */
export type Search =
  /** A column in which the word may stand anywhere: for tables that are read in no time. */
  | string
  /** What the word may begin with, by an index in byte order: as typed or in capitals. */
  | { startOf: string }
  /** The same for `lower(…)`. */
  | { lowerStartOf: string }
  /** What the word may end, by an index on `reverse(…)`. */
  | { endOf: string }
  /** Rows of a shorter table that are found first: `key` is among the `id`s of `from`. */
  | Among

type Among = { key: string; id: string; from: string; columns: readonly string[] }

/** The ids that a word found in shorter tables, by word and place in the list of searches. */
export type Found = ReadonlyMap<string, readonly number[]>

type Add = (value: unknown) => string

/** The words of `q`; each of them has to be found. */
export function wordsOf(q: string | undefined): string[] {
  return (q ?? '').split(/\s+/).filter(Boolean)
}

/** Looks the words up in the shorter tables, so that the long one is found by its indexes. */
export async function findAmong(
  db: Db,
  searches: readonly Search[],
  q: string | undefined,
): Promise<Found> {
  const lookups = searches.flatMap((search, place) =>
    isAmong(search) ? wordsOf(q).map((word) => ({ search, place, word })) : [],
  )
  const found = await Promise.all(
    lookups.map(async ({ search, place, word }) => {
      const text = `select ${search.id} as id from ${search.from} where ${anywhere(search, '$1')}`
      const ids = await rows<{ id: number }>(db, { name: '', text }, [`%${escaped(word)}%`])
      return [placeOf(word, place), ids.map(({ id }) => id)] as const
    }),
  )
  return new Map(found)
}

/** One word as a condition: one of the searches finds it. */
export function wordHolds(
  searches: readonly Search[],
  word: string,
  { add, found }: { add: Add; found: Found | undefined },
): string {
  const holds = searches.map((search, place) => {
    if (typeof search === 'string') return `${search} ilike ${add(`%${escaped(word)}%`)}`
    if ('startOf' in search) return startHolds(search.startOf, word, add)
    if ('lowerStartOf' in search) {
      return `lower(${search.lowerStartOf}) like ${add(`${escaped(word.toLowerCase())}%`)}`
    }
    if ('endOf' in search) {
      const reversed = Array.from(word.toUpperCase()).toReversed().join('')
      return `reverse(${search.endOf}) collate "C" like ${add(`${escaped(reversed)}%`)}`
    }
    const ids = found?.get(placeOf(word, place))
    if (ids) return `${search.key} = any(${add(ids)}::int[])`
    const condition = anywhere(search, add(`%${escaped(word)}%`))
    return `${search.key} in (select ${search.id} from ${search.from} where ${condition})`
  })
  return holds.join(' or ')
}

function startHolds(column: string, word: string, add: Add): string {
  const starts = new Set([word, word.toUpperCase()])
  return [...starts].map((start) => `${column} like ${add(`${escaped(start)}%`)}`).join(' or ')
}

function anywhere({ columns }: Among, pattern: string): string {
  return columns.map((column) => `${column} ilike ${pattern}`).join(' or ')
}

function isAmong(search: Search): search is Among {
  return typeof search === 'object' && 'key' in search
}

function placeOf(word: string, place: number): string {
  return `${place} ${word}`
}

function escaped(word: string): string {
  return word.replace(/[\\%_]/g, (char) => `\\${char}`)
}
