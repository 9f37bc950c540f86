import { useEffect, useSyncExternalStore } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { now } from './clock.ts'

// Tracks changes by other users. The screen does not change by itself: a list shows how many
// records have changed since it was read, and reloads on request.

type Source = {
  url: string
  /**
   * The list path of a kind of record. Undefined if no list shows it; null if no totals depend on
   * it.
   */
  pathOf: (kind: string) => string | null | undefined
}
type ReceivedChange = { kind: string; path: string | null; count: number; at: number }

const maxRemembered = 500
const listeners = new Set<() => void>()
let known: Source | undefined
let line: EventSource | undefined
let received: readonly ReceivedChange[] = []
/** The id of the last event, and when this tab last lost the connection. */
let last: string | undefined
let deafSince = 0

/** Sets the URL of the change stream, and the endpoint that lists each kind of record. */
export function subscribeToChanges(source: Source): void {
  known = source
  document.addEventListener('visibilitychange', follow)
  follow()
}

/** The records of a list, or certain kinds of records. */
export type ChangeSource = Endpoint | readonly string[]

/** How many records others have changed since `readAt` (milliseconds). */
export function useChangesSince(followed: ChangeSource, readAt: number): number {
  return useSyncExternalStore(subscribe, () => countSince(followed, readAt))
}

type Reading = { dataUpdatedAt: number; refetch: () => Promise<unknown> }

/**
 * Refetches automatically when others change one of these kinds, for content that users do not
 * select from, such as comments on a record.
 */
export function useFollowing(kinds: readonly string[], { dataUpdatedAt, refetch }: Reading): void {
  const count = useSyncExternalStore(
    subscribe,
    () => received.filter(({ kind, at }) => at >= dataUpdatedAt && kinds.includes(kind)).length,
  )
  useEffect(() => {
    if (count > 0) void refetch()
  }, [count, refetch])
}

function countSince(followed: ChangeSource, readAt: number): number {
  const isMeant = ({ kind, path }: ReceivedChange) =>
    'path' in followed
      ? path !== null && (followed.isDerived === true || path === followed.path)
      : followed.includes(kind)
  return received
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
 * Opens the event stream while a component listens, such as the bell, and the tab is visible.
 * Otherwise closes it, because a browser allows only six connections per server.
 */
function follow(): void {
  const isNeeded = listeners.size > 0 && document.visibilityState === 'visible'
  if (!isNeeded) {
    if (line) deafSince = now().getTime()
    line?.close()
    line = undefined
  } else if (known && (!line || line.readyState === EventSource.CLOSED)) {
    line = new EventSource(last === undefined ? known.url : `${known.url}?since=${last}`)
    line.addEventListener('ready', ({ lastEventId }) => (last = lastEventId))
    line.addEventListener('message', (event) => handleChange(event, now().getTime()))
    // A list that was read after the connection was lost already includes the missed changes.
    line.addEventListener('missed', (event) =>
      handleChange(event as MessageEvent<string>, deafSince),
    )
    line.addEventListener('error', () => (deafSince = now().getTime()))
  }
}

function handleChange({ data, lastEventId }: MessageEvent<string>, at: number): void {
  last = lastEventId
  const changes = JSON.parse(data) as { entity: string; count: number }[]
  const fresh = changes.map(({ entity: kind, count }) => {
    const path = known?.pathOf(kind)
    return { kind, path: path === undefined ? '' : path, count, at }
  })
  received = [...received, ...fresh].slice(-maxRemembered)
  for (const listener of listeners) listener()
}
