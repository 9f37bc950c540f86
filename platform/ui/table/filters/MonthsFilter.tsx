import type { ListState } from '#platform/web/list-search.ts'
import { type Filter, FilterChip } from './FilterChip.tsx'

const months: Filter = { kind: 'dates', id: 'from', to: 'to', label: 'Months' }

/** Which months a report shows, whole: those of a period, by default the twelve up to its day. */
export function MonthsFilter({ list }: { list: ListState }) {
  return (
    <div className="no-print mb-3 flex">
      <FilterChip filter={months} list={list} />
    </div>
  )
}
