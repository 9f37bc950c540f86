import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { escaped, shortCodePattern } from './list-search.ts'
import type { ListSpec } from './list.ts'

export type RelevanceSpec = {
  /** Code columns that users type or scan exactly; the first also matches by prefix. */
  codes: readonly [string, ...string[]]
  /** The name column. */
  name: string
}

/**
 * Adds the sort field `relevance` to a list: an exact code first, then codes that `q` is short
 * for, then codes that start with `q`, then names that do, then other matches. Without `q`, all
 * rows rank equally.
 */
export function rankedList(
  spec: ListSpec,
  { codes, name }: RelevanceSpec,
  query: ListQuery,
): ListSpec {
  if (!query.sort?.includes('relevance')) return spec
  const words = (query.q ?? '').trim()
  const pattern = shortCodePattern(words) ?? null
  const values = [...(spec.values ?? []), words, `${escaped(words)}%`, pattern]
  const [exact, beginning, short] = [values.length - 2, values.length - 1, values.length]
  const isExact = codes.map((code) => `lower(${code}) = lower(ranking.asked)`).join(' or ')
  const relevance = `case when ${isExact} then 0
    when lower(${codes[0]}) ~ ranking.short then 1
    when ${codes[0]} ilike ranking.beginning then 2 when ${name} ilike ranking.beginning then 3
    else 4 end`
  const from = `${spec.from} cross join (select $${exact}::text as asked,
    $${beginning}::text as beginning, $${short}::text as short) ranking`
  return { ...spec, from, values, sorts: { ...spec.sorts, relevance: { sql: relevance } } }
}
