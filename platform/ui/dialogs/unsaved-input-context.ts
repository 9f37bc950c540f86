import { createContext, useContext, useEffect, useRef } from 'react'
import { type ConfirmDiscard, useGuard } from './discard-prompt.ts'

/**
 * Unsaved input in a dialog outside its form, and the prompt before it is lost. `close` closes the
 * dialog as × does; `withdraw` hides the prompt.
 */
export type UnsavedInput = {
  parts: Set<{ discard: () => void; isBusy: () => boolean }>
  ask: ConfirmDiscard
  withdraw: () => void
  close: () => void
}

export const UnsavedContext = createContext<UnsavedInput>({
  parts: new Set(),
  ask: () => false,
  withdraw: () => undefined,
  close: () => undefined,
})

type UnsavedOptions = {
  /** The input is stored for a later visit, so Back and links need no prompt. */
  isStored?: boolean
  /** It is being sent: the dialog does not close, and no prompt appears. */
  isBusy?: boolean
}

/** While `isDirty`, the surrounding dialog prompts before it closes; `discard` drops the input. */
export function useUnsaved(
  isDirty: boolean,
  discard: () => void,
  { isStored = false, isBusy = false }: UnsavedOptions = {},
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
  // Input being sent can no longer be discarded, so an open prompt is hidden.
  useEffect(() => {
    if (isBusy) latest.current.withdraw()
  }, [isBusy])
  useGuard(isDirty && !isStored, ask, isBusy)
}
