import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { addMonths, type Day, isDay } from '#platform/kernel/days.ts'
import { IconButton } from './IconButton.tsx'
import { dayByKey, weeksOf } from './typed-day.ts'

export type CalendarProps = { chosen: Day | undefined; today: Day; onPick: (day: Day) => void }

/**
 * The month of a day as a grid: arrows go from day to day, Home and End to the ends of a week, Page
 * Up and Page Down from month to month, Enter takes the day.
 */
export function Calendar({ chosen, today, onPick }: CalendarProps) {
  const [at, setAt] = useState(chosen ?? today)
  const titleId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const first = weekStart()
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
  const weeks = weeksOf(at, first)
  return (
    <div>
      <MonthHead titleId={titleId} at={at} onTurn={turn} />
      {/* Its arrows walk the days, so it is a grid, as the ARIA practices have it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" ref={grid} aria-labelledby={titleId} className="numbers">
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={said(day, { weekday: 'long' })} className={head}>
                {said(day, { weekday: 'short' }).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === chosen}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    disabled={!isDay(day)}
                    aria-label={said(day, { dateStyle: 'full' })}
                    aria-current={day === today ? 'date' : undefined}
                    className={shapeOf(day, { at, chosen, today })}
                    onClick={() => onPick(day)}
                    onKeyDown={(event) => {
                      const next = dayByKey(event.key, day, first)
                      if (!next) return
                      event.preventDefault()
                      event.stopPropagation()
                      isLeaving.current = true
                      setAt(next)
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type MonthHeadProps = { titleId: string; at: Day; onTurn: (count: number) => void }

function MonthHead({ titleId, at, onTurn }: MonthHeadProps) {
  return (
    <div className="mb-2 flex items-center justify-between">
      <IconButton icon={ChevronLeft} label="Month before" onClick={() => onTurn(-1)} />
      <p id={titleId} aria-live="polite" className="text-label">
        {said(at, { month: 'long', year: 'numeric' })}
      </p>
      <IconButton icon={ChevronRight} label="Next month" onClick={() => onTurn(1)} />
    </div>
  )
}

const head = 'text-caption h-8 w-9 text-center font-medium text-muted'

type Marks = { at: Day; chosen: Day | undefined; today: Day }

function shapeOf(day: Day, { at, chosen, today }: Marks): string {
  const isOther = day.slice(0, 7) !== at.slice(0, 7)
  return clsx(
    'text-table size-9 rounded-control pointer-coarse:size-11',
    day === chosen ? 'bg-accent text-on-accent' : 'hover:bg-hover',
    day !== chosen && isOther && 'text-muted',
    day === today && 'font-semibold underline',
  )
}

function said(day: Day, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(Date.parse(day))
}

/** The weekday that weeks begin with where the browser is; Sunday where it does not know. */
function weekStart(): number {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  return (locale.getWeekInfo?.().firstDay ?? 7) % 7
}
