import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { escaped } from './list-search.ts'
import type { ListSpec } from './list.ts'

type Ranked = {
  /** Columns of codes that people type or scan exactly, the first also by its beginning. */
  codes: readonly [string, ...string[]]
  /** The column of the name. */
  name: string
}

/**
 * Lets a list be sorted by `relevance` to `q`: an exact code first, then codes that begin with it,
 * then names that do, then whatever else matches. Without `q` all are alike.
 */
export function rankedList(spec: ListSpec, { codes, name }: Ranked, query: ListQuery): ListSpec {
  if (!query.sort?.includes('relevance')) return spec
  const asked = (query.q ?? '').trim()
  const values = [...(spec.values ?? []), asked, `${escaped(asked)}%`]
  const [exact, beginning] = [values.length - 1, values.length]
  const isExact = codes.map((code) => `lower(${code}) = lower(ranking.asked)`).join(' or ')
  const relevance = `case when ${isExact} then 0
    when ${codes[0]} ilike ranking.beginning then 1 when ${name} ilike ranking.beginning then 2
    else 3 end`
  const from = `${spec.from} cross join
    (select $${exact}::text as asked, $${beginning}::text as beginning) ranking`
  return { ...spec, from, values, sorts: { ...spec.sorts, relevance: { sql: relevance } } }
}
