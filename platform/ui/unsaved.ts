import { createContext, useContext, useEffect, useRef } from 'react'

/** What is typed in a dialog and not sent, outside of its form. */
export type Unsaved = Set<{ discard: () => void }>

export const UnsavedContext = createContext<Unsaved>(new Set())

/** While `isDirty`, the dialog around asks before it closes; `discard` throws it away. */
export function useUnsaved(isDirty: boolean, discard: () => void): void {
  const unsaved = useContext(UnsavedContext)
  const latest = useRef(discard)
  useEffect(() => {
    latest.current = discard
  })
  useEffect(() => {
    if (!isDirty) return
    const entry = { discard: () => latest.current() }
    unsaved.add(entry)
    return () => {
      unsaved.delete(entry)
    }
  }, [isDirty, unsaved])
}
