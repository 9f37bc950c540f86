import { type ListSearch, filtersOf } from '#platform/web/list-state.ts'
import { isPeriod, withDays } from '../dates/periods.ts'
import { useBusinessDay } from '../dates/today.ts'

type ListQueryOptions = { usualSort?: string | undefined; fixed?: unknown }

/**
 * The query of a list endpoint without paging, from the URL: filters, with period names resolved to
 * days, search and sort.
 */
export function useListParameters(
  search: ListSearch,
  options: ListQueryOptions,
): Record<string, unknown> {
  const { q, sort = options.usualSort } = search
  return { ...useFilterParameters(search), q, sort, ...(options.fixed as object | undefined) }
}

/** The filters of a URL as query parameters. */
export function useFilterParameters(search: ListSearch): Record<string, string> {
  const filters = filtersOf(search)
  const today = useBusinessDay(Object.values(filters).some(isPeriod))
  return withDays(filters, today)
}
