import { createContext, useContext, useEffect, useRef } from 'react'
import { type Ask, useGuard } from './discarding.ts'

/**
 * What is typed in a dialog and not sent, outside of its form, and who asks before it is lost.
 * `close` closes the dialog as its × does; `withdraw` takes the question back.
 */
export type Unsaved = {
  parts: Set<{ discard: () => void; isBusy: () => boolean }>
  ask: Ask
  withdraw: () => void
  close: () => void
}

export const UnsavedContext = createContext<Unsaved>({
  parts: new Set(),
  ask: () => false,
  withdraw: () => undefined,
  close: () => undefined,
})

type UnsavedOptions = {
  /** It waits for who comes back, so Back and links that go elsewhere need not ask. */
  isKept?: boolean
  /** It is being sent: nothing closes, and nothing is asked. */
  isBusy?: boolean
}

/** While `isDirty`, the dialog around asks before it closes; `discard` throws it away. */
export function useUnsaved(
  isDirty: boolean,
  discard: () => void,
  { isKept = false, isBusy = false }: UnsavedOptions = {},
): void {
  const { parts, ask, withdraw } = useContext(UnsavedContext)
  const latest = useRef({ discard, isBusy, withdraw })
  useEffect(() => {
    latest.current = { discard, isBusy, withdraw }
  })
  useEffect(() => {
    if (!isDirty) return
    const entry = { discard: () => latest.current.discard(), isBusy: () => latest.current.isBusy }
    parts.add(entry)
    return () => {
      parts.delete(entry)
    }
  }, [isDirty, parts])
  // What is sent cannot be discarded any more, even where that was asked before.
  useEffect(() => {
    if (isBusy) latest.current.withdraw()
  }, [isBusy])
  useGuard(isDirty && !isKept, ask, isBusy)
}
