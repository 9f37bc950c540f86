import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { type Db, rows } from '../database/db.ts'
import { conditionOf, withNamedFilter } from './list-filter.ts'
import { findAmong } from './list-search.ts'
import type { ListSpec } from './list.ts'

/** The summed amount of a list and its groupings: constants of the program. */
export type SumSpec = {
  amount: string
  groups: Record<string, { key: string; label: string; joins?: string }>
}

/** The totals of the matching rows; the amount is never null here. */
type Sums = {
  count: number
  amount: string
  groups: { key: string; label: string; count: number; amount: string }[]
}

type SumsQuery = ListQuery & { by?: string | undefined } & Record<string, unknown>

const maxGroups = 400

/**
 * Sums all rows that match a query, regardless of the page; with `by`, also per group, largest
 * first.
 */
export async function readSums(
  db: Db,
  spec: ListSpec,
  { amount, groups }: SumSpec,
  { by, ...filters }: SumsQuery,
): Promise<Sums> {
  const query = withNamedFilter(spec, filters)
  const { where, values } = conditionOf(spec, query, await findAmong(db, spec.search, query.q))
  const sums = `count(*) as count, coalesce(sum(${amount}), 0)::numeric(18, 2)::text as amount`
  const all = `select ${sums} from ${spec.from} where ${where}`
  const [total] = await rows<Pick<Sums, 'count' | 'amount'>>(db, { name: '', text: all }, values)
  if (!total) throw new Error('A sum is always one row')
  const group = by === undefined ? undefined : groups[by]
  if (!group) return { ...total, groups: [] }
  const text = `select (${group.key})::text as key, min(${group.label})::text as label, ${sums}
    from ${spec.from} ${group.joins ?? ''} where ${where}
    group by 1 order by sum(${amount}) desc, 1 limit ${maxGroups}`
  return {
    ...total,
    groups: await rows<Sums['groups'][number]>(db, { name: '', text }, values),
  }
}
