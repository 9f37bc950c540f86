import { createContext, useContext, useEffect, useRef } from 'react'
import { type Ask, useGuard } from './discarding.ts'

/**
 * What is typed in a dialog and not sent, outside of its form, and who asks before it is lost.
 * `close` closes the dialog as its × does.
 */
export type Unsaved = { parts: Set<{ discard: () => void }>; ask: Ask; close: () => void }

export const UnsavedContext = createContext<Unsaved>({
  parts: new Set(),
  ask: () => false,
  close: () => undefined,
})

/**
 * While `isDirty`, the dialog around asks before it closes; `discard` throws it away. What `isKept`
 * waits for who comes back, so Back and links that go elsewhere need not ask.
 */
export function useUnsaved(isDirty: boolean, discard: () => void, isKept = false): void {
  const { parts, ask } = useContext(UnsavedContext)
  const latest = useRef(discard)
  useEffect(() => {
    latest.current = discard
  })
  useEffect(() => {
    if (!isDirty) return
    const entry = { discard: () => latest.current() }
    parts.add(entry)
    return () => {
      parts.delete(entry)
    }
  }, [isDirty, parts])
  useGuard(isDirty && !isKept, ask)
}
