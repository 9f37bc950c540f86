import { useEffect, useId, useRef, useState } from 'react'
import { addMonths, type Day, isDay } from '#platform/kernel/days.ts'
import { MonthGrid, MonthHead } from './MonthGrid.tsx'

export type CalendarProps = { chosen: Day | undefined; today: Day; onPick: (day: Day) => void }

/**
 * A month as a grid: arrows move by day, Home and End to the ends of the week, Page Up and Page
 * Down by month, and Enter selects the day.
 */
export function Calendar({ chosen, today, onPick }: CalendarProps) {
  const [focusedDay, setFocusedDay] = useState(chosen ?? today)
  const titleId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const focusDay = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  useEffect(focusDay, [])
  const isLeaving = useRef(false)
  useEffect(() => {
    if (isLeaving.current) focusDay()
    isLeaving.current = false
  }, [focusedDay])
  const changeMonth = (count: number) => {
    const next = addMonths(focusedDay, count)
    if (isDay(next)) setFocusedDay(next)
  }
  return (
    <div>
      <MonthHead
        titleId={titleId}
        displayedMonth={focusedDay}
        onBefore={() => changeMonth(-1)}
        onNext={() => changeMonth(1)}
      />
      <MonthGrid
        ref={grid}
        displayedMonth={focusedDay}
        titleId={titleId}
        marks={{ at: focusedDay, today, isChosen: (day) => day === chosen }}
        onPick={onPick}
        onWalk={(day) => {
          isLeaving.current = true
          setFocusedDay(day)
        }}
      />
    </div>
  )
}
