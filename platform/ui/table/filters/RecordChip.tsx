import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ListState } from '#platform/web/list-state.ts'
import { Button } from '../../buttons/Button.tsx'
import type { Choice } from '../../fields/use-combobox-choices.ts'
import { PopoverButton } from '../../menu/PopoverButton.tsx'
import { lazyPart } from '../../page/LazyPart.tsx'
import type { RecordFilter } from './FilterChip.tsx'
import type { RecordFilterFormProps } from './RecordFilterForm.tsx'
import { recordText } from './filter-texts.ts'

const RecordFilterForm = lazyPart<RecordFilterFormProps>(
  async () => (await import('./RecordFilterForm.tsx')).RecordFilterForm,
  <div className="h-16" />,
)

type RecordChipProps = { filter: RecordFilter; list: ListState; lookOf: (isOn: boolean) => string }

/** A filter by a record, found by code or name; the URL has only its code (or id). */
export function RecordChip({ filter, list, lookOf }: RecordChipProps) {
  const { id, label, by = 'code' } = filter
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<Choice>()
  const value = list.search[`f.${id}`]
  const isKnown = chosen !== undefined && String(chosen[by]) === value
  const currentChoice = isKnown ? chosen : unnamed(filter, value)
  const set = (choice: Choice | undefined) => {
    setIsOpen(false)
    setChosen(choice)
    const next = choice && String(choice[by])
    if (next !== value) list.change({ [`f.${id}`]: next, page: undefined }, 'push')
  }
  return (
    <PopoverButton
      label={label}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="popover pop-in w-80 max-w-(--radix-popover-content-available-width) p-3"
      button={
        <Button
          kind="ghost"
          size="small"
          className={`${lookOf(currentChoice !== undefined)} max-w-full`}
        >
          <span className="min-w-0 truncate">
            {currentChoice ? `${label}: ${currentChoice.text}` : label}
          </span>
          <ChevronDown aria-hidden size={14} className="shrink-0" />
        </Button>
      }
    >
      <RecordFilterForm filter={filter} currentRecord={currentChoice} onSet={set} />
    </PopoverButton>
  )
}

/** The record in the URL before it is looked up: its code or id only. */
function unnamed(filter: RecordFilter, value: string | undefined): Choice | undefined {
  return value ? { id: 0, code: value, text: recordText(filter, value) } : undefined
}
