import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { type Day, formatDay, isDay } from '#platform/kernel/days.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { Button } from '../Button.tsx'

type DatesChipProps = {
  from: string
  to: string
  label: string
  list: ListState
  className: string
}

/** A filter from one day to another; either end may be open. */
export function DatesChip({ from, to, label, list, className }: DatesChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [first, last] = [dayOf(list.search[`f.${from}`]), dayOf(list.search[`f.${to}`])]
  const set = (next: { first?: string | undefined; last?: string | undefined }) => {
    setIsOpen(false)
    const patch = { [`f.${from}`]: dayOf(next.first), [`f.${to}`]: dayOf(next.last) }
    list.change({ ...patch, page: undefined }, 'push')
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button kind="ghost" size="small" className={className}>
          {spanText(label, first, last)}
          <ChevronDown aria-hidden size={14} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label={label}
          className="popover pop-in w-64 p-3"
        >
          <form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              const typed = new FormData(event.currentTarget)
              set({ first: textOf(typed.get('first')), last: textOf(typed.get('last')) })
            }}
          >
            <label className="text-label">
              From
              <input type="date" name="first" defaultValue={first} className="control mt-1" />
            </label>
            <label className="text-label">
              To
              <input type="date" name="last" defaultValue={last} className="control mt-1" />
            </label>
            <div className="flex justify-end gap-2">
              {(first ?? last) && (
                <Button size="small" onClick={() => set({})}>
                  Clear
                </Button>
              )}
              <Button kind="primary" size="small" type="submit">
                Apply
              </Button>
            </div>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function spanText(label: string, first: Day | undefined, last: Day | undefined): string {
  if (first && last) return `${label}: ${formatDay(first)} to ${formatDay(last)}`
  if (first) return `${label}: from ${formatDay(first)}`
  return last ? `${label}: to ${formatDay(last)}` : label
}

function dayOf(text: string | undefined): Day | undefined {
  return text !== undefined && isDay(text) ? text : undefined
}

function textOf(value: FormDataEntryValue | null): string | undefined {
  return typeof value === 'string' ? value : undefined
}
