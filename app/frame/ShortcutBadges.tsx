import { useState } from 'react'
import { createPortal } from 'react-dom'
import { keysAnswered } from '#platform/ui/keyboard/shortcuts.ts'

type Badge = { keys: string; left: number; top: number; isInside: boolean }

/**
 * A link wider than this, such as in the sidebar, has free space at its end, where the badge covers
 * no text.
 */
const insideBadgeWidth = 120

/** Shortcut badges over the visible controls. They shift no layout and ignore the pointer. */
export function ShortcutBadges() {
  const [badges] = useState(findBadges)
  return createPortal(
    <div aria-hidden className="no-print pointer-events-none fixed inset-0 z-[70]">
      {badges.map(({ keys, left, top, isInside }) => (
        <kbd
          key={`${keys} ${left} ${top}`}
          data-key-badge=""
          style={{ left, top }}
          className={
            'text-caption absolute -translate-y-1/2 rounded-control border border-line px-1 ' +
            'bg-sidebar font-sans whitespace-nowrap text-sidebar-text ' +
            (isInside ? '-translate-x-full' : '')
          }
        >
          {keys}
        </kbd>
      ))}
    </div>,
    document.body,
  )
}

/** Positions of the badges: only on visible controls whose shortcut works now. */
function findBadges(): Badge[] {
  const answered = keysAnswered()
  return [...document.querySelectorAll<HTMLElement>('[data-keys]')].flatMap((control) => {
    const keys = control.dataset['keys'] ?? ''
    if (!answered.has(keys) || !isInSight(control) || !isOfItsRow(control)) return []
    if (control.matches(':disabled, [aria-disabled=true]')) return []
    return [{ keys, ...placeOf(control) }]
  })
}

/** At the end of a wide link, where it covers no text; otherwise at the control's corner. */
function placeOf(control: HTMLElement): Omit<Badge, 'keys'> {
  const { left, right, top, width, height } = control.getBoundingClientRect()
  const isInside = control.matches('a') && width > insideBadgeWidth
  if (isInside) return { left: right - 8, top: top + height / 2, isInside }
  return { left: Math.max(2, left - 4), top: Math.max(10, top), isInside }
}

/** Whether the control is visible and not covered, for example by a dialog. */
function isInSight(control: HTMLElement): boolean {
  const { left, top, width, height } = control.getBoundingClientRect()
  if (width === 0 || height === 0) return false
  const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
  return topElement !== null && (control.contains(topElement) || topElement.contains(control))
}

/** Row shortcuts act on the focused row, and only when the row is not inside a dialog. */
function isOfItsRow(control: HTMLElement): boolean {
  const row = control.closest('[data-row]')
  if (!row) return true
  return row.contains(document.activeElement) && row.closest('[role=dialog]') === null
}
