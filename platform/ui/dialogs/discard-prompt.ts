import { type BlockerFn, type HistoryLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * Prompts before unsaved input is lost and returns true; false if it may be discarded. While it is
 * being sent (`isBusy`), returns true without a prompt.
 */
export type ConfirmDiscard = (elsewhere?: HistoryLocation, isBusy?: boolean) => boolean

/**
 * The discard prompt. `ask` shows it, with the destination of a pending navigation, if any;
 * `discard` then navigates there, or closes. `keep` dismisses it and restores the focus; `withdraw`
 * only hides it. `leave` closes without a prompt, as after saving, if still mounted.
 */
export function useDiscardPrompt(onClose: () => void) {
  const { history } = useRouter()
  const [asks, setAsks] = useState(false)
  const isLeaving = useRef(false)
  const elsewhere = useRef<HistoryLocation>(undefined)
  const focus = useRestoredFocus()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const confirmDiscard: ConfirmDiscard = (to, isBusy = false) => {
    if (isLeaving.current) return false
    if (isBusy) return true
    if (!asks) focus.take()
    elsewhere.current = to
    setAsks(true)
    return true
  }
  const cancelDiscard = () => {
    setAsks(false)
    focus.giveBack()
  }
  const closeWithoutPrompt = () => {
    if (!isMounted.current) return
    isLeaving.current = true
    onClose()
  }
  const discard = () => {
    const to = elsewhere.current
    if (!to) return closeWithoutPrompt()
    isLeaving.current = true
    history.push(to.href, to.state)
  }
  const withdraw = () => setAsks(false)
  return {
    asks,
    ask: confirmDiscard,
    keep: cancelDiscard,
    withdraw,
    leave: closeWithoutPrompt,
    discard,
  }
}

/** Restores the focus after a prompt, or focuses the first field if the element is gone. */
function useRestoredFocus() {
  const before = useRef<{ node: Element | null; dialog: Element | null }>(null)
  const saveFocus = () => {
    const node = document.activeElement
    before.current = { node, dialog: node?.closest('[role=dialog]') ?? null }
  }
  const restoreFocus = () => {
    const { node, dialog } = before.current ?? {}
    if (node instanceof HTMLElement && node.isConnected) node.focus()
    // The prompt replaced the `Cancel` button, which is not rendered again yet.
    else setTimeout(() => dialog && firstFieldIn(dialog)?.focus())
  }
  return { take: saveFocus, giveBack: restoreFocus }
}

/** The first enabled form field of a dialog. */
export function firstFieldIn(dialog: Element): HTMLElement | null {
  return dialog.querySelector<HTMLElement>('form :is(input, select, textarea):enabled')
}

/** The guards of unsaved input, the topmost layer's last: only that one prompts. */
const guards: object[] = []

/**
 * While `isDirty`, Back, links and commands that navigate `ask` first, and the browser prompts
 * before it closes the page. Replacing the URL of the same screen is not guarded.
 */
export function useGuard(isDirty: boolean, ask: ConfirmDiscard, isBusy = false): void {
  const { history } = useRouter()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = (to) => ask(to, isBusy)
  })
  useEffect(() => {
    if (!isDirty) return
    const guard = {}
    guards.push(guard)
    const blockerFn: BlockerFn = ({ action, currentLocation, nextLocation }) => {
      if (guards.at(-1) !== guard) return false
      const stays = currentLocation.pathname === nextLocation.pathname
      if (action === 'REPLACE') return !stays && latest.current(nextLocation)
      return latest.current(action === 'PUSH' ? nextLocation : undefined)
    }
    const unblock = history.block({ blockerFn, enableBeforeUnload: true })
    return () => {
      guards.splice(guards.indexOf(guard), 1)
      unblock()
    }
  }, [isDirty, history])
}
