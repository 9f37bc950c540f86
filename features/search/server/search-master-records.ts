import { lettersAndDigits } from '#platform/kernel/fields.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  type Add,
  escaped,
  phoneDigits,
  trigramCondition,
  wordsOf,
} from '#platform/server/lists/list-search.ts'
import type { RankedHit } from '../rules.ts'
import { matchRanks, mayBeMisspelled, whyFound } from '../rules.ts'

/** Above this number, matches are not ranked individually: the first of each rank are queried. */
const mostRanked = 1000

/** How customers, vendors or SKUs are searched. SQL fragments, all constants in the code. */
export type Master = {
  kind: 'customer' | 'vendor' | 'sku'
  from: string
  /** Columns matched exactly when typed or scanned; the first also by prefix. */
  codes: readonly [string, ...string[]]
  name: string
  /** Other searched columns, named as in `Row`. */
  columns: string
}

type Row = {
  id: number
  code: string
  title: string
  isActive: boolean
  rank: number
  email?: string
  phone?: string | null
  city?: string | null
  contact?: string | null
  category?: string | null
  barcode?: string | null
  available?: number
  notes?: string | null
}

export const masters = {
  customer: {
    kind: 'customer',
    from: 'customers m',
    codes: ['m.customer_code'],
    name: 'm.name',
    columns: 'm.email, m.phone, m.city, m.contact_name as contact, m.notes',
  },
  vendor: {
    kind: 'vendor',
    from: 'vendors m',
    codes: ['m.vendor_code'],
    name: 'm.name',
    columns: 'm.email, m.phone, m.city, m.contact_name as contact, m.notes',
  },
  sku: {
    kind: 'sku',
    from: 'skus m',
    codes: ['m.sku', 'm.barcode'],
    name: 'm.name',
    columns: `m.category, m.barcode,
      m.current_stock - m.reserved - m.soft_reserved as available`,
  },
} as const satisfies Record<string, Master>

/**
 * Records that contain every word of the text: exact code, then code prefix, then words of the
 * name, then the rest; active before inactive and newer before older within each rank.
 */
export async function findMasters(
  ctx: Context,
  master: Master,
  { q, limit }: { q: string; limit: number },
): Promise<RankedHit[]> {
  const some = await idsOf(ctx, (add) => {
    const holds = `${notDeleted} and ${partsHold(q, add)}`
    return `select m.id from ${master.from} where ${holds} limit ${mostRanked + 1}`
  })
  const ids = some.length > mostRanked ? await firstOfMany(ctx, master, { q, limit }) : some
  return ids.length === 0 ? [] : readRanked(ctx, master, { q, limit, ids })
}

/** If a text matches more parties than this, it is too vague to search their documents. */
const maxMatches = 200

/** The search text without the notes, which do not identify a party. */
const nameTextSql = 'split_part(m.search_text, chr(31), 1)'

/** Ids of the records that contain every word of the text; empty if there are too many. */
export async function matchingPartyIds(
  ctx: Context,
  { from }: Master,
  q: string,
): Promise<number[]> {
  const ids = await idsOf(ctx, (add) => {
    const holds = `${notDeleted} and ${partsHold(q, add, nameTextSql)}`
    return `select m.id from ${from} where ${holds} limit ${maxMatches + 1}`
  })
  return ids.length > maxMatches ? [] : ids
}

/**
 * Records with a word of the name that differs from the search word by one letter, newest first.
 */
export async function findMisspelled(
  ctx: Context,
  master: Master,
  { q, limit }: { q: string; limit: number },
): Promise<RankedHit[]> {
  const words = wordsOf(q)
  if (!words.some(mayBeMisspelled)) return []
  const { from, name } = master
  const ids = await idsOf(ctx, (add) => {
    // Each word as a materialized CTE with its own index, then combined: evaluating the functions
    // per row is a thousand times slower.
    const each = words.map((word, at) => {
      const found = `select m.id from ${from} where ${wordCondition(word, add)}`
      if (!mayBeMisspelled(word)) return `w${at} as materialized (${found})`
      const slips = `(select search_slips(${add(word)}::text))`
      const alike = `select m.id from ${from} where search_slips(${name}) && ${slips}`
      return `w${at} as materialized (${found} union ${alike})`
    })
    const inAll = words.map((_, at) => `m.id in (select id from w${at})`).join(' and ')
    return `with ${each.join(', ')} select m.id from ${from} where ${notDeleted} and ${inAll}
      ${latest} limit ${limit}`
  })
  const found = ids.length === 0 ? [] : await readRanked(ctx, master, { q, limit, ids })
  return found.map((hit) => ({ ...hit, rank: matchRanks.misspelled, why: 'Similar name' }))
}

const notDeleted = 'm.deleted_at is null'
const latest = 'order by m.is_active desc, m.id desc'

/** For too many matches: the first of each rank, each found by its own index. */
function firstOfMany(
  ctx: Context,
  { from, codes }: Master,
  { q, limit }: { q: string; limit: number },
): Promise<number[]> {
  return idsOf(ctx, (add) => {
    const words = wordsOf(q)
    const code = `lower(${codes[0]})`
    // Ordered by its own index, so that the planner does not scan another one for codes that may
    // not exist.
    const prefixMatch = `m.id in (select m.id from ${from}
      where ${notDeleted} and ${code} like lower(${add(`${escaped(q)}%`)}::text)
      order by ${code} using ~<~ limit ${mostRanked})`
    const each = [
      `${code} = lower(${add(q)}::text)`,
      ...codes.slice(1).map((each) => `${each} = ${add(q)}`),
      prefixMatch,
      ...['% ', '%'].map((start) => {
        const patterns = words.map((word) => `${start}${escaped(word)}%`)
        return allLike('m.search_text', patterns, add)
      }),
    ]
    return each
      .map(
        (holds) => `(select m.id from ${from} where ${notDeleted} and ${holds} ${latest}
        limit ${limit})`,
      )
      .join(' union ')
  })
}

async function readRanked(
  ctx: Context,
  master: Master,
  { q, limit, ids }: { q: string; limit: number; ids: readonly number[] },
): Promise<RankedHit[]> {
  const { kind, from, codes, name, columns } = master
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const text = `select m.id, ${codes[0]} as code, ${name} as title, m.is_active as "isActive",
      ${columns}, ${rankOf(master, q, add)} as rank
    from ${from} where m.id = any(${add(ids)}::int[])
    order by rank, m.is_active desc, m.id desc limit ${limit}`
  const found = await rows<Row>(ctx.db, { name: '', text }, values)
  return found.map(({ id, code, title, isActive, rank, ...fields }) => ({
    kind,
    id,
    code,
    title,
    status: isActive ? 'active' : 'inactive',
    amount: null,
    date: null,
    why: whyFound({ code, title, ...fields }, q),
    rank,
  }))
}

/**
 * The SQL expression of a record's rank. A code typed without its hyphens still counts as exact.
 */
function rankOf({ codes, name }: Master, q: string, add: Add): string {
  const exact = codes.map((code) => `lower(${code}) = lower(${add(q)}::text)`)
  const plain = lettersAndDigits(q)
  const squeezedCode = `regexp_replace(lower(${codes[0]}), '[^a-z0-9]', '', 'g')`
  if (plain !== '') exact.push(`${squeezedCode} = ${add(plain)}`)
  const start = `${escaped(q)}%`
  const begins = codes.map((code) => `lower(${code}) like lower(${add(start)}::text)`)
  const named = wordsOf(q).map((word) => `% ${escaped(word)}%`)
  return `case when ${exact.join(' or ')} then ${matchRanks.exact}
    when ${begins.join(' or ')} then ${matchRanks.begins}
    when ${allLike(`' ' || lower(${name})`, named, add)} then ${matchRanks.words}
    else ${matchRanks.rest} end`
}

/** The condition that the search text contains every word, or the digits of a phone number. */
function partsHold(q: string, add: Add, text?: string): string {
  const words = wordsOf(q).map((word) => wordCondition(word, add, text))
  const digits = phoneDigits(q)
  const asWords = words.join(' and ')
  return digits === undefined ? asWords : `((${asWords}) or ${wordCondition(digits, add)})`
}

/**
 * The condition for one word: anywhere in the text, or at the start of a word if it is shorter than
 * a trigram.
 */
function wordCondition(word: string, add: Add, text = 'm.search_text'): string {
  const part = word.padStart(word.length + Math.max(0, 3 - Array.from(word).length), ' ')
  const like = `${text} like lower(${add(`%${escaped(part)}%`)}::text)`
  return `(${trigramCondition('m.search_text', part, add)} and ${like})`
}

function allLike(text: string, patterns: readonly string[], add: Add): string {
  return patterns.map((pattern) => `${text} like lower(${add(pattern)}::text)`).join(' and ')
}

async function idsOf(ctx: Context, textOf: (add: Add) => string): Promise<number[]> {
  const values: unknown[] = []
  const text = textOf((value) => `$${values.push(value)}`)
  return (await rows<{ id: number }>(ctx.db, { name: '', text }, values)).map(({ id }) => id)
}
