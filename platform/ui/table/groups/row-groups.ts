import type { Endpoint, ListSums, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, narrowingKeys } from '#platform/web/list-state.ts'
import { useFilterParameters } from '../../records/use-request-parameters.ts'

/** How the rows of a page are put under the heading of their group. */
type RowGrouping<Row> = {
  /** The sort that keeps the rows of a group together: a field, after `-` if descending. */
  sort: string
  /** The key of the row's group, as the sums have it. */
  keyOf: (row: Row) => string
  /** The heading of the group. */
  headingOf: (row: Row) => string
}

/** A grouping of the rows of a list, and the filters that show one group. */
export type SumGroup<Row = never> = {
  id: string
  label: string
  filtersOf: (key: string) => Record<`f.${string}`, string>
  /** Maps the server's label to that of the screen, if they differ. */
  labelOf?: (label: string) => string
  /** Without it, the grouping is a table of sums only. */
  rows?: RowGrouping<Row>
}

/** The sums of a list: their endpoint, the noun for a row, the groupings, and what is summed. */
export type ListGroups<Row> = {
  endpoint: Endpoint & { returns: unknown }
  what: string
  groups: readonly SumGroup<Row>[]
  /** What the sum is of, such as `Open`; the total by default. */
  amountLabel?: string
  /** False if the rows have no amount and are only counted. */
  hasAmounts?: boolean
  /** True if the sum of all rows takes long: it is read once they are filtered or grouped. */
  isOnDemand?: boolean
}

/** The grouping of the rows that the address selects; undefined if they are not grouped. */
export function rowGroupingOf<Row>(
  groups: ListGroups<Row> | undefined,
  by: string | undefined,
): RowGrouping<Row> | undefined {
  return groups?.groups.find(({ id }) => id === by)?.rows
}

/**
 * The sort of a list whose rows are grouped: by group, then as before. A sort that begins with the
 * group's field keeps its direction.
 */
export function groupedSort(
  sort: string | undefined,
  grouping: { sort: string } | undefined,
): string | undefined {
  if (!grouping) return sort
  const parts = (sort ?? '').split(',').filter((part) => part !== '')
  const fieldOf = (part: string) => part.replace(/^-/, '')
  const [first = ''] = parts
  const field = fieldOf(grouping.sort)
  if (fieldOf(first) === field) return sort
  return [grouping.sort, ...parts.filter((part) => fieldOf(part) !== field)].join(',')
}

type SumsOf = Pick<ListGroups<never>, 'endpoint' | 'groups' | 'isOnDemand'>

/** The sums of all matching rows, and of each group if the address selects a grouping. */
export function useSums({ endpoint, groups, isOnDemand = false }: SumsOf, list: ListState) {
  const { q, by } = list.search
  const group = groups.find(({ id }) => id === by)
  const query = { ...useFilterParameters(list.search), q, by: group?.id }
  // The endpoint accepts the same filters as the list, so the cast is safe.
  const wireQuery = query as unknown as WireQueryOf<Endpoint>
  const isRead = !isOnDemand || group !== undefined || narrowingKeys(list.search).length > 0
  const read = useRead(endpoint, { query: wireQuery, enabled: isRead })
  return { read, sums: isRead ? (read.data as ListSums | undefined) : undefined, group, isRead }
}
