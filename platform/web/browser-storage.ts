/** Reads a value from the browser's storage; undefined if there is none. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Writes a value to the browser's storage. Without storage, it is lost on reload. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden storage must not break the action that caused the write.
  }
}
