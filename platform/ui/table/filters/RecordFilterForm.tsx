import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../buttons/Button.tsx'
import { Combobox } from '../../fields/Combobox.tsx'
import type { Choice } from '../../fields/use-combobox-choices.ts'
import type { RecordFilter } from './FilterChip.tsx'

export type RecordFilterFormProps = {
  filter: RecordFilter
  /** The record that the list is filtered by now. */
  currentRecord: Choice | undefined
  /** Sets the filter to a record, or clears it. */
  onSet: (choice: Choice | undefined) => void
}

/** The input of a record filter: a choice filters the list immediately. */
export function RecordFilterForm({ filter, currentRecord, onSet }: RecordFilterFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(currentRecord)
  // The choices are rendered inside the popover: outside it they would be in no landmark.
  const [frame, setFrame] = useState<Element | null>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div ref={setFrame} className="grid gap-1">
      <div className="flex min-h-8 items-center justify-between">
        <label htmlFor={id} className="text-label">
          {filter.label}
        </label>
        {currentRecord && (
          <Button size="small" onClick={() => onSet(undefined)}>
            Clear
          </Button>
        )}
      </div>
      <div>
        <Combobox
          id={id}
          ref={input}
          name={filter.source}
          value={value}
          search={filter.search}
          container={frame}
          placeholder="Type a code or a name"
          onChange={(choice) => {
            setValue(choice)
            if (choice) onSet(choice)
          }}
        />
      </div>
    </div>
  )
}
