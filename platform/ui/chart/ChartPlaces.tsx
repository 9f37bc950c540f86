import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { MouseEvent, ReactNode } from 'react'
import { usePlaces } from '../keyboard/use-places.ts'

/** A place of a chart: what is said of it, and the address of the rows behind it. */
export type ChartPlace = {
  id: string | number
  said: string
  href?: string | undefined
  /** Its part of the width beside the others; 1 unless said. */
  share?: number
}

type ChartPlacesProps = {
  label: string
  places: readonly ChartPlace[]
  /** The least height of the drawing, which fills what it is given. */
  className: string
  children: ReactNode
}

/**
 * The places of a chart over its drawing: the pointer, the focus or a finger shows what each says,
 * and a click leads to the rows behind it. One stop of the Tab key; arrows, Home and End walk.
 */
export function ChartPlaces({ label, places, className, children }: ChartPlacesProps) {
  const { history } = useRouter()
  const { current, isShown, strip, placeOf } = usePlaces<HTMLDivElement>(places.length)
  const go = (event: MouseEvent, href: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    history.push(href)
  }
  const look = (index: number) =>
    clsx('block h-full min-w-0 rounded-control', isShown && index === current && 'bg-ink/8')
  return (
    <div className={clsx('relative h-full', className)}>
      {children}
      <div role="toolbar" aria-label={label} className="absolute inset-0 flex" {...strip}>
        {places.map(({ id, said, href, share = 1 }, index) => {
          const words = <span className="sr-only">{said}</span>
          const shared = {
            className: look(index),
            style: { flex: `${share} 1 0` },
            ...placeOf(index),
          }
          return href ? (
            <a key={id} href={href} onClick={(event) => go(event, href)} {...shared}>
              {words}
            </a>
          ) : (
            <button key={id} type="button" {...shared}>
              {words}
            </button>
          )
        })}
      </div>
      {isShown && places[current] && (
        <p
          aria-hidden
          className={clsx(
            'popover text-table numbers pointer-events-none absolute bottom-full z-10 mb-1 px-3',
            'py-1 whitespace-nowrap max-sm:whitespace-normal',
            current > places.length / 2 ? 'right-0' : 'left-0',
          )}
        >
          {places[current].said}
        </p>
      )}
    </div>
  )
}
