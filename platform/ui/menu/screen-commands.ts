import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { MenuItem } from './Menu.tsx'

/** The current commands of a screen for the palette: for the open record or the selected rows. */
export type ScreenCommands = {
  of: 'record' | 'selection'
  /** The subject, as in its header: the record's number and name, or the number of rows. */
  subject: string
  items: readonly MenuItem[]
}

/** An offer with the URL at the time. */
type RegisteredCommands = ScreenCommands & { href: string }

type Entry = { current: RegisteredCommands | undefined }

const entries: Entry[] = []
const listeners = new Set<() => void>()
let changes = 0

/** Registers commands while the component is mounted; undefined: nothing to offer yet. */
export function useScreenCommands(offer: ScreenCommands | undefined): void {
  const entry = useRef<RegisteredCommands>(undefined)
  useEffect(() => {
    entries.push(entry)
    return () => {
      entries.splice(entries.indexOf(entry), 1)
      notifyListeners()
    }
  }, [])
  useEffect(() => {
    entry.current = offer && { ...offer, href: location.pathname + location.search }
    notifyListeners()
  })
}

/**
 * The current commands: those of the open record. If none is open, those of the selected rows, but
 * none while a details dialog covers the list.
 */
export function useCurrentCommands(): RegisteredCommands | undefined {
  useSyncExternalStore(follow, () => changes)
  const record = entries.findLast(({ current }) => current?.of === 'record')
  if (record) return record.current
  const isCovered = document.querySelector('[data-placement=Details]') !== null
  return isCovered ? undefined : entries.findLast(({ current }) => current)?.current
}

/** The number and name of the top open record; undefined if none is open. */
export function useOpenRecord(): string | undefined {
  const read = () => entries.findLast(({ current }) => current?.of === 'record')?.current?.subject
  return useSyncExternalStore(follow, read)
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  changes += 1
  for (const listener of listeners) listener()
}
