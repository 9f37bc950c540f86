import type { ListQuery } from '#platform/kernel/endpoint.ts'
import type { AnyList } from '#platform/kernel/list.ts'
import { type Db, rows } from '../database/db.ts'
import { conditionOf, withNamedFilter } from './list-filter.ts'
import { findAmong } from './list-search.ts'
import type { SortField } from './list-order.ts'
import type { ListSpec } from './list.ts'

type SumGroup = { key: string; label: string; joins?: string }

/**
 * The summed amount of a list and its groupings by name: constants of the program. A grouping is
 * the SQL of a value, or has a key with a label of its own.
 */
export type SumSpec<Query extends Grouped = Grouped> = {
  /** Undefined if the rows have no amount and are only counted. */
  amount?: string
  /** True if the amount is null in rows whose amount the role may not see. */
  hasHiddenAmounts?: boolean
  groups: Readonly<Record<NonNullable<Query['by']>, string | SumGroup>>
}

type Grouped = { by?: string | undefined }

/**
 * The totals of the matching rows. An amount is null if that of one of its rows is hidden, or if
 * the rows have none.
 */
type Sums = {
  count: number
  amount: string | null
  groups: { key: string; label: string; count: number; amount: string | null }[]
}

type SumsQuery = ListQuery & Grouped & Record<string, unknown>

const maxGroups = 400

type GroupSql = { groups?: Readonly<Record<string, string | SumGroup>> }

/**
 * The sums of a declared list. Each grouping has the key by which its field sorts, and the code and
 * name of a customer or vendor; `groups` are those with another key or label.
 */
export function sumSpecOf(
  list: Pick<AnyList, 'groups'>,
  { sorts }: Pick<ListSpec, 'sorts'>,
  { groups: own = {}, ...amount }: Omit<SumSpec, 'groups'> & GroupSql = {},
): SumSpec {
  const groups = Object.entries(list.groups ?? {}).map(([name, field]) => {
    return [name, own[name] ?? groupOf(field, sorts[field])] as const
  })
  return { ...amount, groups: Object.fromEntries(groups) }
}

function groupOf(field: string, sort: SortField | undefined): SumGroup {
  if (!sort) throw new Error(`The list does not sort by ${field}`)
  if (sort.isNullable) throw new Error(`Rows without ${field} would be in no group`)
  const { sql, sortTable } = sort
  if (field === 'customerId') return partyGroup('customer', sql)
  if (field === 'vendorId') return partyGroup('vendor', sql)
  const joins = sortTable && `join ${sortTable.from} on ${sortTable.on}`
  return { key: sql, label: `(${sql})::text`, ...(joins && { joins }) }
}

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
  const sum = amount ? `coalesce(sum(${amount}), 0)::numeric(18, 2)::text` : 'null::text'
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
    group by 1 order by ${amount ? `sum(${amount})` : 'count(*)'} desc nulls last, 1
    limit ${maxGroups}`
  return {
    ...total,
    groups: await rows<Sums['groups'][number]>(db, { name: '', text }, values),
  }
}

/** Groups rows by their customer or vendor, whose id is the SQL `id`. The key is its code. */
function partyGroup(noun: 'customer' | 'vendor', id: string): SumGroup {
  const code = `party.${noun}_code`
  return {
    key: code,
    label: `${code} || ' · ' || party.name`,
    joins: `join ${noun}s party on party.id = ${id}`,
  }
}
