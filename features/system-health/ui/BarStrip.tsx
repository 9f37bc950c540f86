import { clsx } from 'clsx'
import { formatMoment, formatTime } from '#platform/ui/dates/moments.ts'
import { useRovingTabIndex } from '#platform/ui/keyboard/use-roving-tabindex.ts'
import type { Bar } from '../contract.ts'
import type { HealthState } from '../rules.ts'
import { millis } from './health-figures.ts'

type BarStripProps = { name: string; bars: readonly Bar[]; hours: number | undefined }

// Height repeats the meaning of color, for color-blind users.
const barStyles: Record<HealthState, string> = {
  healthy: 'h-3 bg-success',
  degraded: 'h-4.5 bg-warning',
  unhealthy: 'h-6 bg-danger',
  unknown: 'h-1.5 bg-control',
}

/**
 * Checks as bars, oldest first; a span without a check is a bar of its own, so that gaps are
 * visible. One Tab stop; arrow keys, Home and End move along it.
 */
export function BarStrip({ name, bars, hours }: BarStripProps) {
  const { current, isShown, strip, placeOf } = useRovingTabIndex<HTMLDivElement>(bars.length)
  if (bars.length === 0) return <p className="text-table text-subtle">No checks in this period</p>
  const currentBar = bars[current]
  return (
    <div className="relative">
      <div
        role="toolbar"
        tabIndex={-1}
        aria-label={`Checks for ${name}`}
        className="flex h-6 items-end gap-px"
        {...strip}
      >
        {bars.map((bar, index) => (
          <button
            key={bar.at}
            type="button"
            aria-label={sentenceOf(bar, hours)}
            {...placeOf(index)}
            onClick={(event) => event.currentTarget.focus()}
            className="flex h-6 max-w-2 min-w-0 flex-1 items-end"
          >
            <span
              aria-hidden
              className={clsx('chart-mark w-full rounded-[1px]', barStyles[bar.status])}
            />
          </button>
        ))}
      </div>
      {isShown && currentBar && (
        <p
          aria-hidden
          className={clsx(
            'popover text-table numbers pointer-events-none absolute bottom-full z-10 mb-1 px-3',
            'py-1 whitespace-nowrap max-sm:whitespace-normal',
            current > bars.length / 2 ? 'right-0' : 'left-0',
          )}
        >
          {sentenceOf(currentBar, hours)}
        </p>
      )}
    </div>
  )
}

/**
 * Accessible text of a bar: `2:05:30 PM: healthy, 12 ms`, or the worst of its span: `Mar 2, 02:00
 * PM: degraded, up to …`, or that nothing was measured.
 */
function sentenceOf(bar: Bar, hours: number | undefined): string {
  const when = hours === undefined ? formatTime(bar.at) : formatMoment(bar.at)
  if (bar.status === 'unknown') return `${when}: unknown, not measured`
  const upTo = bar.checks > 1 ? 'up to ' : ''
  const count = bar.checks > 1 ? `, ${bar.checks} checks` : ''
  const why = bar.error ? `: ${bar.error}` : ''
  return `${when}: ${bar.status}, ${upTo}${millis(bar.responseTime)}${count}${why}`
}
