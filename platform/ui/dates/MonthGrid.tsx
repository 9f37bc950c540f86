import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Ref } from 'react'
import { type Day, isDay } from '#platform/kernel/days.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { dayByKey, weeksOf } from './calendar-days.ts'

/** The focused day, the selected days and the days between them. */
export type Marks = {
  at: Day
  today: Day
  isChosen: (day: Day) => boolean
  isBetween?: (day: Day) => boolean
}

type MonthProps = {
  ref?: Ref<HTMLTableElement>
  /** A day of the month. */
  displayedMonth: Day
  marks: Marks
  titleId: string
  /** Hides the days of adjacent months. */
  isAlone?: boolean
  isMany?: boolean
  onPick: (day: Day) => void
  onWalk: (day: Day) => void
}

/** A month grid; the arrow keys move between days. */
export function MonthGrid({
  ref,
  displayedMonth,
  marks,
  titleId,
  isAlone,
  isMany,
  ...acts
}: MonthProps) {
  const weeks = weeksOf(displayedMonth, weekStart())
  return (
    <table
      // The arrow keys move between the days, so its role is grid, as in the ARIA practices.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      ref={ref}
      aria-labelledby={titleId}
      aria-multiselectable={isMany}
      className="numbers"
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={formatDay(day, { weekday: 'long' })} className={head}>
              {formatDay(day, { weekday: 'short' }).slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const isOther = day.slice(0, 7) !== displayedMonth.slice(0, 7)
              if (isOther && isAlone) return <td key={day} aria-hidden className={size} />
              return <DayCell key={day} day={day} isOther={isOther} marks={marks} {...acts} />
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayCellProps = Pick<MonthProps, 'marks' | 'onPick' | 'onWalk'> & { day: Day; isOther: boolean }

function DayCell({ day, isOther, marks, onPick, onWalk }: DayCellProps) {
  const { at, today, isChosen, isBetween } = marks
  const isIn = isChosen(day) || isBetween?.(day) === true
  return (
    <td role="gridcell" aria-selected={isIn}>
      <button
        type="button"
        tabIndex={day === at ? 0 : -1}
        disabled={!isDay(day)}
        aria-label={formatDay(day, { dateStyle: 'full' })}
        aria-current={day === today ? 'date' : undefined}
        className={clsx(
          'text-table rounded-control',
          size,
          isChosen(day) ? 'bg-accent text-on-accent' : isIn ? 'bg-selected' : 'hover:bg-hover',
          !isIn && isOther && 'text-muted',
          day === today && 'font-semibold underline',
        )}
        onClick={() => onPick(day)}
        onKeyDown={(event) => {
          const next = dayByKey(event.key, day, weekStart())
          if (!next) return
          event.preventDefault()
          event.stopPropagation()
          onWalk(next)
        }}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

const size = 'size-9 pointer-coarse:size-11'
const head = 'text-caption h-8 w-9 text-center font-medium text-muted'

type MonthHeadProps = {
  titleId: string
  displayedMonth: Day
  /** Shows the previous or next month; undefined except at the ends of the shown months. */
  onBefore?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** The month name between the buttons for the previous and the next month. */
export function MonthHead({ titleId, displayedMonth, onBefore, onNext }: MonthHeadProps) {
  const space = <span className="size-8 pointer-coarse:size-11" />
  return (
    <div className="mb-2 flex items-center justify-between">
      {onBefore ? (
        <IconButton icon={ChevronLeft} label="Previous month" onClick={onBefore} />
      ) : (
        space
      )}
      <p id={titleId} aria-live="polite" className="text-label">
        {formatDay(displayedMonth, { month: 'long', year: 'numeric' })}
      </p>
      {onNext ? <IconButton icon={ChevronRight} label="Next month" onClick={onNext} /> : space}
    </div>
  )
}

function formatDay(day: Day, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(Date.parse(day))
}

/**
 * The first weekday in the browser's locale; Sunday if unknown. The browser's language may be an
 * invalid locale (`en-US@posix`), but its date format's locale is always valid.
 */
function weekStart(): number {
  const { locale: name } = new Intl.DateTimeFormat().resolvedOptions()
  const locale = new Intl.Locale(name) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return (locale.getWeekInfo?.().firstDay ?? 7) % 7
}
