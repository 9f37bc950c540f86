import { useSyncExternalStore } from 'react'

// A row fades while its record is deleted. Every deletion, from a menu, a key or the details,
// registers the record object here.

let deleting: ReadonlySet<object> = new Set()
const listeners = new Set<() => void>()

/** Marks a record during its deletion; if the deletion fails, the row is shown again. */
export async function fadeDuring(record: object, removal: Promise<unknown>): Promise<void> {
  change(new Set([...deleting, record]))
  try {
    await removal
  } finally {
    change(new Set([...deleting].filter((other) => other !== record)))
  }
}

/** The records being deleted. */
export function useDeletingRecords(): ReadonlySet<object> {
  return useSyncExternalStore(subscribe, () => deleting)
}

function change(next: ReadonlySet<object>): void {
  deleting = next
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
