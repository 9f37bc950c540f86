import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { type Db, rows } from '../database/db.ts'
import { conditionOf, withNamedFilter } from './list-filter.ts'
import { findAmong } from './list-search.ts'
import type { ListSpec } from './list.ts'

type SumGroup = { key: string; label: string; joins?: string }

/**
 * The summed amount of a list and its groupings by name: constants of the program. A grouping is
 * the SQL of a value, or has a key with a label of its own.
 */
export type SumSpec<Query extends Grouped = Grouped> = {
  amount: string
  /** True if the amount is null in rows whose amount the role may not see. */
  hasHiddenAmounts?: boolean
  groups: Readonly<Record<NonNullable<Query['by']>, string | SumGroup>>
}

type Grouped = { by?: string | undefined }

/** The totals of the matching rows. An amount is null if that of one of its rows is hidden. */
type Sums = {
  count: number
  amount: string | null
  groups: { key: string; label: string; count: number; amount: string | null }[]
}

type SumsQuery = ListQuery & Grouped & Record<string, unknown>

const maxGroups = 400

/**
 * Sums all rows that match a query, regardless of the page; with `by`, also per group, largest
 * first.
 */
export async function readSums(
  db: Db,
  spec: ListSpec,
  { amount, hasHiddenAmounts = false, groups }: SumSpec,
  { by, ...filters }: SumsQuery,
): Promise<Sums> {
  const query = withNamedFilter(spec, filters)
  const { where, values } = conditionOf(spec, query, await findAmong(db, spec.search, query.q))
  const sum = `coalesce(sum(${amount}), 0)::numeric(18, 2)::text`
  // Not for every list: to count the amounts, the database computes each of them twice.
  const visible = `case when count(*) = count(${amount}) then ${sum} end`
  const sums = `count(*) as count, ${hasHiddenAmounts ? visible : sum} as amount`
  const all = `select ${sums} from ${spec.from} where ${where}`
  const [total] = await rows<Pick<Sums, 'count' | 'amount'>>(db, { name: '', text: all }, values)
  if (!total) throw new Error('A sum is always one row')
  const group = by === undefined ? undefined : groups[by]
  if (!group) return { ...total, groups: [] }
  const {
    key,
    label,
    joins = '',
  } = typeof group === 'string' ? { key: group, label: group } : group
  const text = `select (${key})::text as key, min(${label})::text as label, ${sums}
    from ${spec.from} ${joins} where ${where}
    group by 1 order by sum(${amount}) desc nulls last, 1 limit ${maxGroups}`
  return {
    ...total,
    groups: await rows<Sums['groups'][number]>(db, { name: '', text }, values),
  }
}

/** Groups rows by their customer or vendor, whose id is the SQL `id`. The key is its code. */
export function partyGroup(noun: 'customer' | 'vendor', id: string): SumGroup {
  const code = `party.${noun}_code`
  return {
    key: code,
    label: `${code} || ' · ' || party.name`,
    joins: `join ${noun}s party on party.id = ${id}`,
  }
}
