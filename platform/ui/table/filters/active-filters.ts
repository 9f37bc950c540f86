import type { ListSearch } from '#platform/web/list-state.ts'
import type { Filter } from './FilterChip.tsx'
import type { OtherFilter } from './filter-texts.ts'

/** True if the URL sets a filter; for dates, at least one of its ends. */
export function isActive(filter: Filter, search: ListSearch): boolean {
  const ids = filter.kind === 'dates' ? [filter.id, filter.to] : [filter.id]
  return ids.some((id) => search[`f.${id}`] !== undefined)
}

/** The number of active filters. One whose value no chip shows is a hidden filter, counted once. */
export function countActive(
  filters: readonly Filter[],
  hiddenFilters: readonly OtherFilter[],
  search: ListSearch,
): number {
  const hiddenIds = new Set(hiddenFilters.map(({ id }) => id))
  const shown = filters.filter((filter) => isActive(filter, search) && !hiddenIds.has(filter.id))
  return hiddenFilters.length + shown.length
}
