import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * Roving tabindex for many elements with one tab stop, such as the bars of a chart: arrows, Home
 * and End move between them, and the hovered or focused one is shown. Starts at the last one.
 * Spread `strip` on the container and `placeOf` on each element.
 */
export function useRovingTabIndex<Holder extends HTMLElement>(count: number) {
  const [focusedIndex, setFocusedIndex] = useState<number>()
  const [isShown, setIsShown] = useState(false)
  const holder = useRef<Holder>(null)
  const last = count - 1
  const current = Math.min(focusedIndex ?? last, last)
  const hide = () => setIsShown(false)
  const show = (next: number) => {
    setFocusedIndex(next)
    setIsShown(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
    const next = nextIndex(event.key, current, last)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    show(next)
    holder.current?.querySelectorAll<HTMLElement>('[data-place]')[next]?.focus()
  }
  const placeOf = (index: number) => ({
    'data-place': index,
    tabIndex: index === current ? 0 : -1,
    onFocus: () => show(index),
    onMouseEnter: () => show(index),
  })
  return {
    current,
    isShown,
    strip: { ref: holder, onKeyDown, onBlur: hide, onMouseLeave: hide },
    placeOf,
  }
}

function nextIndex(key: string, current: number, last: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, current - 1)
  if (key === 'ArrowRight') return Math.min(last, current + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
