import { useEffect, useSyncExternalStore } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { now } from './clock.ts'

// What other people change while something is looked at. Nothing on it moves by itself: a list says
// how much has changed since it was read, and reads again when it is told to.

type Source = {
  url: string
  /** Undefined where no list shows that kind; null where it is nothing that sums are made of. */
  pathOf: (kind: string) => string | null | undefined
}
type Heard = { kind: string; path: string | null; count: number; at: number }

const mostKept = 500
const listeners = new Set<() => void>()
let known: Source | undefined
let line: EventSource | undefined
let heard: readonly Heard[] = []
/** The place of the last event, and when this tab last heard anything at all. */
let last: string | undefined
let deafSince = 0

/** Says where changes are told, and which call lists the records of a kind. */
export function subscribeToChanges(source: Source): void {
  known = source
  document.addEventListener('visibilitychange', follow)
  follow()
}

/** The records of a list, or those of some kinds. */
export type Followed = Endpoint | readonly string[]

/** How many records others changed since they were read, at `readAt` (milliseconds). */
export function useChangesSince(followed: Followed, readAt: number): number {
  return useSyncExternalStore(subscribe, () => countSince(followed, readAt))
}

type Reading = { dataUpdatedAt: number; refetch: () => Promise<unknown> }

/**
 * Reads again when others did something of one of these kinds since: for what nobody picks from,
 * such as what was said of a record.
 */
export function useFollowing(kinds: readonly string[], { dataUpdatedAt, refetch }: Reading): void {
  const count = useSyncExternalStore(
    subscribe,
    () => heard.filter(({ kind, at }) => at >= dataUpdatedAt && kinds.includes(kind)).length,
  )
  useEffect(() => {
    if (count > 0) void refetch()
  }, [count, refetch])
}

function countSince(followed: Followed, readAt: number): number {
  const isMeant = ({ kind, path }: Heard) =>
    'path' in followed
      ? path !== null && (followed.isDerived === true || path === followed.path)
      : followed.includes(kind)
  return heard
    .filter((change) => change.at >= readAt && isMeant(change))
    .reduce((sum, { count }) => sum + count, 0)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  follow()
  return () => {
    listeners.delete(listener)
    follow()
  }
}

/**
 * Listens while something wants to hear of it, such as the bell, in a tab that is seen; else the
 * connection is given back: a browser has six for one server.
 */
function follow(): void {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible'
  if (!isWanted) {
    if (line) deafSince = now().getTime()
    line?.close()
    line = undefined
  } else if (known && (!line || line.readyState === EventSource.CLOSED)) {
    line = new EventSource(last === undefined ? known.url : `${known.url}?since=${last}`)
    line.addEventListener('ready', ({ lastEventId }) => (last = lastEventId))
    line.addEventListener('message', (event) => handleChange(event, now().getTime()))
    // A list that was read after this tab fell deaf has what happened since.
    line.addEventListener('missed', (event) =>
      handleChange(event as MessageEvent<string>, deafSince),
    )
    line.addEventListener('error', () => (deafSince = now().getTime()))
  }
}

function handleChange({ data, lastEventId }: MessageEvent<string>, at: number): void {
  last = lastEventId
  const told = JSON.parse(data) as { entity: string; count: number }[]
  const fresh = told.map(({ entity: kind, count }) => {
    const path = known?.pathOf(kind)
    return { kind, path: path === undefined ? '' : path, count, at }
  })
  heard = [...heard, ...fresh].slice(-mostKept)
  for (const listener of listeners) listener()
}
