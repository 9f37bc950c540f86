import { useEffect, useId, useRef, useState } from 'react'
import { addMonths, type Day, isDay } from '#platform/kernel/days.ts'
import { MonthGrid, MonthHead } from './MonthGrid.tsx'

export type CalendarProps = { chosen: Day | undefined; today: Day; onPick: (day: Day) => void }

/**
 * A month as a grid: arrows move by day, Home and End to the ends of the week, Page Up and Page
 * Down by month, and Enter selects the day.
 */
export function Calendar({ chosen, today, onPick }: CalendarProps) {
  const [at, setAt] = useState(chosen ?? today)
  const titleId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const focusDay = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  useEffect(focusDay, [])
  const isLeaving = useRef(false)
  useEffect(() => {
    if (isLeaving.current) focusDay()
    isLeaving.current = false
  }, [at])
  const turn = (count: number) => {
    const next = addMonths(at, count)
    if (isDay(next)) setAt(next)
  }
  return (
    <div>
      <MonthHead
        titleId={titleId}
        displayedMonth={at}
        onBefore={() => turn(-1)}
        onNext={() => turn(1)}
      />
      <MonthGrid
        ref={grid}
        displayedMonth={at}
        titleId={titleId}
        marks={{ at, today, isChosen: (day) => day === chosen }}
        onPick={onPick}
        onWalk={(day) => {
          isLeaving.current = true
          setAt(day)
        }}
      />
    </div>
  )
}
