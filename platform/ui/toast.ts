import { useSyncExternalStore } from 'react'

/** A short message over the page. One is shown at a time; a new one takes the place of the old. */
export type Notice = {
  title: string
  text: string
  /** A second, smaller line: the reason, or what to do instead. */
  detail?: string
  tone?: 'plain' | 'danger'
  action?: { label: string; run: () => void }
}

type Shown = Notice & { key: number; open: boolean }

/** A dismissed notice is dropped this long after it closed. */
const removeAfterMs = 1_000_000

let shown: Shown | undefined
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a notice. */
export function notify(notice: Notice): void {
  clearTimeout(removal)
  count += 1
  show({ tone: 'plain', ...notice, key: count, open: true })
}

/** Closes the notice with this key, if it is still the one shown. */
export function dismiss(key: number): void {
  if (shown?.key !== key) return
  show({ ...shown, open: false })
  removal = setTimeout(() => show(undefined), removeAfterMs)
}

export function useNotice(): Shown | undefined {
  return useSyncExternalStore(subscribe, () => shown)
}

function show(next: Shown | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
