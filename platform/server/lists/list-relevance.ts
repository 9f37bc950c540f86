import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { escaped } from './list-search.ts'
import type { ListSpec } from './list.ts'

export type RelevanceSpec = {
  /** Code columns that users type or scan exactly; the first also matches by prefix. */
  codes: readonly [string, ...string[]]
  /** The name column. */
  name: string
}

/**
 * Adds the sort field `relevance` to a list: an exact code first, then codes that start with `q`,
 * then names that do, then other matches. Without `q`, all rows rank equally.
 */
export function rankedList(
  spec: ListSpec,
  { codes, name }: RelevanceSpec,
  query: ListQuery,
): ListSpec {
  if (!query.sort?.includes('relevance')) return spec
  const words = (query.q ?? '').trim()
  const values = [...(spec.values ?? []), words, `${escaped(words)}%`]
  const [exact, beginning] = [values.length - 1, values.length]
  const isExact = codes.map((code) => `lower(${code}) = lower(ranking.asked)`).join(' or ')
  const relevance = `case when ${isExact} then 0
    when ${codes[0]} ilike ranking.beginning then 1 when ${name} ilike ranking.beginning then 2
    else 3 end`
  const from = `${spec.from} cross join
    (select $${exact}::text as asked, $${beginning}::text as beginning) ranking`
  return { ...spec, from, values, sorts: { ...spec.sorts, relevance: { sql: relevance } } }
}
