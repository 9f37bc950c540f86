import { useSyncExternalStore } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { now } from './clock.ts'

// What other people change while a screen is looked at. Nothing on it moves by itself: a list says
// how much has changed since it was read, and reads again when it is told to.

type Change = { kind: string; count: number }
type Heard = { path: string; count: number; at: number }

const mostKept = 500
let heard: readonly Heard[] = []
let last: string | undefined
const listeners = new Set<() => void>()

/**
 * Listens to the events of `url` while the tab is seen; `pathOf` says which call lists the records
 * of a kind. Answers how to stop.
 */
export function listenToChanges(
  url: string,
  pathOf: (kind: string) => string | undefined,
): () => void {
  let source: EventSource | undefined
  const hear = ({ data, lastEventId }: MessageEvent<string>) => {
    last = lastEventId
    const at = now().getTime()
    const told = (JSON.parse(data) as { entity: string; count: number }[])
      .map(({ entity, count }): Change => ({ kind: entity, count }))
      .map(({ kind, count }) => ({ path: pathOf(kind) ?? '', count, at }))
    heard = [...heard, ...told].slice(-mostKept)
    for (const listener of listeners) listener()
  }
  const follow = () => {
    // A tab that nobody looks at gives its connection back: a browser has six for one server.
    if (document.visibilityState === 'hidden') {
      source?.close()
      source = undefined
    } else if (!source) {
      source = new EventSource(last === undefined ? url : `${url}?since=${last}`)
      source.addEventListener('message', hear)
    }
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    source?.close()
  }
}

/** How many records of a list others changed since it was read, at `readAt` (milliseconds). */
export function useChangesSince(endpoint: Endpoint, readAt: number): number {
  return useSyncExternalStore(subscribe, () => countSince(endpoint, readAt))
}

function countSince({ path, isDerived }: Endpoint, readAt: number): number {
  return heard
    .filter((change) => change.at >= readAt && (isDerived === true || change.path === path))
    .reduce((sum, { count }) => sum + count, 0)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
