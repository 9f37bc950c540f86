import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Ref } from 'react'
import { type Day, isDay } from '#platform/kernel/days.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { dayByKey, weeksOf } from './typed-day.ts'

/** Which day the arrows stand on, what is chosen, and what lies between. */
export type Marks = {
  at: Day
  today: Day
  isChosen: (day: Day) => boolean
  isBetween?: (day: Day) => boolean
}

type MonthProps = {
  ref?: Ref<HTMLTableElement>
  /** A day of the month. */
  shown: Day
  marks: Marks
  titleId: string
  /** Whether the days of other months that fill its weeks are left out. */
  isAlone?: boolean
  isMany?: boolean
  onPick: (day: Day) => void
  onWalk: (day: Day) => void
}

/** The days of a month as a grid whose arrows walk from day to day. */
export function Month({ ref, shown, marks, titleId, isAlone, isMany, ...acts }: MonthProps) {
  const weeks = weeksOf(shown, weekStart())
  return (
    <table
      // Its arrows walk the days, so it is a grid, as the ARIA practices have it.
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
              const isOther = day.slice(0, 7) !== shown.slice(0, 7)
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
  shown: Day
  /** Turns that many months; only at the ends of what is shown. */
  onBefore?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** The name of a month between what turns to the months before and after it. */
export function MonthHead({ titleId, shown, onBefore, onNext }: MonthHeadProps) {
  const space = <span className="size-8 pointer-coarse:size-11" />
  return (
    <div className="mb-2 flex items-center justify-between">
      {onBefore ? <IconButton icon={ChevronLeft} label="Month before" onClick={onBefore} /> : space}
      <p id={titleId} aria-live="polite" className="text-label">
        {formatDay(shown, { month: 'long', year: 'numeric' })}
      </p>
      {onNext ? <IconButton icon={ChevronRight} label="Next month" onClick={onNext} /> : space}
    </div>
  )
}

function formatDay(day: Day, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(Date.parse(day))
}

/**
 * The weekday that weeks begin with where the browser is; Sunday where it does not know. What the
 * browser calls its language may be no locale (`en-US@posix`), what it writes dates by always is.
 */
function weekStart(): number {
  const { locale: name } = new Intl.DateTimeFormat().resolvedOptions()
  const locale = new Intl.Locale(name) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return (locale.getWeekInfo?.().firstDay ?? 7) % 7
}
