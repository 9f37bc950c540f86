import { useEffect, useRef, useState } from 'react'
import { type Day, isDay } from '#platform/kernel/days.ts'
import { Button } from '../../buttons/Button.tsx'
import { DayField } from '../../dates/DayField.tsx'
import { lazyPart } from '../../page/LazyPart.tsx'
import { type KnownPeriod, knownPeriods, periodNames } from '../../dates/periods.ts'
import type { RangeCalendarProps } from '../../dates/RangeCalendar.tsx'
import { useBusinessDay } from '../../dates/today.ts'

const RangeCalendar = lazyPart<RangeCalendarProps>(
  async () => (await import('../../dates/RangeCalendar.tsx')).RangeCalendar,
  <div className="h-[19.5rem] md:w-[32.5rem]" />,
)

export type DateRangeFormProps = {
  /** The named period that is set; its days are `first` and `last`. */
  period: KnownPeriod | undefined
  first: Day | undefined
  last: Day | undefined
  /** Called with days, or with the name of a period for both ends. */
  onSet: (ends: { first?: string | undefined; last?: string | undefined }) => void
}

/**
 * Sets a date range: a named period with one click, or two days, typed or selected with two clicks
 * in a two-month calendar.
 */
export function DateRangeForm({ period, first, last, onSet }: DateRangeFormProps) {
  const [typed, setTyped] = useState({ first: first ?? '', last: last ?? '' })
  const form = useRef<HTMLFormElement>(null)
  const today = useBusinessDay()
  const [typedFirst, typedLast] = [dayOf(typed.first) ?? undefined, dayOf(typed.last) ?? undefined]
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  const apply = () => {
    const [from, to] = [dayOf(typed.first), dayOf(typed.last)]
    if (from !== null && to !== null) onSet({ first: from, last: to })
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <div role="group" aria-label="Periods" className="grid grid-cols-2 gap-1 md:grid-cols-3">
        {knownPeriods.map((name) => (
          <Button
            key={name}
            size="small"
            aria-pressed={name === period}
            className={name === period ? 'border-accent bg-selected text-link' : ''}
            onClick={() => onSet({ first: name, last: name })}
          >
            {periodNames[name]}
          </Button>
        ))}
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        {(['first', 'last'] as const).map((end) => (
          <DayField
            key={end}
            label={end === 'first' ? 'From' : 'To'}
            value={typed[end]}
            onType={(text) => setTyped((before) => ({ ...before, [end]: text }))}
          />
        ))}
      </div>
      <RangeCalendar
        first={typedFirst}
        last={typedLast}
        today={today}
        onPick={({ first: from, last: to }) => {
          setTyped({ first: from, last: to ?? '' })
          if (to) onSet({ first: from, last: to })
        }}
      />
      <div className="flex justify-end gap-2">
        {(first ?? last) && (
          <Button size="small" onClick={() => onSet({})}>
            Clear
          </Button>
        )}
        <Button kind="primary" size="small" type="submit">
          Apply
        </Button>
      </div>
    </form>
  )
}

/** An empty end is open (undefined); null if the text is not a date. */
function dayOf(text: string): Day | undefined | null {
  if (text === '') return undefined
  return isDay(text) ? text : null
}
