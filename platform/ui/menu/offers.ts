import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { MenuItem } from './Menu.tsx'

/** What a screen offers now, for the palette: on the open record, or on the selected rows. */
export type Offer = {
  of: 'record' | 'selection'
  /** What it is, as its head says it: its number and name, or how many rows. */
  says: string
  items: readonly MenuItem[]
}

/** An offer with the address that was shown when it was made. */
type Offered = Offer & { href: string }

type Entry = { current: Offered | undefined }

const entries: Entry[] = []
const listeners = new Set<() => void>()
let changes = 0

/** Offers this while the component is mounted; undefined while there is nothing to offer yet. */
export function useOffer(offer: Offer | undefined): void {
  const entry = useRef<Offered>(undefined)
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

/** What is offered now: on the record that is open, else on what is selected under no record. */
export function useOffered(): Offered | undefined {
  useSyncExternalStore(follow, () => changes)
  const record = entries.findLast(({ current }) => current?.of === 'record')
  if (record) return record.current
  const isCovered = document.querySelector('[role=dialog][data-place=Details]') !== null
  return isCovered ? undefined : entries.findLast(({ current }) => current)?.current
}

/** What the head of the record on top says, its name first; undefined where none is open. */
export function useOpenRecord(): string | undefined {
  const read = () => entries.findLast(({ current }) => current?.of === 'record')?.current?.says
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
