import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { addMonths, type Day, isDay, startOfMonth } from '#platform/kernel/days.ts'
import { MonthGrid, MonthHead, type Marks } from './MonthGrid.tsx'

type DateRange = { first: Day | undefined; last: Day | undefined }
export type RangeCalendarProps = DateRange & {
  today: Day
  /** Called with the first day alone, then with both in order. */
  onPick: (ends: { first: Day; last: Day | undefined }) => void
}

/**
 * Two months side by side, or one if the screen is narrow: the first click selects the first day of
 * a range, the second click its last. Keys move as in `Calendar`, across both months.
 */
export function RangeCalendar({ first, last, today, onPick }: RangeCalendarProps) {
  const count = useSyncExternalStore(followWidth, monthsThatFit)
  const [at, setAt] = useState(last ?? first ?? today)
  const [month, setMonth] = useState(() => addMonths(startOfMonth(at), 1 - count))
  const [start, setStart] = useState<Day>()
  const titleId = useId()
  const grids = useRef<HTMLDivElement>(null)
  const isWalking = useRef(false)
  useEffect(() => {
    if (!isWalking.current) return
    isWalking.current = false
    grids.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])
  const visibleMonth = monthShowing(at, { month, count })
  const show = (day: Day, from: Day) => {
    if (!isDay(day) || !isDay(from)) return
    setAt(day)
    setMonth(from)
  }
  const showMonth = (by: number) => show(addMonths(at, by), addMonths(visibleMonth, by))
  const pick = (day: Day) => {
    show(day, visibleMonth)
    // If the range was edited in the meantime, the selection starts over.
    const isSecond = start !== undefined && start === first && last === undefined
    setStart(isSecond ? undefined : day)
    if (!isSecond) onPick({ first: day, last: undefined })
    else onPick(day < start ? { first: day, last: start } : { first: start, last: day })
  }
  const moveFocusTo = (day: Day) => {
    isWalking.current = true
    show(day, monthShowing(day, { month: visibleMonth, count }))
  }
  return (
    <div role="group" aria-label="Days">
      <div ref={grids} className="flex justify-between gap-4">
        {Array.from({ length: count }, (_, monthIndex) => (
          <div key={monthIndex}>
            <MonthHead
              titleId={`${titleId}-${monthIndex}`}
              displayedMonth={addMonths(visibleMonth, monthIndex)}
              onBefore={monthIndex === 0 ? () => showMonth(-1) : undefined}
              onNext={monthIndex === count - 1 ? () => showMonth(1) : undefined}
            />
            <MonthGrid
              displayedMonth={addMonths(visibleMonth, monthIndex)}
              titleId={`${titleId}-${monthIndex}`}
              marks={marksOf({ first, last }, { at, today })}
              isAlone
              isMany
              onPick={pick}
              onWalk={moveFocusTo}
            />
          </div>
        ))}
      </div>
      <p role="status" className="text-caption mt-1 min-h-5 text-muted">
        {start !== undefined && start === first && last === undefined
          ? 'Now choose the last day'
          : ''}
      </p>
    </div>
  )
}

function marksOf({ first, last }: DateRange, otherMarks: Pick<Marks, 'at' | 'today'>): Marks {
  return {
    ...otherMarks,
    isChosen: (day) => day === first || day === last,
    isBetween: (day) => first !== undefined && last !== undefined && first < day && day < last,
  }
}

/** The first month to show so that `day` is visible; unchanged if it already is. */
function monthShowing(day: Day, { month, count }: { month: Day; count: number }): Day {
  const own = startOfMonth(day)
  if (own < month) return own
  return own > addMonths(month, count - 1) ? addMonths(own, 1 - count) : month
}

/** The stylesheet's breakpoint for side-by-side layout. */
const isWide = () => matchMedia('(min-width: 48rem)')
const monthsThatFit = () => (isWide().matches ? 2 : 1)

function followWidth(changed: () => void): () => void {
  const wide = isWide()
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
