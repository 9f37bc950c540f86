import { type BlockerFn, type HistoryLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Asks in the page before something typed is lost; false where it may go without a question. */
export type Ask = (elsewhere?: HistoryLocation) => boolean

/**
 * The question whether what is typed may be thrown away. `ask` puts it, with the place that
 * somebody is on the way to if they are; `discard` then goes there, or closes what is open. `leave`
 * closes it without a question, as after saving.
 */
export function useDiscarding(onClose: () => void) {
  const { history } = useRouter()
  const [asks, setAsks] = useState(false)
  const isLeaving = useRef(false)
  const elsewhere = useRef<HistoryLocation>(undefined)
  const before = useRef<Element>(null)
  const ask: Ask = (to) => {
    if (isLeaving.current) return false
    if (!asks) before.current = document.activeElement
    elsewhere.current = to
    setAsks(true)
    return true
  }
  const keep = () => {
    setAsks(false)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const leave = () => {
    isLeaving.current = true
    onClose()
  }
  const discard = () => {
    const to = elsewhere.current
    if (!to) return leave()
    isLeaving.current = true
    history.push(to.href, to.state)
  }
  return { asks, ask, keep, leave, discard }
}

/**
 * While `isDirty`, Back, links and commands that go elsewhere `ask` first, and the browser does
 * before it closes the page. What is replaced in the address of the same screen goes unasked.
 */
export function useGuard(isDirty: boolean, ask: Ask): void {
  const { history } = useRouter()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!isDirty) return
    const blockerFn: BlockerFn = ({ action, currentLocation, nextLocation }) => {
      const stays = currentLocation.pathname === nextLocation.pathname
      if (action === 'REPLACE') return !stays && latest.current(nextLocation)
      return latest.current(action === 'PUSH' ? nextLocation : undefined)
    }
    return history.block({ blockerFn, enableBeforeUnload: true })
  }, [isDirty, history])
}
