import { type Endpoint, hasParameter } from '#platform/kernel/endpoint.ts'
import { type ListCall, collect, collectNamed } from './read-all-rows.ts'
import type { Selection } from '../selection.ts'

export type ChosenRows<Row extends { id: number }> = {
  selection: Selection<Row>
  visibleRows: readonly Row[]
}

/**
 * The selected rows: all matching ones except those deselected, or those selected individually, in
 * their current version from the page, since a row may have changed.
 */
export async function chosenRows<Row extends { id: number }>(
  endpoint: Endpoint,
  listCall: ListCall,
  { selection, visibleRows }: ChosenRows<Row>,
): Promise<readonly Row[]> {
  if (selection.isAll) return (await collect<Row>(endpoint, listCall)).filter(selection.has)
  const { rows } = selection
  const away = rows.filter(({ id }) => !visibleRows.some((row) => row.id === id))
  const now = [...(await withMore(endpoint, listCall, away)), ...visibleRows]
  const byId = new Map(now.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(row.id) ?? row)
}

/** Rereads rows of other pages if the list's `with` parameter requests additional fields. */
async function withMore<Row extends { id: number }>(
  endpoint: Endpoint,
  { params, query }: ListCall,
  away: readonly Row[],
): Promise<Row[]> {
  const { with: more } = query
  if (more === undefined || away.length === 0 || !hasParameter(endpoint, 'id')) return []
  return collectNamed<Row>(endpoint, { params, query: { with: more } }, away)
}
