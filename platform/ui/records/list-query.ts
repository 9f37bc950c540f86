import { type ListSearch, filtersOf } from '#platform/web/list-search.ts'
import { isPeriod, withDays } from '../dates/periods.ts'
import { useBusinessDay } from '../dates/today.ts'

type ListQueryOptions = { usualSort?: string | undefined; fixed?: unknown }

/**
 * The parameters of a list call without its page, as an address asks for them: filters, periods
 * among them as the days they have today, search and order.
 */
export function useListQuery(search: ListSearch, asked: ListQueryOptions): Record<string, unknown> {
  const { q, sort = asked.usualSort } = search
  return { ...useFilters(search), q, sort, ...(asked.fixed as object | undefined) }
}

/** The filters of an address as a call takes them. */
export function useFilters(search: ListSearch): Record<string, string> {
  const filters = filtersOf(search)
  const today = useBusinessDay(Object.values(filters).some(isPeriod))
  return withDays(filters, today)
}
