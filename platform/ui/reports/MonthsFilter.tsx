import type { ListState } from '#platform/web/list-state.ts'
import { type Filter, FilterChip } from '../table/filters/FilterChip.tsx'

const months: Filter = { kind: 'dates', id: 'from', to: 'to', label: 'Months' }

/** The months of a report, always whole: those of a period, by default the last twelve. */
export function MonthsFilter({ list }: { list: ListState }) {
  return (
    <div className="no-print mb-3 flex">
      <FilterChip filter={months} list={list} />
    </div>
  )
}
