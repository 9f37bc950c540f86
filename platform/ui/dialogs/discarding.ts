import { type BlockerFn, type HistoryLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * Asks in the page before something typed is lost; false where it may go without a question. While
 * it is being sent (`isBusy`) nothing goes, and nothing is asked.
 */
export type Ask = (elsewhere?: HistoryLocation, isBusy?: boolean) => boolean

/**
 * The question whether what is typed may be thrown away. `ask` puts it, with the place that
 * somebody is on the way to if they are; `discard` then goes there, or closes what is open. `keep`
 * answers no, and `withdraw` takes the question back. `leave` closes it without a question, as
 * after saving, where it is still open.
 */
export function useDiscarding(onClose: () => void) {
  const { history } = useRouter()
  const [asks, setAsks] = useState(false)
  const isLeaving = useRef(false)
  const elsewhere = useRef<HistoryLocation>(undefined)
  const focus = useFocusKept()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const ask: Ask = (to, isBusy = false) => {
    if (isLeaving.current) return false
    if (isBusy) return true
    if (!asks) focus.take()
    elsewhere.current = to
    setAsks(true)
    return true
  }
  const keep = () => {
    setAsks(false)
    focus.giveBack()
  }
  const leave = () => {
    if (!isMounted.current) return
    isLeaving.current = true
    onClose()
  }
  const discard = () => {
    const to = elsewhere.current
    if (!to) return leave()
    isLeaving.current = true
    history.push(to.href, to.state)
  }
  const withdraw = () => setAsks(false)
  return { asks, ask, keep, withdraw, leave, discard }
}

/** What had the focus before a question, and the first field where that is gone. */
function useFocusKept() {
  const before = useRef<{ node: Element | null; dialog: Element | null }>(null)
  const take = () => {
    const node = document.activeElement
    before.current = { node, dialog: node?.closest('[role=dialog]') ?? null }
  }
  const giveBack = () => {
    const { node, dialog } = before.current ?? {}
    if (node instanceof HTMLElement && node.isConnected) node.focus()
    // `Cancel` gave its place to the question; by now it is not there again.
    else setTimeout(() => dialog && firstFieldIn(dialog)?.focus())
  }
  return { take, giveBack }
}

/** Where a dialog with a form begins. */
export function firstFieldIn(dialog: Element): HTMLElement | null {
  return dialog.querySelector<HTMLElement>('form :is(input, select, textarea):enabled')
}

/** The guards of what is typed by now, that of the topmost layer last: it alone asks. */
const guards: object[] = []

/**
 * While `isDirty`, Back, links and commands that go elsewhere `ask` first, and the browser does
 * before it closes the page. What is replaced in the address of the same screen goes unasked.
 */
export function useGuard(isDirty: boolean, ask: Ask, isBusy = false): void {
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
