import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ListState } from '#platform/web/list-state.ts'
import { Button } from '../../buttons/Button.tsx'
import { activeChipStyle } from './FilterChip.tsx'
import type { OtherFilter } from './filter-texts.ts'

type OtherFiltersProps = { hiddenFilters: readonly OtherFilter[]; list: ListState }

/** Filters that a link set and no chip of the list shows; each can be removed. */
export function OtherFilters({ hiddenFilters, list }: OtherFiltersProps) {
  const removeFilter = (event: MouseEvent, id: string) => {
    // After a key press the chip is gone, so the focus moves to the search box.
    if (event.detail === 0) focusBox(event.currentTarget)
    list.change({ [`f.${id}`]: undefined, page: undefined }, 'push')
  }
  return hiddenFilters.map(({ id, words }) => (
    <Button
      key={id}
      kind="ghost"
      size="small"
      isOnce
      title={words}
      className={`${activeChipStyle} max-w-full`}
      onClick={(event) => removeFilter(event, id)}
    >
      <span className="min-w-0 truncate">{words}</span>
      <X aria-hidden size={14} className="shrink-0" />
      <span className="sr-only">remove this filter</span>
    </Button>
  ))
}

function focusBox(chip: Element): void {
  chip.closest('[role=toolbar]')?.querySelector('input')?.focus()
}
