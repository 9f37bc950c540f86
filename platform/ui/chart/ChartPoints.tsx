import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useRovingTabIndex } from '../keyboard/use-roving-tabindex.ts'
import { ChartLink } from './ChartLink.tsx'

/** A data point of a chart: its text, and the URL of its rows. */
export type ChartPoint = {
  id: string | number
  text: string
  href?: string | undefined
  /** Its relative width; default 1. */
  share?: number
}

type ChartPointsProps = {
  label: string
  places: readonly ChartPoint[]
  /** The share of the width after the last data point that has none; default 0. */
  empty?: number
  /** The minimum height of the drawing, which fills its container. */
  className: string
  children: ReactNode
}

/**
 * Interactive areas over a chart: hover, focus or touch shows the text of a data point, and a click
 * opens its rows. One tab stop; arrows, Home and End move the focus.
 */
export function ChartPoints(props: ChartPointsProps) {
  const { label, places, empty = 0, className, children } = props
  const { current, isShown, strip, placeOf } = useRovingTabIndex<HTMLDivElement>(places.length)
  const pointAt = (index: number) =>
    clsx('block h-full min-w-0 rounded-control', isShown && index === current && 'bg-ink/8')
  return (
    <div className={clsx('relative h-full', className)}>
      {children}
      <div role="toolbar" aria-label={label} className="absolute inset-0 flex" {...strip}>
        {places.map(({ id, text, href, share = 1 }, index) => {
          const words = <span className="sr-only">{text}</span>
          const shared = {
            className: pointAt(index),
            style: { flex: `${share} 1 0` },
            ...placeOf(index),
          }
          return href ? (
            <ChartLink key={id} href={href} {...shared}>
              {words}
            </ChartLink>
          ) : (
            <button key={id} type="button" {...shared}>
              {words}
            </button>
          )
        })}
        {empty > 0 && <span style={{ flex: `${empty} 1 0` }} />}
      </div>
      {isShown && places[current] && (
        <p
          aria-hidden
          className={clsx(
            'popover text-table numbers pointer-events-none absolute bottom-full z-10 mb-1 w-max',
            'max-w-full px-3 py-1',
            current > (places.length + empty) / 2 ? 'right-0' : 'left-0',
          )}
        >
          {places[current].text}
        </p>
      )}
    </div>
  )
}
