import { useSyncExternalStore } from 'react'

/** The action of a notice. */
export type NoticeAction = {
  label: string
  run: () => void
  /** Whether the action is still possible: such a notice reappears after those that replaced it. */
  isOpen?: () => boolean
}

/**
 * A short message over the page. One is shown at a time; a new one replaces it. A replaced notice
 * whose action is still possible, such as Undo, reappears when the new one closes.
 */
export type Notice = {
  title: string
  text: string
  /** A second, smaller line: the reason, or what to do instead. */
  detail?: string
  tone?: 'plain' | 'danger'
  action?: NoticeAction
}

type ActiveNotice = Notice & { key: number; open: boolean }

/** A closed notice is removed after this time. */
const removeAfterMs = 1_000_000

/** The number of replaced notices that reappear. */
const mostCovered = 5

let activeNotice: ActiveNotice | undefined
/** Notices replaced while shown, the latest last. */
let covered: readonly Notice[] = []
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a notice. */
export function notify(notice: Notice): void {
  if (activeNotice?.open && isOpen(activeNotice))
    covered = [...covered, activeNotice].slice(-mostCovered)
  showNew(notice)
}

/** The current notice, or the last one that closed. */
export function currentNotice(): ActiveNotice | undefined {
  return activeNotice
}

function showNew(notice: Notice): void {
  clearTimeout(removal)
  count += 1
  show({ tone: 'plain', ...notice, key: count, open: true })
}

/** Closes the notice with this key if it is still shown; then shows the one it replaced. */
export function dismiss(key: number): void {
  if (activeNotice?.key !== key || !activeNotice.open) return
  show({ ...activeNotice, open: false })
  covered = covered.filter(isOpen)
  const before = covered.at(-1)
  covered = covered.slice(0, -1)
  if (before) return showNew(before)
  removal = setTimeout(() => show(undefined), removeAfterMs)
}

export function useNotice(): ActiveNotice | undefined {
  return useSyncExternalStore(subscribe, currentNotice)
}

function isOpen({ action }: Notice): boolean {
  return action?.isOpen?.() ?? false
}

function show(next: ActiveNotice | undefined): void {
  activeNotice = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
