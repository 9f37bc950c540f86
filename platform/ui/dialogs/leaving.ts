import { useSyncExternalStore } from 'react'

// A row that is being deleted fades. Whoever deletes it, by its menu, by a key or in its details,
// says so here by the record itself.

let leaving: ReadonlySet<object> = new Set()
const hearers = new Set<() => void>()

/** Marks a record while its removal is under way; one that stays after all is seen again. */
export async function fadeDuring(record: object, removal: Promise<unknown>): Promise<void> {
  change(new Set([...leaving, record]))
  try {
    await removal
  } finally {
    change(new Set([...leaving].filter((other) => other !== record)))
  }
}

/** The records whose removal is under way. */
export function useLeaving(): ReadonlySet<object> {
  return useSyncExternalStore(subscribe, () => leaving)
}

function change(next: ReadonlySet<object>): void {
  leaving = next
  for (const tell of hearers) tell()
}

function subscribe(tell: () => void): () => void {
  hearers.add(tell)
  return () => hearers.delete(tell)
}
