import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Day, isDay } from '#platform/kernel/days.ts'
import { filtersOf, type ListState } from '#platform/web/list-state.ts'
import { Button } from '../../buttons/Button.tsx'
import { PopoverButton } from '../../menu/PopoverButton.tsx'
import { lazyPart } from '../../page/LazyPart.tsx'
import { useFilterParameters } from '../../records/use-request-parameters.ts'
import { periodNames } from '../../dates/periods.ts'
import type { DateRangeFormProps } from './DateRangeForm.tsx'
import { periodIn, dateRangeText } from './filter-texts.ts'

const DateRangeForm = lazyPart<DateRangeFormProps>(
  async () => (await import('./DateRangeForm.tsx')).DateRangeForm,
  <div className="h-[35rem] md:w-[32.5rem]" />,
)

type DateRangeChipProps = {
  from: string
  to: string
  label: string
  list: ListState
  className: string
}

/** A date range filter: two days, or a named period; either end may be open. */
export function DateRangeChip({ from, to, label, list, className }: DateRangeChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const filters = filtersOf(list.search)
  const days = useFilterParameters(list.search)
  const [first, last] = [dayOf(days[from]), dayOf(days[to])]
  const period = periodIn({ id: from, to }, filters)
  const set = (next: { first?: string | undefined; last?: string | undefined }) => {
    setIsOpen(false)
    const patch = { [`f.${from}`]: next.first, [`f.${to}`]: next.last }
    list.change({ ...patch, page: undefined }, 'push')
  }
  return (
    <PopoverButton
      label={label}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={clsx(
        'popover pop-in max-h-(--radix-popover-content-available-height) w-72 overflow-y-auto',
        'p-3 md:w-auto pointer-coarse:w-[21.5rem] md:pointer-coarse:w-auto',
      )}
      button={
        <Button kind="ghost" size="small" className={className}>
          {period ? `${label}: ${periodNames[period]}` : dateRangeText(label, first, last)}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
    >
      <DateRangeForm period={period} first={first} last={last} onSet={set} />
    </PopoverButton>
  )
}

function dayOf(text: string | undefined): Day | undefined {
  return text !== undefined && isDay(text) ? text : undefined
}
